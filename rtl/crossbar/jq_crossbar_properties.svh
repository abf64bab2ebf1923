// SPDX-License-Identifier: Apache-2.0
//
// What jq_crossbar promises, as invariants for Yosys (tb/formal, docs/cores.md); part of the module
// under `ifdef FORMAL. Names that begin with was_ are of the clock before.

  // A reset comes first.
  logic started_q = 1'b0;
  always_ff @(posedge clk_i) started_q <= 1'b1;
  always_comb assume (started_q || !rst_ni);

  // The configuration that is active, as it was asked for, and how long it and its guard have lasted.
  logic [N-1:0]       asked_match_q;
  logic [N*W-1:0]     asked_column_q;
  logic [B-1:0]       asked_hold_q;
  logic [GUARD-1:0]   guarded_for_q;
  logic [B+GUARD:0]   connected_for_q;  // before this clock
  always_ff @(posedge clk_i) begin
    if (take) begin
      asked_match_q   <= shadow_match_q;
      asked_column_q  <= shadow_column_q;
      asked_hold_q    <= shadow_hold_q;
      connected_for_q <= '0;
    end else if (active_o) begin
      connected_for_q <= connected_for_q + 1'b1;
    end
    if (guard_next) guarded_for_q <= '0;
    else guarded_for_q <= guarded_for_q + 1'b1;
  end

  // The clock before.
  logic               was_reset_q, was_active_q, was_ending_q, was_waiting_q, was_stored_q, was_kept_q;
  logic [N-1:0]       was_taken_q, was_valid_q;
  logic [N*W-1:0]     was_asked_q, was_column_q;
  logic [N*WIDTH-1:0] was_data_q, was_shown_q;
  logic [N-1:0]       was_match_q;
  logic [B-1:0]       was_hold_q;
  logic [GUARD-1:0]   was_slot_q, was_guard_q;
  always_ff @(posedge clk_i) begin
    was_reset_q   <= !rst_ni;
    was_active_q  <= active_o && rst_ni && !abort_i;
    was_ending_q  <= ending;
    was_waiting_q <= state_q == DARK && shadow_q && rst_ni && !abort_i;
    was_stored_q  <= store && rst_ni && !abort_i;
    was_kept_q    <= shadow_q && !take && rst_ni && !abort_i;
    was_taken_q   <= valid_i & connected_o;
    was_asked_q   <= asked_column_q;
    was_data_q    <= data_i;
    was_shown_q   <= data_o;
    {was_hold_q, was_match_q, was_column_q, was_slot_q, was_guard_q} <= store
        ? {hold_i == '0 ? B'(1) : hold_i, match_i, column_i,
           slot_i == '0 ? GUARD'(1) : slot_i, guard_i}
        : {was_hold_q, was_match_q, was_column_q, was_slot_q, was_guard_q};
  end

  // The state is one of three, and a guard is for a configuration that waits.
  always_comb if (started_q) assert (state_q == DARK || state_q == GUARDING || state_q == ACTIVE);
  always_comb if (started_q && guard_o) assert (shadow_q && shadow_guard_q != '0);

  // A reset or an abort leaves it dark and empty.
  logic was_dropped_q;
  always_ff @(posedge clk_i) was_dropped_q <= !rst_ni || abort_i;
  always_comb if (started_q && was_dropped_q) assert (!active_o && !guard_o && config_ready_o);

  // A configuration taken is in the shadow in the next clock, and stays there, as it was, until it is
  // active.
  always_comb if (started_q) assert (shadow_q == (was_stored_q || was_kept_q));
  always_comb
    if (started_q && shadow_q)
      assert (shadow_hold_q == was_hold_q && shadow_match_q == was_match_q
          && shadow_column_q == was_column_q && shadow_slot_q == was_slot_q - 1'b1
          && shadow_guard_q == was_guard_q && shadow_hold_q != '0);

  // Dark with a configuration waiting lasts one clock.
  always_comb if (started_q && was_waiting_q) assert (active_o || guard_o);

  // The guard is exact: what becomes active was preceded by all of its guard, if it has one.
  always_comb
    if (started_q && guard_o) assert ({1'b0, guarded_for_q} + clocks_q + 1'b1 == shadow_guard_q);
  always_comb
    if (started_q && take)
      assert (shadow_guard_q == '0 || (guard_o && guarded_for_q + 1'b1 == shadow_guard_q));

  // The hold is exact: connected for hold times slot clocks, and what ends has been.
  localparam int T = B + GUARD + 1;
  always_comb
    if (started_q && active_o) begin
      assert (slots_q != '0 && clocks_q <= slot_q);
      assert (connected_for_q + (T'(slots_q) - 1'b1) * (T'(slot_q) + 1'b1) + clocks_q + 1'b1
          == T'(asked_hold_q) * (T'(slot_q) + 1'b1));
    end
  always_comb
    if (started_q && ending)
      assert (connected_for_q + 1'b1 == T'(asked_hold_q) * (T'(slot_q) + 1'b1));
  // It ends by itself only so.
  always_comb if (started_q && was_active_q && !active_o) assert (was_ending_q);

  // Nothing is connected in a guard or in the dark, and the outputs follow by a clock.
  always_comb if (started_q && !active_o) assert (connected_o == '0 && !error_o && slots_o == '0);
  always_comb if (started_q && was_reset_q) assert (valid_o == '0);
  always_comb if (started_q && !was_active_q && was_taken_q == '0) assert (valid_o == '0);

  // Of each output: whether it is lit, and the input it listens to.
  logic [N-1:0]   lit;
  logic [N*W-1:0] sources;

  // Of the inputs that ask for an output the lowest is connected, and no other; an error is an input
  // that asks in vain.
  for (genvar i = 0; i < N; i++) begin : gen_asked
    logic [N-1:0] lower;
    logic [W-1:0] column;
    assign column = asked_column_q[i*W +: W];
    for (genvar l = 0; l < N; l++) begin : gen_lower
      assign lower[l] = l < i && asked_match_q[l] && asked_column_q[l*W +: W] == column;
    end
    always_comb
      if (started_q && active_o)
        assert (connected_o[i] == (asked_match_q[i] && lower == '0 && {1'b0, column} < N));
    // Its output listens to it and to nobody else.
    always_comb
      if (started_q && connected_o[i]) assert (lit[column] && sources[column*W +: W] == W'(i));
  end
  always_comb if (started_q && active_o) assert (error_o == ((asked_match_q & ~connected_o) != '0));

  // What the shadow asks of each output is decided so: the lowest. (A step towards the above.)
  for (genvar j = 0; j < N; j++) begin : gen_decided
    for (genvar i = 0; i < N; i++) begin : gen_input
      logic lowest;
      if (i == 0) begin : gen_first
        assign lowest = gen_output[j].asked[0];
      end else begin : gen_next
        assign lowest = gen_output[j].asked[i] && gen_output[j].asked[i-1:0] == '0;
      end
      always_comb if (started_q) assert (driven[j*N + i] == lowest);
    end
  end

  // A word that was taken is shown, at the output asked for; and nothing else is.
  for (genvar j = 0; j < N; j++) begin : gen_shown
    logic [W-1:0] source;
    logic [N-1:0] from;
    assign source = gen_output[j].source_q;
    assign lit[j] = gen_output[j].lit_q;
    assign sources[j*W +: W] = source;
    // An output that is lit listens to an input that is connected and asked for it.
    always_comb
      if (started_q && active_o && lit[j])
        assert ({1'b0, source} < N && connected_o[source]
            && asked_column_q[source*W +: W] == W'(j));
    for (genvar i = 0; i < N; i++) begin : gen_from
      assign from[i] = was_taken_q[i] && was_asked_q[i*W +: W] == W'(j);
      always_comb
        if (started_q && !was_reset_q && from[i])
          assert (valid_o[j] && data_o[j*WIDTH +: WIDTH] == was_data_q[i*WIDTH +: WIDTH]);
    end
    always_comb if (started_q && valid_o[j]) assert (from != '0 && (from & (from - 1'b1)) == '0);
    always_comb
      if (started_q && !valid_o[j] && !was_reset_q)
        assert (data_o[j*WIDTH +: WIDTH] == was_shown_q[j*WIDTH +: WIDTH]);
  end

  // That this is not about nothing: a wrong configuration is active right after the guard of one that
  // was right and held for two slots, and its lowest input's word is shown.
  logic right_q = 1'b0;
  always_ff @(posedge clk_i)
    if (!rst_ni) right_q <= 1'b0;
    else if (ending) right_q <= asked_hold_q == B'(2) && !error_q && &connected_q && slot_q != '0;
  (* keep *) logic cover_o;
  assign cover_o = started_q && right_q && error_o && valid_o != '0 && guarded_for_q == GUARD'(2);
