// SPDX-License-Identifier: Apache-2.0
//
/// Registered wrapper of jq_wwfa: one matching per clock, for slot-by-slot arbitration.
///
/// A request taken in one clock is answered in the next. With ROTATE, each answer moves the first
/// diagonal on by one, so that every pair is first once in N slots and none starves.
/// Reset: synchronous, active low; it clears valid_o and the priority, not the grants.
module jq_slot_arbiter #(
    /// Ports, 1..64.
    parameter int N = 8,
    /// 1: the priority diagonal moves on with every answer. 0: diagonal 0 is always first.
    parameter int ROTATE = 1,
    /// Clocks from a request to its answer. It is 1, do not set: `jacquard verify --rtl` reads it.
    parameter int LATENCY = 1,
    /// Pairs are numbered by wrapped diagonal. It is 1, do not set: read as LATENCY is.
    parameter int BY_DIAGONAL = 1
) (
    /// Clock; everything is sampled at its rising edge.
    input  logic           clk_i,
    /// Synchronous reset, active low.
    input  logic           rst_ni,
    /// A request is presented.
    input  logic           valid_i,
    /// The request: bit d*N + i asks for input i to output (i + d) mod N.
    input  logic [N*N-1:0] req_i,
    /// gnt_o answers the request of the clock before.
    output logic           valid_o,
    /// The grants, indexed as the requests; hold until the next answer.
    output logic [N*N-1:0] gnt_o
);

  // A parameter out of its range does not elaborate, in any tool: there is no module of that name.
  if (N < 1 || N > 64) begin : gen_bad_n
    jq_error_N_must_be_1_to_64 u_error ();
  end
  if (ROTATE < 0 || ROTATE > 1) begin : gen_bad_rotate
    jq_error_ROTATE_must_be_0_or_1 u_error ();
  end
  if (LATENCY != 1) begin : gen_bad_latency
    jq_error_LATENCY_is_1 u_error ();
  end
  if (BY_DIAGONAL != 1) begin : gen_bad_by_diagonal
    jq_error_BY_DIAGONAL_is_1 u_error ();
  end

  localparam int W = (N > 1) ? $clog2(N) : 1;
  localparam logic [W-1:0] LAST = W'(N - 1);

  logic [W-1:0]   prio_q;
  logic [N*N-1:0] gnt;

  jq_wwfa #(
      .N(N),
      .ROTATE(ROTATE)
  ) u_wwfa (
      .req_i (req_i),
      .prio_i(prio_q),
      .gnt_o (gnt)
  );

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      valid_o <= 1'b0;
      prio_q  <= '0;
    end else begin
      valid_o <= valid_i;
      if (valid_i) prio_q <= (prio_q == LAST) ? '0 : prio_q + 1'b1;
    end
    if (valid_i) gnt_o <= gnt;
  end

`ifdef FORMAL
`include "jq_slot_arbiter_properties.svh"
`endif

endmodule
