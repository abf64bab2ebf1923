// SPDX-License-Identifier: Apache-2.0
//
/// A lane of the few core makes one setting at a time, with one pass over all cells a clock. In a pass
/// each column grants a row that asks for it, and each row accepts a column that granted it. Bands of
/// counters come one after the other, the largest first. Then lines that are needed and still free
/// take others' partners, as long as there are such lines and for a number of clocks at most.
/// Reset: synchronous, active low, of on_o and of the cells it has.
module jq_few_lane #(
    /// Ports, 1..256.
    parameter int N = 8,
    /// Bits of a counter, 1..16.
    parameter int B = 8,
    /// The diagonal that is looked at first, below N.
    parameter int FIRST = 0,
    /// It also makes sparse settings.
    parameter bit SPARSE = 1,
    /// Bits of a word of cells, of which C make a row: C*K are N, or more to align rows in simulation.
    parameter int K = N,
    /// Words of a row.
    parameter int C = 1
) (
    /// Clock.
    input  logic               clk_i,
    /// Synchronous reset, active low.
    input  logic               rst_ni,
    /// The clock counts.
    input  logic               en_i,
    /// Drop the setting.
    input  logic               flush_i,
    /// Begin a setting.
    input  logic               start_i,
    /// The demand is dense: the bands are shares of level_i, and no entry is cut.
    input  logic               dense_i,
    /// Read with start_i, dense: the last hold.
    input  logic [B-1:0]       level_i,
    /// Sparse, and from start_i on: what a setting serves at most; not 0.
    input  logic [B-1:0]       cut_i,
    /// Cells of rows_o whose counters are within the band below, and that are not served in this clock.
    /// A value for each cell is N rows of C*K bits: bit i*C*K + j is cell (i, j).
    input  logic [N*C*K-1:0]   in_band_i,
    /// Cells that a lane has.
    input  logic [N*C*K-1:0]   taken_i,
    /// Cells that the lanes before choose in this clock.
    input  logic [N*C*K-1:0]   claimed_i,
    /// Rows with as many nonzeros as settings are left.
    input  logic [N-1:0]       critical_rows_i,
    /// Such columns.
    input  logic [N-1:0]       critical_columns_i,
    /// Sparse: these rows, and those that cannot wait.
    input  logic [N-1:0]       long_rows_i,
    /// Such columns.
    input  logic [N-1:0]       long_columns_i,
    /// The setting is taken from the lane.
    input  logic               take_i,
    /// A setting is being made, or waits to be taken.
    output logic               on_o,
    /// It is made after this clock.
    output logic               made_o,
`ifdef FORMAL
    /// For the proofs: what it may ask for in this clock.
    output logic [N*C*K-1:0]   requests_o,
`endif
    /// Rows whose cells in_band_i are looked at in the next clock, those of others are not.
    output logic [N-1:0]       rows_o,
    /// The least counter of the band, not 0.
    output logic [B-1:0]       least_o,
    /// Its largest.
    output logic [B-1:0]       most_o,
    /// Cells it has; none unless on_o.
    output logic [N*C*K-1:0]   cells_o,
    /// Cells it chooses in this clock.
    output logic [N*C*K-1:0]   chosen_o
);

  // A value for each cell may be more than 8k bits.
  /* verilator lint_off WIDTHCONCAT */

  // A parameter out of its range does not elaborate, in any tool: there is no module of that name.
  if (N < 1 || N > 256) begin : gen_bad_n
    jq_error_N_must_be_1_to_256 u_error ();
  end
  if (B < 1 || B > 16) begin : gen_bad_b
    jq_error_B_must_be_1_to_16 u_error ();
  end
  if (FIRST < 0 || FIRST >= N) begin : gen_bad_first
    jq_error_FIRST_must_be_0_to_N_minus_1 u_error ();
  end
  if (C * K < N) begin : gen_bad_k
    jq_error_C_words_of_K_bits_must_hold_a_row u_error ();
  end

  localparam int P = C * K;        // bits of a row
  localparam int BLOCK = 8;        // rows that are looked at one after the other
  localparam logic [P-1:0] ALL = P'({N{1'b1}});
  localparam logic [P-1:0] BELOW_FIRST = ~({P{1'b1}} << FIRST);  // columns
  localparam logic [3:0] DENSE_LAST = 4'd13;
  localparam logic [3:0] SPARSE_LAST = 4'd8;
  localparam logic [3:0] EARLY = 4'd4;
  localparam logic [5:0] DENSE_KICKS = 6'd8;
  localparam logic [5:0] EARLY_KICKS = 6'd2;
  localparam logic [5:0] SPARSE_KICKS = 6'd48;

  // Dense: the bands in 64ths of the level, the first lowest; from the last one on all.
  localparam logic [95:0] BANDS = {24'd0, 6'd6, 6'd13, 6'd19, 6'd26, 6'd32, 6'd38, 6'd45, 6'd51, 6'd54,
                                   6'd58, 6'd60, 6'd62};

  // Bits of word c of a row that are columns from `column` on. Yosys 0.23 takes '1 in a function of
  // constants for one bit.
  function automatic logic [K-1:0] columns_from(input int column, input int c);
    if (column <= c * K) columns_from = {K{1'b1}};
    else if (column >= c * K + K) columns_from = {K{1'b0}};
    else columns_from = {K{1'b1}} << (column - c * K);
  endfunction

  logic on_q, made_q, columns_turn_q;
  logic [3:0] step_q, step_next;
  logic [5:0] kicks_q;
  logic [B-1:0] level_q, level_next;
  logic [N*P-1:0] cells_q, requests_q, cells_next;
  logic [N-1:0] free_rows_q, visited_rows_q, near_rows_q;
  logic [P-1:0] free_columns_q, visited_columns_q, near_columns_q;
  logic run, sparse, early, last, kicks;

  assign sparse = SPARSE && !dense_i;
  assign run    = on_q && !made_q;
  assign early  = sparse && step_q == EARLY;
  assign last   = step_q == (sparse ? SPARSE_LAST : DENSE_LAST);

  // Lines that are needed and free.
  logic [N-1:0] needed_rows, rows;
  logic [P-1:0] needed_columns, columns;
  logic by_column;
  assign needed_rows    = early ? long_rows_i : critical_rows_i;
  assign needed_columns = early ? P'(long_columns_i) : P'(critical_columns_i);
  assign rows           = needed_rows & free_rows_q;
  assign columns        = needed_columns & free_columns_q;
  assign kicks = run && (early || last) && (rows != '0 || columns != '0)
      && kicks_q < (early ? EARLY_KICKS : sparse ? SPARSE_KICKS : DENSE_KICKS);
  assign by_column = columns_turn_q ? columns != '0 : rows == '0;

  // Lines of the other side that one of them asks for; those of a partner that could have a free line;
  // those of a partner that is not needed.
  logic [N-1:0] asked_rows, near_partner_rows, spare_rows;
  logic [P-1:0] asked_columns, near_partner_columns, spare_columns;
  always @* begin
    asked_rows           = '0;
    near_partner_rows    = '0;
    spare_rows           = '0;
    asked_columns        = '0;
    near_partner_columns = '0;
    spare_columns        = '0;
    if (kicks) begin
      for (int i = 0; i < N; i++)
        for (int c = 0; c < C; c++) begin
          if (by_column) begin
            if ((requests_q[(i*C+c)*K +: K] & ~taken_i[(i*C+c)*K +: K] & columns[c*K +: K]) != '0)
              asked_rows[i] = 1'b1;
            if ((cells_q[(i*C+c)*K +: K] & near_columns_q[c*K +: K]) != '0) near_partner_rows[i] = 1'b1;
            if ((cells_q[(i*C+c)*K +: K] & ~needed_columns[c*K +: K]) != '0) spare_rows[i] = 1'b1;
          end else begin
            if (rows[i])
              asked_columns[c*K +: K] = asked_columns[c*K +: K]
                  | (requests_q[(i*C+c)*K +: K] & ~taken_i[(i*C+c)*K +: K]);
            if (near_rows_q[i])
              near_partner_columns[c*K +: K] = near_partner_columns[c*K +: K] | cells_q[(i*C+c)*K +: K];
            if (!needed_rows[i])
              spare_columns[c*K +: K] = spare_columns[c*K +: K] | cells_q[(i*C+c)*K +: K];
          end
        end
    end
  end

  // Four kinds of lines to take, each with those before: free; of a partner that could have a free
  // line; of a partner that is not needed; not visited yet. The first kind that is asked for counts.
  logic [P-1:0] asked, kind_0, kind_1, kind_2, kind_3, may;
  always @* begin
    asked  = by_column ? P'(asked_rows) : asked_columns;
    kind_0 = by_column ? P'(free_rows_q) : free_columns_q;
    kind_1 = kind_0 | (by_column ? P'(near_partner_rows) : near_partner_columns);
    kind_2 = kind_1 | (by_column ? P'(spare_rows) : spare_columns);
    kind_3 = kind_2 | ~(by_column ? P'(visited_rows_q) : visited_columns_q);
    if ((asked & kind_0) != '0) may = kind_0;
    else if ((asked & kind_1) != '0) may = kind_1;
    else if ((asked & kind_2) != '0) may = kind_2;
    else may = kind_3;
  end

  logic [N-1:0] may_rows;
  logic [P-1:0] may_columns;
  assign may_rows    = !kicks ? free_rows_q : by_column ? may[N-1:0] : rows;
  assign may_columns = !kicks ? free_columns_q : by_column ? columns : may;

  // Each column grants the first of its requests, by diagonals from FIRST on. That is from row
  // j - FIRST downwards, and then from the last row on: near rows and far rows of a column. Rows are
  // looked at in blocks, downwards, for both at once.
  logic [N*P-1:0] grants;
  logic [N-1:0] granted_rows;
  logic [P-1:0] near_asked, far_asked;
  always @* begin
    logic [P-1:0] near_block, far_block;
    logic [K-1:0] ask, near, grant;
    grants       = '0;
    granted_rows = '0;
    near_asked   = '0;
    far_asked    = '0;
    near_block   = '0;
    far_block    = '0;
    ask          = '0;
    near         = '0;
    grant        = '0;
    if (run) begin
      for (int i = N - 1; i >= 0; i--) begin
        if (i % BLOCK == BLOCK - 1) begin
          near_asked = near_asked | near_block;
          far_asked  = far_asked | far_block;
          near_block = '0;
          far_block  = '0;
        end
        if (may_rows[i]) begin
          for (int c = 0; c < C; c++) begin
            ask   = requests_q[(i*C+c)*K +: K] & ~taken_i[(i*C+c)*K +: K] & may_columns[c*K +: K];
            near  = (i + FIRST < N) ? columns_from(i + FIRST, c) | BELOW_FIRST[c*K +: K]
                                    : columns_from(i + FIRST - N, c) & BELOW_FIRST[c*K +: K];
            grant = ask & ~(near & (near_asked[c*K +: K] | near_block[c*K +: K]))
                & ~(~near & (far_asked[c*K +: K] | far_block[c*K +: K]));
            near_block[c*K +: K] = near_block[c*K +: K] | (ask & near);
            far_block[c*K +: K]  = far_block[c*K +: K] | (ask & ~near);
            grants[(i*C+c)*K +: K] = grant;
            if (grant != '0) granted_rows[i] = 1'b1;
          end
        end
      end
      near_asked = near_asked | near_block;
      far_asked  = far_asked | far_block;
    end
  end

  // Then each row accepts the first of its grants, from column i + FIRST on and then from 0. A far grant
  // counts where no near row asked.
  logic [N*P-1:0] chosen;
  logic [N-1:0] taken_rows;
  logic [P-1:0] taken_columns;
  always @* begin
    logic [P-1:0] row_grants, late_grants;
    logic [K-1:0] near, accepted;
    logic         found;
    chosen        = '0;
    taken_rows    = '0;
    taken_columns = '0;
    row_grants    = '0;
    late_grants   = '0;
    near          = '0;
    accepted      = '0;
    found         = 1'b0;
    for (int i = 0; i < N; i++) begin
      if (granted_rows[i]) begin
        for (int c = 0; c < C; c++) begin
          near = (i + FIRST < N) ? columns_from(i + FIRST, c) | BELOW_FIRST[c*K +: K]
                                 : columns_from(i + FIRST - N, c) & BELOW_FIRST[c*K +: K];
          row_grants[c*K +: K]  = grants[(i*C+c)*K +: K] & (near | ~near_asked[c*K +: K]);
          late_grants[c*K +: K] = row_grants[c*K +: K]
              & columns_from((i + FIRST < N) ? i + FIRST : i + FIRST - N, c);
        end
        if (late_grants != '0) row_grants = late_grants;
        found = 1'b0;
        for (int c = 0; c < C; c++) begin
          accepted = row_grants[c*K +: K];
          accepted = found ? '0 : accepted & (~accepted + 1'b1);
          found    = found || accepted != '0;
          accepted = accepted & ~claimed_i[(i*C+c)*K +: K];
          chosen[(i*C+c)*K +: K]  = accepted;
          taken_columns[c*K +: K] = taken_columns[c*K +: K] | accepted;
          if (accepted != '0) taken_rows[i] = 1'b1;
        end
      end
    end
  end

  // What was chosen replaces what its rows and columns had. Only a kick takes lines that have a cell.
  logic [N-1:0] lost_rows;
  logic [P-1:0] lost_columns;
  always @* begin
    cells_next   = cells_q;
    lost_rows    = '0;
    lost_columns = '0;
    for (int i = 0; i < N; i++)
      for (int c = 0; c < C; c++) begin
        if (taken_rows[i]) begin
          if (kicks) lost_columns[c*K +: K] = lost_columns[c*K +: K] | cells_q[(i*C+c)*K +: K];
          cells_next[(i*C+c)*K +: K] = chosen[(i*C+c)*K +: K];
        end else if (kicks) begin
          if ((cells_q[(i*C+c)*K +: K] & taken_columns[c*K +: K]) != '0) lost_rows[i] = 1'b1;
          cells_next[(i*C+c)*K +: K] = cells_q[(i*C+c)*K +: K] & ~taken_columns[c*K +: K];
        end
      end
  end

  // Lines that could have a free line, where the next pass may be a kick.
  logic kick_follows;
  logic [N-1:0] near_rows;
  logic [P-1:0] near_columns;
  assign kick_follows = run && (kicks || (sparse && step_q == EARLY - 1'b1)
      || step_q == (sparse ? SPARSE_LAST : DENSE_LAST) - 1'b1);
  always @* begin
    near_rows    = '0;
    near_columns = '0;
    if (kick_follows) begin
      for (int i = 0; i < N; i++)
        for (int c = 0; c < C; c++) begin
          if ((requests_q[(i*C+c)*K +: K] & ~taken_i[(i*C+c)*K +: K] & free_columns_q[c*K +: K]) != '0)
            near_rows[i] = 1'b1;
          if (free_rows_q[i])
            near_columns[c*K +: K] = near_columns[c*K +: K]
                | (requests_q[(i*C+c)*K +: K] & ~taken_i[(i*C+c)*K +: K]);
        end
    end
  end

  // The band of the next clock is known in this one: its requests come from a register. A pass looks at
  // rows that are free; one that may be a kick, or may be followed by one, looks at all.
  logic all_rows;
  assign all_rows = sparse ? step_next == EARLY || step_next == EARLY - 1'b1
                               || step_next == SPARSE_LAST || step_next == SPARSE_LAST - 1'b1
                           : step_next == DENSE_LAST || step_next == DENSE_LAST - 1'b1;
  always @* begin
    rows_o = '0;
    if (start_i) rows_o = '1;
    else if (run) rows_o = all_rows ? '1 : free_rows_q;
  end
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
  always @* begin
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

  always_ff @(posedge clk_i) begin
    if (!rst_ni || flush_i) begin
      on_q    <= 1'b0;
      cells_q <= '0;
    end else if (en_i) begin
      on_q <= start_i || (on_q && !take_i);
      if (take_i) cells_q <= '0;
      else if (run) cells_q <= cells_next;
    end

    if (en_i) begin
      requests_q <= in_band_i;
      step_q  <= step_next;
      level_q <= level_next;
      if (start_i) begin
        made_q            <= 1'b0;
        columns_turn_q    <= 1'b0;
        kicks_q           <= '0;
        free_rows_q       <= '1;
        free_columns_q    <= ALL;
        visited_rows_q    <= '0;
        visited_columns_q <= '0;
        near_rows_q       <= '0;
        near_columns_q    <= '0;
      end else if (run) begin
        made_q         <= last && !kicks;
        free_rows_q    <= (free_rows_q | lost_rows) & ~taken_rows;
        free_columns_q <= (free_columns_q | lost_columns) & ~taken_columns;
        near_rows_q    <= near_rows;
        near_columns_q <= near_columns;
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
  assign least_o  = least;
  assign most_o   = most;
  assign chosen_o = chosen;
  assign cells_o  = cells_q;

`ifdef FORMAL
  assign requests_o = run ? requests_q : '0;
`include "jq_few_lane_properties.svh"
`endif

endmodule
