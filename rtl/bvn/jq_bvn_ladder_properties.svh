// SPDX-License-Identifier: Apache-2.0
//
// What jq_bvn_ladder promises, as invariants for Yosys (tb/formal, docs/cores.md); part of the module
// under `ifdef FORMAL. Names that begin with was_ are of the clock before; letters are the rules and
// numbers the facts of docs/cores.md.

  // A reset comes first. Its user loads and starts it while it is idle, never both, and starts it no
  // sooner than two clocks after a flush: assumed of any user, proved of jq_scheduler.
`ifdef JQ_IN_SCHEDULER
`define JQ_USER assert
`else
`define JQ_USER assume
`endif
  logic started_q = 1'b0;
  logic settled_q;  // no reset or flush in the clock before
  logic ran_q;      // has started since the last load, flush or reset
  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    settled_q <= rst_ni && !flush_i;
    ran_q     <= rst_ni && !flush_i && !load_i && (go_i || ran_q);
  end
  always_comb assume (started_q || !rst_ni);
  always_comb if (started_q) `JQ_USER (!load_i || (idle_o && !go_i));
  always_comb if (started_q) `JQ_USER (!go_i || (idle_o && settled_q));
  always_comb if (started_q && ran_q) assert (settled_q);
`include "jq_bvn_load_properties.svh"

  if (PARITY == 1) begin : gen_parity_properties
`include "jq_bvn_parity_properties.svh"
  end
  always_comb
    if (started_q) begin
      assert (idle_o || ran_q);
      assert (!begin_q || (!issue_q && strong_q == '0 && fills_q == '0 && !valid_o));
      assert (!strong_q[0] || issue_q);
    end
  for (genvar k = 1; k < K; k++) begin : gen_follow
    always_comb if (started_q && strong_q[k]) assert (strong_q[k-1]);
  end

  // A level has one bit. It goes down from one wave to the next, never up, and never below the floor.
  function automatic logic one_bit(input logic [B-1:0] level);
    one_bit = level != '0 && (level & (level - 1'b1)) == '0;
  endfunction
  logic lowered_q;  // in this run
  always_ff @(posedge clk_i)
    if (go_i) lowered_q <= 1'b0;
    else if (lower) lowered_q <= 1'b1;
  always_comb
    if (started_q && ran_q) assert (one_bit(level_q) && one_bit(floor_q) && level_q >= floor_q);
  always_comb
    if (started_q && issue_q)
      assert (one_bit(issued_level_q) && (issued_level_q == level_q
          || (lowered_q && issued_level_q == level_q << 1)));

  // The wave that crosses a group on its strong lap, and what travels with it to tell its successor's
  // requests.
  // So does a wave that descends: beside that wave, at its level, and never at a floor above level 0.
  logic [K-1:0]   strong_here, descends_here;
  logic [B*K-1:0] strong_levels;
  for (genvar k = 0; k < K; k++) begin : gen_here
    assign strong_here[k] = (k == 0) ? issue_q : strong_q[(k == 0) ? 0 : k - 1];
    assign descends_here[k] = fills_q[T-1+k] && gen_group[k].descends;
    always_comb
      if (started_q && descends_here[k])
        assert (lowered_q && one_bit(gen_group[k].level) && gen_group[k].level >= level_q
            && gen_group[k].fill_level == gen_group[k].level
            && (gen_group[k].level != floor_q || floor_q[0]));
    assign strong_levels[k*B +: B] = gen_group[k].level;
    always_comb
      if (started_q && strong_here[k]) assert (gen_group[k].reach == reach_of(gen_group[k].level));
    if (k == 0) begin : gen_first
      always_comb if (started_q && ran_q) assert (first_kept_q == kept_of(level_q, floor_q));
      always_comb
        if (started_q && issue_q)
          assert (first_taken_q == taken_of(issued_level_q, level_q, floor_q));
    end else begin : gen_next
      always_comb
        if (started_q && (strong_here[k-1] || descends_here[k-1]))
          assert (gen_group[k].kept == kept_of(gen_group[k-1].level, floor_q));
      always_comb
        if (started_q && descends_here[k]) assert (gen_group[k].level >= gen_group[k-1].level);
      always_comb
        if (started_q && strong_here[k])
          assert (gen_group[k].level >= gen_group[k-1].level
              && gen_group[k].taken
                  == taken_of(gen_group[k].level, gen_group[k-1].level, floor_q));
    end
  end

  always_comb
    if (started_q && turning) assert (gen_group[K-1].strong_level_q >= gen_group[K-1].level);

  // A cell requests of the waves that are there, and only then: of the strong one if it is at least
  // 2^level (at the floor: not zero), of the filling one if it is not zero (rule a, c). An empty wave
  // that has just been dropped may still be asked in group 0, and has no column left to grant.
  logic [N*N-1:0]   nonzero;
  logic [N*N*B-1:0] counts;  // bits (d*N + i)*B +: B are input i's on diagonal d
  for (genvar d = 0; d < N; d++) begin : gen_cells
    localparam int G = d / S;
    logic fill_here;
    assign fill_here = fills_q[T-1+G] && (fill_q || gen_group[G].descends);
    for (genvar i = 0; i < N; i++) begin : gen_row
      logic [B-1:0] count;
      for (genvar b = 0; b < B; b++) begin : gen_bit
        assign count[b] = gen_diagonal[d].gen_plane[b].count_q[i];
      end
      assign counts[(d*N + i)*B +: B] = count;
      assign nonzero[d*N + i] = count != '0;
      always_comb
        if (started_q && settled_q)
          assert (gen_diagonal[d].strong_request_q[i]
              == (strong_here[G] && (count & kept_of(gen_group[G].level, floor_q)) != '0));
      always_comb
        if (started_q && settled_q && (G > 0 || fill_here || DESCEND == 1))
          assert (gen_diagonal[d].fill_request_q[i] == (fill_here && (count
              & (gen_group[G].descends ? kept_of(gen_group[G].level, floor_q) : '1)) != '0));
    end
    // (3) No cell is granted to both waves of one clock.
    always_comb
      if (started_q && settled_q)
        assert ((gen_diagonal[d].strong_grant & gen_diagonal[d].fill_grant) == '0);
    if (G == 0 && DESCEND == 0) begin : gen_dropped
      always_comb
        if (started_q && settled_q && !fill_here)
          assert (gen_diagonal[d].fill_request_q == '0 || turn_col_q == '0);
    end
  end

  // Every wave, by the register it is in: 0..K-1 on the first lap, then T turning, then K on the second
  // lap. The last one is the permutation shown, of which with DESCEND there is one more.
  localparam int OUT = K + T - 1;
  localparam int SHOWN = 2 * K + 2 * (T - 1);
  for (genvar t = 0; t <= SHOWN; t++) begin : gen_wave
    localparam int GROUP = (t < K) ? t : (t > OUT) ? ((t - OUT > K) ? K - 1 : t - OUT - 1) : K - 1;
    localparam int ROTATED = (GROUP * S + S > N) ? N : GROUP * S + S;
    localparam int CROSSED = (t < K) ? ROTATED : N;  // diagonals, on the first lap
    localparam int FILLED = (t > OUT) ? ROTATED : 0;  // and on the second
    logic           holds;
    logic           descends;  // it found nothing on the first
    logic [B-1:0]   level;
    logic [N-1:0]   row_free, column_free, column_taken;
    logic [N*W-1:0] column;
    logic [N*N-1:0] has;  // bit d*N + i: it has granted input i on diagonal d
    if (t < K) begin : gen_strong
      assign holds       = strong_q[t];
      assign descends    = 1'b0;
      assign level       = gen_group[GROUP].strong_level_q;
      assign row_free    = gen_group[GROUP].strong_row_q;
      assign column_free = gen_group[GROUP].strong_col_q;
    end else if (t == K) begin : gen_turning
      assign holds       = fills_q[0];
      assign descends    = out_descends_next;
      assign level       = turn_level_q;
      assign row_free    = turn_row_q;
      assign column_free = turn_col_q;
    end else if (t == OUT) begin : gen_out
      assign holds       = fills_q[1];
      assign descends    = out_descends;
      assign level       = out_level;
      assign row_free    = out_row;
      assign column_free = out_col;
    end else if (t <= OUT + K) begin : gen_second
      logic descends_q;
      always_ff @(posedge clk_i) if (en) descends_q <= gen_group[GROUP].descends;
      assign holds       = fills_q[t-K];
      assign descends    = descends_q;
      assign level       = gen_group[GROUP].fill_level_q;
      assign row_free    = gen_group[GROUP].fill_row_q;
      assign column_free = gen_group[GROUP].fill_col_q;
      if (GROUP + 1 < K) begin : gen_next
        always_comb if (started_q && holds) assert (descends_q == gen_group[GROUP+1].descends);
      end
    end else begin : gen_last
      assign holds       = valid_o;
      assign descends    = 1'b0;
      assign level       = gen_shown.level_shown_q;
      assign row_free    = gen_shown.row_q;
      assign column_free = '0;
    end

    always_comb
      if (started_q && holds)
        assert (one_bit(level) && level >= level_q && (level == level_q || lowered_q));
    // A wave that is filled has granted something (e), one that descends nothing yet.
    if (t >= K) begin : gen_granted
      always_comb if (started_q && holds && !descends) assert (row_free != '1);
      if (t <= OUT) begin : gen_empty
        always_comb
          if (started_q && holds && descends)
            assert (DESCEND == 1 && lowered_q && row_free == '1 && column_free == '1);
      end
    end

    for (genvar i = 0; i < N; i++) begin : gen_row
      logic [N-1:0] same, at;
      for (genvar w = 0; w < W; w++) begin : gen_bit
        if (t < K) begin : gen_strong
          assign column[i*W + w] = gen_group[GROUP].strong_note_q[w*N + i];
        end else if (t == K) begin : gen_turning
          assign column[i*W + w] = turn_column_q[w*N + i];
        end else if (t == OUT) begin : gen_out
          assign column[i*W + w] = out_column[w*N + i];
        end else if (t <= OUT + K) begin : gen_second
          assign column[i*W + w] = gen_group[GROUP].fill_note_q[w*N + i];
        end else begin : gen_last
          assign column[i*W + w] = gen_shown.column_q[w*N + i];
        end
      end
      for (genvar d = 0; d < N; d++) begin : gen_cell
        assign at[d] = column[i*W +: W] == W'((i + d) % N);
        assign has[d*N + i] = d < CROSSED && !row_free[i] && at[d];
      end
      // A free row has noted no column, and one that is not has noted one that was crossed.
      always_comb
        if (started_q && holds) begin
          if (row_free[i]) assert (column[i*W +: W] == '0);
          else assert ((at & N'({N{1'b1}} >> (N - CROSSED))) != '0);
        end
      // No two rows have the same column.
      for (genvar l = 0; l < N; l++) begin : gen_other
        assign same[l] = l < i && !row_free[l] && column[l*W +: W] == column[i*W +: W];
      end
      always_comb if (started_q && holds && !row_free[i]) assert (same == '0);
    end

    // A column's token is taken if and only if a row has it; a cell that was crossed while its row and
    // column are free is below 2^level (at the floor: zero), and zero if it was crossed to be filled.
    // Of a wave that descends the lap at its new level counts.
    for (genvar j = 0; t <= OUT + K && j < N; j++) begin : gen_token
      logic [N-1:0] by;
      for (genvar i = 0; i < N; i++) begin : gen_row
        localparam int DIAGONAL = (j + N - i) % N;
        assign by[i] = has[DIAGONAL*N + i];
        always_comb
          if (started_q && holds && row_free[i] && !column_taken[j]) begin
            if (DIAGONAL < ((descends && t >= OUT) ? FILLED : CROSSED))
              assert ((counts[(DIAGONAL*N + i)*B +: B] & kept_of(level, floor_q)) == '0);
            if (DIAGONAL < FILLED) assert (descends || !fill_q || !nonzero[DIAGONAL*N + i]);
          end
      end
      assign column_taken[j] = !column_free[(j + 2*N - ROTATED) % N];
      always_comb if (started_q && holds) assert (column_taken[j] == (by != '0));
    end
  end

  // Once an empty wave has lowered the level, no cell is at the level above or higher (e, f).
  for (genvar c = 0; c < N * N; c++) begin : gen_below
    always_comb
      if (started_q && ran_q && lowered_q)
        assert ((counts[c*B +: B] & reach_of(level_q) & ~level_q) == '0);
  end
  for (genvar k = 0; k < K; k++) begin : gen_empty
    // So a wave of a level that was left has found nothing,
    always_comb
      if (started_q && strong_q[k] && gen_wave[k].level != level_q)
        assert (gen_wave[k].row_free == '1);
    // and one that has found nothing is followed, at its level, by one that has found nothing.
    if (k > 0) begin : gen_next
      always_comb
        if (started_q && strong_q[k] && gen_wave[k].level == gen_wave[k-1].level
            && gen_wave[k].row_free == '1)
          assert (gen_wave[k-1].row_free == '1);
    end
  end

  // (2) A wave that is filled is of no lower a level than any that follows, and at a higher one it is
  // two groups ahead at least; with DESCEND it sets out a clock later, and is one ahead.
  for (genvar p = 0; p < K; p++) begin : gen_ahead
    always_comb
      if (started_q && fills_q[p] && !gen_wave[K+p].descends && issue_q
          && gen_wave[K+p].level != level_q)
        assert (p > 0);
    for (genvar q = 0; q < K; q++) begin : gen_strong
      if (T == 2 && p == 0) begin : gen_waits
        always_comb
          if (started_q && fills_q[0] && !gen_wave[K].descends && strong_here[q])
            assert (gen_wave[K].level == strong_levels[q*B +: B]);
      end
      always_comb
        if (started_q && fills_q[T-1+p] && !gen_wave[OUT+p].descends && strong_here[q])
          assert (gen_wave[OUT+p].level == strong_levels[q*B +: B]
              || (gen_wave[OUT+p].level > strong_levels[q*B +: B] && p >= q + 3 - T));
    end
  end

  // It ends: in every clock that is not held up the waves move on, behind a new one. One that granted
  // something is filled and shown; the first at a level that did not lowers the level, or at the floor
  // ends the run; those of a level that was left are dropped. Each pair shown is a quantum less at
  // least (below), so the loaded quanta bound the permutations.
  logic           was_moving_q, was_begin_q, was_turns_q, was_skips_q;
  logic           was_empty_q, was_current_q, was_lowest_q;
  logic [K-1:0]   was_strong_q;
  logic [K+T-1:0] was_fills_q, expected_fills;
  logic [B-1:0]   was_level_q;
  always_ff @(posedge clk_i) begin
    was_moving_q  <= rst_ni && !flush_i && !go_i && en && ran_q;
    was_begin_q   <= begin_q || issue_q;
    was_strong_q  <= K'({strong_q, issue_q});
    was_fills_q   <= fills_q;
    was_turns_q   <= turning && (!empty
        || (DESCEND == 1 && gen_group[K-1].strong_level_q != floor_q));
    was_skips_q   <= out_descends_next && level_q == floor_q && floor_q != B'(1);
    was_empty_q   <= empty;
    was_current_q <= gen_group[K-1].strong_level_q == level_q;
    was_lowest_q  <= level_q == floor_q;
    was_level_q   <= level_q;
  end
  always_comb begin
    expected_fills = (K+T)'({was_fills_q, was_turns_q});
    if (was_skips_q) expected_fills[1] = 1'b0;
  end
  logic was_finished;
  assign was_finished = was_empty_q && was_current_q && was_lowest_q;
  always_comb
    if (started_q && was_moving_q && ran_q) begin
      assert (fills_q == expected_fills);
      assert (strong_q == (was_finished ? '0 : was_strong_q));
      assert (issue_q == (was_begin_q && !was_finished));
      assert (level_q == (was_empty_q && was_current_q && !was_lowest_q ? was_level_q >> 1
          : was_level_q));
    end
  // What was issued last has left nothing (g).
  always_comb
    if (started_q && ran_q && !begin_q && !issue_q) assert (nonzero == '0 && strong_q == '0);

  // Conservation, of any one cell. What it has left to emit is covered by what it still holds and what
  // waves carry for it; and each pair, carried or shown, was worth a quantum at least.
  (* anyconst *) logic [2*W-1:0] the_cell;
  logic [W-1:0]   the_row, the_diagonal;
  logic [N*N-1:0] the_mask;
  logic [B-1:0]   count, loaded_count_q, due_q, pairs_q;
  logic [SHOWN:0] carried;
  logic [B+7:0]   in_hand, accounted;
  logic           shown;
  assign {the_row, the_diagonal} = the_cell;
  always_comb assume ({1'b0, the_row} < N && {1'b0, the_diagonal} < N);
  for (genvar d = 0; d < N; d++) begin : gen_the
    for (genvar i = 0; i < N; i++) begin : gen_row
      assign the_mask[d*N + i] = the_row == W'(i) && the_diagonal == W'(d);
    end
  end
  always_comb begin
    count = '0;
    for (int c = 0; c < N * N; c++) if (the_mask[c]) count |= counts[c*B +: B];
  end
  logic [(SHOWN+1)*B-1:0] wave_levels;
  for (genvar t = 0; t <= SHOWN; t++) begin : gen_carried
    assign carried[t] = gen_wave[t].holds && (gen_wave[t].has & the_mask) != '0;
    assign wave_levels[t*B +: B] = gen_wave[t].level;
  end
  assign shown = valid_o && ready_i && carried[SHOWN];
  always_ff @(posedge clk_i) begin
    if (go_i) begin
      loaded_count_q <= count;
      due_q          <= count;
      pairs_q        <= '0;
    end else if (shown) begin
      due_q   <= (due_q > hold_o) ? due_q - hold_o : '0;
      pairs_q <= pairs_q + 1'b1;
    end
  end
  always_comb begin
    in_hand   = (B+8)'(count);
    accounted = (B+8)'(count) + (B+8)'(pairs_q);
    for (int t = 0; t <= SHOWN; t++) begin
      if (carried[t]) in_hand += (B+8)'(wave_levels[t*B +: B]);
      accounted += (B+8)'(carried[t]);
    end
  end
  always_comb if (started_q && ran_q) assert ((B+8)'(due_q) <= in_hand);
  always_comb if (started_q && ran_q) assert (accounted <= (B+8)'(loaded_count_q));
  always_comb if (started_q && ran_q && idle_o) assert (due_q == '0 && count == '0);

  // A grant takes min(counter, 2^level), of the wave that grants (b, d); (1) to fill is to empty.
  logic [N*N-1:0]   strong_grants, fill_grants, descend_grants;
  logic [N*N*B-1:0] cell_levels;
  logic         the_strong, the_fill, was_in_run_q;
  logic [B-1:0] the_level, the_least, was_rest_q;
  always_comb begin
    the_strong = 1'b0;
    the_fill   = 1'b0;
    the_level  = '0;
    for (int c = 0; c < N * N; c++) begin
      if (the_mask[c] && (strong_grants[c] || descend_grants[c]))
        {the_strong, the_level} = {1'b1, cell_levels[c*B +: B]};
      if (the_mask[c] && fill_grants[c]) the_fill = 1'b1;
    end
    the_least = (count < the_level) ? count : the_level;
  end
  for (genvar d = 0; d < N; d++) begin : gen_grants
    assign strong_grants[d*N +: N] = gen_diagonal[d].strong_grant;
    assign fill_grants[d*N +: N]   = gen_diagonal[d].fill_grant;
    assign descend_grants[d*N +: N]
        = gen_diagonal[d].fill_grant & {N{gen_group[d / S].descends}};
    for (genvar i = 0; i < N; i++) begin : gen_row
      assign cell_levels[(d*N + i)*B +: B] = gen_group[d / S].level;
    end
  end
  always_ff @(posedge clk_i) begin
    was_in_run_q <= rst_ni && !flush_i && ran_q && !load_i && en;
    was_rest_q   <= the_strong ? count - the_least : the_fill ? '0 : count;
  end
  always_comb if (started_q && was_in_run_q) assert (count == was_rest_q);

  // The ports: a permutation shown has a pair; nothing shown is zeros; a permutation not taken stays;
  // a flush or a reset leaves it idle.
  logic           was_dropped_q, was_waiting_q;
  logic [B-1:0]   was_hold_q;
  logic [N-1:0]   was_match_q;
  logic [N*W-1:0] was_column_q;
  always_ff @(posedge clk_i) begin
    was_dropped_q <= !rst_ni || flush_i;
    was_waiting_q <= valid_o && !ready_i && rst_ni && !flush_i;
    was_hold_q    <= hold_o;
    was_match_q   <= match_o;
    was_column_q  <= column_o;
  end
  always_comb
    if (started_q) begin
      if (valid_o) assert (match_o != '0 && one_bit(hold_o));
      else assert (match_o == '0 && column_o == '0 && hold_o == '0);
      if (was_waiting_q)
        assert (valid_o && hold_o == was_hold_q && match_o == was_match_q
            && column_o == was_column_q);
      if (was_dropped_q) assert (idle_o);
    end

  // That this is not about nothing: a run has ended that went down a level, and served a cell by a
  // strong grant at the higher one and by a fill.
  logic high_q, filled_q;
  always_ff @(posedge clk_i)
    if (go_i) {high_q, filled_q} <= 2'b00;
    else if (en) {high_q, filled_q} <= {high_q || (the_strong && the_level == B'(2)),
                                        filled_q || the_fill};
  (* keep *) logic cover_o;
  assign cover_o = started_q && ran_q && idle_o && lowered_q && high_q && filled_q;

  // A run never takes longer than its bound, clocks in which it is held up left out: a permutation per quantum, the way through the array for each level, and two laps.
  // Searched for, from a reset, at sizes at which every run ends within the search.
  localparam int BOUND = N * N * ((1 << B) - 1) + B * (K + 3) + 2 * (K + T) + 1;
  logic [15:0] clocks_q;
  always_ff @(posedge clk_i)
    if (go_i) clocks_q <= '0;
    else if (en) clocks_q <= clocks_q + 1'b1;
  (* keep *) logic late_o;
  assign late_o = started_q && ran_q && !idle_o && clocks_q >= 16'(BOUND);
