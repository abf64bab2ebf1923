// SPDX-License-Identifier: Apache-2.0
//
/// jq_scheduler_axis against the bare jq_scheduler: the same demands, with random gaps and stalls, must give
/// the same permutations in the same order. Then demands whose tlast is wrong, aborts, resets, and what the
/// registers say, and failed ports, whose demand the bare core is not given. With PARITY, which the bare core has not,
/// nothing may be told of flipped bits. Checks itself: ends with exit code 0, or 1 at the first difference.
`ifdef VERILATOR  // has no $finish_and_return
`define END_WITH(code) $fatal(code)
`else
`define END_WITH(code) $finish_and_return(code)
`endif
`define EXPECT(condition) if (!((condition) === 1'b1)) begin $display("line %0d, demand %0d: not so: %s", \
    `__LINE__, demands, `"condition`"); `END_WITH(1); #1; end
module jq_scheduler_axis_bench #(
    /// As jq_scheduler_axis's.
    parameter int KIND = 1,
    /// As jq_scheduler_axis's.
    parameter int N = 4,
    /// As jq_scheduler_axis's.
    parameter int B = 4,
    /// As jq_scheduler_axis's.
    parameter int S = 2,
    /// As jq_scheduler_axis's.
    parameter int R0 = N,
    /// As jq_scheduler_axis's.
    parameter int R1 = 1,
    /// As jq_scheduler_axis's.
    parameter int R2 = 1,
    /// As jq_scheduler_axis's.
    parameter int R3 = 1,
    /// As jq_scheduler_axis's.
    parameter int CORES = 7,
    /// As jq_scheduler_axis's.
    parameter int DESCEND = 0,
    /// As jq_scheduler_axis's.
    parameter int ROWS = 1,
    /// As jq_scheduler_axis's.
    parameter int PARITY = 0,
    /// As jq_scheduler_axis's.
    parameter int ASYNC_RESET = 0,
    /// Demands of each part.
    parameter int CASES = 24
);

  localparam int W = (N > 1) ? $clog2(N) : 1;
  localparam int L = (B > 1) ? $clog2(B) : 1;
  localparam int H = (KIND == 3 || KIND == 5) ? B + W - 1 : B;
  localparam int RB = ROWS * N * B;
  localparam int DI = 8 * ((RB + 7) / 8);
  localparam int P = H + N + N * W;
  localparam int DO = 8 * ((P + 7) / 8);
  localparam int LOADS = N / ROWS;
  localparam int E = P + 3;  // an expected beat: last, shifts, cut, permutation

  logic clk = 1'b0, rst_n = 1'b0;
  always #5 clk = ~clk;

  // The device.
  logic          s_valid = 1'b0, s_last = 1'b0, s_ready, m_valid, m_ready = 1'b0, m_last;
  logic [DI-1:0] s_data = '0;
  logic [DO-1:0] m_data;
  logic [1:0]    m_user;
  logic          psel = 1'b0, penable = 1'b0, pwrite = 1'b0, pready, pslverr, parity_error;
  logic [6:0]    paddr = '0;
  logic [31:0]   pwdata = '0, prdata;
  jq_scheduler_axis #(
      .KIND(KIND), .N(N), .B(B), .S(S), .CORES(CORES), .R0(R0), .R1(R1), .R2(R2), .R3(R3),
      .DESCEND(DESCEND), .ROWS(ROWS), .PARITY(PARITY), .ASYNC_RESET(ASYNC_RESET)
  ) u_device (
      .clk_i(clk), .rst_ni(rst_n),
      .s_tvalid_i(s_valid), .s_tready_o(s_ready), .s_tdata_i(s_data), .s_tlast_i(s_last),
      .m_tvalid_o(m_valid), .m_tready_i(m_ready), .m_tdata_o(m_data), .m_tlast_o(m_last),
      .m_tuser_o(m_user),
      .psel_i(psel), .penable_i(penable), .pwrite_i(pwrite), .paddr_i(paddr), .pwdata_i(pwdata),
      .pready_o(pready), .prdata_o(prdata), .pslverr_o(pslverr), .parity_error_o(parity_error)
  );

  // The bare core, always ready.
  logic           load = 1'b0, start = 1'b0, load_ready, busy, done, shifts, valid, flipped;
  logic [RB-1:0]  row = '0;
  logic [31:0]    options = 32'h01010000;
  logic [H-1:0]   hold;
  logic [N-1:0]   match;
  logic [N*W-1:0] column;
  jq_scheduler #(
      .KIND(KIND), .N(N), .B(B), .S(S), .CORES(CORES), .R0(R0), .R1(R1), .R2(R2), .R3(R3),
      .DESCEND(DESCEND), .ROWS(ROWS)
  ) u_bare (
      .clk_i(clk), .rst_ni(rst_n), .load_valid_i(load), .load_ready_o(load_ready), .load_row_i(row),
      .start_i(start), .guard_i(options[15:0]), .top_offset_i(options[16 +: L]),
      .floor_i(options[20 +: L]), .fill_i(options[24]), .abort_i(1'b0), .busy_o(busy),
      .done_o(done), .shifts_o(shifts), .valid_o(valid), .ready_i(1'b1), .hold_o(hold),
      .match_o(match), .column_o(column), .parity_error_o(flipped)
  );

  // What is expected, and how far it has come.
  logic [E-1:0]  expected [0:65535];
  integer        put = 0, got = 0, first = 0;  // first: of the answer that is under way
  integer        demands = 0, wanted = 0, answers = 0, cuts = 0, sent = 0, slots = 0, run_clocks = 0;
  integer        masked = 0;
  logic          left_out = 1'b0, watched = 1'b0;  // watched: failed ports must not be connected
  logic [N-1:0]  failed_inputs = '0, failed_outputs = '0;
  logic [RB-1:0] served_row;
  integer        faults = 0, stalls = 0, last_row_at = 0, clock = 0, latency = 0, ready_of_4 = 4;
  logic          may_cut = 1'b0;
  logic [DI-1:0] rows [0:N-1];

  logic          waited = 1'b0;
  logic [DO+2:0] was;
  logic [E-1:0]  beat;
  assign beat = {m_last, m_user, m_data[P-1:0]};
  always @(posedge clk) begin
    clock   <= clock + 1;
    m_ready <= ($urandom & 3) < ready_of_4;
    `EXPECT(!(m_valid === 1'bx) || !rst_n)
    `EXPECT(!rst_n || parity_error === 1'b0)
    if (rst_n && waited) `EXPECT(m_valid && {m_last, m_user, m_data} === was)
    waited <= rst_n && m_valid && !m_ready;
    was    <= {m_last, m_user, m_data};
    if (rst_n && u_device.valid && !u_device.take_ready) stalls = stalls + 1;
    if (s_valid && s_ready && s_last) last_row_at = clock;
    if (rst_n && m_valid && m_ready) begin
      `EXPECT((m_data >> P) == '0)
      if (may_cut && m_user[0]) begin  // ends after any of the permutations, or before the first
        `EXPECT(m_last)
        if (m_data[N*W +: N] == '0) begin
          `EXPECT(got == first && m_data == '0)
        end else `EXPECT(beat[P:0] === {1'b1, expected[got][P-1:0]})
        got = put;
      end else begin
        `EXPECT(got < put)
        `EXPECT(beat === expected[got])
        got = got + 1;
      end
      if (watched && !m_user[1])  // shifts connect all ports
        for (int i = 0; i < N; i++)
          if (m_data[N*W + i])
            `EXPECT(!failed_inputs[i] && !failed_outputs[m_data[i*W +: W]])
      if (m_data[N*W +: N] != '0) begin
        sent  = sent + 1;
        slots = slots + m_data[N*W+N +: H];
      end
      if (m_user[0]) cuts = cuts + 1;
      if (m_last) begin
        answers = answers + 1;
        first   = got;
        latency = clock - last_row_at;
      end
    end
  end

  task automatic apb(input logic write, input [6:0] address, input [31:0] data, input logic error);
    psel <= 1'b1; pwrite <= write; paddr <= address; pwdata <= data;
    @(posedge clk);
    penable <= 1'b1;
    @(posedge clk);
    psel <= 1'b0; penable <= 1'b0;
    `EXPECT(pready && pslverr == error)
  endtask

  task automatic expect_register(input [6:0] address, input [31:0] value);
    apb(1'b0, address, 0, 1'b0);
    if (prdata !== value) $display("register %h: %h, expected %h", address, prdata, value);
    `EXPECT(prdata === value)
    paddr <= ~address;  // what was read stays while nothing is addressed
    repeat (2) @(posedge clk);
    `EXPECT(prdata === value)
  endtask

  task automatic draw_demand;
    integer density;
    density = $urandom & 7;
    for (int r = 0; r < LOADS; r++) begin
      rows[r] = '0;
      for (int e = 0; e < ROWS * N; e++)
        if (($urandom & 7) < density) rows[r][e*B +: B] = B'($urandom);
      if (DI > RB) rows[r][DI-1] = 1'b1;  // padding is not read
    end
  endtask

  // A row as the masks leave it.
  task automatic mask_row(input integer r);
    served_row = rows[r][RB-1:0];
    for (int e = 0; e < ROWS * N; e++)
      if (failed_inputs[r*ROWS + e/N] || failed_outputs[e%N]) begin
        left_out = left_out || served_row[e*B +: B] != '0;
        served_row[e*B +: B] = '0;
      end
  endtask

  // Draws which ports have failed, and writes it.
  task automatic fail_ports;
    failed_inputs  = N'($urandom & $urandom);
    failed_outputs = N'($urandom & $urandom & $urandom);
    for (int k = 0; k < (N + 31) / 32; k++) begin
      apb(1'b1, 7'(64 + 4*k), 32'(failed_inputs >> 32*k), 1'b0);
      apb(1'b1, 7'(96 + 4*k), 32'(failed_outputs >> 32*k), 1'b0);
      expect_register(7'(64 + 4*k), 32'(failed_inputs >> 32*k));
      expect_register(7'(96 + 4*k), 32'(failed_outputs >> 32*k));
    end
  endtask

  // Runs the bare core on the demand, and adds its permutations to what is expected.
  task automatic run_bare;
    integer began;
    load <= 1'b1;
    left_out = 1'b0;
    for (int r = 0; r < LOADS; r++) begin
      mask_row(r);
      row <= served_row;
      @(posedge clk);
    end
    load <= 1'b0; start <= 1'b1;
    @(posedge clk);
    start <= 1'b0;
    began = clock;
    began = put;
    run_clocks = 0;
    @(posedge clk);
    while (!done) begin
      if (valid) begin
        expected[put] = {1'b0, shifts, 1'b0, hold, match, column};
        put = put + 1;
      end
      run_clocks = run_clocks + 1;
      @(posedge clk);
    end
    if (put == began) begin
      expected[put] = '0;
      put = put + 1;
    end
    expected[put-1][E-1] = 1'b1;
  endtask

  task automatic send(input integer beats, input logic gaps);
    for (int r = 0; r < beats; r++) begin
      while (gaps && ($urandom & 3) == 0) @(posedge clk);
      s_valid <= 1'b1; s_data <= rows[r % LOADS]; s_last <= r == beats - 1;
      @(posedge clk);
      while (!s_ready) @(posedge clk);
      s_valid <= 1'b0;
    end
  endtask

  task automatic drain;
    while (answers != wanted) @(posedge clk);
    `EXPECT(got == put)
  endtask

  task automatic expect_counters;
    expect_register(6'h14, demands - faults);
    expect_register(6'h18, sent);
    expect_register(6'h1c, slots);
    expect_register(6'h20, stalls);
    expect_register(6'h24, faults);
    expect_register(6'h28, cuts);
    expect_register(7'h2c, masked);
  endtask

  integer beats;
  initial begin
    repeat (3) @(posedge clk);
    rst_n <= 1'b1;
    expect_register(6'h00, 32'h4A510003);
    expect_register(6'h04, PARITY << 28 | ROWS << 24 | KIND << 20 | B << 12 | N);
    expect_register(6'h0c, 32'h01010000);
    expect_register(6'h10, 0);
    apb(1'b0, 7'h30, 0, 1'b1);
    apb(1'b0, 7'(64 + 4 * ((N + 31) / 32)), 0, 1'b1);
    apb(1'b1, 7'(96 + 4 * ((N + 31) / 32)), 0, 1'b1);
    apb(1'b1, 6'h10, 1, 1'b1);
    expect_register(7'h40, 0);
    expect_register(7'h60, 0);

    // Ready all the time: two clocks more than the bare core, and it never waits.
    for (int i = 0; i < CASES / 2; i++) begin
      draw_demand;
      run_bare;
      demands = demands + 1;
      wanted  = wanted + 1;
      send(LOADS, 1'b0);
      drain;
      `EXPECT(latency == run_clocks + 3)  // run_clocks is one short of start to done
    end
    `EXPECT(stalls == 0)
    expect_counters;
    expect_register(6'h10, 4);

    // Gaps and stalls; the next demand waits at the input while the answer is under way.
    for (int i = 0; i < CASES; i++) begin
      ready_of_4 = 1 + i % 3;
      draw_demand;
      options = {7'd0, 1'($urandom), 4'($urandom % B), 4'($urandom % B), 16'($urandom & 31)};
      run_bare;
      demands = demands + 1;
      wanted  = wanted + 1;
      apb(1'b1, 6'h0c, {7'h7f, options[24:0]}, 1'b0);
      expect_register(6'h0c, options);
      send(LOADS, i[0]);
    end
    drain;
    expect_counters;

    // Rows too few or too many: dropped, and one beat says so.
    for (int i = 0; i < CASES; i++) begin
      draw_demand;
      demands = demands + 1;
      wanted  = wanted + 1;
      beats   = ($urandom & 1) != 0 ? LOADS + 1 + ($urandom & 3) : 1 + $urandom % LOADS;
      if (beats == LOADS) begin
        run_bare;
      end else begin
        expected[put] = {1'b1, 1'b0, 1'b1, {P{1'b0}}};
        put    = put + 1;
        faults = faults + 1;
      end
      send(beats, 1'b1);
    end
    drain;
    expect_counters;
    apb(1'b1, 6'h08, 2, 1'b0);
    for (int a = 'h14; a <= 'h2c; a = a + 4) expect_register(7'(a), 0);
    {demands, sent, slots, stalls, faults, cuts} = '0;

    // Aborts at any time: an answer to each packet still, cut or whole.
    may_cut = 1'b1;
    for (int i = 0; i < 2 * CASES; i++) begin
      draw_demand;
      run_bare;
      wanted = wanted + 1;
      fork
        begin  // an abort takes some clocks to arrive
          repeat ($urandom % 8) @(posedge clk);
          send(LOADS, i[0]);
        end
        begin
          repeat ($urandom % (2 * LOADS + run_clocks + 4)) @(posedge clk);
          apb(1'b1, 6'h08, 1, 1'b0);
        end
      join
      drain;
    end
    `EXPECT(cuts > 0 && cuts < 2 * CASES)
    expect_register(6'h28, cuts);
    expect_register(6'h24, 0);
    expect_register(6'h18, sent);
    apb(1'b0, 6'h10, 0, 1'b0);
    `EXPECT((prdata & ~32'd4) == 0)
    fail_ports;

    // A reset at any time: all is gone, and the next demand is as the first.
    may_cut = 1'b0;
    for (int i = 0; i < CASES; i++) begin
      draw_demand;
      run_bare;
      wanted = wanted + 1;
      send(LOADS, 1'b0);
      repeat ($urandom % (run_clocks + 4)) @(posedge clk);
      #2 rst_n = 1'b0;
      #1 if (ASYNC_RESET != 0) `EXPECT(!m_valid && !s_ready)
      if (ASYNC_RESET == 0) repeat (2) @(posedge clk);
      #1;
      got = put; first = put; answers = wanted; waited = 1'b0;
      {failed_inputs, failed_outputs} = '0;
      rst_n = 1'b1;
      repeat (4) @(posedge clk);
      `EXPECT(!m_valid && s_ready)
      expect_register(6'h0c, 32'h01010000);
      expect_register(6'h14, 0);
      options = 32'h01010000;
      draw_demand;
      run_bare;
      wanted = wanted + 1;
      send(LOADS, 1'b1);
      drain;
    end

    // Ports fail: they are never connected, and their demand is counted. What is written once a demand's first row
    // is taken is for the next one.
    apb(1'b1, 6'h08, 2, 1'b0);
    {demands, sent, slots, stalls, faults, cuts} = '0;
    watched = 1'b1;
    for (int i = 0; i < CASES; i++) begin
      fail_ports;
      draw_demand;
      run_bare;
      demands = demands + 1;
      wanted  = wanted + 1;
      masked  = masked + left_out;
      fork
        send(LOADS, i[0]);
        if (i[1]) begin
          @(posedge clk);
          while (!(s_valid && s_ready)) @(posedge clk);
          apb(1'b1, 7'h40, ~failed_inputs, 1'b0);
          apb(1'b1, 7'h60, ~failed_outputs, 1'b0);
        end
      join
      drain;
      apb(1'b0, 6'h10, 0, 1'b0);
      `EXPECT(prdata == {26'd0, left_out, 5'b00100})
    end
    `EXPECT(N == 1 || masked > 0)
    expect_counters;
    $display("%0d answers, %0d beats, %0d clocks", answers, put, clock);
    $finish;
  end

  initial begin
    #200000;  // the longest run takes a third of that
    $display("no end: %0d of %0d answers", answers, wanted);
    `END_WITH(1);
  end

endmodule
