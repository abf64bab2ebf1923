// SPDX-License-Identifier: Apache-2.0
//
/// jq_scheduler, or its netlist (GATES: no parameters), under the vectors of its golden model.
module jq_scheduler_bench #(
    /// As jq_scheduler's.
    parameter int KIND = 1,
    /// As jq_scheduler's.
    parameter int N = 4,
    /// As jq_scheduler's.
    parameter int B = 4,
    /// As jq_scheduler's.
    parameter int S = 2,
    /// As jq_scheduler's.
    parameter int R0 = N,
    /// As jq_scheduler's.
    parameter int R1 = 1,
    /// As jq_scheduler's.
    parameter int R2 = 1,
    /// As jq_scheduler's.
    parameter int R3 = 1,
    /// As jq_scheduler's.
    parameter int CORES = 7,
    /// As jq_scheduler's.
    parameter int DESCEND = 0,
    /// As jq_scheduler's.
    parameter int ROWS = 1
);

  localparam int W = (N > 1) ? $clog2(N) : 1;
  localparam int L = (B > 1) ? $clog2(B) : 1;
  localparam int G = 16;
  localparam int I = 6 + G + 2 * L + ROWS * N * B;
  localparam int H = (KIND == 3 || KIND == 5) ? B + W - 1 : B;
  localparam int O = 5 + H + N + N * W;

  logic           clk, rst_n, load_valid, start, abort, ready, fill;
  logic [G-1:0]   guard;
  logic [L-1:0]   top_offset, floor;
  logic [ROWS*N*B-1:0] row;
  logic           load_ready, busy, done, shifts, valid;
  logic [H-1:0]   hold;
  logic [N-1:0]   match;
  logic [N*W-1:0] column;
  logic [I-1:0]   stimulus;

  assign {rst_n, load_valid, start, abort, ready, fill, guard, top_offset, floor, row} = stimulus;

  vector_player #(
      .I(I),
      .O(O)
  ) u_player (
      .clk_o     (clk),
      .stimulus_o(stimulus),
      .outputs_i ({load_ready, busy, done, shifts, valid, hold, match, column})
  );

`ifdef GATES
  jq_scheduler u_device (
`else
  jq_scheduler #(
      .KIND(KIND),
      .N(N),
      .B(B),
      .S(S),
      .R0(R0),
      .R1(R1),
      .R2(R2),
      .R3(R3),
      .G(G),
      .CORES(CORES),
      .DESCEND(DESCEND),
      .ROWS(ROWS)
  ) u_device (
`endif
      .clk_i       (clk),
      .rst_ni      (rst_n),
      .load_valid_i(load_valid),
      .load_ready_o(load_ready),
      .load_row_i  (row),
      .start_i     (start),
      .guard_i     (guard),
      .top_offset_i(top_offset),
      .floor_i     (floor),
      .fill_i      (fill),
      .abort_i     (abort),
      .busy_o      (busy),
      .done_o      (done),
      .shifts_o    (shifts),
      .valid_o     (valid),
      .ready_i     (ready),
      .hold_o      (hold),
      .match_o     (match),
      .column_o    (column)
  );

endmodule
