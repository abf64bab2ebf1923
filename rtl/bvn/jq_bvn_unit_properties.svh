// SPDX-License-Identifier: Apache-2.0
//
// What jq_bvn_unit promises, as invariants for Yosys (tb/formal, docs/cores.md); part of the module
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
  end

  // The waves follow each other without a gap, up to the permutation shown: each clock that is not
  // held up shows one, or ends the run.
  always_comb
    if (started_q) begin
      assert (!valid_q || wave_q[K-1]);
      assert (!wave_q[0] || issue_q);
      assert (!issue_q || ran_q);
    end
  for (genvar k = 1; k < K; k++) begin : gen_follow
    always_comb if (started_q && wave_q[k]) assert (wave_q[k-1]);
    // One that found nothing so far is followed by one that found nothing.
    always_comb
      if (started_q && wave_q[k] && gen_group[k].row_q == '1) assert (gen_group[k-1].row_q == '1);
  end

  // It ends: in every clock that is not held up the waves move on, behind a new one, and each that
  // granted something is shown; the first that did not ends the run. What is shown has a pair, and each
  // pair is a quantum less (conservation), so the loaded quanta bound the permutations.
  logic         was_moving_q, was_shown_q, was_empty_q;
  logic [K-1:0] was_wave_q;
  always_ff @(posedge clk_i) begin
    was_moving_q <= rst_ni && !flush_i && en && issue_q;
    was_shown_q  <= wave_q[K-1] && !empty;
    was_empty_q  <= empty;
    was_wave_q   <= wave_q;
  end
  always_comb
    if (started_q && was_moving_q) begin
      assert (issue_q == !was_empty_q);
      assert (wave_q == (was_empty_q ? '0 : K'({was_wave_q, 1'b1})));
      assert (valid_q == was_shown_q);
    end

  // Which cells a wave has granted, by the register it is in: K is the one shown. Bit d*N + i is input
  // i on diagonal d.
  logic [N*N-1:0] nonzero;
  for (genvar d = 0; d < N; d++) begin : gen_nonzero
    assign nonzero[d*N +: N] = gen_diagonal[d].gen_plane[B-1].any;
    localparam int G = d / S;
    logic here;
    if (G == 0) begin : gen_first
      assign here = issue_q;
    end else begin : gen_next
      assign here = wave_q[G-1];
    end
    // A cell requests of the wave that is there, and only then, if it is not zero.
    always_comb
      if (started_q && settled_q) assert (gen_diagonal[d].request_q == ({N{here}} & nonzero[d*N +: N]));
  end

  for (genvar k = 0; k <= K; k++) begin : gen_wave
    localparam int CROSSED = (k >= K - 1) ? N : (k + 1) * S;  // diagonals
    logic             holds;
    logic [N-1:0]     row_free, column_taken;
    logic [N*W-1:0]   column;
    logic [N*N-1:0]   has;
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

  // A run that has issued its last wave has served everything.
  always_comb if (started_q && ran_q && !issue_q) assert (nonzero == '0 && wave_q == '0);

  // Conservation, of any one cell: what is left, what waves carry, and what was taken is what it had.
  (* anyconst *) logic [2*W-1:0] the_cell;
  logic [W-1:0]   the_row, the_diagonal;
  logic [N*N-1:0] the_mask;
  logic [B-1:0]   count, loaded_count_q, taken_count_q;
  logic [K:0]     carried;
  logic [B+7:0]   accounted;
  logic [N*N*B-1:0] counts;  // bits (d*N + i)*B +: B are input i's on diagonal d
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
    for (genvar c = 0; c < N * N; c++) begin : gen_cell
      assign counts[c*B + b] = plane[c];
    end
  end
  for (genvar k = 0; k <= K; k++) begin : gen_carried
    assign carried[k] = gen_wave[k].holds && (gen_wave[k].has & the_mask) != '0;
  end
  always_ff @(posedge clk_i) begin
    if (go_i) begin
      loaded_count_q <= count;
      taken_count_q  <= '0;
    end else if (valid_o && ready_i && carried[K]) begin
      taken_count_q <= taken_count_q + 1'b1;
    end
  end
  always_comb begin
    accounted = (B+8)'(count) + (B+8)'(taken_count_q);
    for (int k = 0; k <= K; k++) accounted += (B+8)'(carried[k]);
  end
  always_comb if (started_q && ran_q) assert (accounted == (B+8)'(loaded_count_q));
  always_comb if (started_q && ran_q && idle_o) assert (taken_count_q == loaded_count_q);

  // The ports: a permutation shown has a pair; nothing shown is zeros; a permutation not taken stays;
  // a flush or a reset leaves it idle.
  logic           was_dropped_q, was_waiting_q;
  logic [N-1:0]   was_match_q;
  logic [N*W-1:0] was_column_q;
  always_ff @(posedge clk_i) begin
    was_dropped_q <= !rst_ni || flush_i;
    was_waiting_q <= valid_o && !ready_i && rst_ni && !flush_i;
    was_match_q   <= match_o;
    was_column_q  <= column_o;
  end
  always_comb
    if (started_q) begin
      assert (hold_o == B'(valid_o));
      if (valid_o) assert (match_o != '0);
      else assert (match_o == '0 && column_o == '0);
      if (was_waiting_q) assert (valid_o && match_o == was_match_q && column_o == was_column_q);
      if (was_dropped_q) assert (idle_o);
    end

  // That this is not about nothing: a run has ended in which the cell was served twice.
  (* keep *) logic cover_o;
  assign cover_o = started_q && ran_q && idle_o && taken_count_q == B'(2);

  // A run never takes longer than its bound, clocks in which it is held up left out: 2 N (2^B - 1) - 1 slots (docs/cores.md) and the way through the array.
  // Searched for, from a reset, at sizes at which every run ends within the search.
  localparam int BOUND = 2 * N * ((1 << B) - 1) - 1 + K + 3;
  logic [15:0] clocks_q;
  always_ff @(posedge clk_i)
    if (go_i) clocks_q <= '0;
    else if (en) clocks_q <= clocks_q + 1'b1;
  (* keep *) logic late_o;
  assign late_o = started_q && ran_q && !idle_o && clocks_q >= 16'(BOUND);
