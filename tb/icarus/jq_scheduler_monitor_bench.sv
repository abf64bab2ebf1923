// SPDX-License-Identifier: Apache-2.0
//
/// Each misuse of a jq_scheduler is found by its monitor, and by that finding alone; right use by none.
/// FAULT: which bit of seen_o is to be found, 8 for none. Ends with exit code 0, or 1.
module jq_scheduler_monitor_bench #(
    /// The misuse that is played.
    parameter int FAULT = 8
);

  localparam int N = 2;
  localparam int B = 2;

  logic clk = 1'b0, rst_n = 1'b1, load = FAULT == 0, start = 1'b0, ready = 1'b0, flip = 1'b0;
  logic load_ready, busy, done, shifts, valid, flipped, x = 1'bx;
  logic [N*B-1:0] row = 4'b0101;
  logic [B-1:0]   hold;
  logic [N-1:0]   match, column;
  logic [7:0]     seen;
  always #5 clk = ~clk;

  jq_scheduler #(.KIND(0), .N(N), .B(B), .S(1)) u_core (
      .clk_i(clk), .rst_ni(rst_n), .load_valid_i(load), .load_ready_o(load_ready), .load_row_i(row),
      .start_i(start), .guard_i(16'd0), .top_offset_i(1'b0), .floor_i(1'b0), .fill_i(1'b1),
      .abort_i(1'b0), .busy_o(busy), .done_o(done), .shifts_o(shifts), .valid_o(valid),
      .ready_i(ready), .hold_o(hold), .match_o(match), .column_o(column),
      .parity_error_o(flipped)
  );
  // The core's own promises are broken on the way.
  jq_scheduler_monitor #(.ROW(N * B), .SHOWN(B + 2 * N), .STRICT(0)) u_monitor (
      .clk_i(clk), .rst_ni(rst_n), .load_valid_i(load), .load_ready_o(load_ready), .load_row_i(row),
      .start_i(start), .abort_i(1'b0), .busy_o(busy), .done_o(done || (FAULT == 7 && busy)),
      .valid_o(valid), .ready_i(ready),
      .shown_i({hold, match, column ^ {1'b0, flip}}), .seen_o(seen)
  );

  initial begin
    @(posedge clk);
    rst_n <= 1'b0; load <= 1'b0;
    @(posedge clk);
    @(posedge clk);
    rst_n <= 1'b1;
    if (FAULT == 1) ready <= x;
    @(posedge clk);
    ready <= 1'b0;
    load  <= 1'b1;
    if (FAULT == 2) row[0] <= x;
    if (FAULT == 3) start <= 1'b1;
    @(posedge clk);
    start  <= 1'b0;
    row[0] <= 1'b1;
    @(posedge clk);  // both rows are taken; a third waits, if it may
    row <= 4'b1111;
    @(posedge clk);
    @(posedge clk);
    if (FAULT == 4) load <= 1'b0;
    if (FAULT == 5) row <= 4'b1110;
    start <= 1'b1;
    @(posedge clk);
    start <= 1'b0;
    repeat (10) @(posedge clk);
    flip <= FAULT == 6;
    repeat (2) @(posedge clk);
    ready <= 1'b1;
    repeat (10) @(posedge clk);
    if (seen !== 8'(1 << FAULT) || (FAULT == 8 && !load)) begin
      $display("misuse %0d: %b seen", FAULT, seen);
      $finish_and_return(1);
    end
    $finish;
  end

endmodule
