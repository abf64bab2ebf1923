// SPDX-License-Identifier: Apache-2.0
// PORTS streams into one, in turn. What is offered stays until out_ready takes it.
// MOVE_ON_REQUEST = 1 plants a well-known bug: the turn moves on though nothing was taken.
module round_robin_mux #(
    parameter PORTS = 4,
    parameter WIDTH = 8,
    parameter MOVE_ON_REQUEST = 0
) (
    input clk,
    input rst,
    input [PORTS-1:0] in_valid,
    output reg [PORTS-1:0] in_ready,
    input [PORTS*WIDTH-1:0] in_data,
    output out_valid,
    input out_ready,
    output [WIDTH-1:0] out_data
);
  reg [31:0] turn;    // whose turn it is
  reg [31:0] chosen;  // the first from there that has something

  integer k;
  always @* begin
    chosen = turn;
    for (k = PORTS - 1; k >= 0; k = k - 1)
      if (in_valid[(turn + k) % PORTS]) chosen = (turn + k) % PORTS;
    in_ready = 0;
    in_ready[chosen] = out_valid && out_ready;
  end
  assign out_valid = |in_valid;
  assign out_data = in_data[chosen*WIDTH+:WIDTH];

  always @(posedge clk)
    if (rst) turn <= 0;
    else if (out_valid && out_ready) turn <= (chosen + 1) % PORTS;
    else if (out_valid) turn <= MOVE_ON_REQUEST ? (chosen + 1) % PORTS : chosen;
endmodule
