// SPDX-License-Identifier: Apache-2.0
// An answer of several clocks: from `go` on, one input a clock takes the first free output from a
// place that moves on with every answer; `finished` then shows with the grants.
module slow_matrix #(
    parameter N = 3
) (
    input clk,
    input rst_n,
    input go,
    input [N*N-1:0] req,
    output reg [N*N-1:0] gnt,
    output finished
);
  reg [7:0] step, place;
  assign finished = step == N;
  integer k, i, j;
  reg found, taken;
  always @(posedge clk)
    if (!rst_n) begin
      step <= 0;
      place <= 0;
      gnt <= 0;
    end else if (finished) begin
      step <= 0;
      gnt <= 0;
      place <= place == N * N - 1 ? 0 : place + 1;
    end else if (go) begin
      step <= step + 1;
      i = (place + step) % N;
      found = 0;
      for (k = 0; k < N; k = k + 1) begin
        j = (place / N + k) % N;
        taken = gnt[j] | gnt[N+j] | gnt[2*N+j];
        if (!found && req[i*N+j] && !taken) begin
          gnt[i*N+j] <= 1;
          found = 1;
        end
      end
    end
endmodule
