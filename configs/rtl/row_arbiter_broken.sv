// SPDX-License-Identifier: Apache-2.0
//
/// A row arbiter with a bug, for docs/verify-your-rtl.md. Find it with
///   jacquard verify --rtl row_arbiter_broken.sv --top row_arbiter_broken --kind arbiter --ports 4
///
/// Inputs choose one after the other, beginning with input prio_i: each takes the lowest output it asks
/// for among those still free. The order wraps around, so the inputs are laid out twice: `upper` serves
/// inputs prio_i..N-1, then `lower` serves 0..prio_i-1 with the outputs that upper left.
module row_arbiter_broken #(
    parameter int N = 4
) (
    input  logic                                 clk_i,
    input  logic                                 rst_ni,
    input  logic [N*N-1:0]                       req_i,
    input  logic [((N > 1) ? $clog2(N) : 1)-1:0] prio_i,
    output logic [N*N-1:0]                       gnt_o
);

  logic [N*N-1:0] gnt;

  // free[i]: the outputs that are left when it is input i's turn; free[N]: after the last.
  for (genvar i = 0; i < N; i++) begin : gen_upper
    logic [N-1:0] free, wanted, pick;
    if (i == 0) begin : gen_first
      assign free = '1;
    end else begin : gen_next
      assign free = gen_upper[i-1].free & ~gen_upper[i-1].pick;
    end
    assign wanted = (i >= prio_i) ? req_i[i*N +: N] & free : '0;
    assign pick   = wanted & (~wanted + 1'b1);
  end

  for (genvar i = 0; i < N; i++) begin : gen_lower
    logic [N-1:0] free, wanted, pick;
    if (i == 0) begin : gen_first
      assign free = gen_upper[N-1].free;
    end else begin : gen_next
      assign free = gen_lower[i-1].free & ~gen_lower[i-1].pick;
    end
    assign wanted = (i < prio_i) ? req_i[i*N +: N] & free : '0;
    assign pick   = wanted & (~wanted + 1'b1);
  end

  for (genvar i = 0; i < N; i++) begin : gen_grant
    assign gnt[i*N +: N] = gen_upper[i].pick | gen_lower[i].pick;
  end

  // Combinational: the answer to a request shows in its own clock.
  assign gnt_o = rst_ni ? gnt : '0;

  logic unused_clock;
  assign unused_clock = clk_i;

endmodule
