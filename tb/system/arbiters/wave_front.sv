// SPDX-License-Identifier: Apache-2.0
//
/// A wave front arbiter whose first diagonal moves on by one in every clock, with one of the faults
/// that a test plants: 1 starves the pairs of a diagonal, 2 leaves a lone request waiting, 3 grants
/// nothing in the clock in which the priority wraps around.
module wave_front #(
    parameter int N = 4,
    parameter int FAULT = 0
) (
    input  logic           clk_i,
    input  logic           rst_ni,
    input  logic [N*N-1:0] req_i,
    output logic [N*N-1:0] gnt_o
);

  localparam int LAST = (FAULT == 1) ? N - 2 : N - 1;

  logic [$clog2(N)-1:0] first_q;
  logic [N-1:0]         rows, columns;
  logic                 lone;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) first_q <= '0;
    else first_q <= (first_q == LAST[$clog2(N)-1:0]) ? '0 : first_q + 1'b1;
  end

  assign lone = (req_i & (req_i - 1'b1)) == '0;

  always_comb begin
    gnt_o   = '0;
    rows    = '1;
    columns = '1;
    for (int d = 0; d < N; d++) begin
      for (int i = 0; i < N; i++) begin
        if (req_i[i*N + (i + d + first_q) % N] && rows[i] && columns[(i + d + first_q) % N]) begin
          gnt_o[i*N + (i + d + first_q) % N] = 1'b1;
          rows[i] = 1'b0;
          columns[(i + d + first_q) % N] = 1'b0;
        end
      end
    end
    if (FAULT == 2 && lone) gnt_o = '0;
    if (FAULT == 3 && first_q == LAST[$clog2(N)-1:0]) gnt_o = '0;
  end

endmodule
