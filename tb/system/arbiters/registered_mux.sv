// SPDX-License-Identifier: Apache-2.0
// N streams into one, in turn; the output is a register, so that a word is taken a clock before it
// is offered. LOSE = 1 plants a fault: words of the last input are taken and never offered.
module registered_mux #(
    parameter N = 3,
    parameter DW = 16,
    parameter LOSE = 0
) (
    input clk,
    input rst_n,
    input [N-1:0] s_valid,
    output reg [N-1:0] s_ready,
    input [N*DW-1:0] s_data,
    output reg m_valid,
    input m_ready,
    output reg [DW-1:0] m_data
);
  reg [7:0] turn, chosen;
  wire room = !m_valid || m_ready;
  integer k;

  always @* begin
    chosen = turn;
    s_ready = 0;
    for (k = N - 1; k >= 0; k = k - 1)
      if (s_valid[(turn + k) % N]) chosen = (turn + k) % N;
    if (room && s_valid != 0) s_ready[chosen] = 1;
  end

  always @(posedge clk)
    if (!rst_n) begin
      m_valid <= 0;
      turn <= 0;
    end else if (room) begin
      m_valid <= s_valid != 0 && !(LOSE && chosen == N - 1);
      m_data <= s_data[chosen*DW+:DW];
      if (s_valid != 0) turn <= (chosen + 1) % N;
    end
endmodule
