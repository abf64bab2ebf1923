// SPDX-License-Identifier: Apache-2.0
//
/// Unit-wave decomposition: a new wave every clock, each a maximal matching that takes one quantum
/// from every cell it grants. Wave w crosses group t - w in clock t, so it meets each cell after all
/// earlier waves have: the permutations are those of the sequential greedy, one per clock.
///
/// It ends with the first wave that grants nothing: counters only fall, so there is nothing left.
/// Cycles: slots + ceil(N/S) + 3 from start to idle. Back-pressure freezes the whole array.
/// Reset: synchronous, active low, of the wave valid bits only.
module jq_bvn_unit #(
    /// Ports, 1..256.
    parameter int N = 8,
    /// Bits of a counter, 1..16.
    parameter int B = 8,
    /// Diagonals a wave crosses per clock, 1..N; need not divide N.
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
    /// PARITY: in the clock before, a counter was not of its parity.
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

  logic en;
  logic issue_q;              // issue a wave in this clock
  logic [K-1:0] wave_q;       // bit k: the register after group k holds a wave
  logic [K:0]   wave_next;
  logic empty;                // the wave that has crossed all groups granted nothing
  logic valid_q;
  logic [N-1:0] row_free_q;

  assign en = !(valid_q && !ready_i);

  // The wave at each group of S diagonals, and the register it leaves it through.
  for (genvar k = 0; k < K; k++) begin : gen_group
    localparam int LAST = (k * S + S > D) ? D - 1 : k * S + S - 1;
    logic         wave_follows;  // a wave is here in the next clock
    logic [N-1:0] row_in, col_in, row_q, col_q;
    if (k == 0) begin : gen_first
      assign wave_follows = go_i || issue_q;
      assign row_in = {N{1'b1}};
      assign col_in = {N{1'b1}};
    end else begin : gen_next
      if (k == 1) begin : gen_second
        assign wave_follows = issue_q;
      end else begin : gen_later
        assign wave_follows = wave_q[k-2];
      end
      assign row_in = gen_group[k-1].row_q;
      assign col_in = gen_group[k-1].col_q;
    end
    always_ff @(posedge clk_i) begin
      if (en) begin
        row_q <= gen_diagonal[LAST].row_left;
        col_q <= gen_diagonal[LAST].col_left[N:1];
      end
    end
    for (genvar w = 0; w < W; w++) begin : gen_column
      logic [N-1:0] note_in, note_q;
      if (k == 0) begin : gen_first
        assign note_in = {N{1'b0}};
      end else begin : gen_next
        assign note_in = gen_group[k-1].gen_column[w].note_q;
      end
      always_ff @(posedge clk_i) begin
        if (en) note_q <= gen_diagonal[LAST].gen_column[w].note;
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
    logic [N-1:0] row, col, grant;
    if (d % S == 0) begin : gen_first
      assign row = gen_group[G].row_in;
      assign col = gen_group[G].col_in;
    end else begin : gen_next
      assign row = gen_diagonal[d-1].row_left;
      assign col = gen_diagonal[d-1].col_left[N:1];
    end

    // What the wave of this clock requests was found in the clock before, for either outcome of the
    // wave then here: only the choice waits for the grants.
    logic [N-1:0] request_q;
    assign grant = request_q & row & col;

    for (genvar b = 0; b < B; b++) begin : gen_plane
      logic [N-1:0] count_q, any, more, flip;
      logic [N:0]   shifted;
      if (b == 0) begin : gen_lowest
        assign any  = count_q;
        assign more = {N{1'b0}};
        assign flip = {N{1'b1}};
      end else begin : gen_higher
        assign any  = gen_plane[b-1].any | count_q;
        assign more = gen_plane[b-1].more | count_q;
        assign flip = ~gen_plane[b-1].any;
      end

      // Loading shifts the whole array: each word takes its left neighbour's, moved down one bit,
      // with the row's entry for the column left of the diagonal on top. After N rows, entry (i, j)
      // is at bit i of diagonal (j - i) mod N and nothing of before is left.
      assign shifted = {row_i[LEFT*B+b], gen_diagonal[LEFT].gen_plane[b].count_q};
      always_ff @(posedge clk_i) begin
        if (load_i) count_q <= shifted[N:1];
        else if (en) count_q <= count_q ^ (grant & flip);
      end
      logic unused_shifted;
      assign unused_shifted = shifted[0];
    end
    // To take one flips the bits up to the lowest that is set: an odd number of them if that is an even one.
    logic [N-1:0] parity;
    if (PARITY == 1) begin : gen_parity
      logic [B*N-1:0] count;
      for (genvar b = 0; b < B; b++) begin : gen_bit
        logic [N-1:0] ends_even;  // of bits up to b
        if (b == 0) begin : gen_lowest
          assign ends_even = gen_plane[b].count_q;
        end else begin : gen_higher
          assign ends_even = gen_bit[b-1].ends_even
              | ((b % 2 == 0) ? gen_plane[b].flip & gen_plane[b].count_q : {N{1'b0}});
        end
        assign count[b*N +: N] = gen_plane[b].count_q;
      end
      jq_bvn_parity #(
          .N(N),
          .B(B)
      ) u_parity (
          .clk_i     (clk_i),
          .load_i    (load_i),
          .en_i      (en),
          .held_i    (held_i),
          .left_i    (gen_diagonal[LEFT].parity),
          .entering_i(^row_i[LEFT*B +: B]),
          .count_i   (count),
          .next_i    (parity ^ (grant & gen_bit[B-1].ends_even)),
          .parity_o  (parity),
          .flipped_o (flipped[d])
      );
    end else begin : gen_no_parity
      assign parity     = '0;
      assign flipped[d] = 1'b0;
      logic unused_parity;
      assign unused_parity = ^parity;
    end
    always_ff @(posedge clk_i) begin
      if (en) begin
        request_q <= {N{gen_group[G].wave_follows}}
            & ((grant & gen_plane[B-1].more) | (~grant & gen_plane[B-1].any));
      end
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
  end

  // The register after the last group is where emptiness is judged, off the path through the cells.
  assign empty     = wave_q[K-1] && (&gen_group[K-1].row_q);
  assign wave_next = {wave_q, issue_q};

  always_ff @(posedge clk_i) begin
    if (!rst_ni || flush_i) begin
      issue_q <= 1'b0;
      wave_q  <= '0;
      valid_q <= 1'b0;
    end else if (go_i) begin
      issue_q <= 1'b1;
    end else if (en) begin
      valid_q <= wave_q[K-1] && !empty;
      wave_q  <= empty ? '0 : wave_next[K-1:0];
      issue_q <= issue_q && !empty;
    end
    if (en) row_free_q <= gen_group[K-1].row_q;
  end

  for (genvar w = 0; w < W; w++) begin : gen_shown
    logic [N-1:0] column_q;
    always_ff @(posedge clk_i) begin
      if (en) column_q <= gen_group[K-1].gen_column[w].note_q;
    end
    assign column_o[w*N +: N] = valid_q ? column_q : {N{1'b0}};
  end

  assign flipped_o = |flipped;

  assign idle_o   = !issue_q && wave_q == '0 && !valid_q;
  assign valid_o  = valid_q;
  assign hold_o   = valid_q ? B'(1) : '0;
  assign match_o  = valid_q ? ~row_free_q : '0;

  logic unused_last;
  assign unused_last = ^{held_i, gen_group[K-1].col_q, wave_next[K]};

`ifdef FORMAL
`include "jq_bvn_unit_properties.svh"
`endif

endmodule
