// SPDX-License-Identifier: Apache-2.0
//
/// D neighbouring diagonals of the ladder core and the registers that its two waves leave them
/// through.
///
/// Timing: D cells in series, each with the strong and the fill decision. Area: D*N cells of B
/// counter bits, two comparisons and two subtractions each.
/// Reset: none; the core keeps track of which registers hold a wave.
module jq_ladder_group #(
    /// Ports.
    parameter int N = 8,
    /// Bits of a counter.
    parameter int B = 8,
    /// First diagonal of the group.
    parameter int FIRST = 0,
    /// Diagonals of the group.
    parameter int D = 4,
    /// Width of a port number.
    parameter int W = 3
) (
    /// Clock.
    input  logic           clk_i,
    /// Shift a demand row in.
    input  logic           load_i,
    /// See jq_counters.
    input  logic [D*B-1:0] row_i,
    /// See jq_counters.
    input  logic [B*N-1:0] left_i,
    /// Planes of the last diagonal here, the next group's left_i.
    output logic [B*N-1:0] right_o,
    /// Let waves move: low freezes every register.
    input  logic           en_i,

    /// A wave on its strong lap is here.
    input  logic           strong_i,
    /// Its level, one bit set.
    input  logic [B-1:0]   strong_level_i,
    /// Its level is the floor.
    input  logic           strong_floor_i,
    /// Its free inputs: bit i.
    input  logic [N-1:0]   strong_row_i,
    /// Its free outputs, aligned to the first diagonal: bit i is output (i + FIRST) mod N.
    input  logic [N-1:0]   strong_col_i,
    /// Outputs granted so far: plane b holds bit b of each input's output; 0 where none.
    input  logic [W*N-1:0] strong_column_i,
    /// Registered: its free inputs after this group.
    output logic [N-1:0]   strong_row_o,
    /// Registered: its free outputs, aligned to the next group's first diagonal.
    output logic [N-1:0]   strong_col_o,
    /// Registered: the outputs granted, with this group's.
    output logic [W*N-1:0] strong_column_o,

    /// A wave on its fill lap is here and may fill.
    input  logic           fill_i,
    /// As for the strong wave.
    input  logic [B-1:0]   fill_level_i,
    /// As for the strong wave.
    input  logic [N-1:0]   fill_row_i,
    /// As for the strong wave.
    input  logic [N-1:0]   fill_col_i,
    /// As for the strong wave.
    input  logic [W*N-1:0] fill_column_i,
    /// As for the strong wave.
    output logic [N-1:0]   fill_row_o,
    /// As for the strong wave.
    output logic [N-1:0]   fill_col_o,
    /// As for the strong wave.
    output logic [W*N-1:0] fill_column_o
);

  logic [D*B*N-1:0] count, count_next;

  jq_counters #(
      .N(N),
      .B(B),
      .D(D)
  ) u_counters (
      .clk_i   (clk_i),
      .load_i  (load_i),
      .row_i   (row_i),
      .left_i  (left_i),
      .update_i(en_i && (strong_i || fill_i)),
      .count_i (count_next),
      .count_o (count)
  );
  assign right_o = count[(D-1)*B*N +: B*N];

  for (genvar e = 0; e < D; e++) begin : gen_diagonal
    logic [N-1:0]   strong_row, strong_col, strong_grant, strong_row_left;
    logic [N-1:0]   fill_row, fill_col, fill_grant, fill_row_left;
    logic [2*N-1:0] strong_col_left, fill_col_left;
    logic [W*N-1:0] strong_column_in, strong_column, fill_column_in, fill_column;
    if (e == 0) begin : gen_first
      assign strong_row       = strong_row_i;
      assign strong_col       = strong_col_i;
      assign strong_column_in = strong_column_i;
      assign fill_row         = fill_row_i;
      assign fill_col         = fill_col_i;
      assign fill_column_in   = fill_column_i;
    end else begin : gen_next
      assign strong_row       = gen_diagonal[e-1].strong_row_left;
      assign strong_col       = gen_diagonal[e-1].strong_col_left[N:1];
      assign strong_column_in = gen_diagonal[e-1].strong_column;
      assign fill_row         = gen_diagonal[e-1].fill_row_left;
      assign fill_col         = gen_diagonal[e-1].fill_col_left[N:1];
      assign fill_column_in   = gen_diagonal[e-1].fill_column;
    end

    jq_ladder_cells #(
        .N(N),
        .B(B)
    ) u_cells (
        .count_i       (count[e*B*N +: B*N]),
        .count_o       (count_next[e*B*N +: B*N]),
        .strong_free_i (strong_i ? strong_row & strong_col : {N{1'b0}}),
        .strong_level_i(strong_level_i),
        .strong_floor_i(strong_floor_i),
        .strong_grant_o(strong_grant),
        .fill_free_i   (fill_i ? fill_row & fill_col : {N{1'b0}}),
        .fill_level_i  (fill_level_i),
        .fill_grant_o  (fill_grant)
    );

    assign strong_row_left = strong_row & ~strong_grant;
    assign strong_col_left = {2{strong_col & ~strong_grant}};
    assign fill_row_left   = fill_row & ~fill_grant;
    assign fill_col_left   = {2{fill_col & ~fill_grant}};

    jq_column #(
        .N(N),
        .W(W),
        .DIAGONAL(FIRST + e)
    ) u_strong_column (
        .grant_i (strong_grant),
        .column_i(strong_column_in),
        .column_o(strong_column)
    );
    jq_column #(
        .N(N),
        .W(W),
        .DIAGONAL(FIRST + e)
    ) u_fill_column (
        .grant_i (fill_grant),
        .column_i(fill_column_in),
        .column_o(fill_column)
    );
    logic unused_col;
    assign unused_col = ^{strong_col_left, fill_col_left};
  end

  always_ff @(posedge clk_i) begin
    if (en_i) begin
      strong_row_o    <= gen_diagonal[D-1].strong_row_left;
      strong_col_o    <= gen_diagonal[D-1].strong_col_left[N:1];
      strong_column_o <= gen_diagonal[D-1].strong_column;
      fill_row_o      <= gen_diagonal[D-1].fill_row_left;
      fill_col_o      <= gen_diagonal[D-1].fill_col_left[N:1];
      fill_column_o   <= gen_diagonal[D-1].fill_column;
    end
  end

endmodule
