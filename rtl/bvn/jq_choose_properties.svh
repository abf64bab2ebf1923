// SPDX-License-Identifier: Apache-2.0
//
// What jq_choose promises, as invariants for Yosys (tb/formal, docs/cores.md); part of the module under
// `ifdef FORMAL. Names that begin with was_ are of the clock before.

  logic started_q = 1'b0;
  always_ff @(posedge clk_i) started_q <= 1'b1;
  always_comb assume (started_q || !rst_ni);

  // It begins only where it is not busy.
`ifdef JQ_IN_SCHEDULER
  always_comb if (started_q && rst_ni && !flush_i) assert (!begin_i || !busy_o);
`else
  always_comb assume (!begin_i || !busy_o);
`endif

  // A begin takes Q + 1 clocks; a flush or a reset ends it.
  logic         was_dropped_q, was_begin_q;
  logic [K-1:0] was_steps_q;
  always_ff @(posedge clk_i) begin
    was_dropped_q <= !rst_ni || flush_i;
    was_begin_q   <= begin_i;
    was_steps_q   <= steps_q;
  end
  always_comb
    if (started_q) begin
      assert (steps_q <= K'(Q + 1));
      if (was_dropped_q) assert (!busy_o && !done_o);
      else if (was_begin_q) assert (steps_q == K'(Q + 1));
      else assert (steps_q == ((was_steps_q == '0) ? '0 : was_steps_q - 1'b1));
    end

  // What is added and what is still to be added is slots + settings x guard, of each core, as it was at
  // the begin; at the end nothing is. No sum needs more than T bits.
  for (genvar k = 0; k < 3; k++) begin : gen_time
    logic [T:0]   whole;
    logic [T-1:0] whole_q, rest;
    assign whole = (T+1)'(all_slots[k*V +: V]) + (T+1)'(all_settings[k*Q +: Q]) * (T+1)'(guard_i);
    assign rest  = T'(gen_core[k].settings_q) * guard_q;
    always_ff @(posedge clk_i) if (begin_i) whole_q <= whole[T-1:0];
    always_comb begin
      assert (!whole[T]);
      if (started_q && busy_o) begin
        assert (T'(gen_core[k].time_q + rest) == whole_q);
        assert ((gen_core[k].settings_q >> (steps_q - 1'b1)) == '0);
      end
    end
  end

  // The core that is picked is built, is one, and none that is built takes less; none before it as little.
  for (genvar k = 0; k < 3; k++) begin : gen_pick
    always_comb
      if (started_q && done_o && pick_o[k]) begin
        assert (BUILT[k] && pick_o == (3'd1 << k));
        for (int l = 0; l < 3; l++)
          if (BUILT[l]) begin
            if (l < k) assert (whole_of(l) > whole_of(k));
            else assert (whole_of(l) >= whole_of(k));
          end
      end
  end
  function automatic logic [T-1:0] whole_of(input int l);
    whole_of = (l == 0) ? gen_time[0].whole_q : (l == 1) ? gen_time[1].whole_q : gen_time[2].whole_q;
  endfunction
  always_comb if (started_q && done_o) assert (pick_o != '0);

  // That this is not about nothing: the last core is picked, for the guard.
  (* keep *) logic cover_o;
  assign cover_o = started_q && done_o && pick_o[2] && gen_time[2].whole_q != '0;
