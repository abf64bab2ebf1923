// SPDX-License-Identifier: Apache-2.0
//
/// Dual-issue ladder decomposition: waves carry a level k and take min(counter, 2^k) from every cell
/// they grant, for a permutation held 2^k slots; k descends from the largest counter's. A wave makes
/// two laps: strong (counters of at least 2^k; at the floor, any), then fill (any counter, in rows
/// and columns still free). A new wave starts every clock, so each group serves two waves at once.
///
/// A wave whose strong lap granted nothing is dropped and reports its level; only a report of the
/// current level lowers it, and at the floor it ends the run. Permutations retire in issue order.
/// First permutation: 2 ceil(N/S) + 3 clocks after start. Back-pressure freezes the whole array, so
/// the schedule does not depend on ready.
///
/// With DESCEND such a wave goes on instead: its second lap is strong, at the level of the wave on its
/// first lap beside it, which is served first. Two clocks more to the first permutation.
/// Reset: synchronous, active low, of the wave valid bits only.
module jq_bvn_ladder #(
    /// Ports, 1..256.
    parameter int N = 8,
    /// Bits of a counter, 1..16.
    parameter int B = 8,
    /// Diagonals a wave crosses per clock, 1..N; need not divide N.
    parameter int S = 4,
    /// Diagonals built, S..N. Fewer than N is a slice of the array, for measuring what a group costs.
    parameter int D = N,
    /// 1: a wave that found nothing is strong again on its second lap, at the next level.
    parameter int DESCEND = 0,
    /// Rows of a load in one clock, 1..4; divides N.
    parameter int ROWS = 1,
    /// Width of a port number. Derived, do not set.
    parameter int W = (N > 1) ? $clog2(N) : 1,
    /// Width of a level. Derived, do not set.
    parameter int L = (B > 1) ? $clog2(B) : 1
) (
    /// Clock.
    input  logic           clk_i,
    /// Synchronous reset, active low.
    input  logic           rst_ni,
    /// Shift ROWS rows of the demand in (only while idle).
    input  logic           load_i,
    /// They are the first.
    input  logic           first_i,
    /// The rows: bits (r*N + j)*B +: B are the quanta of the r-th for output j.
    input  logic [ROWS*N*B-1:0] row_i,
    /// Begin with the loaded demand; the three options below are read with it.
    input  logic           go_i,
    /// Levels to start below the largest counter's.
    input  logic [L-1:0]   top_offset_i,
    /// Lowest level; taken as B-1 if above it.
    input  logic [L-1:0]   floor_i,
    /// Waves make a fill lap.
    input  logic           fill_i,
    /// Drop all waves.
    input  logic           flush_i,
    /// No wave is left and none will be issued.
    output logic           idle_o,
    /// A permutation is shown.
    output logic           valid_o,
    /// It is taken.
    input  logic           ready_i,
    /// Slots to hold it.
    output logic [B-1:0]   hold_o,
    /// Inputs it connects.
    output logic [N-1:0]   match_o,
    /// Their outputs in planes: bit b*N + i is bit b of input i's output; 0 where none.
    output logic [W*N-1:0] column_o
);

  // A parameter out of its range does not elaborate, in any tool: there is no module of that name.
  if (N < 1 || N > 256) begin : gen_bad_n
    jq_error_N_must_be_1_to_256 u_error ();
  end
  if (B < 1 || B > 16) begin : gen_bad_b
    jq_error_B_must_be_1_to_16 u_error ();
  end
  if (S < 1 || S > N) begin : gen_bad_s
    jq_error_S_must_be_1_to_N u_error ();
  end
  if (D < S || D > N) begin : gen_bad_d
    jq_error_D_must_be_S_to_N u_error ();
  end
  if (DESCEND < 0 || DESCEND > 1) begin : gen_bad_descend
    jq_error_DESCEND_must_be_0_or_1 u_error ();
  end
  if (ROWS < 1 || ROWS > 4 || N % ROWS != 0) begin : gen_bad_rows
    jq_error_ROWS_must_be_1_to_4_and_divide_N u_error ();
  end
  if (W != ((N > 1) ? $clog2(N) : 1)) begin : gen_bad_w
    jq_error_W_is_derived u_error ();
  end
  if (L != ((B > 1) ? $clog2(B) : 1)) begin : gen_bad_l
    jq_error_L_is_derived u_error ();
  end

  localparam int K = (D + S - 1) / S;
  // Registers before a second lap: the one in which a wave turns, and with DESCEND one more, as what
  // a wave does next is known in the first.
  localparam int T = (DESCEND == 1) ? 2 : 1;

  // Bit i: bit w of (i + d) mod N, the output of input i on diagonal d.
  function automatic logic [N-1:0] output_bit(input int d, input int w);
    for (int i = 0; i < N; i++) output_bit[i] = ((((i + d) % N) >> w) & 1) != 0;
  endfunction

  logic en;
  logic begin_q;             // the first wave is issued in the next clock
  logic issue_q;             // a wave is issued in this clock
  logic fill_q;
  logic [B-1:0] seen_q;      // OR of all counters loaded: its highest bit is the top level
  logic [B-1:0] floor_q;
  logic [B-1:0] level_q;     // of the wave to issue in the next clock; one bit set, as all levels here

  // Of the wave issued in this clock, and of the one after it: the masks of group 0.
  logic [B-1:0] issued_level_q, issued_reach_q, first_kept_q, first_taken_q;

  logic [K-1:0] strong_q;    // bit k: the register after group k holds a wave on its strong lap
  // Bits 0 to T-1: a wave turns to its second lap; bit T-1 + k: the register after group k-1.
  logic [K+T-1:0] fills_q;
  logic [K:0]     strong_next;
  logic [K+T:0]   fills_next;
  logic turning, empty, current, finished, lower, turns;
  logic [N-1:0] turn_row_q, turn_col_q;
  logic [B-1:0] turn_level_q;

  // Of the wave that sets out on its second lap: in group 0 in this clock, and in the next.
  logic [N-1:0] out_row, out_col;
  logic [B-1:0] out_level;
  logic out_descends, out_follows, out_descends_next;

  assign en = !(valid_o && !ready_i);

  // The level a run starts at, from the options and the largest counter.
  logic [B-1:0] top, begin_level, floor_level;
  always_comb begin
    top = B'(1);
    for (int b = 0; b < B; b++) if (seen_q[b]) top = B'(1) << b;
    floor_level = B'(1) << floor_i;
    if (floor_level == '0) floor_level[B-1] = 1'b1;
    begin_level = top >> top_offset_i;
    if (begin_level < floor_level) begin_level = floor_level;
  end

  // Bits of a counter that make it at least `level`.
  function automatic logic [B-1:0] reach_of(input logic [B-1:0] level);
    reach_of = ~(level - 1'b1);
  endfunction

  // Bits that make a counter a strong request of a wave at `level`.
  function automatic logic [B-1:0] kept_of(input logic [B-1:0] level, input logic [B-1:0] floor);
    kept_of = (level == floor) ? '1 : reach_of(level);
  endfunction

  // The same of the next wave, at `level` or half of it, for what a counter of at least `served` is
  // once `served` has been taken from it.
  function automatic logic [B-1:0] taken_of(input logic [B-1:0] served, input logic [B-1:0] level,
                                            input logic [B-1:0] floor);
    taken_of = ~served & ((level == floor) ? '1 : (reach_of(served) | level));
  endfunction

  // The waves at each group of S diagonals, and the registers they leave it through: one on its
  // strong lap, and one on its fill lap. With the strong wave travel the masks that tell what its
  // successor will request.
  for (genvar k = 0; k < K; k++) begin : gen_group
    localparam int LAST = (k * S + S > D) ? D - 1 : k * S + S - 1;
    logic strong_follows, fill_follows;  // a wave is here in the next clock
    logic descends, descends_next;  // the wave on its second lap is strong: in this clock, in the next
    logic [B-1:0] level, reach, kept, taken, strong_level_q, fill_level, fill_level_q;
    logic [N-1:0] strong_row_in, strong_col_in, strong_row_q, strong_col_q;
    logic [N-1:0] fill_row_in, fill_col_in, fill_row_q, fill_col_q;
    if (k == 0) begin : gen_first
      assign strong_follows = begin_q || issue_q;
      assign fill_follows   = out_follows;
      assign descends       = out_descends;
      assign descends_next  = out_descends_next;
      assign level          = issued_level_q;
      assign reach          = issued_reach_q;
      assign kept           = first_kept_q;
      assign taken          = first_taken_q;
      assign fill_level     = out_level;
      assign strong_row_in  = {N{1'b1}};
      assign strong_col_in  = {N{1'b1}};
      assign fill_row_in    = out_row;
      assign fill_col_in    = out_col;
    end else begin : gen_next
      logic [B-1:0] reach_q, kept_q, taken_q;
      always_ff @(posedge clk_i) begin
        if (en) begin
          reach_q <= gen_group[k-1].reach;
          kept_q  <= gen_group[k-1].kept;
          taken_q <= gen_group[k-1].taken;
        end
      end
      if (k == 1) begin : gen_second
        assign strong_follows = issue_q;
      end else begin : gen_later
        assign strong_follows = strong_q[k-2];
      end
      assign fill_follows   = fills_q[T+k-2] && (fill_q || gen_group[k-1].descends);
      assign descends_next  = gen_group[k-1].descends;
      if (DESCEND == 1) begin : gen_descends
        logic descends_q;
        always_ff @(posedge clk_i) if (en) descends_q <= gen_group[k-1].descends;
        assign descends = descends_q;
      end else begin : gen_fills
        assign descends = 1'b0;
      end
      assign level          = gen_group[k-1].strong_level_q;
      assign reach          = reach_q;
      assign kept           = kept_q;
      assign taken          = taken_q;
      assign fill_level     = gen_group[k-1].fill_level_q;
      assign strong_row_in  = gen_group[k-1].strong_row_q;
      assign strong_col_in  = gen_group[k-1].strong_col_q;
      assign fill_row_in    = gen_group[k-1].fill_row_q;
      assign fill_col_in    = gen_group[k-1].fill_col_q;
    end

    always_ff @(posedge clk_i) begin
      if (en) begin
        strong_level_q <= level;
        strong_row_q   <= gen_diagonal[LAST].strong_row_left;
        strong_col_q   <= gen_diagonal[LAST].strong_col_left[N:1];
        fill_level_q   <= fill_level;
        fill_row_q     <= gen_diagonal[LAST].fill_row_left;
        fill_col_q     <= gen_diagonal[LAST].fill_col_left[N:1];
      end
    end

    for (genvar w = 0; w < W; w++) begin : gen_column
      logic [N-1:0] strong_in, strong_note_q, fill_in, fill_note_q;
      if (k == 0) begin : gen_first
        assign strong_in = {N{1'b0}};
        assign fill_in   = gen_turn[w].out;
      end else begin : gen_next
        assign strong_in = gen_group[k-1].gen_column[w].strong_note_q;
        assign fill_in   = gen_group[k-1].gen_column[w].fill_note_q;
      end
      always_ff @(posedge clk_i) begin
        if (en) begin
          strong_note_q <= gen_diagonal[LAST].gen_column[w].strong_note;
          fill_note_q   <= gen_diagonal[LAST].gen_column[w].fill_note;
        end
      end
    end
  end

  // The register in which a wave turns. With DESCEND it waits there a clock, until it is known what it
  // requests: a wave that descends takes the level of the wave that is issued as it sets out.
  if (DESCEND == 1) begin : gen_wait
    logic turn_descends_q, out_descends_q, lands, skips;
    logic [N-1:0] out_row_q, out_col_q;
    logic [B-1:0] out_level_q;
    // Half of a counter may be left at a floor above level 0: no wave descends to it.
    assign lands             = level_q == floor_q && !floor_q[0];
    assign skips             = turn_descends_q && lands;
    assign turns             = turning && !(empty && gen_group[K-1].strong_level_q == floor_q);
    assign fills_next        = {fills_q[K+T-1:1], fills_q[0] && !skips, turns};
    assign out_follows       = fills_q[0] && (turn_descends_q ? !lands : fill_q);
    assign out_descends_next = turn_descends_q;
    assign out_descends      = out_descends_q;
    assign out_row           = out_row_q;
    assign out_col           = out_col_q;
    assign out_level         = out_level_q;
    always_ff @(posedge clk_i) begin
      if (en) begin
        turn_descends_q <= empty;
        out_descends_q  <= turn_descends_q;
        out_row_q       <= turn_row_q;
        out_col_q       <= skips ? '0 : turn_col_q;
        out_level_q     <= turn_descends_q ? level_q : turn_level_q;
      end
    end
  end else begin : gen_turn_at_once
    assign turns             = turning && !empty;
    assign fills_next        = {fills_q, turns};
    assign out_follows       = turning && fill_q;
    assign out_descends_next = 1'b0;
    assign out_descends      = 1'b0;
    assign out_row           = turn_row_q;
    assign out_col           = turn_col_q;
    assign out_level         = turn_level_q;
  end

  for (genvar w = 0; w < W; w++) begin : gen_turn
    logic [N-1:0] column_q, out;
    always_ff @(posedge clk_i) begin
      if (en) column_q <= gen_group[K-1].gen_column[w].strong_note_q;
    end
    if (DESCEND == 1) begin : gen_wait
      logic [N-1:0] out_q, shown_q;
      always_ff @(posedge clk_i) begin
        if (en) out_q <= column_q;
        if (en) shown_q <= gen_group[K-1].gen_column[w].fill_note_q;
      end
      assign out = out_q;
      assign column_o[w*N +: N] = valid_o ? shown_q : {N{1'b0}};
    end else begin : gen_turn_at_once
      assign out = column_q;
      assign column_o[w*N +: N] = valid_o ? gen_group[K-1].gen_column[w].fill_note_q : {N{1'b0}};
    end
  end

  // Demand counters, and what the two waves that may cross a diagonal in one clock do to them. A
  // diagonal is N-bit words throughout: bit i is input i, on cell (i, (i + d) mod N).
  for (genvar d = 0; d < D; d++) begin : gen_diagonal
    localparam int G = d / S;
    localparam int LEFT = (d + (D - 1) * ROWS) % D;  // ROWS diagonals to the left

    // What reaches this diagonal: the tokens left by the one before, or those that enter the group.
    logic [N-1:0] strong_row, strong_col, fill_row, fill_col;
    if (d % S == 0) begin : gen_first
      assign strong_row = gen_group[G].strong_row_in;
      assign strong_col = gen_group[G].strong_col_in;
      assign fill_row   = gen_group[G].fill_row_in;
      assign fill_col   = gen_group[G].fill_col_in;
    end else begin : gen_next
      assign strong_row = gen_diagonal[d-1].strong_row_left;
      assign strong_col = gen_diagonal[d-1].strong_col_left[N:1];
      assign fill_row   = gen_diagonal[d-1].fill_row_left;
      assign fill_col   = gen_diagonal[d-1].fill_col_left[N:1];
    end

    // What the waves of this clock request was found in the clock before, for either outcome of the
    // waves then here: only the choice waits for the grants.
    logic [N-1:0] strong_request_q, fill_request_q, strong_grant, fill_grant;
    assign strong_grant = strong_request_q & strong_row & strong_col;
    assign fill_grant   = fill_request_q & fill_row & fill_col
        & ((DESCEND == 1) ? ~strong_grant : {N{1'b1}});

    for (genvar b = 0; b < B; b++) begin : gen_plane
      logic [N-1:0] count_q, any, full, kept, taken, left, flip, served, spared;
      logic [ROWS-1:0]   entering;
      logic [N+ROWS-1:0] shifted;
      if (b == 0) begin : gen_lowest
        assign any    = count_q;
        assign full   = gen_group[G].reach[b] ? count_q : {N{1'b0}};
        assign kept   = gen_group[G].kept[b] ? count_q : {N{1'b0}};
        assign taken  = gen_group[G].taken[b] ? count_q : {N{1'b0}};
        assign left   = gen_group[G].level[b] ? {N{1'b0}} : count_q;
        assign flip   = gen_group[G].reach[b] ? {N{1'b1}} : {N{1'b0}};
      end else begin : gen_higher
        assign any    = gen_plane[b-1].any | count_q;
        assign full   = gen_plane[b-1].full | (gen_group[G].reach[b] ? count_q : {N{1'b0}});
        assign kept   = gen_plane[b-1].kept | (gen_group[G].kept[b] ? count_q : {N{1'b0}});
        assign taken  = gen_plane[b-1].taken | (gen_group[G].taken[b] ? count_q : {N{1'b0}});
        assign left   = gen_plane[b-1].left | (gen_group[G].level[b] ? {N{1'b0}} : count_q);
        assign flip   = gen_group[G].reach[b] ? ~gen_plane[b-1].full : {N{1'b0}};
      end
      assign served = (count_q ^ flip) & gen_plane[B-1].full;
      // A fill takes the whole counter, a wave that descends the bit of its level.
      assign spared = (gen_group[G].descends && !gen_group[G].level[b]) ? count_q : {N{1'b0}};

      // Loading shifts the whole array: each word takes that of ROWS diagonals to the left, moved down
      // as many bits, with the entries of the rows that enter on top. After N rows, entry (i, j) is at
      // bit i of diagonal (j - i) mod N and nothing of before is left.
      for (genvar r = 0; r < ROWS; r++) begin : gen_entering
        assign entering[r] = row_i[(r*N + (LEFT + r) % N)*B + b];
      end
      assign shifted = {entering, gen_diagonal[LEFT].gen_plane[b].count_q};
      always_ff @(posedge clk_i) begin
        if (load_i) count_q <= shifted[N+ROWS-1:ROWS];
        else if (en)
          count_q <= (strong_grant & served) | (~strong_grant & ~fill_grant & count_q)
              | (fill_grant & spared);
      end
      logic unused_shifted;
      assign unused_shifted = ^shifted[ROWS-1:0];
    end

    logic [N-1:0] strong_kept, strong_taken, fill_kept, fill_taken;
    assign strong_kept  = gen_plane[B-1].kept & {N{gen_group[G].strong_follows}};
    assign strong_taken = gen_plane[B-1].taken & gen_plane[B-1].full & {N{gen_group[G].strong_follows}};
    // A wave that descends requests what the wave on its first lap beside it does.
    logic [N-1:0] fill_spared;
    assign fill_kept    = {N{gen_group[G].fill_follows}}
        & (gen_group[G].descends_next ? gen_plane[B-1].kept : gen_plane[B-1].any);
    assign fill_taken   = {N{gen_group[G].fill_follows}} & gen_plane[B-1].full
        & (gen_group[G].descends_next ? gen_plane[B-1].taken : gen_plane[B-1].left);
    assign fill_spared  = gen_plane[B-1].left & {N{gen_group[G].fill_follows
        && gen_group[G].descends && !gen_group[G].descends_next}};
    always_ff @(posedge clk_i) begin
      if (en) begin
        strong_request_q <= (strong_grant & strong_taken) | (~strong_grant & ~fill_grant & strong_kept);
        fill_request_q   <= (strong_grant & fill_taken) | (~strong_grant & ~fill_grant & fill_kept)
            | (fill_grant & fill_spared);
      end
    end

    // Moving on to the next diagonal rotates the column tokens by one.
    logic [N-1:0]   strong_row_left, fill_row_left;
    logic [2*N-1:0] strong_col_left, fill_col_left;
    assign strong_row_left = strong_row & ~strong_grant;
    assign strong_col_left = {2{strong_col & ~strong_grant}};
    assign fill_row_left   = fill_row & ~fill_grant;
    assign fill_col_left   = {2{fill_col & ~fill_grant}};
    logic unused_col;
    assign unused_col = ^{strong_col_left, fill_col_left};

    // Which output each grant is for: on diagonal d a constant per input, so noting it is an OR.
    for (genvar w = 0; w < W; w++) begin : gen_column
      localparam logic [N-1:0] OUTPUT_BIT = output_bit(d, w);
      logic [N-1:0] strong_note, fill_note;
      if (d % S == 0) begin : gen_first
        assign strong_note = gen_group[G].gen_column[w].strong_in | (strong_grant & OUTPUT_BIT);
        assign fill_note   = gen_group[G].gen_column[w].fill_in | (fill_grant & OUTPUT_BIT);
      end else begin : gen_next
        assign strong_note = gen_diagonal[d-1].gen_column[w].strong_note | (strong_grant & OUTPUT_BIT);
        assign fill_note   = gen_diagonal[d-1].gen_column[w].fill_note | (fill_grant & OUTPUT_BIT);
      end
    end
  end

  // The register after the last group is where a wave turns: emptiness is judged there, off the path
  // through the cells.
  assign turning     = strong_q[K-1];
  assign empty       = turning && (&gen_group[K-1].strong_row_q);
  assign current     = gen_group[K-1].strong_level_q == level_q;
  assign finished    = empty && current && level_q == floor_q;
  assign lower       = en && empty && current && level_q != floor_q;
  assign strong_next = {strong_q, issue_q};

  logic [B-1:0] seen_in_rows;
  always_comb begin
    seen_in_rows = '0;
    for (int j = 0; j < ROWS * N; j++) seen_in_rows |= row_i[j*B +: B];
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni || flush_i) begin
      begin_q  <= 1'b0;
      issue_q  <= 1'b0;
      strong_q <= '0;
      fills_q  <= '0;
    end else begin
      begin_q <= go_i;
      if (en) begin
        issue_q  <= begin_q || (issue_q && !finished);
        strong_q <= finished ? '0 : strong_next[K-1:0];
        fills_q  <= fills_next[K+T-1:0];
      end
    end

    if (load_i) seen_q <= (first_i ? '0 : seen_q) | seen_in_rows;
    if (go_i) begin
      floor_q <= floor_level;
      fill_q  <= fill_i;
    end
    if (go_i) level_q <= begin_level;
    else if (lower) level_q <= level_q >> 1;
    if (go_i) first_kept_q <= kept_of(begin_level, floor_level);
    else if (lower) first_kept_q <= kept_of(level_q >> 1, floor_q);
    if (lower) first_taken_q <= taken_of(level_q, level_q >> 1, floor_q);
    else if (en) first_taken_q <= taken_of(level_q, level_q, floor_q);
    if (en) begin
      issued_level_q <= level_q;
      issued_reach_q <= reach_of(level_q);
      turn_row_q     <= gen_group[K-1].strong_row_q;
      turn_col_q     <= (empty && DESCEND == 0) ? '0 : gen_group[K-1].strong_col_q;
      turn_level_q   <= gen_group[K-1].strong_level_q;
    end
  end

  // What is shown. A wave that descends may have granted nothing, so with DESCEND it is judged first.
  if (DESCEND == 1) begin : gen_shown
    logic         valid_q;
    logic [B-1:0] level_shown_q;
    logic [N-1:0] row_q;
    always_ff @(posedge clk_i) begin
      if (!rst_ni || flush_i) valid_q <= 1'b0;
      else if (en) valid_q <= fills_q[K+T-1] && !(&gen_group[K-1].fill_row_q);
      if (en) begin
        level_shown_q <= gen_group[K-1].fill_level_q;
        row_q         <= gen_group[K-1].fill_row_q;
      end
    end
    assign valid_o = valid_q;
    assign hold_o  = valid_o ? level_shown_q : '0;
    assign match_o = valid_o ? ~row_q : '0;
  end else begin : gen_show_at_once
    assign valid_o = fills_q[K];
    assign hold_o  = valid_o ? gen_group[K-1].fill_level_q : '0;
    assign match_o = valid_o ? ~gen_group[K-1].fill_row_q : '0;
  end
  assign idle_o = !begin_q && !issue_q && strong_q == '0 && fills_q == '0
      && !(DESCEND == 1 && valid_o);

  logic unused_last;
  assign unused_last = ^{gen_group[K-1].fill_col_q, strong_next[K], fills_next[K+T],
                         gen_group[K-1].descends};

`ifdef FORMAL
`include "jq_bvn_ladder_properties.svh"
`endif

endmodule
