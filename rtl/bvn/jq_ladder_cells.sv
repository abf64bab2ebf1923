// SPDX-License-Identifier: Apache-2.0
//
/// The N cells of one diagonal of the ladder core, for the two waves that may cross it in one clock:
/// a young one on its strong lap and an older one on its fill lap. Combinational.
///
/// A strong request is a counter of at least 2^level (at the floor: any counter); a fill request is
/// any counter left after that. A grant serves min(counter, 2^level of its wave). The strong wave
/// goes first and the fill wave sees what remains, so both may be served by one cell.
module jq_ladder_cells #(
    /// Ports.
    parameter int N = 8,
    /// Bits of a counter.
    parameter int B = 8
) (
    /// The counters: plane b at b*N.
    input  logic [B*N-1:0] count_i,
    /// What they become.
    output logic [B*N-1:0] count_o,
    /// Cells whose row and column the strong wave has free; 0 if there is no such wave.
    input  logic [N-1:0]   strong_free_i,
    /// Its level, one bit set.
    input  logic [B-1:0]   strong_level_i,
    /// Its level is the floor.
    input  logic           strong_floor_i,
    /// Cells it grants.
    output logic [N-1:0]   strong_grant_o,
    /// Cells whose row and column the fill wave has free; 0 if there is none or filling is off.
    input  logic [N-1:0]   fill_free_i,
    /// Its level, one bit set.
    input  logic [B-1:0]   fill_level_i,
    /// Cells it grants.
    output logic [N-1:0]   fill_grant_o
);

  logic [B*N-1:0] between;
  logic [N-1:0]   strong_any, strong_full, fill_any, fill_full;

  // full: at least 2^level, that is, any bit at the level or above it.
  always_comb begin
    logic at_or_above;
    at_or_above = 1'b0;
    strong_any  = '0;
    strong_full = '0;
    for (int b = 0; b < B; b++) begin
      at_or_above |= strong_level_i[b];
      strong_any  |= count_i[b*N +: N];
      strong_full |= at_or_above ? count_i[b*N +: N] : {N{1'b0}};
    end
  end
  assign strong_grant_o = strong_free_i & (strong_floor_i ? strong_any : strong_full);

  jq_subtract #(
      .N(N),
      .B(B)
  ) u_strong (
      .count_i(count_i),
      .at_i   (strong_level_i),
      .who_i  (strong_grant_o & strong_full),
      .clear_i(strong_grant_o & ~strong_full),
      .count_o(between)
  );

  always_comb begin
    logic at_or_above;
    at_or_above = 1'b0;
    fill_any    = '0;
    fill_full   = '0;
    for (int b = 0; b < B; b++) begin
      at_or_above |= fill_level_i[b];
      fill_any    |= between[b*N +: N];
      fill_full   |= at_or_above ? between[b*N +: N] : {N{1'b0}};
    end
  end
  assign fill_grant_o = fill_free_i & fill_any;

  jq_subtract #(
      .N(N),
      .B(B)
  ) u_fill (
      .count_i(between),
      .at_i   (fill_level_i),
      .who_i  (fill_grant_o & fill_full),
      .clear_i(fill_grant_o & ~fill_full),
      .count_o(count_o)
  );

endmodule
