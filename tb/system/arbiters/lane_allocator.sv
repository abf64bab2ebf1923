// SPDX-License-Identifier: Apache-2.0
// Two queues of each of three inputs ask for outputs by number, in structs. One grant a clock and
// output, by a wrapped order of all queues that moves on in every clock.
package lane_types;
  typedef struct packed {
    logic [1:0] port;
    logic want;
  } ask_t;
endpackage

module lane_allocator
  import lane_types::*;
(
    input logic clk_core,
    input logic clear_b,
    input logic [1:0] speed,
    input ask_t ask[0:2][1:0],
    output logic won[0:2][1:0]
);
  localparam int R = 6;
  logic [2:0] first;
  always_ff @(posedge clk_core or negedge clear_b)
    if (!clear_b) first <= 0;
    else first <= (first == 3'(R - 1)) ? 0 : first + 3'd1;

  always_comb begin
    logic [2:0] busy_in;
    logic [3:0] busy_out;
    busy_in = 0;
    busy_out = 0;
    for (int i = 0; i < 3; i++) for (int v = 0; v < 2; v++) won[i][v] = 0;
    for (int k = 0; k < R; k++) begin
      int r, i, v;
      r = (32'(first) + k) % R;
      i = r / 2;
      v = r % 2;
      if (speed == 2 && ask[i][v].want && !busy_in[i] && !busy_out[ask[i][v].port]) begin
        won[i][v] = 1;
        busy_in[i] = 1;
        busy_out[ask[i][v].port] = 1;
      end
    end
  end
endmodule
