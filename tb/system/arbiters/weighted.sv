// SPDX-License-Identifier: Apache-2.0
// Three requesters in turn, with up to 4, 2 and 1 grants on end. OFF = 1 and more plants a fault:
// so many fewer of the first.
module weighted #(
    parameter OFF = 0
) (
    input clk_i,
    input rst_ni,
    input [2:0] req_i,
    output reg [2:0] gnt_o
);
  reg [1:0] turn, at;
  reg [2:0] left;
  reg fresh;
  integer k;

  function [2:0] weight(input [1:0] who);
    weight = who == 0 ? 4 - OFF : who == 1 ? 2 : 1;
  endfunction

  always @* begin
    gnt_o = 0;
    at = turn;
    fresh = 0;
    if (req_i[turn] && left != 0) gnt_o[turn] = 1;
    else
      for (k = 3; k >= 1; k = k - 1)
        if (req_i[(turn + k) % 3]) begin
          at = (turn + k) % 3;
          fresh = 1;
          gnt_o = 1 << ((turn + k) % 3);
        end
  end

  always @(posedge clk_i)
    if (!rst_ni) begin
      turn <= 0;
      left <= weight(0);
    end else if (fresh) begin
      turn <= at;
      left <= weight(at) - 1;
    end else if (gnt_o != 0) left <= left - 1;
endmodule
