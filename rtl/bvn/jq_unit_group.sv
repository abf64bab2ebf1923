// SPDX-License-Identifier: Apache-2.0
//
/// D neighbouring diagonals of the unit core and the register that a wave leaves them through.
///
/// A wave takes one quantum from every cell it grants. Timing: D cells in series. Area: D*N cells of
/// B counter bits and a decrementer each.
/// Reset: none; the core keeps track of which registers hold a wave.
module jq_unit_group #(
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
    /// A wave is here.
    input  logic           wave_i,
    /// Its free inputs: bit i.
    input  logic [N-1:0]   row_free_i,
    /// Its free outputs, aligned to the first diagonal: bit i is output (i + FIRST) mod N.
    input  logic [N-1:0]   col_free_i,
    /// Outputs granted so far: plane b holds bit b of each input's output; 0 where none.
    input  logic [W*N-1:0] column_i,
    /// The same, one clock later, after this group.
    output logic [N-1:0]   row_free_o,
    /// Aligned to the next group's first diagonal.
    output logic [N-1:0]   col_free_o,
    /// With this group's grants.
    output logic [W*N-1:0] column_o
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
      .update_i(en_i && wave_i),
      .count_i (count_next),
      .count_o (count)
  );
  assign right_o = count[(D-1)*B*N +: B*N];

  for (genvar e = 0; e < D; e++) begin : gen_diagonal
    localparam int DIAGONAL = FIRST + e;
    logic [N-1:0]   row, col, any, grant, row_left;
    logic [2*N-1:0] col_left;
    logic [W*N-1:0] column_in, column;
    if (e == 0) begin : gen_first
      assign row       = row_free_i;
      assign col       = col_free_i;
      assign column_in = column_i;
    end else begin : gen_next
      assign row       = gen_diagonal[e-1].row_left;
      assign col       = gen_diagonal[e-1].col_left[N:1];
      assign column_in = gen_diagonal[e-1].column;
    end
    always_comb begin
      any = '0;
      for (int b = 0; b < B; b++) any |= count[(e*B+b)*N +: N];
    end
    assign grant    = any & row & col;
    assign row_left = row & ~grant;
    assign col_left = {2{col & ~grant}};
    jq_subtract #(
        .N(N),
        .B(B)
    ) u_subtract (
        .count_i(count[e*B*N +: B*N]),
        .at_i   (B'(1)),
        .who_i  (grant),
        .clear_i({N{1'b0}}),
        .count_o(count_next[e*B*N +: B*N])
    );
    jq_column #(
        .N(N),
        .W(W),
        .DIAGONAL(DIAGONAL)
    ) u_column (
        .grant_i (grant),
        .column_i(column_in),
        .column_o(column)
    );
    logic unused_col;
    assign unused_col = ^col_left;
  end

  always_ff @(posedge clk_i) begin
    if (en_i && wave_i) begin
      row_free_o <= gen_diagonal[D-1].row_left;
      col_free_o <= gen_diagonal[D-1].col_left[N:1];
      column_o   <= gen_diagonal[D-1].column;
    end
  end

endmodule
