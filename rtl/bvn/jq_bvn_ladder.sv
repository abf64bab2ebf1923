// SPDX-License-Identifier: Apache-2.0
//
/// Dual-issue ladder decomposition: waves carry a level k and take min(counter, 2^k) from every cell
/// they grant, for a permutation held 2^k slots; k descends from the largest counter's. A wave makes
/// two laps: strong (counters of at least 2^k; at the floor, any), then fill (any counter, in rows
/// and columns still free). A new wave starts every clock, so each group serves two waves at once.
///
/// A wave whose strong lap granted nothing is dropped and reports its level; only a report of the
/// current level lowers it, and at the floor it ends the run. Permutations retire in issue order.
/// First permutation: 2 ceil(N/S) + 2 clocks after start. Back-pressure freezes the whole array, so
/// the schedule does not depend on ready.
/// Reset: synchronous, active low, of the wave valid bits only.
module jq_bvn_ladder #(
    /// Ports, 1..64.
    parameter int N = 8,
    /// Bits of a counter, 1..16.
    parameter int B = 8,
    /// Diagonals a wave crosses per clock, 1..N; need not divide N.
    parameter int S = 4,
    /// Width of a port number. Derived, do not set.
    parameter int W = (N > 1) ? $clog2(N) : 1,
    /// Width of a level. Derived, do not set.
    parameter int L = (B > 1) ? $clog2(B) : 1
) (
    /// Clock.
    input  logic           clk_i,
    /// Synchronous reset, active low.
    input  logic           rst_ni,
    /// Shift a demand row in (only while idle).
    input  logic           load_i,
    /// It is the first row.
    input  logic           first_i,
    /// The row: bits j*B +: B are the quanta for output j.
    input  logic [N*B-1:0] row_i,
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

  localparam int K = (N + S - 1) / S;

  logic en;
  logic issue_q;             // issue a wave in this clock
  logic fill_q;
  logic [B-1:0] level_q;     // of waves to issue; one bit set, as all levels here
  logic [B-1:0] floor_q;
  logic [B-1:0] seen_q;      // OR of all counters loaded: its highest bit is the top level

  logic [K-1:0] strong_q;    // bit k: the register after group k holds a wave on its strong lap
  logic [K:0]   fills_q;     // bit 0: a wave turns to its fill lap; bit k: the register after group k-1
  logic [K:0]   strong_next;
  logic [K+1:0] fills_next;
  logic turning, empty, finished;
  logic [N-1:0]   turn_row_q, turn_col_q;
  logic [W*N-1:0] turn_column_q;
  logic [B-1:0]   turn_level_q;

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

  for (genvar k = 0; k < K; k++) begin : gen_group
    localparam int FIRST = k * S;
    localparam int D = (FIRST + S > N) ? N - FIRST : S;
    logic           strong_wave, fill_wave;
    logic [B*N-1:0] left, right;
    logic [D*B-1:0] row;
    logic [B-1:0]   strong_level_q, fill_level_q;  // of the registers after this group
    logic [B-1:0]   strong_level_in, fill_level_in;
    logic [N-1:0]   strong_row_in, strong_col_in, strong_row, strong_col;
    logic [N-1:0]   fill_row_in, fill_col_in, fill_row, fill_col;
    logic [W*N-1:0] strong_column_in, strong_column, fill_column_in, fill_column;
    if (k == 0) begin : gen_first
      logic [(N+D)*B-1:0] wrapped;
      assign wrapped          = {row_i[D*B-1:0], row_i};
      assign row              = wrapped[(N-1)*B +: D*B];
      assign left             = gen_group[K-1].right;
      assign strong_wave      = issue_q;
      assign strong_level_in  = level_q;
      assign strong_row_in    = {N{1'b1}};
      assign strong_col_in    = {N{1'b1}};
      assign strong_column_in = '0;
      assign fill_level_in    = turn_level_q;
      assign fill_row_in      = turn_row_q;
      assign fill_col_in      = turn_col_q;
      assign fill_column_in   = turn_column_q;
      logic unused_wrapped;
      assign unused_wrapped = ^wrapped;
    end else begin : gen_next
      assign row              = row_i[(FIRST-1)*B +: D*B];
      assign left             = gen_group[k-1].right;
      assign strong_wave      = strong_q[k-1];
      assign strong_level_in  = gen_group[k-1].strong_level_q;
      assign strong_row_in    = gen_group[k-1].strong_row;
      assign strong_col_in    = gen_group[k-1].strong_col;
      assign strong_column_in = gen_group[k-1].strong_column;
      assign fill_level_in    = gen_group[k-1].fill_level_q;
      assign fill_row_in      = gen_group[k-1].fill_row;
      assign fill_col_in      = gen_group[k-1].fill_col;
      assign fill_column_in   = gen_group[k-1].fill_column;
    end
    assign fill_wave = fills_q[k] && fill_q;

    jq_ladder_group #(
        .N(N),
        .B(B),
        .FIRST(FIRST),
        .D(D),
        .W(W)
    ) u_group (
        .clk_i          (clk_i),
        .load_i         (load_i),
        .row_i          (row),
        .left_i         (left),
        .right_o        (right),
        .en_i           (en),
        .strong_i       (strong_wave),
        .strong_level_i (strong_level_in),
        .strong_floor_i (strong_level_in == floor_q),
        .strong_row_i   (strong_row_in),
        .strong_col_i   (strong_col_in),
        .strong_column_i(strong_column_in),
        .strong_row_o   (strong_row),
        .strong_col_o   (strong_col),
        .strong_column_o(strong_column),
        .fill_i         (fill_wave),
        .fill_level_i   (fill_level_in),
        .fill_row_i     (fill_row_in),
        .fill_col_i     (fill_col_in),
        .fill_column_i  (fill_column_in),
        .fill_row_o     (fill_row),
        .fill_col_o     (fill_col),
        .fill_column_o  (fill_column)
    );

    always_ff @(posedge clk_i) begin
      if (en) begin
        strong_level_q <= strong_level_in;
        fill_level_q   <= fill_level_in;
      end
    end
  end

  // The register after the last group is where a wave turns: emptiness is judged there, off the path
  // through the cells.
  assign turning     = strong_q[K-1];
  assign empty       = turning && (&gen_group[K-1].strong_row);
  assign finished    = empty && gen_group[K-1].strong_level_q == level_q && level_q == floor_q;
  assign strong_next = {strong_q, issue_q};
  assign fills_next  = {fills_q, turning && !empty};

  always_ff @(posedge clk_i) begin
    if (!rst_ni || flush_i) begin
      issue_q  <= 1'b0;
      strong_q <= '0;
      fills_q  <= '0;
    end else if (go_i) begin
      issue_q <= 1'b1;
    end else if (en) begin
      issue_q  <= issue_q && !finished;
      strong_q <= finished ? '0 : strong_next[K-1:0];
      fills_q  <= fills_next[K:0];
    end

    if (load_i) seen_q <= (first_i ? '0 : seen_q) | seen_in_row;
    if (go_i) begin
      level_q <= begin_level;
      floor_q <= floor_level;
      fill_q  <= fill_i;
    end else if (en && empty && gen_group[K-1].strong_level_q == level_q && !finished) begin
      level_q <= level_q >> 1;
    end
    if (en) begin
      turn_row_q    <= gen_group[K-1].strong_row;
      turn_col_q    <= gen_group[K-1].strong_col;
      turn_column_q <= gen_group[K-1].strong_column;
      turn_level_q  <= gen_group[K-1].strong_level_q;
    end
  end

  logic [B-1:0] seen_in_row;
  always_comb begin
    seen_in_row = '0;
    for (int j = 0; j < N; j++) seen_in_row |= row_i[j*B +: B];
  end

  assign idle_o   = !issue_q && strong_q == '0 && fills_q == '0;
  assign valid_o  = fills_q[K];
  assign hold_o   = valid_o ? gen_group[K-1].fill_level_q : '0;
  assign match_o  = valid_o ? ~gen_group[K-1].fill_row : '0;
  assign column_o = valid_o ? gen_group[K-1].fill_column : '0;

  logic unused_last;
  assign unused_last = ^{gen_group[K-1].fill_col, strong_next[K], fills_next[K+1]};

endmodule
