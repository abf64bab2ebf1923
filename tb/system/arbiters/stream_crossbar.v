// SPDX-License-Identifier: Apache-2.0
// N streams to N, each output takes its inputs in turn. SLIP = 1 plants a fault: an output that
// waits shows another input's word.
module stream_crossbar #(
    parameter N = 3,
    parameter DW = 16,
    parameter SLIP = 0
) (
    input aclk,
    input aresetn,
    input [N-1:0] s_axis_tvalid,
    output reg [N-1:0] s_axis_tready,
    input [2*N-1:0] s_axis_tdest,
    input [N*DW-1:0] s_axis_tdata,
    output reg [N-1:0] m_axis_tvalid,
    input [N-1:0] m_axis_tready,
    output reg [N*DW-1:0] m_axis_tdata
);
  reg [1:0] turn[0:N-1];
  reg [1:0] chosen[0:N-1];
  integer i, j, k;

  always @* begin
    s_axis_tready = 0;
    m_axis_tvalid = 0;
    m_axis_tdata = 0;
    for (j = 0; j < N; j = j + 1) begin
      chosen[j] = turn[j];
      for (k = N - 1; k >= 0; k = k - 1) begin
        i = (turn[j] + k) % N;
        if (s_axis_tvalid[i] && s_axis_tdest[2*i+:2] == j) begin
          chosen[j] = i;
          m_axis_tvalid[j] = 1;
        end
      end
      m_axis_tdata[j*DW+:DW] = s_axis_tdata[chosen[j]*DW+:DW];
      if (m_axis_tvalid[j] && m_axis_tready[j]) s_axis_tready[chosen[j]] = 1;
    end
  end

  integer o;
  always @(posedge aclk)
    for (o = 0; o < N; o = o + 1)
      if (!aresetn) turn[o] <= 0;
      else if (m_axis_tvalid[o] && (m_axis_tready[o] || SLIP)) turn[o] <= (chosen[o] + 1) % N;
      else if (m_axis_tvalid[o]) turn[o] <= chosen[o];
endmodule
