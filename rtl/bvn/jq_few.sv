// SPDX-License-Identifier: Apache-2.0
//
/// Few settings: four lanes (jq_few_lane) match all cells at once, and each setting is held for the
/// largest counter it serves. A dense demand has four settings in the making, and each serves its
/// cells whole. A sparse demand has one at a time, and cuts counters above the largest of the lines
/// that have no setting to spare; that is searched for, two bits a clock. A setting that is made is
/// served in one clock, counted in the next, and then shown.
/// Back-pressure freezes everything, so the schedule does not depend on ready.
/// Reset: synchronous, active low, of control state only; a load defines every counter.
//
// Blocks are always @* here and in the lane: Icarus 11 evaluates always_comb of them without end.
module jq_few #(
    /// Ports, 1..256.
    parameter int N = 8,
    /// Bits of a counter, 1..16.
    parameter int B = 8,
    /// Width of a port number. Derived, do not set.
    parameter int W = (N > 1) ? $clog2(N) : 1
) (
    /// Clock.
    input  logic           clk_i,
    /// Synchronous reset, active low.
    input  logic           rst_ni,
    /// Shift a demand row in (only while idle).
    input  logic           load_i,
    /// It is the first row.
    input  logic           first_i,
    /// The row: bits j*B +: B are the quanta for output j.
    input  logic [N*B-1:0] row_i,
    /// Begin with the loaded demand; a clock after the last row at the earliest.
    input  logic           go_i,
    /// Drop all settings.
    input  logic           flush_i,
    /// Nothing is left to be made, counted or shown.
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
    output logic [W*N-1:0] column_o
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
  if (W != ((N > 1) ? $clog2(N) : 1)) begin : gen_bad_w
    jq_error_W_is_derived u_error ();
  end

  // A value for each cell is N rows of P bits: bit i*P + j is cell (i, j). Rows are N bits. Simulated
  // by Verilator they begin at machine words, with bits above that are always 0.
`ifdef VERILATOR
  localparam int K = (N <= 32) ? 32 : 64;
`else
  localparam int K = N;
`endif
  localparam int WORDS = (N + K - 1) / K;  // of a row
  localparam int P = WORDS * K;
  localparam int M = N * P;

  localparam int E = 4;              // lanes
  localparam int C = $clog2(N + 1);  // bits of a number of nonzeros
  localparam int Z = B + W;          // bits of a line's sum
  localparam int H = (B + 1) / 2;    // clocks of a search
  localparam logic [2:0] GAP = 3'd4;
  localparam logic [3:0] SEARCH = 4'(H + 1);

  // Outputs whose number has bit w, for each w.
  function automatic logic [W*P-1:0] outputs_by_bit();
    outputs_by_bit = '0;
    for (int w = 0; w < W; w++)
      for (int j = 0; j < N; j++) outputs_by_bit[w*P + j] = ((j >> w) & 1) != 0;
  endfunction
  localparam logic [W*P-1:0] OUTPUTS = outputs_by_bit();

  logic en, run_q, boot_q, dense_q;
  logic served_q;           // a setting was served in the last clock and is counted in this one
  logic any_q;              // and it has a pair
  logic valid_q;
  logic [E-1:0] serve_q;    // the lane whose setting is served in this clock
  logic [2:0] gap_q;
  logic [3:0] search_q;
  logic [C-1:0] left_q;     // settings that the line with most nonzeros needs
  logic [Z-1:0] bound_q;    // the longest row at first, less the holds since
  logic [B-1:0] level_q;    // the last hold; at first all counters OR-ed
  logic [B-1:0] cut_q, hold_q;
  logic [C*N-1:0] row_nonzeros_q, column_nonzeros_q, row_nonzeros_next, column_nonzeros_next;
  logic [Z*N-1:0] row_sums_q, column_sums_q, row_sums_next, column_sums_next;
  logic [N-1:0] critical_rows_q, critical_columns_q, long_rows_q, long_columns_q;
  logic over, last, starts_sparse, left_dense;
  logic [C-1:0] left_next, needed;
  logic [Z-1:0] rest;

  assign en = !(valid_q && !ready_i);

  // The lanes. One that is on keeps its cells from the others, a lane before the next in a clock.
  logic [E-1:0] on, made, start;
  logic [M-1:0] taken, serving;
  logic [E*M-1:0] in_band;
  logic [E*N-1:0] asking_rows;
  logic [E*B-1:0] least, most;
  logic [B-1:0] cut;
  logic serves;
  assign serves = serve_q != '0;
  for (genvar e = 0; e < E; e++) begin : gen_lane
    logic [M-1:0] cells, chosen, claimed;
    logic         serve;
    assign serve = serve_q[e];
`ifdef FORMAL
    logic [M-1:0] requests;
`endif
    if (e == 0) begin : gen_first
      assign claimed = '0;
    end else if (e == 1) begin : gen_second
      assign claimed = gen_lane[0].chosen;
    end else begin : gen_next
      assign claimed = gen_lane[e-1].claimed | gen_lane[e-1].chosen;
    end
    jq_few_lane #(
        .N     (N),
        .B     (B),
        .FIRST (e * N / E),
        .SPARSE(e == 0),
        .K     (K),
        .C     (WORDS)
    ) u_lane (
        .clk_i             (clk_i),
        .rst_ni            (rst_ni),
        .en_i              (en),
        .flush_i           (flush_i),
        .start_i           (start[e]),
        .dense_i           (dense_q),
        .level_i           (level_q),
        .cut_i             (cut),
        .in_band_i         (in_band[e*M +: M]),
        .taken_i           (taken),
        .claimed_i         (claimed),
        .critical_rows_i   (critical_rows_q),
        .critical_columns_i(critical_columns_q),
        .long_rows_i       (long_rows_q),
        .long_columns_i    (long_columns_q),
        .take_i            (serve),
        .on_o              (on[e]),
        .made_o            (made[e]),
`ifdef FORMAL
        .requests_o        (requests),
`endif
        .rows_o            (asking_rows[e*N +: N]),
        .least_o           (least[e*B +: B]),
        .most_o            (most[e*B +: B]),
        .cells_o           (cells),
        .chosen_o          (chosen)
    );
  end
  logic unused_chosen;
  assign unused_chosen = ^gen_lane[E-1].chosen;
  assign taken = gen_lane[0].cells | gen_lane[1].cells | gen_lane[2].cells | gen_lane[3].cells;
  always @* begin
    serving = '0;
    if (gen_lane[0].serve) serving = gen_lane[0].cells;
    if (gen_lane[1].serve) serving = gen_lane[1].cells;
    if (gen_lane[2].serve) serving = gen_lane[2].cells;
    if (gen_lane[3].serve) serving = gen_lane[3].cells;
  end

  // Counters, by rows and in planes: bit (i*B + b)*P + j is bit b of counter (i, j).
  logic [B*M-1:0] counts_q, counts_next;
  logic [B*P-1:0] loaded_planes;  // a row while it is loaded

  // Cells whose counters are within a lane's band. Only that of a sparse setting has an upper end.
  always @* begin
    logic [B*P-1:0] counters;
    logic [K-1:0]   counter, at_least, at_most;
    in_band  = '0;
    counters = '0;
    counter  = '0;
    at_least = '0;
    at_most  = '0;
    for (int i = 0; i < N; i++)
      if (asking_rows[i] || asking_rows[N + i] || asking_rows[2*N + i] || asking_rows[3*N + i]) begin
        counters = counts_q[i*B*P +: B*P];
        for (int e = 0; e < E; e++)
          if (asking_rows[e*N + i])
            for (int c = 0; c < WORDS; c++) begin
              at_least = '1;
              at_most  = '1;
              for (int b = 0; b < B; b++) begin
                counter  = counters[b*P + c*K +: K];
                at_least = least[e*B + b] ? counter & at_least : counter | at_least;
              end
              if (e == 0 && !dense_q)
                for (int b = 0; b < B; b++) begin
                  counter = ~counters[b*P + c*K +: K];
                  at_most = most[b] ? counter | at_most : counter & at_most;
                end
              in_band[e*M + i*P + c*K +: K] = at_least & at_most & ~serving[i*P + c*K +: K];
            end
      end
  end
  logic unused_most;
  assign unused_most = ^most[E*B-1:B];

  // Settings that are not counted yet.
  logic [2:0] in_flight;
  logic [C+2:0] in_flight_wide;
  always @* begin
    in_flight = {2'b0, served_q};
    for (int e = 0; e < E; e++) in_flight = in_flight + {2'b0, on[e]};
    in_flight_wide = {{C{1'b0}}, in_flight};
  end
  logic [E-1:0] first_idle, first_made;
  assign first_idle    = ~on & (on + 1'b1);
  assign first_made    = made & (~made + 1'b1);
  assign starts_sparse = search_q == 4'd1 && !over && left_q != '0;
  always @* begin
    start = '0;
    if (run_q && !boot_q && !last) begin
      if (starts_sparse) start = E'(1);
      else if (dense_q && gap_q == '0 && {3'b0, left_q} > in_flight_wide) start = first_idle;
    end
  end

  // What each row serves, and what is left of its counter.
  logic [N-1:0] serving_rows, emptied_rows;
  logic [B*N-1:0] quanta_planes, part_planes, left_planes;
  always @* begin
    logic [B*P-1:0] counters;
    logic [P-1:0]   served;
    counters      = '0;
    served        = '0;
    serving_rows  = '0;
    quanta_planes = '0;
    if (serves)
      for (int i = 0; i < N; i++) begin
        served          = serving[i*P +: P];
        serving_rows[i] = served != '0;
        if (served != '0) begin
          counters = counts_q[i*B*P +: B*P];
          for (int b = 0; b < B; b++) quanta_planes[b*N + i] = (counters[b*P +: P] & served) != '0;
        end
      end
  end
  for (genvar b = 0; b < B; b++) begin : gen_serve
    logic [N-1:0] quanta, above, borrow, part, left;
    assign quanta = quanta_planes[b*N +: N];
    assign part_planes[b*N +: N] = part;
    assign left_planes[b*N +: N] = left;
    if (b == 0) begin : gen_lowest
      assign above  = cut_q[b] ? {N{1'b0}} : quanta;
      assign borrow = {N{1'b0}};
    end else begin : gen_higher
      assign above  = cut_q[b] ? quanta & gen_serve[b-1].above : quanta | gen_serve[b-1].above;
      assign borrow = cut_q[b-1] ? ~gen_serve[b-1].quanta | gen_serve[b-1].borrow
                                 : ~gen_serve[b-1].quanta & gen_serve[b-1].borrow;
    end
    assign part = (quanta & emptied_rows) | (cut_q[b] ? ~emptied_rows & serving_rows : {N{1'b0}});
    assign left = ~emptied_rows & (quanta ^ borrow ^ {N{cut_q[b]}});
  end
  assign emptied_rows = serving_rows & (dense_q ? {N{1'b1}} : ~gen_serve[B-1].above);

  // Loading shifts all rows down by one; serving writes what is left.
  always @* begin
    logic [B*P-1:0] counters;
    logic [P-1:0]   served;
    counters    = '0;
    served      = '0;
    counts_next = '0;
    if (load_i) begin
      counts_next                   = counts_q >> (B * P);
      counts_next[(N-1)*B*P +: B*P] = loaded_planes;
    end else if (serves) begin
      counts_next = counts_q;
      for (int i = 0; i < N; i++)
        if (serving_rows[i]) begin
          served   = serving[i*P +: P];
          counters = counts_q[i*B*P +: B*P];
          for (int b = 0; b < B; b++)
            counters[b*P +: P] = (counters[b*P +: P] & ~served) | (left_planes[b*N + i] ? served : '0);
          counts_next[i*B*P +: B*P] = counters;
        end
    end
  end
  always_ff @(posedge clk_i) if (load_i || (en && serves)) counts_q <= counts_next;

  // A row while it is loaded: its nonzeros, its sum, and in planes.
  logic [N-1:0] loaded;
  logic [C-1:0] loaded_nonzeros;
  logic [Z-1:0] loaded_sum;
  logic [B-1:0] loaded_any;
  always @* begin
    loaded          = '0;
    loaded_planes   = '0;
    loaded_nonzeros = '0;
    loaded_sum      = '0;
    loaded_any      = '0;
    if (load_i)
      for (int j = 0; j < N; j++) begin
        loaded[j]       = row_i[j*B +: B] != '0;
        loaded_nonzeros = loaded_nonzeros + C'(row_i[j*B +: B] != '0);
        loaded_sum      = loaded_sum + {{W{1'b0}}, row_i[j*B +: B]};
        loaded_any      = loaded_any | row_i[j*B +: B];
        for (int b = 0; b < B; b++) loaded_planes[b*P + j] = row_i[j*B + b];
      end
  end

  // What was served in the last clock, by rows and by columns.
  logic [B*N-1:0] row_parts_q, column_parts_q;
  logic [N-1:0] emptied_rows_q, emptied_columns_q, match_q, shown_match_q;
  logic [W*N-1:0] column_q, shown_column_q;
  logic [B*P-1:0] column_parts;
  logic [P-1:0]   emptied_columns;
  logic [W*N-1:0] column;
  always @* begin
    logic [P-1:0] served;
    served          = '0;
    column_parts    = '0;
    emptied_columns = '0;
    column          = '0;
    if (serves)
      for (int i = 0; i < N; i++)
        if (serving_rows[i]) begin
          served = serving[i*P +: P];
          if (emptied_rows[i]) emptied_columns = emptied_columns | served;
          for (int b = 0; b < B; b++)
            if (part_planes[b*N + i]) column_parts[b*P +: P] = column_parts[b*P +: P] | served;
          for (int w = 0; w < W; w++) column[w*N + i] = (served & OUTPUTS[w*P +: P]) != '0;
        end
  end
  always_ff @(posedge clk_i) begin
    if (en) begin
      row_parts_q <= part_planes;
      column_q    <= column;
    end
  end
  for (genvar b = 0; b < B; b++) begin : gen_part
    always_ff @(posedge clk_i) if (en) column_parts_q[b*N +: N] <= column_parts[b*P +: N];
  end

  // Numbers of nonzeros and sums of all lines, in planes: they count rows that are loaded, and lose
  // what was served.
  for (genvar c = 0; c < C; c++) begin : gen_nonzeros
    logic [N-1:0] rows, columns, row_borrow, column_borrow, carry, row_over, column_over;
    logic [N-1:0] row_reaches, column_reaches;
    assign rows    = row_nonzeros_q[c*N +: N];
    assign columns = column_nonzeros_q[c*N +: N];
    if (c == 0) begin : gen_lowest
      assign row_borrow     = served_q ? emptied_rows_q : {N{1'b0}};
      assign column_borrow  = served_q ? emptied_columns_q : {N{1'b0}};
      assign carry          = loaded;
      assign row_over       = left_q[c] ? {N{1'b0}} : rows;
      assign column_over    = left_q[c] ? {N{1'b0}} : columns;
      assign row_reaches    = needed[c] ? row_nonzeros_next[c*N +: N] : {N{1'b1}};
      assign column_reaches = needed[c] ? column_nonzeros_next[c*N +: N] : {N{1'b1}};
    end else begin : gen_higher
      assign row_borrow     = gen_nonzeros[c-1].row_borrow & ~gen_nonzeros[c-1].rows;
      assign column_borrow  = gen_nonzeros[c-1].column_borrow & ~gen_nonzeros[c-1].columns;
      assign carry          = first_i ? {N{1'b0}} : gen_nonzeros[c-1].carry & gen_nonzeros[c-1].columns;
      assign row_over       = left_q[c] ? rows & gen_nonzeros[c-1].row_over : rows | gen_nonzeros[c-1].row_over;
      assign column_over    = left_q[c] ? columns & gen_nonzeros[c-1].column_over
                                        : columns | gen_nonzeros[c-1].column_over;
      assign row_reaches    = needed[c] ? row_nonzeros_next[c*N +: N] & gen_nonzeros[c-1].row_reaches
                                        : row_nonzeros_next[c*N +: N] | gen_nonzeros[c-1].row_reaches;
      assign column_reaches = needed[c] ? column_nonzeros_next[c*N +: N] & gen_nonzeros[c-1].column_reaches
                                        : column_nonzeros_next[c*N +: N] | gen_nonzeros[c-1].column_reaches;
    end
    logic [N:0] shifted;
    assign shifted = {loaded_nonzeros[c], rows};
    assign row_nonzeros_next[c*N +: N]    = load_i ? shifted[N:1] : rows ^ row_borrow;
    assign column_nonzeros_next[c*N +: N] = load_i ? (first_i ? {N{1'b0}} : columns) ^ carry
                                                   : columns ^ column_borrow;
    logic unused;
    assign unused = shifted[0];
  end
  for (genvar z = 0; z < Z; z++) begin : gen_sum
    logic [N-1:0] rows, columns, row_part, column_part, loaded_part, row_borrow, column_borrow, carry;
    logic [N-1:0] row_long, column_long;
    logic [N:0]   shifted;
    assign rows    = row_sums_q[z*N +: N];
    assign columns = column_sums_q[z*N +: N];
    if (z < B) begin : gen_part
      assign row_part    = served_q ? row_parts_q[z*N +: N] : {N{1'b0}};
      assign column_part = served_q ? column_parts_q[z*N +: N] : {N{1'b0}};
      assign loaded_part = loaded_planes[z*P +: N];
    end else begin : gen_none
      assign row_part    = {N{1'b0}};
      assign column_part = {N{1'b0}};
      assign loaded_part = {N{1'b0}};
    end
    logic [N-1:0] kept;
    assign kept = first_i ? {N{1'b0}} : columns;
    if (z == 0) begin : gen_lowest
      assign row_borrow    = {N{1'b0}};
      assign column_borrow = {N{1'b0}};
      assign carry         = {N{1'b0}};
      assign row_long      = rest[z] ? {N{1'b0}} : rows;
      assign column_long   = rest[z] ? {N{1'b0}} : columns;
    end else begin : gen_higher
      assign row_borrow    = (gen_sum[z-1].row_part & gen_sum[z-1].row_borrow)
          | (~gen_sum[z-1].rows & (gen_sum[z-1].row_part | gen_sum[z-1].row_borrow));
      assign column_borrow = (gen_sum[z-1].column_part & gen_sum[z-1].column_borrow)
          | (~gen_sum[z-1].columns & (gen_sum[z-1].column_part | gen_sum[z-1].column_borrow));
      assign carry         = (gen_sum[z-1].kept & gen_sum[z-1].loaded_part)
          | (gen_sum[z-1].carry & (gen_sum[z-1].kept | gen_sum[z-1].loaded_part));
      assign row_long      = rest[z] ? rows & gen_sum[z-1].row_long : rows | gen_sum[z-1].row_long;
      assign column_long   = rest[z] ? columns & gen_sum[z-1].column_long : columns | gen_sum[z-1].column_long;
    end
    assign shifted = {loaded_sum[z], rows};
    assign row_sums_next[z*N +: N]    = load_i ? shifted[N:1] : rows ^ row_part ^ row_borrow;
    assign column_sums_next[z*N +: N] = load_i ? kept ^ loaded_part ^ carry
                                               : columns ^ column_part ^ column_borrow;
    logic unused;
    assign unused = shifted[0];
  end

  // Settings that are left. A line that needs more asks for one more, a clock at a time; so while rows
  // are loaded the columns, of which each grows by one a row, are behind by one at most.
  logic over_columns;
  assign over_columns = gen_nonzeros[C-1].column_over != '0;
  assign over         = over_columns || gen_nonzeros[C-1].row_over != '0;
  always @* begin
    left_next = left_q;
    if (load_i) begin
      if (first_i) left_next = '0;
      else if (over_columns) left_next = left_q + 1'b1;
      if (loaded_nonzeros > left_next) left_next = loaded_nonzeros;
    end else if (!run_q) begin
      if (over_columns) left_next = left_q + 1'b1;
    end else if (served_q) begin
      if (any_q && left_q != '0) left_next = left_q - 1'b1;
    end else if (!boot_q && over) begin
      left_next = left_q + 1'b1;
    end
    needed = (left_next == '0) ? C'(1) : left_next;
  end
  assign last = run_q && !boot_q && in_flight == '0 && !valid_q && row_nonzeros_q == '0;

  // The search: candidates are the counters above 0 of critical lines, and those that have a 0 where
  // another has a 1 drop out.
  logic [M-1:0] candidates_q, candidates, upper_ones, lower_ones, left_ones;
  logic [P-1:0] critical_words;
  logic [2*H-1:0] found_q;
  logic upper_found, lower_found, seeks;
  assign seeks          = search_q > 4'd1 && !dense_q;
  assign critical_words = P'(critical_columns_q);
  always @* begin
    logic [B*P-1:0] counters;
    logic [P-1:0]   row, upper, lower;
    counters    = '0;
    row         = '0;
    upper       = '0;
    lower       = '0;
    candidates  = candidates_q;
    upper_ones  = '0;
    lower_ones  = '0;
    upper_found = 1'b0;
    if (seeks)
      for (int i = 0; i < N; i++) begin
        counters = counts_q[i*B*P +: B*P];
        row      = candidates_q[i*P +: P];
        if (search_q == SEARCH) begin
          row = '0;
          for (int b = 0; b < B; b++) row = row | counters[b*P +: P];
          if (!critical_rows_q[i]) row = row & critical_words;
          candidates[i*P +: P] = row;
        end
        if (row != '0) begin
          for (int h = 0; h < H; h++)
            if (search_q == 4'(h + 2)) begin
              upper = (2*h + 1 < B) ? counters[((2*h + 1 < B) ? 2*h + 1 : 0)*P +: P] : '0;
              lower = counters[2*h*P +: P];
            end
          upper_ones[i*P +: P] = row & upper;
          lower_ones[i*P +: P] = row & lower;
          if ((row & upper) != '0) upper_found = 1'b1;
        end
      end
  end
  always @* begin
    left_ones   = candidates;
    lower_found = 1'b0;
    if (seeks) begin
      if (upper_found) left_ones = upper_ones;
      if ((left_ones & lower_ones) != '0) begin
        lower_found = 1'b1;
        left_ones   = left_ones & lower_ones;
      end
    end
  end
  assign cut         = starts_sparse ? ((found_q[B-1:0] == '0) ? level_q | B'(1) : found_q[B-1:0]) : cut_q;

  // Sums that the bound does not allow to wait a setting.
  assign rest = (bound_q > {{W{1'b0}}, cut}) ? bound_q - {{W{1'b0}}, cut} : '0;

  // The hold: the largest part. Parts that have a 0 where another has a 1 drop out.
  logic [B-1:0] largest;
  logic [N-1:0] largest_rows, higher_rows;
  always @* begin
    largest      = '0;
    largest_rows = match_q;
    higher_rows  = '0;
    for (int b = B - 1; b >= 0; b--) begin
      higher_rows = largest_rows & row_parts_q[b*N +: N];
      if (higher_rows != '0) begin
        largest[b]   = 1'b1;
        largest_rows = higher_rows;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni || flush_i) begin
      run_q    <= 1'b0;
      boot_q   <= 1'b0;
      served_q <= 1'b0;
      valid_q  <= 1'b0;
      serve_q  <= '0;
      gap_q    <= '0;
      search_q <= '0;
    end else if (go_i) begin
      run_q    <= 1'b1;
      boot_q   <= 1'b1;
      gap_q    <= '0;
      search_q <= '0;
    end else if (en) begin
      if (last) run_q <= 1'b0;
      boot_q   <= 1'b0;
      served_q <= serve_q != '0;
      valid_q  <= served_q && any_q;
      serve_q  <= (serve_q == '0) ? first_made : '0;
      if (start != '0) gap_q <= GAP;
      else if (gap_q != '0) gap_q <= gap_q - 1'b1;
      if (boot_q) search_q <= (left_dense) ? '0 : SEARCH;
      else if (!dense_q && run_q && (served_q || (over && in_flight == '0))) search_q <= SEARCH;
      else if (search_q != '0) search_q <= search_q - 1'b1;
    end

    if (en) begin
      any_q             <= serving_rows != '0;
      match_q           <= serving_rows;
      emptied_rows_q    <= emptied_rows;
      emptied_columns_q <= emptied_columns[N-1:0];
      hold_q            <= largest;
      shown_match_q     <= match_q;
      shown_column_q    <= column_q;
      if (boot_q) dense_q <= left_dense;
      cut_q              <= cut;
      candidates_q       <= left_ones;
      found_q            <= (found_q << 2) | (2*H)'({upper_found, lower_found});
      critical_rows_q    <= gen_nonzeros[C-1].row_reaches;
      critical_columns_q <= gen_nonzeros[C-1].column_reaches;
      if (starts_sparse) begin
        long_rows_q    <= critical_rows_q | gen_sum[Z-1].row_long;
        long_columns_q <= critical_columns_q | gen_sum[Z-1].column_long;
      end
    end
    if (load_i || en) begin
      left_q            <= left_next;
      row_nonzeros_q    <= row_nonzeros_next;
      column_nonzeros_q <= column_nonzeros_next;
      row_sums_q        <= row_sums_next;
      column_sums_q     <= column_sums_next;
    end
    if (load_i) begin
      level_q <= (first_i ? '0 : level_q) | loaded_any;
      bound_q <= (first_i || loaded_sum > bound_q) ? loaded_sum : bound_q;
    end else if (valid_q && en) begin
      level_q <= hold_q;
      bound_q <= (bound_q > {{W{1'b0}}, hold_q}) ? bound_q - {{W{1'b0}}, hold_q} : '0;
    end
  end

  // Dense: the line with most nonzeros has more than a third of the ports.
  logic [C+1:0] thrice;
  assign thrice     = {2'b0, left_q} + {1'b0, left_q, 1'b0};
  assign left_dense = thrice > (C+2)'(N);

  assign idle_o   = !run_q;
  assign valid_o  = valid_q;
  assign hold_o   = valid_q ? hold_q : '0;
  assign match_o  = valid_q ? shown_match_q : '0;
  assign column_o = valid_q ? shown_column_q : '0;

`ifdef FORMAL
`include "jq_few_properties.svh"
`endif

endmodule
