// SPDX-License-Identifier: Apache-2.0
//
/// A lane of the few core makes one setting at a time, with one pass over all cells a clock. In a pass
/// each column grants a row that asks for it, and each row accepts a column that granted it. Bands of
/// counters come one after the other, the largest first. Then lines that are needed and still free
/// take others' partners, as long as there are such lines and for a number of clocks at most.
/// Reset: synchronous, active low, of on_o only.
module jq_few_lane #(
    /// Ports, 1..64.
    parameter int N = 8,
    /// Bits of a counter, 1..16.
    parameter int B = 8,
    /// The diagonal that is looked at first, below N.
    parameter int FIRST = 0,
    /// It also makes sparse settings.
    parameter bit SPARSE = 1
) (
    /// Clock.
    input  logic             clk_i,
    /// Synchronous reset, active low.
    input  logic             rst_ni,
    /// The clock counts.
    input  logic             en_i,
    /// Drop the setting.
    input  logic             flush_i,
    /// Begin a setting.
    input  logic             start_i,
    /// The demand is dense: the bands are shares of level_i, and no entry is cut.
    input  logic             dense_i,
    /// Read with start_i, dense: the last hold.
    input  logic [B-1:0]     level_i,
    /// Sparse, and from start_i on: what a setting serves at most; not 0.
    input  logic [B-1:0]     cut_i,
    /// Counters in planes: bit (b*N + d)*N + i is bit b of input i's counter on diagonal d.
    input  logic [B*N*N-1:0] counts_i,
    /// Cells that no lane has.
    input  logic [N*N-1:0]   pending_i,
    /// Cells that are served in this clock.
    input  logic [N*N-1:0]   served_i,
    /// Cells that the lanes before choose in this clock.
    input  logic [N*N-1:0]   claimed_i,
    /// Rows with as many nonzeros as settings are left.
    input  logic [N-1:0]     critical_rows_i,
    /// Such columns.
    input  logic [N-1:0]     critical_columns_i,
    /// Sparse: these rows, and those that cannot wait.
    input  logic [N-1:0]     long_rows_i,
    /// Such columns.
    input  logic [N-1:0]     long_columns_i,
    /// The setting is taken from the lane.
    input  logic             take_i,
    /// A setting is being made, or waits to be taken.
    output logic             on_o,
    /// It is made after this clock.
    output logic             made_o,
    /// Cells it has; 0 unless on_o.
    output logic [N*N-1:0]   cells_o,
    /// Cells it chooses in this clock.
    output logic [N*N-1:0]   chosen_o
);

  // A parameter out of its range does not elaborate, in any tool: there is no module of that name.
  if (N < 1 || N > 64) begin : gen_bad_n
    jq_error_N_must_be_1_to_64 u_error ();
  end
  if (B < 1 || B > 16) begin : gen_bad_b
    jq_error_B_must_be_1_to_16 u_error ();
  end
  if (FIRST < 0 || FIRST >= N) begin : gen_bad_first
    jq_error_FIRST_must_be_0_to_N_minus_1 u_error ();
  end

  // A value for each cell is N words, one for each diagonal. Bit i of
  // word d is cell (i, (i + d) mod N). The same by columns: bit j of word d is cell ((j - d) mod N, j).

  // From rows to columns: word d turns left by d.
  function automatic logic [N*N-1:0] by_columns(input logic [N*N-1:0] cells);
    for (int d = 0; d < N; d++)
      by_columns[d*N +: N] = (cells[d*N +: N] << d) | (cells[d*N +: N] >> (N - d));
  endfunction

  // From columns to rows.
  function automatic logic [N*N-1:0] by_rows(input logic [N*N-1:0] cells);
    for (int d = 0; d < N; d++)
      by_rows[d*N +: N] = (cells[d*N +: N] >> d) | (cells[d*N +: N] << (N - d));
  endfunction

  // Lines that have any.
  function automatic logic [N-1:0] any_of(input logic [N*N-1:0] cells);
    any_of = '0;
    for (int d = 0; d < N; d++) any_of = any_of | cells[d*N +: N];
  endfunction

  localparam int LEVELS = $clog2(N);
  localparam logic [3:0] DENSE_LAST = 4'd13;
  localparam logic [3:0] SPARSE_LAST = 4'd8;
  localparam logic [3:0] EARLY = 4'd4;
  localparam logic [5:0] DENSE_KICKS = 6'd8;
  localparam logic [5:0] EARLY_KICKS = 6'd2;
  localparam logic [5:0] SPARSE_KICKS = 6'd48;

  // Dense: the bands in 64ths of the level, the first lowest; from the last one on all.
  localparam logic [95:0] BANDS = {24'd0, 6'd6, 6'd13, 6'd19, 6'd26, 6'd32, 6'd38, 6'd45, 6'd51, 6'd54,
                                   6'd58, 6'd60, 6'd62};

  logic on_q, made_q, columns_turn_q;
  logic [3:0] step_q, step_next;
  logic [5:0] kicks_q;
  logic [B-1:0] level_q, level_next;
  logic [N*N-1:0] cells_q, requests_q;
  logic [N-1:0] free_rows_q, free_columns_q, visited_rows_q, visited_columns_q;
  logic [N-1:0] near_rows_q, near_columns_q;
  logic run, sparse, early, last, kicks;

  assign sparse = SPARSE && !dense_i;
  assign run    = on_q && !made_q;
  assign early  = sparse && step_q == EARLY;
  assign last   = step_q == (sparse ? SPARSE_LAST : DENSE_LAST);

  // Requests of this clock: in the band, of a cell that no lane has.
  logic [N*N-1:0] asks, asks_by_columns, cells_by_columns;
  assign asks             = requests_q & pending_i;
  assign asks_by_columns  = by_columns(asks);
  assign cells_by_columns = by_columns(cells_q);

  // Lines that are needed and free, and lines of the other side that one of them asks for.
  logic [N-1:0] needed_rows, needed_columns, rows, columns, asked_columns, asked_rows;
  logic by_column;
  assign needed_rows    = early ? long_rows_i : critical_rows_i;
  assign needed_columns = early ? long_columns_i : critical_columns_i;
  assign rows           = needed_rows & free_rows_q;
  assign columns        = needed_columns & free_columns_q;
  assign asked_columns  = any_of(by_columns(asks & {N{rows}}));
  assign asked_rows     = any_of(by_rows(asks_by_columns & {N{columns}}));
  assign kicks = run && (early || last) && (rows != '0 || columns != '0)
      && kicks_q < (early ? EARLY_KICKS : sparse ? SPARSE_KICKS : DENSE_KICKS);
  assign by_column = columns_turn_q ? columns != '0 : rows == '0;

  // Four kinds of lines to take, each with those before: free; of a partner that could have a free
  // line; of a partner that is not needed; not visited yet. The first kind that is asked for counts.
  logic [N-1:0] asked, kind_0, kind_1, kind_2, kind_3, may;
  always_comb begin
    if (by_column) begin
      asked  = asked_rows;
      kind_0 = free_rows_q;
      kind_1 = kind_0 | any_of(by_rows(cells_by_columns & {N{near_columns_q}}));
      kind_2 = kind_1 | any_of(by_rows(cells_by_columns & {N{~needed_columns}}));
      kind_3 = kind_2 | ~visited_rows_q;
    end else begin
      asked  = asked_columns;
      kind_0 = free_columns_q;
      kind_1 = kind_0 | any_of(by_columns(cells_q & {N{near_rows_q}}));
      kind_2 = kind_1 | any_of(by_columns(cells_q & {N{~needed_rows}}));
      kind_3 = kind_2 | ~visited_columns_q;
    end
    if ((asked & kind_0) != '0) may = kind_0;
    else if ((asked & kind_1) != '0) may = kind_1;
    else if ((asked & kind_2) != '0) may = kind_2;
    else may = kind_3;
  end

  logic [N-1:0] may_rows, may_columns;
  assign may_rows    = !kicks ? free_rows_q : by_column ? may : rows;
  assign may_columns = !kicks ? free_columns_q : by_column ? columns : may;

  // Each column grants the first of its requests, by diagonals from FIRST on; then each row accepts
  // the first of its grants. A word has the diagonals before it OR-ed in by a tree.
  logic [N*N-1:0] candidates, grants, accepted;
  logic [2*N*N-1:0] candidates_twice, granted_twice, grants_twice, accepted_twice;
  logic [N*N-1:0] granted, chosen;
  assign candidates       = by_columns(asks & {N{may_rows}}) & {N{may_columns}};
  assign candidates_twice = {2{candidates}};
  assign granted_twice    = {2{granted}};
  assign grants           = by_rows(granted_twice[(N-FIRST)*N +: N*N]);
  assign grants_twice     = {2{grants}};
  assign accepted_twice   = {2{accepted}};
  for (genvar s = 0; s <= LEVELS; s++) begin : gen_before
    logic [N*N-1:0] asked_before, granted_before;
    if (s == 0) begin : gen_first
      assign asked_before   = candidates_twice[FIRST*N +: N*N];
      assign granted_before = grants_twice[FIRST*N +: N*N];
    end else begin : gen_next
      assign asked_before   = gen_before[s-1].asked_before | (gen_before[s-1].asked_before << (N << (s - 1)));
      assign granted_before = gen_before[s-1].granted_before | (gen_before[s-1].granted_before << (N << (s - 1)));
    end
  end
  assign granted  = candidates_twice[FIRST*N +: N*N] & ~(gen_before[LEVELS].asked_before << N);
  assign accepted = grants_twice[FIRST*N +: N*N] & ~(gen_before[LEVELS].granted_before << N);
  assign chosen   = accepted_twice[(N-FIRST)*N +: N*N] & ~claimed_i & {N*N{run}};
  logic unused_twice;
  assign unused_twice = ^{candidates_twice, granted_twice, grants_twice, accepted_twice};

  // What was chosen replaces what its rows and columns had.
  logic [N-1:0] taken_rows, taken_columns, lost_rows, lost_columns;
  assign taken_rows    = any_of(chosen);
  assign taken_columns = any_of(by_columns(chosen));
  assign lost_rows     = any_of(by_rows(cells_by_columns & {N{taken_columns}}));
  assign lost_columns  = any_of(by_columns(cells_q & {N{taken_rows}}));

  // The band of the next clock is known in this one: its requests come from a register.
  logic [B-1:0] share, least, most, above_most;
  logic [B+5:0] product;
  logic [95:0]  bands;
  logic [B:0]   above;
  assign step_next  = start_i ? '0 : kicks ? step_q : step_q + 1'b1;
  assign level_next = start_i ? level_i : level_q;
  assign bands      = BANDS >> (step_next * 7'd6);
  assign product    = level_next * bands[5:0];
  assign share      = product[B+5:6];
  assign above      = {1'b0, cut_i} + {1'b0, cut_i >> 2};
  assign above_most = above[B] ? '1 : above[B-1:0];
  always_comb begin
    least = share;
    most  = '1;
    if (sparse) begin
      if (step_next <= 4'd2) least = cut_i;
      else if (step_next <= EARLY) least = cut_i - (cut_i >> 3);
      else if (step_next == 4'd5) least = cut_i >> 1;
      else if (step_next == 4'd6) least = cut_i >> 2;
      else least = '0;
      if (step_next == 4'd0) most = cut_i;
      else if (step_next == 4'd1) most = above_most;
    end
    if (least == '0) least = B'(1);
  end
  logic unused_product;
  assign unused_product = ^{product[5:0], bands[95:6]};

  for (genvar b = 0; b < B; b++) begin : gen_plane
    logic [N*N-1:0] count, at_least, at_most;
    assign count = counts_i[b*N*N +: N*N];
    if (b == 0) begin : gen_lowest
      assign at_least = least[b] ? count : {N*N{1'b1}};
      assign at_most  = most[b] ? {N*N{1'b1}} : ~count;
    end else begin : gen_higher
      assign at_least = least[b] ? count & gen_plane[b-1].at_least : count | gen_plane[b-1].at_least;
      assign at_most  = most[b] ? ~count | gen_plane[b-1].at_most : ~count & gen_plane[b-1].at_most;
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni || flush_i) on_q <= 1'b0;
    else if (en_i) on_q <= start_i || (on_q && !take_i);

    if (en_i) begin
      requests_q <= gen_plane[B-1].at_least & ~served_i & (SPARSE ? gen_plane[B-1].at_most : {N*N{1'b1}});
      step_q     <= step_next;
      level_q    <= level_next;
      if (start_i) begin
        made_q            <= 1'b0;
        columns_turn_q    <= 1'b0;
        kicks_q           <= '0;
        cells_q           <= '0;
        free_rows_q       <= '1;
        free_columns_q    <= '1;
        visited_rows_q    <= '0;
        visited_columns_q <= '0;
        near_rows_q       <= '0;
        near_columns_q    <= '0;
      end else if (run) begin
        made_q         <= last && !kicks;
        cells_q        <= (cells_q & ~{N{taken_rows}} & ~by_rows({N{taken_columns}})) | chosen;
        free_rows_q    <= (free_rows_q | lost_rows) & ~taken_rows;
        free_columns_q <= (free_columns_q | lost_columns) & ~taken_columns;
        near_rows_q    <= any_of(by_rows(asks_by_columns & {N{free_columns_q}}));
        near_columns_q <= any_of(by_columns(asks & {N{free_rows_q}}));
        if (kicks) begin
          columns_turn_q    <= !by_column;
          kicks_q           <= kicks_q + 1'b1;
          visited_rows_q    <= (taken_rows == '0) ? '0 : by_column ? visited_rows_q | taken_rows : visited_rows_q;
          visited_columns_q <= (taken_rows == '0) ? '0 : by_column ? visited_columns_q : visited_columns_q | taken_columns;
        end else if (early) begin
          kicks_q           <= '0;
          visited_rows_q    <= '0;
          visited_columns_q <= '0;
        end
      end
    end
  end

  assign on_o     = on_q;
  assign made_o   = on_q && (made_q || (last && !kicks));
  assign cells_o  = cells_q & {N*N{on_q}};
  assign chosen_o = chosen;

`ifdef FORMAL
`include "jq_few_lane_properties.svh"
`endif

endmodule
