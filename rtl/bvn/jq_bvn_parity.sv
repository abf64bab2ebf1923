// SPDX-License-Identifier: Apache-2.0
//
/// Parity of the N counters of a diagonal: a bit for each, the XOR of its counter's bits. It is not found from
/// what a counter becomes, but from how: next_i. It is compared in every clock in which held_i is 1, so a bit
/// that flipped is seen in its first clock.
/// No reset: a load defines all.
module jq_bvn_parity #(
    /// Counters.
    parameter int N = 8,
    /// Bits of a counter.
    parameter int B = 8,
    /// Rows of a load in one clock.
    parameter int ROWS = 1
) (
    /// Clock.
    input  logic            clk_i,
    /// Counters take those of ROWS diagonals to the left, moved down ROWS bits.
    input  logic            load_i,
    /// Else counters change by what is granted in this clock.
    input  logic            en_i,
    /// Every counter has been loaded: compare.
    input  logic            held_i,
    /// Parity bits of those to the left.
    input  logic [N-1:0]    left_i,
    /// Parity of the counters that enter on top.
    input  logic [ROWS-1:0] entering_i,
    /// Counters, in planes: bit b*N + i is bit b of counter i.
    input  logic [B*N-1:0]  count_i,
    /// Parity bits of what counters change to.
    input  logic [N-1:0]    next_i,
    /// The parity bits.
    output logic [N-1:0]    parity_o,
    /// In the clock before, a counter was not of its parity.
    output logic            flipped_o
);

  logic [N-1:0] parity_q, counted;
  logic         flipped_q;
  for (genvar i = 0; i < N; i++) begin : gen_cell
    logic [B-1:0] count;
    for (genvar b = 0; b < B; b++) begin : gen_bit
      assign count[b] = count_i[b*N + i];
    end
    assign counted[i] = ^count;
  end

  always_ff @(posedge clk_i) begin
    if (load_i) parity_q <= (left_i >> ROWS) | (N'(entering_i) << (N - ROWS));
    else if (en_i) parity_q <= next_i;
    flipped_q <= held_i && counted != parity_q;
  end
  assign parity_o  = parity_q;
  assign flipped_o = flipped_q;

endmodule
