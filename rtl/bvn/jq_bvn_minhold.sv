// SPDX-License-Identifier: Apache-2.0
//
/// Min-hold decomposition, the literal reading of Chronos s8: one wave front matching, held for the
/// smallest counter it grants, which is taken from all of them; then the next matching. One wave is
/// in flight at a time: it crosses the groups, carrying the counter granted in each row; the smallest
/// is found in the register after the last group; the subtraction is made as the permutation is taken.
///
/// It ends with the first wave that grants nothing.
/// Cycles: permutations * (ceil(N/S) + 2) + ceil(N/S) + 3 from start to idle; S = N is three clocks a
/// permutation. Back-pressure holds the shown permutation, and so everything.
/// Reset: synchronous, active low, of the wave valid bits only.
module jq_bvn_minhold #(
    /// Ports, 1..256.
    parameter int N = 8,
    /// Bits of a counter, 1..16.
    parameter int B = 8,
    /// Diagonals the wave crosses per clock, 1..N; need not divide N.
    parameter int S = 4,
    /// Diagonals built, S..N. Fewer than N is a slice of the array, for measuring what a group costs.
    parameter int D = N,
    /// 1: each counter has a parity bit, and a bit that flipped is told.
    parameter int PARITY = 0,
    /// Width of a port number. Derived, do not set.
    parameter int W = (N > 1) ? $clog2(N) : 1
) (
    /// Clock.
    input  logic           clk_i,
    /// Synchronous reset, active low.
    input  logic           rst_ni,
    /// Shift a demand row in (only while idle).
    input  logic           load_i,
    /// The row: bits j*B +: B are the quanta for output j.
    input  logic [N*B-1:0] row_i,
    /// Begin with the loaded demand.
    input  logic           go_i,
    /// Drop the wave.
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
    /// PARITY: a counter was not of its parity in the clock before; or one that the wave carries behind the
    /// last group, or the hold shown, is not.
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
  if (PARITY < 0 || PARITY > 1) begin : gen_bad_parity
    jq_error_PARITY_must_be_0_or_1 u_error ();
  end
  if (W != ((N > 1) ? $clog2(N) : 1)) begin : gen_bad_w
    jq_error_W_is_derived u_error ();
  end

  localparam int K = (D + S - 1) / S;

  // Bit i: bit w of (i + d) mod N, the output of input i on diagonal d.
  function automatic logic [N-1:0] output_bit(input int d, input int w);
    for (int i = 0; i < N; i++) output_bit[i] = ((((i + d) % N) >> w) & 1) != 0;
  endfunction

  logic taken;                // the permutation shown leaves in this clock
  logic issue_q;              // issue the wave in this clock
  logic [K-1:0] wave_q;       // bit k: the register after group k holds a wave
  logic [K:0]   wave_next;
  logic empty;                // the wave that has crossed all groups granted nothing
  logic valid_q;
  logic [N-1:0] row_free_q;
  logic [B-1:0] hold, hold_q;

  assign taken = valid_q && ready_i;

  // The wave at each group of S diagonals, and the register it leaves it through.
  for (genvar k = 0; k < K; k++) begin : gen_group
    localparam int LAST = (k * S + S > D) ? D - 1 : k * S + S - 1;
    logic         wave;
    logic [N-1:0] row_in, col_in, row_q, col_q;
    if (k == 0) begin : gen_first
      assign wave   = issue_q;
      assign row_in = {N{1'b1}};
      assign col_in = {N{1'b1}};
    end else begin : gen_next
      assign wave   = wave_q[k-1];
      assign row_in = gen_group[k-1].row_q;
      assign col_in = gen_group[k-1].col_q;
    end
    always_ff @(posedge clk_i) begin
      row_q <= gen_diagonal[LAST].row_left;
      col_q <= gen_diagonal[LAST].col_left[N:1];
    end
    for (genvar w = 0; w < W; w++) begin : gen_column
      logic [N-1:0] note_in, note_q;
      if (k == 0) begin : gen_first
        assign note_in = {N{1'b0}};
      end else begin : gen_next
        assign note_in = gen_group[k-1].gen_column[w].note_q;
      end
      always_ff @(posedge clk_i) begin
        note_q <= gen_diagonal[LAST].gen_column[w].note;
      end
    end
    for (genvar b = 0; b < B + PARITY; b++) begin : gen_granted  // the parity is on top
      logic [N-1:0] count_in, count_q;
      if (k == 0) begin : gen_first
        assign count_in = {N{1'b0}};
      end else begin : gen_next
        assign count_in = gen_group[k-1].gen_granted[b].count_q;
      end
      always_ff @(posedge clk_i) begin
        count_q <= gen_diagonal[LAST].gen_granted[b].count;
      end
    end
  end

  // Demand counters and the wave that crosses them. A diagonal is N-bit words throughout: bit i is
  // input i, on cell (i, (i + d) mod N).
  logic [D-1:0] flipped;
  for (genvar d = 0; d < D; d++) begin : gen_diagonal
    localparam int G = d / S;
    localparam int LEFT = (d + D - 1) % D;

    // What reaches this diagonal: the tokens left by the one before, or those that enter the group.
    logic [N-1:0] row, col, grant, grant_q;
    if (d % S == 0) begin : gen_first
      assign row = gen_group[G].row_in;
      assign col = gen_group[G].col_in;
    end else begin : gen_next
      assign row = gen_diagonal[d-1].row_left;
      assign col = gen_diagonal[d-1].col_left[N:1];
    end

    for (genvar b = 0; b < B; b++) begin : gen_plane
      logic [N-1:0] count_q, any_to, take, borrow;
      logic [N:0]   shifted;
      assign take = hold_q[b] ? grant_q : {N{1'b0}};
      if (b == 0) begin : gen_lowest
        assign any_to = count_q;
        assign borrow = {N{1'b0}};
      end else begin : gen_higher
        assign any_to = gen_plane[b-1].any_to | count_q;
        assign borrow = (gen_plane[b-1].take & gen_plane[b-1].borrow)
            | (~gen_plane[b-1].count_q & (gen_plane[b-1].take | gen_plane[b-1].borrow));
      end

      // Loading shifts the whole array: each word takes its left neighbour's, moved down one bit,
      // with the row's entry for the column left of the diagonal on top. After N rows, entry (i, j)
      // is at bit i of diagonal (j - i) mod N and nothing of before is left.
      assign shifted = {row_i[LEFT*B+b], gen_diagonal[LEFT].gen_plane[b].count_q};
      always_ff @(posedge clk_i) begin
        if (load_i) count_q <= shifted[N:1];
        else if (taken) count_q <= count_q ^ take ^ borrow;
      end
      logic unused_shifted;
      assign unused_shifted = shifted[0];
    end
    logic [N-1:0] parity;
    if (PARITY == 1) begin : gen_parity
      logic [B*N-1:0] count;
      for (genvar b = 0; b < B; b++) begin : gen_bit
        logic [N-1:0] changes;  // of bits up to b, an odd number
        if (b == 0) begin : gen_lowest
          assign changes = gen_plane[b].take;
        end else begin : gen_higher
          assign changes = gen_bit[b-1].changes ^ gen_plane[b].take ^ gen_plane[b].borrow;
        end
        assign count[b*N +: N] = gen_plane[b].count_q;
      end
      jq_bvn_parity #(
          .N(N),
          .B(B)
      ) u_parity (
          .clk_i     (clk_i),
          .load_i    (load_i),
          .en_i      (taken),
          .held_i    (held_i),
          .left_i    (gen_diagonal[LEFT].parity),
          .entering_i(^row_i[LEFT*B +: B]),
          .count_i   (count),
          .next_i    (parity ^ gen_bit[B-1].changes),
          .parity_o  (parity),
          .flipped_o (flipped[d])
      );
    end else begin : gen_no_parity
      assign parity     = '0;
      assign flipped[d] = 1'b0;
      logic unused_parity;
      assign unused_parity = ^parity;
    end
    assign grant = gen_plane[B-1].any_to & row & col;
    always_ff @(posedge clk_i) begin
      if (gen_group[G].wave) grant_q <= grant;
    end

    // Moving on to the next diagonal rotates the column tokens by one.
    logic [N-1:0]   row_left;
    logic [2*N-1:0] col_left;
    assign row_left = row & ~grant;
    assign col_left = {2{col & ~grant}};
    logic unused_col;
    assign unused_col = ^col_left;

    // Which output each grant is for: on diagonal d a constant per input, so noting it is an OR.
    for (genvar w = 0; w < W; w++) begin : gen_column
      localparam logic [N-1:0] OUTPUT_BIT = output_bit(d, w);
      logic [N-1:0] note;
      if (d % S == 0) begin : gen_first
        assign note = gen_group[G].gen_column[w].note_in | (grant & OUTPUT_BIT);
      end else begin : gen_next
        assign note = gen_diagonal[d-1].gen_column[w].note | (grant & OUTPUT_BIT);
      end
    end

    // The counter granted in each row: at most one, so noting it is an OR too.
    for (genvar b = 0; b < B + PARITY; b++) begin : gen_granted
      logic [N-1:0] count, held;
      if (b < B) begin : gen_bit
        assign held = gen_plane[b].count_q;
      end else begin : gen_parity
        assign held = parity;
      end
      if (d % S == 0) begin : gen_first
        assign count = gen_group[G].gen_granted[b].count_in | (grant & held);
      end else begin : gen_next
        assign count = gen_diagonal[d-1].gen_granted[b].count | (grant & held);
      end
    end
  end

  // The smallest counter granted, from its highest bit down: a row stays the smallest while no other
  // that did has a 0 where it has a 1.
  for (genvar b = B - 1; b >= 0; b--) begin : gen_smallest
    logic [N-1:0] rows, lower;
    logic         set;
    if (b == B - 1) begin : gen_first
      assign rows = ~gen_group[K-1].row_q;
    end else begin : gen_next
      assign rows = gen_smallest[b+1].set ? gen_smallest[b+1].rows : gen_smallest[b+1].lower;
    end
    assign lower   = rows & ~gen_group[K-1].gen_granted[b].count_q;
    assign set     = lower == '0;
    assign hold[b] = set;
  end

  // The register after the last group is where emptiness is judged, off the path through the cells.
  assign empty     = &gen_group[K-1].row_q;
  assign wave_next = {wave_q, issue_q};

  always_ff @(posedge clk_i) begin
    if (!rst_ni || flush_i) begin
      issue_q <= 1'b0;
      wave_q  <= '0;
      valid_q <= 1'b0;
    end else if (go_i) begin
      issue_q <= 1'b1;
    end else begin
      issue_q <= taken;
      wave_q  <= wave_next[K-1:0];
      if (wave_q[K-1]) valid_q <= !empty;
      else if (taken) valid_q <= 1'b0;
    end
    if (wave_q[K-1]) begin
      row_free_q <= gen_group[K-1].row_q;
      hold_q     <= hold;
    end
  end

  if (PARITY == 1) begin : gen_parity
    logic         hold_parity_q;
    logic [N-1:0] carried;  // not of its parity
    for (genvar i = 0; i < N; i++) begin : gen_row
      logic [B:0] count;
      for (genvar b = 0; b <= B; b++) begin : gen_bit
        assign count[b] = gen_group[K-1].gen_granted[b].count_q[i];
      end
      assign carried[i] = ^count;
    end
    always_ff @(posedge clk_i) if (wave_q[K-1]) hold_parity_q <= ^hold;
    assign flipped_o = (|flipped) || (wave_q[K-1] && carried != '0)
        || (valid_q && (^hold_q) != hold_parity_q);
  end else begin : gen_no_parity
    assign flipped_o = 1'b0;
    logic unused_parity;
    assign unused_parity = ^{flipped, held_i};
  end

  for (genvar w = 0; w < W; w++) begin : gen_shown
    logic [N-1:0] column_q;
    always_ff @(posedge clk_i) begin
      if (wave_q[K-1]) column_q <= gen_group[K-1].gen_column[w].note_q;
    end
    assign column_o[w*N +: N] = valid_q ? column_q : {N{1'b0}};
  end

  assign idle_o   = !issue_q && wave_q == '0 && !valid_q;
  assign valid_o  = valid_q;
  assign hold_o   = valid_q ? hold_q : '0;
  assign match_o  = valid_q ? ~row_free_q : '0;

  logic unused_last;
  assign unused_last = ^{gen_group[K-1].col_q, wave_next[K]};

`ifdef FORMAL
`include "jq_bvn_minhold_properties.svh"
`endif

endmodule
