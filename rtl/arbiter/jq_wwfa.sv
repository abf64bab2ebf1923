// SPDX-License-Identifier: Apache-2.0
//
/// Wrapped wave front arbiter (Tamir & Chi 1993), combinational and stateless.
///
/// Cell (i, j) grants iff it is requested and its row and its column are still free. The N cells of
/// wrapped diagonal d = (j - i) mod N share no row and no column, so a whole diagonal decides at once
/// and N steps give a maximal matching. Requests and grants are indexed by diagonal: bit d*N + i is
/// input i to output (i + d) mod N, so a diagonal is one N-bit word and moving to the next diagonal
/// rotates the column tokens by one.
///
/// Priority rotates the index of the diagonals, never the ring of cells: there is no combinational
/// loop. Area: N^2 cells of about 3 gates, plus 2 N^2 log2(N) multiplexers if ROTATE. Timing: N cells,
/// plus 2 log2(N) multiplexers if ROTATE.
module jq_wwfa #(
    /// Ports, 1..64.
    parameter int N = 8,
    /// 1: the first diagonal is prio_i. 0: it is diagonal 0, and prio_i is not used.
    parameter int ROTATE = 1,
    /// Width of a port number. Derived, do not set.
    parameter int W = (N > 1) ? $clog2(N) : 1
) (
    /// Requests: bit d*N + i asks for input i to output (i + d) mod N.
    input  logic [N*N-1:0] req_i,
    /// Diagonal that decides first, 0..N-1.
    input  logic [W-1:0]   prio_i,
    /// Grants, indexed as the requests: a maximal matching within them.
    output logic [N*N-1:0] gnt_o
);

  // A parameter out of its range does not elaborate, in any tool: there is no module of that name.
  if (N < 1 || N > 64) begin : gen_bad_n
    jq_error_N_must_be_1_to_64 u_error ();
  end
  if (ROTATE < 0 || ROTATE > 1) begin : gen_bad_rotate
    jq_error_ROTATE_must_be_0_or_1 u_error ();
  end
  if (W != ((N > 1) ? $clog2(N) : 1)) begin : gen_bad_w
    jq_error_W_is_derived u_error ();
  end

  logic [N*N-1:0] req;  // the diagonal that decides first is word 0
  logic [N*N-1:0] gnt;

  if (ROTATE != 0 && N > 1) begin : gen_rotate
    for (genvar b = 0; b < W; b++) begin : gen_step
      localparam int BY = (1 << b) * N;  // bits that 2^b diagonals take
      logic [N*N-1:0] toward, back;
      if (b == 0) begin : gen_first
        assign toward = prio_i[b] ? {req_i[BY-1:0], req_i[N*N-1:BY]} : req_i;
        assign back   = prio_i[b] ? {gnt[N*N-BY-1:0], gnt[N*N-1:N*N-BY]} : gnt;
      end else begin : gen_next
        assign toward = prio_i[b]
            ? {gen_step[b-1].toward[BY-1:0], gen_step[b-1].toward[N*N-1:BY]}
            : gen_step[b-1].toward;
        assign back = prio_i[b]
            ? {gen_step[b-1].back[N*N-BY-1:0], gen_step[b-1].back[N*N-1:N*N-BY]}
            : gen_step[b-1].back;
      end
    end
    assign req   = gen_step[W-1].toward;
    assign gnt_o = gen_step[W-1].back;
  end else begin : gen_fixed
    logic unused_prio;
    assign unused_prio = ^prio_i;
    assign req   = req_i;
    assign gnt_o = gnt;
  end

  // Bit i of `row` says that input i is free; bit i of `col` that output (i + d) mod N is.
  for (genvar d = 0; d < N; d++) begin : gen_diagonal
    logic [N-1:0] row, col, grant;
    if (d == 0) begin : gen_first
      assign row = {N{1'b1}};
      assign col = {N{1'b1}};
    end else begin : gen_next
      logic [2*N-1:0] left;
      assign row  = gen_diagonal[d-1].row & ~gen_diagonal[d-1].grant;
      assign left = {2{gen_diagonal[d-1].col & ~gen_diagonal[d-1].grant}};
      assign col  = left[N:1];
      logic unused_left;
      assign unused_left = ^left;
    end
    assign grant = req[d*N +: N] & row & col;
    assign gnt[d*N +: N] = grant;
  end

endmodule
