// SPDX-License-Identifier: Apache-2.0
//
/// Takes a power of two from N counters at once, in bit planes. Combinational.
module jq_subtract #(
    /// Counters.
    parameter int N = 8,
    /// Bits of each.
    parameter int B = 8
) (
    /// Plane b of the counters is at b*N.
    input  logic [B*N-1:0] count_i,
    /// The power of two, one bit set.
    input  logic [B-1:0]   at_i,
    /// Counters to take it from; each holds at least that much.
    input  logic [N-1:0]   who_i,
    /// Counters to empty instead.
    input  logic [N-1:0]   clear_i,
    /// The counters afterwards.
    output logic [B*N-1:0] count_o
);

  always_comb begin
    logic [N-1:0] borrow;
    borrow = '0;
    for (int b = 0; b < B; b++) begin
      borrow |= at_i[b] ? who_i : '0;
      count_o[b*N +: N] = (count_i[b*N +: N] ^ borrow) & ~clear_i;
      borrow &= ~count_i[b*N +: N];
    end
  end

endmodule
