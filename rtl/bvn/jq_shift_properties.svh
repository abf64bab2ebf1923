// SPDX-License-Identifier: Apache-2.0
//
// What jq_shift promises, as invariants for Yosys (tb/formal, docs/cores.md); part of the module under
// `ifdef FORMAL. Names that begin with was_ are of the clock before.

  logic started_q = 1'b0;
  always_ff @(posedge clk_i) started_q <= 1'b1;
  always_comb assume (started_q || !rst_ni);

  // What the core asks of its user, once it has been reset: rows and a start only while it is idle,
  // not both at once.
`ifdef JQ_IN_SCHEDULER
  always_comb
    if (started_q && rst_ni && !flush_i) begin
      assert (!(load_i && go_i));
      if (load_i || go_i) assert (idle_o);
    end
`else
  always_comb begin
    assume (!(load_i && go_i));
    if (load_i || go_i) assume (idle_o);
  end
`endif

  logic [PLACES-1:0] was_at_q;
  logic              was_dropped_q, was_waiting_q, was_walking_q, was_go_q, was_en_q;
  logic [H-1:0]      was_hold_q, was_head_q, was_left_q;
  logic [N-1:0]      was_match_q;
  logic [N*W-1:0]    was_column_q;
  always_ff @(posedge clk_i) begin
    was_dropped_q <= !rst_ni || flush_i;
    was_waiting_q <= valid_o && !ready_i && rst_ni && !flush_i;
    was_walking_q <= walk;
    was_at_q      <= at_q;
    was_go_q      <= go_i;
    was_en_q      <= en;
    was_head_q    <= head;
    was_left_q    <= left_q;
    was_hold_q    <= hold_o;
    was_match_q   <= match_o;
    was_column_q  <= column_o;
  end

  // There is one token or none.
  always_comb if (started_q) assert ((at_q & (at_q - 1'b1)) == '0);

  // A clock that is not held up moves it on by a place; a start puts it at the first; it leaves
  // behind the last. So a run ends after PLACES such clocks.
  always_comb
    if (started_q && !was_dropped_q) begin
      if (was_en_q) assert (at_q == PLACES'({was_at_q, was_go_q}));
      else assert (at_q == was_at_q);
    end

  // Something is shown only at a place behind the wait; then it has a hold, and nothing shown has
  // none.
  if (SHIFTS == 0) begin : gen_never
    always_comb if (started_q) assert (!valid_o);
  end else begin : gen_where
    always_comb if (started_q && valid_o) assert (at_q[PLACES-1:LATENCY+1] != '0);
  end
  always_comb if (started_q) assert (valid_o == (hold_o != '0));

  // In each clock of the walk a hold leaves the rings, and two clocks later it is shown unless it is 0.
  always_comb
    if (started_q && !was_dropped_q && was_en_q) begin
      assert (left_q == (was_walking_q ? was_head_q : '0));
      assert (hold_o == was_left_q);
    end
  if (SHIFTS == 0) begin : gen_none_left
    always_comb if (started_q) assert (!live_q);
  end else begin : gen_left
    always_comb if (started_q && live_q) assert (at_q[PLACES-2:LATENCY] != '0);
  end
  always_comb if (started_q) assert (live_q == (left_q != '0));

  // The columns shown are those of the token's place.
  for (genvar k = 0; k < DIGITS; k++) begin : gen_of_digit
    localparam int SIZE = size_of(k);
    localparam int STRIDE = stride_of(k);
    localparam int SHOWN = LATENCY + shifts_below(k);
    for (genvar d = 1; d < SIZE; d++) begin : gen_of_shift
      localparam logic [N*W-1:0] COLUMN = columns_of(SIZE, STRIDE, d);
      always_comb if (started_q && valid_o && at_q[SHOWN + d]) assert (column_o == COLUMN);
    end
  end

  // All inputs are connected or none, each to an output of its own that is another port.
  for (genvar i = 0; i < N; i++) begin : gen_pair
    logic [W-1:0] to;
    logic [N-1:0] same;
    assign to = column_o[i*W +: W];
    for (genvar l = 0; l < N; l++) begin : gen_other
      assign same[l] = l < i && column_o[l*W +: W] == to;
    end
    always_comb
      if (started_q) begin
        assert (match_o[i] == valid_o);
        if (valid_o) assert (same == '0 && {1'b0, to} < N && to != W'(i));
        else assert (to == '0);
      end
  end

  // One that is not taken stays as it is; a flush or a reset leaves it idle, and nothing shown.
  always_comb
    if (started_q) begin
      if (was_waiting_q)
        assert (valid_o && hold_o == was_hold_q && match_o == was_match_q
            && column_o == was_column_q);
      if (was_dropped_q) assert (idle_o && !valid_o);
    end

  // While nothing was started, nothing is shown.
  always_comb if (started_q && idle_o) assert (!valid_o);

  // The digits of the next row's number are those of the number itself.
  localparam int R = $clog2(N + 1);
  logic [R-1:0] number_q;
  always_ff @(posedge clk_i)
    if (!rst_ni || flush_i) number_q <= '0;
    else if (load_i) number_q <= (number_q == R'(N - 1)) ? '0 : number_q + 1'b1;
  for (genvar k = 0; k < DIGITS; k++) begin : gen_number
    localparam int SIZE = size_of(k);
    localparam int STRIDE = stride_of(k);
    logic [R-1:0] part, so_far;
    if (SIZE == 1) begin : gen_none
      assign part = '0;
    end else begin : gen_some
      assign part = R'(gen_row_digit[k].gen_counter.digit_q) * R'(STRIDE);
      always_comb if (started_q) assert (part < R'(SIZE * STRIDE));
    end
    if (k == 0) begin : gen_lowest
      assign so_far = part;
    end else begin : gen_higher
      assign so_far = gen_number[k-1].so_far + part;
    end
  end
  always_comb if (started_q) assert (gen_number[DIGITS-1].so_far == number_q && number_q < N);

  // That this is not about nothing: two shifts have been taken in a run, with different holds.
  logic once_q, twice_q;
  logic [H-1:0] taken_q;
  always_ff @(posedge clk_i)
    if (go_i || flush_i || !rst_ni) {once_q, twice_q} <= 2'b00;
    else if (valid_o && ready_i) begin
      once_q  <= 1'b1;
      twice_q <= once_q && hold_o != taken_q;
      taken_q <= hold_o;
    end
  (* keep *) logic cover_o;
  assign cover_o = started_q && idle_o && twice_q;
