// SPDX-License-Identifier: Apache-2.0
//
/// The demand counters of D neighbouring diagonals, in bit planes: bit i of plane b of a diagonal is
/// bit b of input i's counter on it. The wave logic around it says what the counters become.
///
/// Loading is a shift through the whole array, one demand row per clock and no decoders: each word
/// takes its left neighbour's, moved down one bit, with the new row's entry on top. After N rows,
/// entry (i, j) has arrived at bit i of diagonal (j - i) mod N, and nothing of what was there before
/// is left, so an aborted run needs no clearing.
/// Reset: none; a load defines every bit.
module jq_counters #(
    /// Ports.
    parameter int N = 8,
    /// Bits of a counter.
    parameter int B = 8,
    /// Diagonals held here.
    parameter int D = 4
) (
    /// Clock.
    input  logic             clk_i,
    /// Shift a demand row in; wins over update_i.
    input  logic             load_i,
    /// The row's entries that enter here: field e is the entry for the column left of diagonal e.
    input  logic [D*B-1:0]   row_i,
    /// Planes of the diagonal left of the first one, from the neighbouring group.
    input  logic [B*N-1:0]   left_i,
    /// Take count_i.
    input  logic             update_i,
    /// What the counters become: plane b of diagonal e is at (e*B + b)*N.
    input  logic [D*B*N-1:0] count_i,
    /// What they are.
    output logic [D*B*N-1:0] count_o
);

  for (genvar e = 0; e < D; e++) begin : gen_diagonal
    for (genvar b = 0; b < B; b++) begin : gen_plane
      localparam int AT = (e * B + b) * N;
      logic [N-1:0] plane_q, left;
      logic [N:0]   shifted;
      if (e == 0) begin : gen_first
        assign left = left_i[b*N +: N];
      end else begin : gen_next
        assign left = gen_diagonal[e-1].gen_plane[b].plane_q;
      end
      assign shifted = {row_i[e*B+b], left};
      always_ff @(posedge clk_i) begin
        if (load_i) plane_q <= shifted[N:1];
        else if (update_i) plane_q <= count_i[AT +: N];
      end
      assign count_o[AT +: N] = plane_q;
      logic unused_shifted;
      assign unused_shifted = shifted[0];
    end
  end

endmodule
