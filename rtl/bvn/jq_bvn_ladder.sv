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
    /// 1: each counter has a parity bit, and a bit that flipped is told.
    parameter int PARITY = 0,
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
    /// PARITY: every counter has been loaded, so its parity is checked.
    input  logic           held_i,
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
    output logic [W*N-1:0] column_o,
    /// PARITY: a counter was not of its parity in the clock before, or the hold shown is no level.
    output logic           flipped_o
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
  if (PARITY < 0 || PARITY > 1) begin : gen_bad_parity
    jq_error_PARITY_must_be_0_or_1 u_error ();
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

  // The outputs on diagonal 0, in planes: bit w*N + i is bit w of i.
  function automatic logic [W*N-1:0] first_outputs();
    for (int w = 0; w < W; w++)
      for (int i = 0; i < N; i++) first_outputs[w*N + i] = ((i >> w) & 1) != 0;
  endfunction
  localparam logic [W*N-1:0] FIRST_OUTPUTS = first_outputs();

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
  logic [W*N-1:0] turn_column_q;
  logic [B-1:0] turn_level_q;

  // Of the wave that sets out on its second lap: in group 0 in this clock, and in the next.
  logic [N-1:0] out_row, out_col;
  logic [W*N-1:0] out_column;
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
    logic [W*N-1:0] strong_note_in, strong_note_q, fill_note_in, fill_note_q;
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
      assign strong_note_in = '0;
      assign fill_note_in   = out_column;
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
      assign strong_note_in = gen_group[k-1].strong_note_q;
      assign fill_note_in   = gen_group[k-1].fill_note_q;
    end

    always_ff @(posedge clk_i) begin
      if (en) begin
        strong_level_q <= level;
        strong_row_q   <= gen_diagonal[LAST].strong_row_left;
        strong_col_q   <= gen_diagonal[LAST].strong_col_left;
        fill_level_q   <= fill_level;
        fill_row_q     <= gen_diagonal[LAST].fill_row_left;
        fill_col_q     <= gen_diagonal[LAST].fill_col_left;
        strong_note_q  <= gen_diagonal[LAST].strong_note_left;
        fill_note_q    <= gen_diagonal[LAST].fill_note_left;
      end
    end
  end

  // The register in which a wave turns. With DESCEND it waits there a clock, until it is known what it
  // requests: a wave that descends takes the level of the wave that is issued as it sets out.
  if (DESCEND == 1) begin : gen_wait
    logic turn_descends_q, out_descends_q, lands, skips;
    logic [N-1:0] out_row_q, out_col_q;
    logic [W*N-1:0] out_column_q;
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
    assign out_column        = out_column_q;
    assign out_level         = out_level_q;
    always_ff @(posedge clk_i) begin
      if (en) begin
        turn_descends_q <= empty;
        out_descends_q  <= turn_descends_q;
        out_row_q       <= turn_row_q;
        out_col_q       <= skips ? '0 : turn_col_q;
        out_column_q    <= turn_column_q;
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
    assign out_column        = turn_column_q;
    assign out_level         = turn_level_q;
  end

  // A diagonal is N-bit words throughout: bit i is input i, on cell (i, (i + d) mod N).
  logic [D-1:0] flipped;
  for (genvar d = 0; d < D; d++) begin : gen_diagonal
    localparam int G = d / S;
    localparam int LEFT = (d + (D - 1) * ROWS) % D;  // ROWS diagonals to the left

    // What reaches this diagonal: the tokens left by the one before, or those that enter the group.
    logic [N-1:0]   strong_row, strong_col, fill_row, fill_col;
    logic [W*N-1:0] outputs, strong_note, fill_note;
    if (d == 0) begin : gen_zero
      assign outputs = FIRST_OUTPUTS;
    end else begin : gen_others
      assign outputs = gen_diagonal[d-1].outputs_next;
    end
    if (d % S == 0) begin : gen_first
      assign strong_row  = gen_group[G].strong_row_in;
      assign strong_col  = gen_group[G].strong_col_in;
      assign fill_row    = gen_group[G].fill_row_in;
      assign fill_col    = gen_group[G].fill_col_in;
      assign strong_note = gen_group[G].strong_note_in;
      assign fill_note   = gen_group[G].fill_note_in;
    end else begin : gen_next
      assign strong_row  = gen_diagonal[d-1].strong_row_left;
      assign strong_col  = gen_diagonal[d-1].strong_col_left;
      assign fill_row    = gen_diagonal[d-1].fill_row_left;
      assign fill_col    = gen_diagonal[d-1].fill_col_left;
      assign strong_note = gen_diagonal[d-1].strong_note_left;
      assign fill_note   = gen_diagonal[d-1].fill_note_left;
    end

    // Loading shifts the whole array: each word takes that of ROWS diagonals to the left, moved down
    // as many bits, with the entries of the rows that enter on top. After N rows, entry (i, j) is at
    // bit i of diagonal (j - i) mod N and nothing of before is left.
    logic [B*N-1:0]    count_q;
    logic [B*ROWS-1:0] entering;
    logic [N-1:0]      parity;
    logic [ROWS-1:0]   entering_parity;
    for (genvar r = 0; r < ROWS; r++) begin : gen_entering_parity
      assign entering_parity[r] = PARITY == 1 && (^row_i[(r*N + (LEFT + r) % N)*B +: B]);
    end
    for (genvar b = 0; b < B; b++) begin : gen_plane
      for (genvar r = 0; r < ROWS; r++) begin : gen_entering
        assign entering[b*ROWS + r] = row_i[(r*N + (LEFT + r) % N)*B + b];
      end
`ifdef FORMAL
      logic [N-1:0] count_q;
      assign count_q = gen_diagonal[d].count_q[b*N +: N];
`endif
    end

    logic [N-1:0]   strong_row_left, strong_col_left, fill_row_left, fill_col_left;
    logic [W*N-1:0] outputs_next, strong_note_left, fill_note_left;
`ifdef FORMAL
    logic [N-1:0]   strong_request_q, fill_request_q, strong_grant, fill_grant;
`endif
    jq_bvn_ladder_diagonal #(
        .N      (N),
        .B      (B),
        .DESCEND(DESCEND),
        .ROWS   (ROWS),
        .PARITY (PARITY)
    ) u_diagonal (
        .clk_i           (clk_i),
        .en_i            (en),
        .load_i          (load_i),
        .left_i          (gen_diagonal[LEFT].count_q),
        .entering_i      (entering),
        .left_parity_i   (gen_diagonal[LEFT].parity),
        .entering_parity_i(entering_parity),
        .held_i          (held_i),
        .level_i         (gen_group[G].level),
        .reach_i         (gen_group[G].reach),
        .kept_i          (gen_group[G].kept),
        .taken_i         (gen_group[G].taken),
        .strong_follows_i(gen_group[G].strong_follows),
        .fill_follows_i  (gen_group[G].fill_follows),
        .descends_i      (gen_group[G].descends),
        .descends_next_i (gen_group[G].descends_next),
        .strong_row_i    (strong_row),
        .strong_col_i    (strong_col),
        .fill_row_i      (fill_row),
        .fill_col_i      (fill_col),
        .output_i        (outputs),
        .strong_note_i   (strong_note),
        .fill_note_i     (fill_note),
`ifdef FORMAL
        .strong_request_o(strong_request_q),
        .fill_request_o  (fill_request_q),
        .strong_grant_o  (strong_grant),
        .fill_grant_o    (fill_grant),
`endif
        .strong_row_o    (strong_row_left),
        .strong_col_o    (strong_col_left),
        .fill_row_o      (fill_row_left),
        .fill_col_o      (fill_col_left),
        .output_o        (outputs_next),
        .strong_note_o   (strong_note_left),
        .fill_note_o     (fill_note_left),
        .count_o         (count_q),
        .parity_o        (parity),
        .flipped_o       (flipped[d])
    );
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
      turn_column_q  <= gen_group[K-1].strong_note_q;
      turn_level_q   <= gen_group[K-1].strong_level_q;
    end
  end

  // What is shown. A wave that descends may have granted nothing, so with DESCEND it is judged first.
  if (DESCEND == 1) begin : gen_shown
    logic         valid_q;
    logic [B-1:0] level_shown_q;
    logic [N-1:0] row_q;
    logic [W*N-1:0] column_q;
    always_ff @(posedge clk_i) begin
      if (!rst_ni || flush_i) valid_q <= 1'b0;
      else if (en) valid_q <= fills_q[K+T-1] && !(&gen_group[K-1].fill_row_q);
      if (en) begin
        level_shown_q <= gen_group[K-1].fill_level_q;
        row_q         <= gen_group[K-1].fill_row_q;
        column_q      <= gen_group[K-1].fill_note_q;
      end
    end
    assign valid_o  = valid_q;
    assign hold_o   = valid_o ? level_shown_q : '0;
    assign match_o  = valid_o ? ~row_q : '0;
    assign column_o = valid_o ? column_q : '0;
  end else begin : gen_show_at_once
    assign valid_o  = fills_q[K];
    assign hold_o   = valid_o ? gen_group[K-1].fill_level_q : '0;
    assign match_o  = valid_o ? ~gen_group[K-1].fill_row_q : '0;
    assign column_o = valid_o ? gen_group[K-1].fill_note_q : '0;
  end
  // A level has one bit set.
  assign flipped_o = PARITY == 1 && ((|flipped) || (valid_o && !(^hold_o)));

  assign idle_o = !begin_q && !issue_q && strong_q == '0 && fills_q == '0
      && !(DESCEND == 1 && valid_o);

  logic unused_last;
  assign unused_last = ^{flipped, gen_group[K-1].fill_col_q, strong_next[K], fills_next[K+T],
                         gen_diagonal[D-1].outputs_next,
                         gen_group[K-1].descends};

`ifdef FORMAL
`include "jq_bvn_ladder_properties.svh"
`endif

endmodule
