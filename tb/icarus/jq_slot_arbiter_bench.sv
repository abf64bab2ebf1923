// SPDX-License-Identifier: Apache-2.0
//
/// jq_slot_arbiter, or its netlist (GATES: no parameters), under the vectors of its golden model.
module jq_slot_arbiter_bench #(
    /// As jq_slot_arbiter's.
    parameter int N = 4,
    /// As jq_slot_arbiter's.
    parameter int ROTATE = 1
);

  logic           clk, rst_n, valid_in, valid_out;
  logic [N*N-1:0] req, gnt;

  vector_player #(
      .I(2 + N * N),
      .O(1 + N * N)
  ) u_player (
      .clk_o     (clk),
      .stimulus_o({rst_n, valid_in, req}),
      .outputs_i ({valid_out, gnt})
  );

`ifdef GATES
  jq_slot_arbiter u_device (
`else
  jq_slot_arbiter #(
      .N(N),
      .ROTATE(ROTATE)
  ) u_device (
`endif
      .clk_i  (clk),
      .rst_ni (rst_n),
      .valid_i(valid_in),
      .req_i  (req),
      .valid_o(valid_out),
      .gnt_o  (gnt)
  );

endmodule
