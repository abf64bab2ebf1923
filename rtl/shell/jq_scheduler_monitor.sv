// SPDX-License-Identifier: Apache-2.0
//
/// Watches the ports of a jq_scheduler in simulation: misuse that the core would ignore in silence, and what
/// the core promises its reader. Bind it, or instantiate it beside the core (docs/cores.md). Each finding is an
/// `$error`, or a line of the log with STRICT 0, and a bit of seen_o. No hardware: under SYNTHESIS it is empty.
module jq_scheduler_monitor #(
    /// Width of a load, ROWS*N*B.
    parameter int ROW = 64,
    /// Width of what is shown: hold, match and column.
    parameter int SHOWN = 40,
    /// 1: a finding is an error, at which Verilator stops. 0: it is a line of the log.
    parameter int STRICT = 1
) (
    /// Clock of the core.
    input logic             clk_i,
    /// As jq_scheduler's, and so are all others.
    input logic             rst_ni,
    /// A row is offered.
    input logic             load_valid_i,
    /// It is taken.
    input logic             load_ready_o,
    /// The row.
    input logic [ROW-1:0]   load_row_i,
    /// Begin.
    input logic             start_i,
    /// Return to the empty state.
    input logic             abort_i,
    /// In a run.
    input logic             busy_o,
    /// After one.
    input logic             done_o,
    /// A permutation is shown.
    input logic             valid_o,
    /// It is taken.
    input logic             ready_i,
    /// The permutation: {hold_o, match_o, column_o}.
    input logic [SHOWN-1:0] shown_i,
    /// Findings since the beginning, a bit for each kind, in the order of the checks below.
    output logic [7:0]       seen_o
);

`ifdef SYNTHESIS
  assign seen_o = '0;
`else
  // A finding is a word of these checks; an X in one is none.
  logic             alive = 1'b0, offered = 1'b0, waiting = 1'b0;
  logic [ROW-1:0]   row;
  logic [SHOWN-1:0] shown;
  logic [7:0]       finding;
  assign finding[0] = !alive && rst_ni !== 1'b0 && (load_valid_i === 1'b1 || start_i === 1'b1);
  assign finding[1] = alive && rst_ni && (^{load_valid_i, start_i, abort_i, ready_i}) === 1'bx;
  assign finding[2] = alive && rst_ni && load_valid_i && load_ready_o && (^load_row_i) === 1'bx;
  assign finding[3] = alive && rst_ni && start_i && !abort_i && (load_ready_o || busy_o);
  assign finding[4] = rst_ni && offered && !load_valid_i && !abort_i;
  assign finding[5] = rst_ni && offered && load_valid_i && load_row_i !== row;
  assign finding[6] = rst_ni && waiting && (!valid_o || shown_i !== shown);
  assign finding[7] = alive && rst_ni && busy_o && (done_o || load_ready_o);

  task automatic say(input logic on, input [8*48-1:0] what);
    if (on && STRICT != 0) $error("%0s", what);
    else if (on) $display("%0t %m: %0s", $time, what);
  endtask

  initial seen_o = '0;
  always @(posedge clk_i) begin
    say(finding[0] === 1'b1, "used before a reset");
    say(finding[1] === 1'b1, "an X on a control input");
    say(finding[2] === 1'b1, "an X in a row that is taken");
    say(finding[3] === 1'b1, "start_i without a whole demand: ignored");
    say(finding[4] === 1'b1, "a row was withdrawn before it was taken");
    say(finding[5] === 1'b1, "a row changed before it was taken");
    say(finding[6] === 1'b1, "what is shown changed before it was taken");
    say(finding[7] === 1'b1, "busy_o together with done_o or load_ready_o");
    for (int k = 0; k < 8; k++) seen_o[k] <= seen_o[k] || finding[k] === 1'b1;
    alive   <= alive || rst_ni === 1'b0;
    offered <= rst_ni && !abort_i && load_valid_i && !load_ready_o;
    row     <= load_row_i;
    waiting <= rst_ni && !abort_i && valid_o && !ready_i;
    shown   <= shown_i;
  end
`endif

endmodule
