// SPDX-License-Identifier: Apache-2.0
//
/// A wrapped diagonal of jq_bvn_ladder: N cells that share no row and no column, their counters and
/// what they request. It has no number of its own, so all diagonals of an array are one block, to be
/// synthesised, placed and compiled as a unit. Bit i of a word is input i.
/// Tokens go through in the clock; counters and requests are registers. No reset: a load defines all.
module jq_bvn_ladder_diagonal #(
    /// Ports, 1..256: cells here.
    parameter int N = 8,
    /// Bits of a counter, 1..16.
    parameter int B = 8,
    /// 1: a wave on its second lap may be strong too.
    parameter int DESCEND = 0,
    /// Rows of a load in one clock, 1..4.
    parameter int ROWS = 1,
    /// 1: each counter has a parity bit, and a bit that flipped is told.
    parameter int PARITY = 0,
    /// Width of a port number. Derived, do not set.
    parameter int W = (N > 1) ? $clog2(N) : 1
) (
    /// Clock.
    input  logic              clk_i,
    /// Waves move on in this clock.
    input  logic              en_i,
    /// Take the counters of ROWS diagonals to the left, moved down ROWS bits.
    input  logic              load_i,
    /// Those counters, in planes as count_o.
    input  logic [B*N-1:0]    left_i,
    /// What enters on top of each plane: bits b*ROWS +: ROWS.
    input  logic [B*ROWS-1:0] entering_i,
    /// PARITY: their parity bits, and those that enter on top.
    input  logic [N-1:0]      left_parity_i,
    /// PARITY: the latter.
    input  logic [ROWS-1:0]   entering_parity_i,
    /// PARITY: every counter has been loaded, so its parity is checked.
    input  logic              held_i,
    /// Of the wave here on its first lap: its level, one bit set.
    input  logic [B-1:0]      level_i,
    /// Bits of a counter that make it at least that level.
    input  logic [B-1:0]      reach_i,
    /// Bits that make a counter a request of the wave that follows.
    input  logic [B-1:0]      kept_i,
    /// The same once the level has been taken from it.
    input  logic [B-1:0]      taken_i,
    /// A wave on its first lap is here in the next clock.
    input  logic              strong_follows_i,
    /// A wave on its second lap is here in the next clock.
    input  logic              fill_follows_i,
    /// The wave on its second lap is strong: in this clock.
    input  logic              descends_i,
    /// The same in the next clock.
    input  logic              descends_next_i,
    /// Rows still free of the wave on its first lap.
    input  logic [N-1:0]      strong_row_i,
    /// Its columns still free.
    input  logic [N-1:0]      strong_col_i,
    /// Rows still free of the wave on its second lap.
    input  logic [N-1:0]      fill_row_i,
    /// Its columns still free.
    input  logic [N-1:0]      fill_col_i,
    /// The output of each cell, in planes: a constant, handed on from diagonal to diagonal.
    input  logic [W*N-1:0]    output_i,
    /// Outputs that the wave on its first lap has noted so far, in planes as output_i.
    input  logic [W*N-1:0]    strong_note_i,
    /// Those of the wave on its second lap.
    input  logic [W*N-1:0]    fill_note_i,
`ifdef FORMAL
    /// For the proofs: what the cells request of the wave on its first lap.
    output logic [N-1:0]      strong_request_o,
    /// For the proofs: of the wave on its second lap.
    output logic [N-1:0]      fill_request_o,
    /// For the proofs: cells granted to the wave on its first lap.
    output logic [N-1:0]      strong_grant_o,
    /// For the proofs: cells granted to the wave on its second lap.
    output logic [N-1:0]      fill_grant_o,
`endif
    /// Rows that this diagonal leaves free on the first lap.
    output logic [N-1:0]      strong_row_o,
    /// Columns, rotated by one: as the next diagonal reads them.
    output logic [N-1:0]      strong_col_o,
    /// Rows that this diagonal leaves free on the second lap.
    output logic [N-1:0]      fill_row_o,
    /// Columns, rotated by one.
    output logic [N-1:0]      fill_col_o,
    /// The outputs of the next diagonal's cells.
    output logic [W*N-1:0]    output_o,
    /// Outputs noted on the first lap, those granted here among them.
    output logic [W*N-1:0]    strong_note_o,
    /// The same on the second lap.
    output logic [W*N-1:0]    fill_note_o,
    /// Counters, in planes: bit b*N + i is bit b of input i's.
    output logic [B*N-1:0]    count_o,
    /// Their parity bits; 0 without PARITY.
    output logic [N-1:0]      parity_o,
    /// PARITY: in the clock before, a counter was not of its parity.
    output logic              flipped_o
);

  /*verilator no_inline_module*/

  // What the waves of this clock request was found in the clock before, for either outcome of the
  // waves then here: only the choice waits for the grants.
  logic [N-1:0] strong_request_q, fill_request_q, strong_grant, fill_grant;
  assign strong_grant = strong_request_q & strong_row_i & strong_col_i;
  assign fill_grant   = fill_request_q & fill_row_i & fill_col_i
      & ((DESCEND == 1) ? ~strong_grant : {N{1'b1}});

  // What the two waves that may cross in one clock do to a counter.
  for (genvar b = 0; b < B; b++) begin : gen_plane
    logic [N-1:0] count_q, any, full, kept, taken, left, flip, served, spared;
    logic [N-1:0] entered;
    if (b == 0) begin : gen_lowest
      assign any    = count_q;
      assign full   = reach_i[b] ? count_q : {N{1'b0}};
      assign kept   = kept_i[b] ? count_q : {N{1'b0}};
      assign taken  = taken_i[b] ? count_q : {N{1'b0}};
      assign left   = level_i[b] ? {N{1'b0}} : count_q;
      assign flip   = reach_i[b] ? {N{1'b1}} : {N{1'b0}};
    end else begin : gen_higher
      assign any    = gen_plane[b-1].any | count_q;
      assign full   = gen_plane[b-1].full | (reach_i[b] ? count_q : {N{1'b0}});
      assign kept   = gen_plane[b-1].kept | (kept_i[b] ? count_q : {N{1'b0}});
      assign taken  = gen_plane[b-1].taken | (taken_i[b] ? count_q : {N{1'b0}});
      assign left   = gen_plane[b-1].left | (level_i[b] ? {N{1'b0}} : count_q);
      assign flip   = reach_i[b] ? ~gen_plane[b-1].full : {N{1'b0}};
    end
    assign served = (count_q ^ flip) & gen_plane[B-1].full;
    // A fill takes the whole counter, a wave that descends the bit of its level.
    assign spared = (descends_i && !level_i[b]) ? count_q : {N{1'b0}};

    assign entered = (left_i[b*N +: N] >> ROWS) | (N'(entering_i[b*ROWS +: ROWS]) << (N - ROWS));
    always_ff @(posedge clk_i) begin
      if (load_i) count_q <= entered;
      else if (en_i)
        count_q <= (strong_grant & served) | (~strong_grant & ~fill_grant & count_q)
            | (fill_grant & spared);
    end
    assign count_o[b*N +: N] = count_q;
  end

  logic [N-1:0] strong_kept, strong_taken, fill_kept, fill_taken;
  assign strong_kept  = gen_plane[B-1].kept & {N{strong_follows_i}};
  assign strong_taken = gen_plane[B-1].taken & gen_plane[B-1].full & {N{strong_follows_i}};
  // A wave that descends requests what the wave on its first lap beside it does.
  logic [N-1:0] fill_spared;
  assign fill_kept    = {N{fill_follows_i}}
      & (descends_next_i ? gen_plane[B-1].kept : gen_plane[B-1].any);
  assign fill_taken   = {N{fill_follows_i}} & gen_plane[B-1].full
      & (descends_next_i ? gen_plane[B-1].taken : gen_plane[B-1].left);
  assign fill_spared  = gen_plane[B-1].left
      & {N{fill_follows_i && descends_i && !descends_next_i}};
  always_ff @(posedge clk_i) begin
    if (en_i) begin
      strong_request_q <= (strong_grant & strong_taken) | (~strong_grant & ~fill_grant & strong_kept);
      fill_request_q   <= (strong_grant & fill_taken) | (~strong_grant & ~fill_grant & fill_kept)
          | (fill_grant & fill_spared);
    end
  end

  // To take 2^k flips the bits from k to the lowest one from k on: an odd number of them if both ends are odd, or
  // neither is. Fewer than 2^k, and a fill, leave nothing. A wave that descends clears the bit of its level.
  if (PARITY == 1) begin : gen_parity
    logic [N-1:0] taken_parity, spared_parity;
    for (genvar b = 0; b < B; b++) begin : gen_bit
      logic [N-1:0] ends_even, clears;  // of bits up to b
      logic         begins_even;
      if (b == 0) begin : gen_lowest
        assign ends_even   = gen_plane[b].flip & gen_plane[b].count_q;
        assign clears      = {N{level_i[b]}} & gen_plane[b].count_q;
        assign begins_even = level_i[b];
      end else begin : gen_higher
        assign ends_even   = gen_bit[b-1].ends_even
            | ((b % 2 == 0) ? gen_plane[b].flip & gen_plane[b].count_q : {N{1'b0}});
        assign clears      = gen_bit[b-1].clears | ({N{level_i[b]}} & gen_plane[b].count_q);
        assign begins_even = gen_bit[b-1].begins_even || (b % 2 == 0 && level_i[b]);
      end
    end
    assign taken_parity  = gen_plane[B-1].full
        & (parity_o ^ gen_bit[B-1].ends_even ^ {N{!gen_bit[B-1].begins_even}});
    assign spared_parity = {N{descends_i}} & (parity_o ^ gen_bit[B-1].clears);
    jq_bvn_parity #(
        .N   (N),
        .B   (B),
        .ROWS(ROWS)
    ) u_parity (
        .clk_i     (clk_i),
        .load_i    (load_i),
        .en_i      (en_i),
        .held_i    (held_i),
        .left_i    (left_parity_i),
        .entering_i(entering_parity_i),
        .count_i   (count_o),
        .next_i    ((strong_grant & taken_parity) | (~strong_grant & ~fill_grant & parity_o)
                    | (fill_grant & spared_parity)),
        .parity_o  (parity_o),
        .flipped_o (flipped_o)
    );
  end else begin : gen_no_parity
    assign parity_o  = '0;
    assign flipped_o = 1'b0;
    logic unused_parity;
    assign unused_parity = ^{left_parity_i, entering_parity_i, held_i};
  end

  // Moving on to the next diagonal rotates the column tokens by one.
  logic [N-1:0] strong_col, fill_col;
  assign strong_col   = strong_col_i & ~strong_grant;
  assign fill_col     = fill_col_i & ~fill_grant;
  assign strong_row_o = strong_row_i & ~strong_grant;
  assign strong_col_o = (strong_col >> 1) | (strong_col << (N - 1));
  assign fill_row_o   = fill_row_i & ~fill_grant;
  assign fill_col_o   = (fill_col >> 1) | (fill_col << (N - 1));

  // Input i's output on the next diagonal is input i + 1's on this one.
  for (genvar w = 0; w < W; w++) begin : gen_output
    logic [N-1:0] plane;
    assign plane = output_i[w*N +: N];
    assign output_o[w*N +: N] = (plane >> 1) | (plane << (N - 1));
  end

  // Which output each grant is for: noting a constant is an OR.
  assign strong_note_o = strong_note_i | ({W{strong_grant}} & output_i);
  assign fill_note_o   = fill_note_i | ({W{fill_grant}} & output_i);

`ifdef FORMAL
  assign strong_request_o = strong_request_q;
  assign fill_request_o   = fill_request_q;
  assign strong_grant_o   = strong_grant;
  assign fill_grant_o     = fill_grant;
`endif

endmodule
