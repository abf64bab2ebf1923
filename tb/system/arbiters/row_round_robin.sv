// SPDX-License-Identifier: Apache-2.0
//
/// Inputs choose one after the other, from one that moves on by one in every clock; each takes the
/// first free output from one that moves on whenever that has gone round. Faults that a test plants:
/// 1 never moves the output, 2 leaves a lone request waiting, 3 grants nothing in the clock in which
/// the first input wraps around.
module row_round_robin #(
    parameter int N = 4,
    parameter int FAULT = 0
) (
    input  logic           clk_i,
    input  logic           rst_ni,
    input  logic [N*N-1:0] req_i,
    output logic [N*N-1:0] gnt_o
);

  localparam int W = $clog2(N);
  localparam logic [W-1:0] LAST = W'(N - 1);

  logic [W-1:0] input_q, output_q;
  logic [N-1:0] rows, columns;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      input_q  <= '0;
      output_q <= '0;
    end else begin
      input_q <= (input_q == LAST) ? '0 : input_q + 1'b1;
      if (input_q == LAST && FAULT != 1) output_q <= (output_q == LAST) ? '0 : output_q + 1'b1;
    end
  end

  always_comb begin
    gnt_o   = '0;
    rows    = '1;
    columns = '1;
    for (int r = 0; r < N; r++) begin
      for (int c = 0; c < N; c++) begin
        if (req_i[((r + input_q) % N) * N + (c + output_q) % N] && rows[(r + input_q) % N]
            && columns[(c + output_q) % N]) begin
          gnt_o[((r + input_q) % N) * N + (c + output_q) % N] = 1'b1;
          rows[(r + input_q) % N] = 1'b0;
          columns[(c + output_q) % N] = 1'b0;
        end
      end
    end
    if (FAULT == 2 && (req_i & (req_i - 1'b1)) == '0) gnt_o = '0;
    if (FAULT == 3 && input_q == LAST) gnt_o = '0;
  end

endmodule
