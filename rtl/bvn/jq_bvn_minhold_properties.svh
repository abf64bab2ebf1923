// SPDX-License-Identifier: Apache-2.0
//
// What jq_bvn_minhold promises, as invariants for Yosys (tb/formal, docs/cores.md); part of the module
// under `ifdef FORMAL. Names that begin with was_ are of the clock before.

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
  localparam int ROWS = 1;  // of a load in one clock
`include "jq_bvn_load_properties.svh"

  if (PARITY == 1) begin : gen_parity_properties
`include "jq_bvn_parity_properties.svh"
    // What a wave carries of counters is of their parity, and so is the hold.
    for (genvar k = 0; k < K; k++) begin : gen_carried
      for (genvar i = 0; i < N; i++) begin : gen_row
        logic [B:0] count;
        for (genvar b = 0; b <= B; b++) begin : gen_bit
          assign count[b] = gen_group[k].gen_granted[b].count_q[i];
        end
        always_comb if (started_q && wave_q[k]) assert (!(^count));
      end
    end
  end

  // One wave or one permutation at a time, and only in a run.
  logic [K+1:0] stages;
  assign stages = {valid_q, wave_q, issue_q};
  always_comb
    if (started_q) begin
      assert ((stages & (stages - 1'b1)) == '0);
      assert (stages == '0 || ran_q);
    end

  // It moves on in every clock, but for a permutation that waits; one taken is followed by a wave, and
  // a wave that granted nothing by nothing.
  logic [K+1:0] was_stages_q;
  logic         was_ready_q, was_empty_q, was_run_q;
  always_ff @(posedge clk_i) begin
    was_run_q    <= rst_ni && !flush_i && !go_i && ran_q;
    was_ready_q  <= ready_i;
    was_empty_q  <= empty;
    was_stages_q <= stages;
  end
  always_comb
    if (started_q && was_run_q && ran_q) begin
      if (was_stages_q[K+1]) assert (stages == (was_ready_q ? (K+2)'(1) : was_stages_q));
      else if (was_stages_q[K] && was_empty_q) assert (stages == '0);
      else assert (stages == was_stages_q << 1);
    end

  // Cells that are not zero. Bit d*N + i is input i on diagonal d.
  logic [N*N-1:0] nonzero;
  for (genvar d = 0; d < N; d++) begin : gen_nonzero
    assign nonzero[d*N +: N] = gen_diagonal[d].gen_plane[B-1].any_to;
  end

  // Which cells a wave has granted, by the register it is in: K is the permutation shown.
  for (genvar k = 0; k <= K; k++) begin : gen_wave
    localparam int CROSSED = (k >= K - 1) ? N : (k + 1) * S;  // diagonals
    logic             holds;
    logic [N-1:0]     row_free, column_taken;
    logic [N*W-1:0]   column;
    logic [N*N-1:0]   has, emptied;
    assign holds = (k < K) ? wave_q[(k < K) ? k : 0] : valid_q;
    if (k < K) begin : gen_register
      assign row_free = gen_group[k].row_q;
    end else begin : gen_shown
      assign row_free = row_free_q;
    end
    for (genvar i = 0; i < N; i++) begin : gen_row
      logic [N-1:0] same, at;
      for (genvar w = 0; w < W; w++) begin : gen_bit
        if (k < K) begin : gen_register
          assign column[i*W + w] = gen_group[k].gen_column[w].note_q[i];
        end else begin : gen_shown
          assign column[i*W + w] = gen_shown_column[w].column[i];
        end
      end
      for (genvar d = 0; d < N; d++) begin : gen_cell
        logic [B-1:0] left, noted;
        assign at[d] = column[i*W +: W] == W'((i + d) % N);
        assign has[d*N + i] = d < CROSSED && !row_free[i] && at[d];
        for (genvar b = 0; b < B; b++) begin : gen_bit
          assign left[b] = gen_diagonal[d].gen_plane[b].count_q[i];
          if (k < K) begin : gen_register
            assign noted[b] = gen_group[k].gen_granted[b].count_q[i];
          end else begin : gen_shown
            assign noted[b] = hold_q[b];
          end
        end
        // The cell remembers that it granted; the wave knows its counter, and what is shown takes no
        // more than it.
        always_comb
          if (started_q && holds && d < CROSSED) begin
            assert (gen_diagonal[d].grant_q[i] == has[d*N + i]);
            if (k < K && row_free[i]) assert (noted == '0);
            if (has[d*N + i]) begin
              assert (left != '0);
              if (k < K) assert (noted == left);
              else assert (noted <= left);
            end
          end
        assign emptied[d*N + i] = has[d*N + i] && noted == left;
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

    // A column's token is taken if and only if a row has it; and a cell that was crossed while its row
    // and column are free is zero: the wave is maximal.
    if (k < K) begin : gen_tokens
      for (genvar j = 0; j < N; j++) begin : gen_token
        logic [N-1:0] by;
        for (genvar i = 0; i < N; i++) begin : gen_row
          localparam int DIAGONAL = (j + N - i) % N;
          assign by[i] = has[DIAGONAL*N + i];
          always_comb
            if (started_q && holds && DIAGONAL < CROSSED && row_free[i] && !column_taken[j])
              assert (!nonzero[DIAGONAL*N + i]);
        end
        assign column_taken[j] = !gen_group[k].col_q[(j + 2*N - CROSSED) % N];
        always_comb if (started_q && holds) assert (column_taken[j] == (by != '0));
      end
    end
  end
  for (genvar w = 0; w < W; w++) begin : gen_shown_column
    logic [N-1:0] column;
    assign column = gen_shown[w].column_q;
  end

  // The smallest counter granted is that of no row that has less, and of one that has it.
  logic [N-1:0] smallest;
  for (genvar i = 0; i < N; i++) begin : gen_smaller
    logic [B-1:0] noted;
    for (genvar b = 0; b < B; b++) begin : gen_bit
      assign noted[b] = gen_group[K-1].gen_granted[b].count_q[i];
    end
    assign smallest[i] = !gen_group[K-1].row_q[i] && noted == hold;
    always_comb if (started_q && wave_q[K-1] && !gen_group[K-1].row_q[i]) assert (hold <= noted);
  end
  always_comb if (started_q && wave_q[K-1] && !empty) assert (smallest != '0);

  // It ends, and then has served everything: each permutation empties a cell, so there are no more of
  // them than cells; a run with nothing in flight has nothing left.
  always_comb if (started_q && valid_q) assert (gen_wave[K].emptied != '0 && hold_q != '0);
  always_comb if (started_q && ran_q && stages == '0) assert (nonzero == '0);

  // Conservation, of any one cell: what is left and what was taken is what it had.
  (* anyconst *) logic [2*W-1:0] the_cell;
  logic [W-1:0]   the_row, the_diagonal;
  logic [N*N-1:0] the_mask;
  logic [B-1:0]   count, loaded_count_q, taken_count_q;
  logic           served;
  assign {the_row, the_diagonal} = the_cell;
  always_comb assume ({1'b0, the_row} < N && {1'b0, the_diagonal} < N);
  for (genvar d = 0; d < N; d++) begin : gen_the
    for (genvar i = 0; i < N; i++) begin : gen_row
      assign the_mask[d*N + i] = the_row == W'(i) && the_diagonal == W'(d);
    end
  end
  for (genvar b = 0; b < B; b++) begin : gen_count
    logic [N*N-1:0] plane;
    for (genvar d = 0; d < N; d++) begin : gen_word
      assign plane[d*N +: N] = gen_diagonal[d].gen_plane[b].count_q;
    end
    assign count[b] = (plane & the_mask) != '0;
  end
  assign served = valid_o && ready_i && (gen_wave[K].has & the_mask) != '0;
  always_ff @(posedge clk_i) begin
    if (go_i) begin
      loaded_count_q <= count;
      taken_count_q  <= '0;
    end else if (served) begin
      taken_count_q <= taken_count_q + hold_o;
    end
  end
  always_comb
    if (started_q && ran_q)
      assert ({1'b0, count} + {1'b0, taken_count_q} == {1'b0, loaded_count_q});
  always_comb if (started_q && ran_q && idle_o) assert (taken_count_q == loaded_count_q);

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
      if (valid_o) assert (match_o != '0 && hold_o != '0);
      else assert (match_o == '0 && column_o == '0 && hold_o == '0);
      if (was_waiting_q)
        assert (valid_o && hold_o == was_hold_q && match_o == was_match_q
            && column_o == was_column_q);
      if (was_dropped_q) assert (idle_o);
    end

  // That this is not about nothing: a run has ended in which the cell was served twice, once
  // for two slots.
  logic once_q, twice_q, for_two_q;
  always_ff @(posedge clk_i)
    if (go_i) {once_q, twice_q, for_two_q} <= 3'b000;
    else if (served) {once_q, twice_q, for_two_q} <= {1'b1, once_q, for_two_q || hold_o == B'(2)};
  (* keep *) logic cover_o;
  assign cover_o = started_q && ran_q && idle_o && twice_q && for_two_q;

  // A run never takes longer than its bound, clocks in which it is held up left out: a permutation per cell and the way through the array for each.
  // Searched for, from a reset, at sizes at which every run ends within the search.
  localparam int BOUND = N * N * (K + 2) + K + 3;
  logic [15:0] clocks_q;
  always_ff @(posedge clk_i)
    if (go_i) clocks_q <= '0;
    else if (!(valid_o && !ready_i)) clocks_q <= clocks_q + 1'b1;
  (* keep *) logic late_o;
  assign late_o = started_q && ran_q && !idle_o && clocks_q >= 16'(BOUND);
