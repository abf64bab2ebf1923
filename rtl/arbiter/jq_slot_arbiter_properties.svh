// SPDX-License-Identifier: Apache-2.0
//
// What jq_slot_arbiter promises, as invariants for Yosys (tb/formal, docs/cores.md); part of the
// module under `ifdef FORMAL. Names that begin with was_ are of the clock before.

  // A reset comes first.
  logic           started_q = 1'b0;
  logic           was_asked_q, was_reset_q;
  logic [N*N-1:0] was_req_q, was_gnt_q;
  logic [W-1:0]   was_prio_q;
  always_ff @(posedge clk_i) begin
    started_q   <= 1'b1;
    was_asked_q <= valid_i && rst_ni;
    was_reset_q <= !rst_ni;
    was_req_q   <= req_i;
    was_gnt_q   <= gnt_o;
    was_prio_q  <= prio_q;
  end
  always_comb assume (started_q || !rst_ni);

  // An answer comes one clock after its request, and only then; the grants stay until the next.
  always_comb if (started_q) assert (valid_o == was_asked_q);
  always_comb if (started_q && !valid_o && !was_reset_q) assert (gnt_o == was_gnt_q);

  // The priority goes through the diagonals in turn, one with each answer, from diagonal 0.
  always_comb if (started_q) assert ({1'b0, prio_q} < N);
  always_comb if (started_q && was_reset_q) assert (prio_q == '0);
  always_comb
    if (started_q && !was_reset_q)
      assert (prio_q == (!was_asked_q ? was_prio_q
          : {1'b0, was_prio_q} == N - 1 ? '0 : was_prio_q + 1'b1));

  // Grants lie within the requests, and the first diagonal gets all it asked for.
  always_comb if (started_q && valid_o) assert ((gnt_o & ~was_req_q) == '0);
  for (genvar d = 0; d < N; d++) begin : gen_first
    always_comb
      if (started_q && valid_o && (ROTATE != 0 ? was_prio_q == W'(d) : d == 0))
        assert (gnt_o[d*N +: N] == was_req_q[d*N +: N]);
  end

  // No input and no output is granted twice; a request is refused only for another grant.
  for (genvar i = 0; i < N; i++) begin : gen_port
    logic [N-1:0] row, column;
    for (genvar d = 0; d < N; d++) begin : gen_diagonal
      assign row[d]    = gnt_o[d*N + i];
      assign column[d] = gnt_o[d*N + (i + N - d) % N];
    end
    always_comb
      if (started_q && valid_o)
        assert ((row & (row - 1'b1)) == '0 && (column & (column - 1'b1)) == '0);
  end
  for (genvar i = 0; i < N; i++) begin : gen_maximal
    for (genvar d = 0; d < N; d++) begin : gen_diagonal
      localparam int J = (i + d) % N;
      always_comb
        if (started_q && valid_o)
          assert (!was_req_q[d*N + i] || (|gen_port[i].row) || (|gen_port[J].column));
    end
  end

  // That this is not about nothing: N answers in a row, the last one to a request for everything with
  // the last diagonal first.
  (* keep *) logic cover_o;
  assign cover_o = started_q && valid_o && was_req_q == '1 && {1'b0, was_prio_q} == N - 1;
