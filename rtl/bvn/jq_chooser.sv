// SPDX-License-Identifier: Apache-2.0
//
/// A ladder, a few-settings core and a shift core behind one load: all take the rows, jq_choose says
/// which of them decides, and that one alone is started. What it shows is shown.
/// Cycles: those of the core that is picked, and before them WAIT, and clog2(N + 1) + 4 of jq_choose.
/// Reset: synchronous, active low, of control state only; a load defines the rest.
module jq_chooser #(
    /// Ports, 1..256.
    parameter int N = 8,
    /// Bits of a counter, 1..16.
    parameter int B = 8,
    /// Ladder: diagonals a wave crosses per clock, 1..N.
    parameter int S = 4,
    /// Ladder: diagonals built, S..N.
    parameter int D = N,
    /// Bits of the guard, 1..16.
    parameter int G = 16,
    /// Cores built: bit 0 is the ladder, bit 1 few, bit 2 shift.
    parameter int CORES = 7,
    /// Shift: values of the ports' digit 0; the product of all four is N.
    parameter int R0 = N,
    /// Shift: values of digit 1; 1 if there is none.
    parameter int R1 = 1,
    /// Shift: values of digit 2; 1 if there is none.
    parameter int R2 = 1,
    /// Shift: values of digit 3; 1 if there is none.
    parameter int R3 = 1,
    /// Width of a port number. Derived, do not set.
    parameter int W = (N > 1) ? $clog2(N) : 1,
    /// Width of a level. Derived, do not set.
    parameter int L = (B > 1) ? $clog2(B) : 1,
    /// Width of a hold, shift's. Derived, do not set.
    parameter int H = B + W - 1
) (
    /// Clock.
    input  logic           clk_i,
    /// Synchronous reset, active low.
    input  logic           rst_ni,
    /// Take a demand row (only while idle).
    input  logic           load_i,
    /// It is the first row.
    input  logic           first_i,
    /// The row: bits j*B +: B are the quanta for output j.
    input  logic [N*B-1:0] row_i,
    /// Begin with the loaded demand; the four options below are read with it.
    input  logic           go_i,
    /// What a change of setting costs, in quanta.
    input  logic [G-1:0]   guard_i,
    /// Ladder: levels to start below the largest counter's.
    input  logic [L-1:0]   top_offset_i,
    /// Ladder: lowest level; taken as B-1 if above it.
    input  logic [L-1:0]   floor_i,
    /// Ladder: waves make a fill lap.
    input  logic           fill_i,
    /// Drop everything.
    input  logic           flush_i,
    /// Nothing is decided, made or shown, and nothing will be.
    output logic           idle_o,
    /// The shift core was picked; stays until the next is, or a flush.
    output logic           shifts_o,
    /// A permutation is shown.
    output logic           valid_o,
    /// It is taken.
    input  logic           ready_i,
    /// Slots to hold it.
    output logic [H-1:0]   hold_o,
    /// Inputs it connects.
    output logic [N-1:0]   match_o,
    /// Bits i*W +: W are input i's output; 0 where none.
    output logic [N*W-1:0] column_o
);

  // A parameter out of its range does not elaborate, in any tool: there is no module of that name.
  // The others are refused by what they are given to.
  if (CORES < 1 || CORES > 7) begin : gen_bad_cores
    jq_error_CORES_must_be_1_to_7 u_error ();
  end
  if (H != B + W - 1) begin : gen_bad_h
    jq_error_H_is_derived u_error ();
  end

  localparam int C = $clog2(N + 1);
  localparam int M = (N > 1) ? R0 + R1 + R2 + R3 - 4 : 1;  // holds of shifts
  localparam int Y = B + W + C - 1;                        // bits of their sum
  // Clocks from a start to the slowest of what jq_choose takes: a level of the shift core's adders
  // and comparisons a clock, of all digits at most, and of the tree over its holds.
  localparam int DIGITS_WAIT = $clog2(R0) + $clog2(R1) + $clog2(R2) + $clog2(R3);
  localparam int WAIT = 1 + DIGITS_WAIT + $clog2(M);
  localparam int K = $clog2(WAIT + 1);
  localparam logic [2:0] BUILT = 3'(CORES);

  logic [K-1:0]   wait_q;
  logic [G-1:0]   guard_q;
  logic [L-1:0]   top_offset_q, floor_q;
  logic           fill_q, shifts_q;
  logic           choosing, chosen;
  logic [2:0]     pick, go, idle, valid;
  logic [B+W-1:0] longest, mean;
  logic [C-1:0]   left, shift_settings;
  logic [B-1:0]   own;
  logic [Y-1:0]   shift_slots;

  always_ff @(posedge clk_i) begin
    if (!rst_ni || flush_i) begin
      wait_q   <= '0;
      shifts_q <= 1'b0;
    end else begin
      if (go_i) wait_q <= K'(WAIT);
      else if (wait_q != '0) wait_q <= wait_q - 1'b1;
      if (chosen) shifts_q <= pick[2];
    end
    if (go_i) begin
      guard_q      <= guard_i;
      top_offset_q <= top_offset_i;
      floor_q      <= floor_i;
      fill_q       <= fill_i;
    end
  end

  jq_choose_lines #(
      .N(N),
      .B(B)
  ) u_lines (
      .clk_i    (clk_i),
      .load_i   (load_i),
      .first_i  (first_i),
      .row_i    (row_i),
      .longest_o(longest),
      .mean_o   (mean),
      .left_o   (left),
      .own_o    (own)
  );
  jq_choose #(
      .N    (N),
      .B    (B),
      .G    (G),
      .CORES(CORES)
  ) u_choose (
      .clk_i           (clk_i),
      .rst_ni          (rst_ni),
      .flush_i         (flush_i),
      .begin_i         (wait_q == K'(1)),
      .guard_i         (guard_q),
      .longest_i       (longest),
      .mean_i          (mean),
      .left_i          (left),
      .own_i           (own),
      .shift_slots_i   (shift_slots),
      .shift_settings_i(shift_settings),
      .busy_o          (choosing),
      .done_o          (chosen),
      .pick_o          (pick)
  );
  assign go = chosen ? pick : '0;

  // The cores. One that is not started shows zeros; so does one that is not built.
  logic [B-1:0]   ladder_hold, few_hold, direct_hold;
  logic [N-1:0]   ladder_match, few_match, shift_match;
  logic [W*N-1:0] ladder_planes, few_planes;
  logic [N*W-1:0] direct_columns, shift_columns;
  logic [H-1:0]   shift_hold;
  if (BUILT[0]) begin : gen_ladder
    logic unused_flipped;  // built without PARITY
    jq_bvn_ladder #(
        .N(N),
        .B(B),
        .S(S),
        .D(D)
    ) u_ladder (
        .clk_i       (clk_i),
        .rst_ni      (rst_ni),
        .load_i      (load_i),
        .first_i     (first_i),
        .row_i       (row_i),
        .go_i        (go[0]),
        .top_offset_i(top_offset_q),
        .floor_i     (floor_q),
        .fill_i      (fill_q),
        .flush_i     (flush_i),
        .held_i      (1'b0),
        .idle_o      (idle[0]),
        .valid_o     (valid[0]),
        .ready_i     (ready_i),
        .hold_o      (ladder_hold),
        .match_o     (ladder_match),
        .column_o    (ladder_planes),
        .flipped_o   (unused_flipped)
    );
  end else begin : gen_no_ladder
    assign {idle[0], valid[0]} = 2'b10;
    assign {ladder_hold, ladder_match, ladder_planes} = '0;
    logic unused_options;
    assign unused_options = ^{top_offset_q, floor_q, fill_q, go[0]};
  end
  if (BUILT[1]) begin : gen_few
    jq_few #(
        .N(N),
        .B(B)
    ) u_few (
        .clk_i   (clk_i),
        .rst_ni  (rst_ni),
        .load_i  (load_i),
        .first_i (first_i),
        .row_i   (row_i),
        .go_i    (go[1]),
        .flush_i (flush_i),
        .idle_o  (idle[1]),
        .valid_o (valid[1]),
        .ready_i (ready_i),
        .hold_o  (few_hold),
        .match_o (few_match),
        .column_o(few_planes)
    );
  end else begin : gen_no_few
    assign {idle[1], valid[1]} = 2'b10;
    assign {few_hold, few_match, few_planes} = '0;
    logic unused_go;
    assign unused_go = go[1];
  end
  if (BUILT[2]) begin : gen_shift
    localparam int LEVELS = $clog2(M);
    logic [M*H-1:0] holds;
    logic [M-1:0]   held;
    logic [((H + LEVELS < Y) ? H + LEVELS : Y)-1:0] slots;
    logic [((1 + LEVELS < C) ? 1 + LEVELS : C)-1:0] settings;
    jq_shift #(
        .N (N),
        .B (B),
        .R0(R0),
        .R1(R1),
        .R2(R2),
        .R3(R3)
    ) u_shift (
        .clk_i   (clk_i),
        .rst_ni  (rst_ni),
        .load_i  (load_i),
        .row_i   (row_i),
        .go_i    (go[2]),
        .flush_i (flush_i),
        .idle_o  (idle[2]),
        .valid_o (valid[2]),
        .ready_i (ready_i),
        .hold_o  (shift_hold),
        .match_o (shift_match),
        .column_o(shift_columns),
        .holds_o (holds)
    );
    for (genvar m = 0; m < M; m++) begin : gen_held
      assign held[m] = holds[m*H +: H] != '0;
    end
    jq_shift_tree #(
        .COUNT(M),
        .LANES(1),
        .WIDTH(H),
        .MOST (Y)
    ) u_slots (
        .clk_i  (clk_i),
        .words_i(holds),
        .roots_o(slots)
    );
    jq_shift_tree #(
        .COUNT(M),
        .LANES(1),
        .WIDTH(1),
        .MOST (C)
    ) u_settings (
        .clk_i  (clk_i),
        .words_i(held),
        .roots_o(settings)
    );
    assign shift_slots    = Y'(slots);
    assign shift_settings = C'(settings);
  end else begin : gen_no_shift
    assign {idle[2], valid[2]} = 2'b10;
    assign {shift_hold, shift_match, shift_columns, shift_slots, shift_settings} = '0;
    logic unused_go;
    assign unused_go = go[2];
  end

  assign direct_hold = ladder_hold | few_hold;
  // From planes to one field per input: wires only.
  for (genvar i = 0; i < N; i++) begin : gen_input
    for (genvar b = 0; b < W; b++) begin : gen_bit
      assign direct_columns[i*W + b] = ladder_planes[b*N + i] | few_planes[b*N + i];
    end
  end

  assign idle_o   = wait_q == '0 && !choosing && (&idle);
  assign shifts_o = shifts_q;
  assign valid_o  = |valid;
  assign hold_o   = H'(direct_hold) | shift_hold;
  assign match_o  = ladder_match | few_match | shift_match;
  assign column_o = direct_columns | shift_columns;

`ifdef FORMAL
`include "jq_chooser_properties.svh"
`endif

endmodule
