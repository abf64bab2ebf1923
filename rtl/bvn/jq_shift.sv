// SPDX-License-Identifier: Apache-2.0
//
/// Cyclic shifts of the ports' digits. Ports are numbered in up to four digits of R0, R1, R2 and R3
/// values, port = d0 + R0*(d1 + R1*(d2 + R2*d3)). All that is sent goes digit by digit, digit 0
/// first; each permutation is a shift of one digit, of digit 0 by 1, by 2 and so on. It is held for
/// the port that sends most by it. A maximum, so there is no matching to find: see jq_shift_digit.
///
/// A shift that nobody needs is passed over, in a clock of its own. All ports are connected in one
/// that is shown, also those with nothing to send by it. What a port has for itself is not looked at.
/// Cycles: LATENCY + shifts + 3 from start to idle, whatever the demand; the first permutation after
/// LATENCY + 2. LATENCY is what the last row takes to reach the last maximum, less the clock of the
/// start. Back-pressure holds the shown permutation and the walk behind it.
/// Reset: synchronous, active low, of control state and what is shown; a load defines the rest.
module jq_shift #(
    /// Ports, 1..256.
    parameter int N = 8,
    /// Bits of a counter, 1..16.
    parameter int B = 8,
    /// Values of digit 0; the product of all four is N.
    parameter int R0 = 2,
    /// Values of digit 1; 1 if there is none.
    parameter int R1 = 4,
    /// Values of digit 2; 1 if there is none.
    parameter int R2 = 1,
    /// Values of digit 3; 1 if there is none.
    parameter int R3 = 1,
    /// Width of a port number. Derived, do not set.
    parameter int W = (N > 1) ? $clog2(N) : 1,
    /// Width of a hold. Derived, do not set.
    parameter int H = B + W - 1,
    /// Holds told: one for each shift, or 1 where there is none. Derived, do not set.
    parameter int M = (N > 1) ? R0 + R1 + R2 + R3 - 4 : 1
) (
    /// Clock.
    input  logic           clk_i,
    /// Synchronous reset, active low.
    input  logic           rst_ni,
    /// Take a demand row (only while idle).
    input  logic           load_i,
    /// The row: bits j*B +: B are the quanta for output j.
    input  logic [N*B-1:0] row_i,
    /// Begin with the loaded demand.
    input  logic           go_i,
    /// Drop everything, the rows loaded so far too.
    input  logic           flush_i,
    /// Nothing is shown and nothing will be.
    output logic           idle_o,
    /// A permutation is shown.
    output logic           valid_o,
    /// It is taken.
    input  logic           ready_i,
    /// Slots to hold it.
    output logic [H-1:0]   hold_o,
    /// Inputs it connects: all.
    output logic [N-1:0]   match_o,
    /// Bits i*W +: W are input i's output; 0 where none.
    output logic [N*W-1:0] column_o,
    /// From LATENCY clocks after the last row until go_i, bits m*H +: H: the hold of shift m.
    output logic [M*H-1:0] holds_o
);

  // A parameter out of its range does not elaborate, in any tool: there is no module of that name.
  if (N < 1 || N > 256) begin : gen_bad_n
    jq_error_N_must_be_1_to_256 u_error ();
  end
  if (B < 1 || B > 16) begin : gen_bad_b
    jq_error_B_must_be_1_to_16 u_error ();
  end
  if (R0 < 1 || R1 < 1 || R2 < 1 || R3 < 1 || R0 * R1 * R2 * R3 != N) begin : gen_bad_r
    jq_error_R0_R1_R2_R3_must_multiply_to_N u_error ();
  end
  if (W != ((N > 1) ? $clog2(N) : 1)) begin : gen_bad_w
    jq_error_W_is_derived u_error ();
  end
  if (H != B + W - 1) begin : gen_bad_h
    jq_error_H_is_derived u_error ();
  end
  if (M != ((N > 1) ? R0 + R1 + R2 + R3 - 4 : 1)) begin : gen_bad_m
    jq_error_M_is_derived u_error ();
  end

  localparam int DIGITS = 4;
  // Shifts of all digits.
  localparam int SHIFTS = R0 + R1 + R2 + R3 - DIGITS;

  // Of digit k: its size, what a step of it is worth, and the shifts of the digits below.
  function automatic int size_of(input int k);
    size_of = (k == 0) ? R0 : (k == 1) ? R1 : (k == 2) ? R2 : R3;
  endfunction
  function automatic int stride_of(input int k);
    stride_of = (k == 0) ? 1 : (k == 1) ? R0 : (k == 2) ? R0 * R1 : R0 * R1 * R2;
  endfunction
  function automatic int shifts_below(input int k);
    shifts_below = (k == 0) ? 0 : (k == 1) ? R0 - 1 : (k == 2) ? R0 + R1 - 2 : R0 + R1 + R2 - 3;
  endfunction
  // Clocks in which a row is summed over the digits above k: a level of adders a clock.
  localparam int UP2 = $clog2(R3);
  localparam int UP1 = $clog2(R2) + UP2;
  localparam int UP0 = $clog2(R1) + UP1;
  function automatic int summing(input int k);
    summing = (k == 0) ? UP0 : (k == 1) ? UP1 : (k == 2) ? UP2 : 0;
  endfunction
  // Bits of such a sum.
  function automatic int sum_bits(input int k);
    sum_bits = (B + summing(k) < H) ? B + summing(k) : H;
  endfunction
  // Clocks from a start until the ring of digit k is ready, where the last row came just before.
  function automatic int ready_after(input int k);
    ready_after = (size_of(k) == 1) ? 1 : summing(k) + $clog2(stride_of(k)) + 1;
  endfunction
  function automatic int larger(input int a, input int b);
    larger = (a > b) ? a : b;
  endfunction

  localparam int LATENCY =
      larger(larger(ready_after(0), ready_after(1)), larger(ready_after(2), ready_after(3)));
  // Places of the token that is on its way while the core runs: a wait, then a place for each shift
  // whose hold leaves the rings. A clock later its columns are looked up, and in the next it is shown.
  localparam int PLACES = LATENCY + SHIFTS + 1;

  // Bits i*W +: W: the output of input i where a digit is shifted.
  function automatic logic [N*W-1:0] columns_of(input int size, input int step, input int by);
    int digit, to;
    for (int i = 0; i < N; i++) begin
      digit = (i / step) % size;
      to    = i + ((digit + by) % size - digit) * step;
      for (int b = 0; b < W; b++) columns_of[i*W + b] = ((to >> b) & 1) != 0;
    end
  endfunction

  logic         en, step;  // not held up; a hold leaves the rings
  logic [H-1:0] head;  // the hold that leaves the rings next

  // The number of the next row, digit by digit.
  logic [DIGITS-1:0] at_first, at_last;
  for (genvar k = 0; k < DIGITS; k++) begin : gen_row_digit
    localparam int SIZE = size_of(k);
    localparam int BITS = (SIZE > 1) ? $clog2(SIZE) : 1;
    if (SIZE == 1) begin : gen_none
      assign at_first[k] = 1'b1;
      assign at_last[k]  = 1'b1;
    end else begin : gen_counter
      logic [BITS-1:0] digit_q;
      logic            below_last;
      if (k == 0) begin : gen_lowest
        assign below_last = 1'b1;
      end else begin : gen_higher
        assign below_last = &at_last[k-1:0];
      end
      assign at_first[k] = digit_q == '0;
      assign at_last[k]  = digit_q == BITS'(SIZE - 1);
      always_ff @(posedge clk_i) begin
        if (!rst_ni || flush_i) digit_q <= '0;
        else if (load_i && below_last) digit_q <= at_last[k] ? '0 : digit_q + 1'b1;
      end
    end
  end
  logic unused_place;
  assign unused_place = ^{load_i, at_first, at_last};

  // The row as each digit sees it: summed over the digits above, and what it is told as much later.
  // From the top digit down, as the sum over one digit more is a sum of sums.
  for (genvar j = 0; j < DIGITS; j++) begin : gen_digit
    localparam int K = DIGITS - 1 - j;
    localparam int SIZE = size_of(K);
    localparam int STRIDE = stride_of(K);
    localparam int WIDTH = sum_bits(K);
    localparam int T = summing(K);
    logic [SIZE*STRIDE*WIDTH-1:0] sums;
    logic [H-1:0]                 above, first_word;

    if (j == 0) begin : gen_row
      assign sums  = row_i;
      assign above = '0;
    end else begin : gen_summed
      jq_shift_tree #(
          .COUNT(size_of(K + 1)),
          .LANES(SIZE * STRIDE),
          .WIDTH(sum_bits(K + 1)),
          .MOST (H)
      ) u_sum (
          .clk_i  (clk_i),
          .words_i(gen_digit[j-1].sums),
          .roots_o(sums)
      );
      assign above = gen_digit[j-1].first_word;
    end

    if (SIZE == 1) begin : gen_none
      assign first_word = above;
      logic unused_sums;
      assign unused_sums = ^sums;
    end else begin : gen_some
      // Of the row in that clock: valid, first and last of its block, in the first block of all.
      logic [3:0] told, heard;
      assign told[0] = load_i;
      if (K == 0) begin : gen_lowest
        assign told[2:1] = 2'b11;
      end else begin : gen_higher
        assign told[2:1] = {&at_last[K-1:0], &at_first[K-1:0]};
      end
      assign told[3] = &at_first[DIGITS-1:K];
      for (genvar t = 0; t <= T; t++) begin : gen_clock
        logic [3:0] tag;
        if (t == 0) begin : gen_now
          assign tag = told;
        end else begin : gen_later
          logic [3:0] tag_q;
          always_ff @(posedge clk_i) begin
            if (!rst_ni || flush_i) tag_q[0] <= 1'b0;
            else tag_q[0] <= gen_clock[t-1].tag[0];
            tag_q[3:1] <= gen_clock[t-1].tag[3:1];
          end
          assign tag = tag_q;
        end
      end
      assign heard = gen_clock[T].tag;
      jq_shift_digit #(
          .SIZE  (SIZE),
          .STRIDE(STRIDE),
          .WIDTH (WIDTH),
          .H     (H)
      ) u_digit (
          .clk_i  (clk_i),
          .rst_ni (rst_ni),
          .flush_i(flush_i),
          .valid_i(heard[0]),
          .first_i(heard[1]),
          .last_i (heard[2]),
          .begin_i(heard[3]),
          .sums_i (sums),
          .walk_i (step),
          .next_i (above),
          .head_o (first_word),
          .words_o(holds_o[shifts_below(K)*H +: (SIZE-1)*H])
      );
    end
  end
  assign head = gen_digit[DIGITS-1].first_word;

  // The token. The hold of the m-th shift is in front while it is at place LATENCY - 1 + m.
  logic [PLACES-1:0] at_q;
  logic [PLACES:0]   at_next;
  // Whether something is shown is kept as its opposite: as the flip-flop of the match it would drive
  // N outputs too.
  logic              walk, live_q, dark_q;
  logic [H-1:0]      left_q, hold_q;
  logic [N-1:0]      match_q;
  logic [N*W-1:0]    column, column_q;
  assign en      = dark_q || ready_i;
  assign at_next = {at_q, go_i};
  if (SHIFTS == 0) begin : gen_still
    assign walk    = 1'b0;
    assign holds_o = '0;
  end else begin : gen_walk
    assign walk = |at_q[PLACES-3:LATENCY-1];
  end
  assign step = en && walk;
  always_ff @(posedge clk_i) begin
    if (!rst_ni || flush_i) begin
      at_q    <= '0;
      live_q  <= 1'b0;
      left_q  <= '0;
      dark_q  <= 1'b1;
      hold_q  <= '0;
    end else if (en) begin
      at_q    <= at_next[PLACES-1:0];
      live_q  <= walk && head != '0;
      left_q  <= walk ? head : '0;
      dark_q  <= !live_q;
      hold_q  <= left_q;
    end
  end

  // The columns of what is shown in the next clock: by the token's place, of what moves on or of what
  // stays. Looked up anew each clock, they need no enable, and the outputs have no gate behind them.
  for (genvar k = 0; k < DIGITS; k++) begin : gen_shown
    localparam int SIZE = size_of(k);
    localparam int STRIDE = stride_of(k);
    localparam int BEFORE = LATENCY + shifts_below(k) - 1;
    logic [N*W-1:0] all;
    for (genvar d = 0; d < SIZE; d++) begin : gen_by
      logic [N*W-1:0] so_far;
      if (d == 0) begin : gen_none
        assign so_far = '0;
      end else begin : gen_shift
        localparam logic [N*W-1:0] COLUMN = columns_of(SIZE, STRIDE, d);
        logic shown;
        assign shown  = en ? live_q && at_q[BEFORE + d] : !dark_q && at_q[BEFORE + d + 1];
        assign so_far = gen_by[d-1].so_far | ({(N*W){shown}} & COLUMN);
      end
    end
    assign all = gen_by[SIZE-1].so_far;
  end
  assign column = gen_shown[0].all | gen_shown[1].all | gen_shown[2].all | gen_shown[3].all;
  always_ff @(posedge clk_i) begin
    if (!rst_ni || flush_i) begin
      match_q  <= '0;
      column_q <= '0;
    end else begin
      match_q  <= {N{en ? live_q : !dark_q}};
      column_q <= column;
    end
  end

  assign idle_o   = at_q == '0;
  assign valid_o  = !dark_q;
  assign hold_o   = hold_q;
  assign match_o  = match_q;
  assign column_o = column_q;

  logic unused_next;
  assign unused_next = ^{at_next[PLACES], step};

`ifdef FORMAL
`include "jq_shift_properties.svh"
`endif

endmodule
