// SPDX-License-Identifier: Apache-2.0
//
/// Notes in bit planes which output each grant of a diagonal is for. Combinational.
///
/// On diagonal d, input i's output is (i + d) mod N: a constant per input, so the note is an OR of
/// constants, and a wave needs no address arithmetic.
module jq_column #(
    /// Ports.
    parameter int N = 8,
    /// Width of a port number.
    parameter int W = 3,
    /// The diagonal.
    parameter int DIAGONAL = 0
) (
    /// Inputs granted on this diagonal.
    input  logic [N-1:0]   grant_i,
    /// Notes so far: plane b at b*N.
    input  logic [W*N-1:0] column_i,
    /// With this diagonal's.
    output logic [W*N-1:0] column_o
);

  // Bit i: bit b of (i + DIAGONAL) mod N.
  function automatic logic [N-1:0] plane_of(input int b);
    for (int i = 0; i < N; i++) plane_of[i] = ((((i + DIAGONAL) % N) >> b) & 1) != 0;
  endfunction

  for (genvar b = 0; b < W; b++) begin : gen_plane
    localparam logic [N-1:0] OUTPUT_BIT = plane_of(b);
    assign column_o[b*N +: N] = column_i[b*N +: N] | (grant_i & OUTPUT_BIT);
  end

endmodule
