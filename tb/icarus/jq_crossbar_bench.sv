// SPDX-License-Identifier: Apache-2.0
//
/// jq_crossbar, or its netlist (GATES: no parameters), under the vectors of its golden model.
module jq_crossbar_bench #(
    /// As jq_crossbar's.
    parameter int N = 4,
    /// As jq_crossbar's.
    parameter int WIDTH = 16,
    /// As jq_crossbar's.
    parameter int B = 4,
    /// As jq_crossbar's.
    parameter int GUARD = 4
);

  localparam int W = (N > 1) ? $clog2(N) : 1;
  localparam int I = 3 + B + N + N * W + 2 * GUARD + N + N * WIDTH;
  localparam int O = 4 + B + 2 * N + N * WIDTH;

  logic               clk, rst_n, abort, config_valid, config_ready, active, in_guard, error;
  logic [B-1:0]       hold, slots;
  logic [N-1:0]       match, valid_in, valid_out, connected;
  logic [N*W-1:0]     column;
  logic [GUARD-1:0]   slot, guard;
  logic [N*WIDTH-1:0] data_in, data_out;
  logic [I-1:0]       stimulus;

  assign {rst_n, abort, config_valid, hold, match, column, slot, guard, valid_in, data_in}
      = stimulus;

  vector_player #(
      .I(I),
      .O(O)
  ) u_player (
      .clk_o     (clk),
      .stimulus_o(stimulus),
      .outputs_i ({config_ready, active, in_guard, error, slots, connected, valid_out, data_out})
  );

`ifdef GATES
  jq_crossbar u_device (
`else
  jq_crossbar #(
      .N(N),
      .WIDTH(WIDTH),
      .B(B),
      .GUARD(GUARD)
  ) u_device (
`endif
      .clk_i         (clk),
      .rst_ni        (rst_n),
      .abort_i       (abort),
      .config_valid_i(config_valid),
      .config_ready_o(config_ready),
      .hold_i        (hold),
      .match_i       (match),
      .column_i      (column),
      .slot_i        (slot),
      .guard_i       (guard),
      .valid_i       (valid_in),
      .data_i        (data_in),
      .connected_o   (connected),
      .valid_o       (valid_out),
      .data_o        (data_out),
      .active_o      (active),
      .guard_o       (in_guard),
      .slots_o       (slots),
      .error_o       (error)
  );

endmodule
