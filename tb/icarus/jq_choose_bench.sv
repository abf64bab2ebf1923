// SPDX-License-Identifier: Apache-2.0
//
/// jq_choose under the vectors of its rule. pick_o is looked at where done_o says that it is right.
module jq_choose_bench #(
    /// As jq_choose's.
    parameter int N = 4,
    /// As jq_choose's.
    parameter int B = 4,
    /// As jq_choose's.
    parameter int G = 4,
    /// As jq_choose's.
    parameter int CORES = 7
);

  localparam int W = (N > 1) ? $clog2(N) : 1;
  localparam int C = $clog2(N + 1);
  localparam int Z = B + W;
  localparam int Y = B + W + C - 1;
  localparam int I = 3 + G + 2 * Z + C + B + Y + C;

  logic         clk, rst_n, flush, start, busy, done;
  logic [G-1:0] guard;
  logic [Z-1:0] longest, mean;
  logic [C-1:0] left, shift_settings;
  logic [B-1:0] own;
  logic [Y-1:0] shift_slots;
  logic [2:0]   pick;
  logic [I-1:0] stimulus;

  assign {rst_n, flush, start, guard, longest, mean, left, own, shift_slots, shift_settings} = stimulus;

  vector_player #(
      .I(I),
      .O(5)
  ) u_player (
      .clk_o     (clk),
      .stimulus_o(stimulus),
      .outputs_i ({busy, done, pick})
  );

  jq_choose #(
      .N    (N),
      .B    (B),
      .G    (G),
      .CORES(CORES)
  ) u_device (
      .clk_i           (clk),
      .rst_ni          (rst_n),
      .flush_i         (flush),
      .begin_i         (start),
      .guard_i         (guard),
      .longest_i       (longest),
      .mean_i          (mean),
      .left_i          (left),
      .own_i           (own),
      .shift_slots_i   (shift_slots),
      .shift_settings_i(shift_settings),
      .busy_o          (busy),
      .done_o          (done),
      .pick_o          (pick)
  );

endmodule
