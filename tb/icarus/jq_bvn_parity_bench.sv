// SPDX-License-Identifier: Apache-2.0
//
/// Bits flip in a jq_scheduler_axis with PARITY, one in each run: every bit of every counter and of its parity, in
/// every clock from a demand's first row on; then carried counts, levels and holds. Each that matters must be told
/// by the output and by STATUS, within three clocks if it is of a counter, and no other may be. Its answer must be
/// cut or be the one without a flip, and so must all its beats but a cut one. The next answer must be right.
/// Ends with exit code 0, or 1 at the first flip of which that is not so.
`define EXPECT(condition) if (!((condition) === 1'b1)) begin \
    $display("line %0d, demand %0d, bit %0d, clock %0d: not so: %s", `__LINE__, demand, place, at, `"condition`"); \
    $finish_and_return(1); #1; end
`define TOGGLE(bit_) bit_ = !bit_
module jq_bvn_parity_bench #(
    /// As jq_scheduler_axis's: 0, 1 or 2.
    parameter int KIND = 1,
    /// As jq_scheduler_axis's.
    parameter int N = 3,
    /// As jq_scheduler_axis's.
    parameter int B = 2,
    /// As jq_scheduler_axis's.
    parameter int S = 2,
    /// As jq_scheduler_axis's.
    parameter int DESCEND = 0,
    /// As jq_scheduler_axis's.
    parameter int ROWS = 1,
    /// Demands.
    parameter int CASES = 2
);

  localparam int W = (N > 1) ? $clog2(N) : 1;
  localparam int DI = 8 * ((ROWS * N * B + 7) / 8);
  localparam int DO = 8 * ((B + N + N * W + 7) / 8);
  localparam int HOLD = N + N * W;  // of a permutation: its lowest bit of the hold
  localparam int K = (N + S - 1) / S;
  localparam int LOADS = N / ROWS;
  localparam int COUNTERS = N * N * (B + 1);  // bits; the parity is on top of its counter
  localparam int CORE = (N + 1) * (B + 1);    // bits of what else the core holds
  localparam int SHELL = 2 * (B + 1);         // hold and parity: held back, shown
  localparam int BITS = COUNTERS + CORE + SHELL;

  logic clk = 1'b0, rst_n = 1'b0;
  always #5 clk = ~clk;

  logic          s_valid = 1'b0, s_last = 1'b0, s_ready, m_valid, m_ready = 1'b0, m_last;
  logic [DI-1:0] s_data = '0;
  logic [DO-1:0] m_data;
  logic [1:0]    m_user;
  logic          psel = 1'b0, penable = 1'b0, pwrite = 1'b0, pready, pslverr, parity_error;
  logic [6:0]    paddr = '0;
  logic [31:0]   pwdata = '0, prdata;
  jq_scheduler_axis #(
      .KIND(KIND), .N(N), .B(B), .S(S), .DESCEND(DESCEND), .ROWS(ROWS), .PARITY(1)
  ) u_device (
      .clk_i(clk), .rst_ni(rst_n),
      .s_tvalid_i(s_valid), .s_tready_o(s_ready), .s_tdata_i(s_data), .s_tlast_i(s_last),
      .m_tvalid_o(m_valid), .m_tready_i(m_ready), .m_tdata_o(m_data), .m_tlast_o(m_last),
      .m_tuser_o(m_user),
      .psel_i(psel), .penable_i(penable), .pwrite_i(pwrite), .paddr_i(paddr), .pwdata_i(pwdata),
      .pready_o(pready), .prdata_o(prdata), .pslverr_o(pslverr), .parity_error_o(parity_error)
  );

  // Bit `place` flips between two edges of the clock. It is due to be told if the bit is in use.
  integer place = 0, demand = 0, at = 0;
  event   flip;
  logic   due, known;  // known: there is such a bit
  integer rows_in;     // of the demand that is being loaded
  logic   loaded;
  assign loaded  = u_device.u_core.held;
  assign rows_in = (u_device.load_ready && !u_device.done) ? ROWS * u_device.u_core.loads_q : 0;
  for (genvar d = 0; d < N; d++) begin : gen_diagonal
    for (genvar i = 0; i < N; i++) begin : gen_cell
      for (genvar b = 0; b <= B; b++) begin : gen_bit
        always @(flip) if (place == (d * N + i) * (B + 1) + b) begin
          known = 1'b1;
          due   = loaded || i >= N - rows_in;
        end
        if (KIND == 1 && b < B) begin : gen_ladder
          always @(flip) if (place == (d * N + i) * (B + 1) + b)
            `TOGGLE(u_device.u_core.gen_ladder.u_core.gen_diagonal[d].u_diagonal.gen_plane[b].count_q[i]);
        end else if (KIND == 1) begin : gen_ladder_parity
          always @(flip) if (place == (d * N + i) * (B + 1) + b)
            `TOGGLE(u_device.u_core.gen_ladder.u_core.gen_diagonal[d].u_diagonal.gen_parity.u_parity.parity_q[i]);
        end else if (KIND == 0 && b < B) begin : gen_unit
          always @(flip) if (place == (d * N + i) * (B + 1) + b)
            `TOGGLE(u_device.u_core.gen_unit.u_core.gen_diagonal[d].gen_plane[b].count_q[i]);
        end else if (KIND == 0) begin : gen_unit_parity
          always @(flip) if (place == (d * N + i) * (B + 1) + b)
            `TOGGLE(u_device.u_core.gen_unit.u_core.gen_diagonal[d].gen_parity.u_parity.parity_q[i]);
        end else if (b < B) begin : gen_minhold
          always @(flip) if (place == (d * N + i) * (B + 1) + b)
            `TOGGLE(u_device.u_core.gen_minhold.u_core.gen_diagonal[d].gen_plane[b].count_q[i]);
        end else begin : gen_minhold_parity
          always @(flip) if (place == (d * N + i) * (B + 1) + b)
            `TOGGLE(u_device.u_core.gen_minhold.u_core.gen_diagonal[d].gen_parity.u_parity.parity_q[i]);
        end
      end
    end
  end
  for (genvar b = 0; b <= B; b++) begin : gen_other
    if (KIND == 2) begin : gen_minhold
      for (genvar i = 0; i < N; i++) begin : gen_carried
        always @(flip) if (place == COUNTERS + i * (B + 1) + b) begin
          known = 1'b1;
          due   = u_device.u_core.gen_minhold.u_core.wave_q[K-1];
          `TOGGLE(u_device.u_core.gen_minhold.u_core.gen_group[K-1].gen_granted[b].count_q[i]);
        end
      end
      always @(flip) if (place == COUNTERS + N * (B + 1) + b) begin
        known = 1'b1;
        due   = u_device.valid;
        if (b < B) `TOGGLE(u_device.u_core.gen_minhold.u_core.hold_q[b % B]);
        else `TOGGLE(u_device.u_core.gen_minhold.u_core.gen_parity.hold_parity_q);
      end
    end else if (KIND == 1 && b < B) begin : gen_level
      always @(flip) if (place == COUNTERS + b) begin
        known = 1'b1;
        due   = u_device.valid;
      end
      if (DESCEND == 1) begin : gen_shown
        always @(flip) if (place == COUNTERS + b)
          `TOGGLE(u_device.u_core.gen_ladder.u_core.gen_shown.level_shown_q[b]);
      end else begin : gen_last
        always @(flip) if (place == COUNTERS + b)
          `TOGGLE(u_device.u_core.gen_ladder.u_core.gen_group[K-1].fill_level_q[b]);
      end
    end
    always @(flip) if (place == COUNTERS + CORE + b) begin
      known = 1'b1;
      due   = u_device.held_q;
      if (b < B) `TOGGLE(u_device.permutation_q[HOLD + b % B]);
      else `TOGGLE(u_device.hold_parity_q);
    end
    always @(flip) if (place == COUNTERS + CORE + B + 1 + b) begin
      known = 1'b1;
      due   = m_valid;
      `TOGGLE(u_device.u_skid.data_q[HOLD + b]);
    end
  end

  // One demand: its beats, and what they are without a flip.
  logic [DI-1:0] rows [0:N-1];
  logic [DO+2:0] answer [0:255], right [0:255];
  integer        beats, right_beats, age, length, told_at, told = 0, harmless = 0, whole = 0;
  logic          flipped;

  // Flips a bit in clock `at` behind the first row's, if that is within the answer.
  task automatic run(input logic flips);
    integer row, wait_of_3;
    row   = 0;
    beats = 0;
    age   = 0;
    told_at = -1;
    {flipped, due, known} = '0;
    while (beats == 0 || !answer[beats-1][DO+2]) begin
      s_valid <= row < LOADS;
      s_data  <= rows[row % N];
      s_last  <= row == LOADS - 1;
      m_ready <= demand % 2 == 0 || age % 3 == 0;
      if (flips && age == at) begin
        #1 -> flip;
        #1 flipped = 1'b1;
      end
      @(posedge clk);
      if (s_valid && s_ready) row = row + 1;
      if (m_valid && m_ready) begin
        answer[beats] = {m_last, m_user, m_data};
        beats = beats + 1;
      end
      if (parity_error && told_at < 0) told_at = age;
      age = age + 1;
      if (s_valid && s_ready) s_valid <= 1'b0;
    end
    s_valid <= 1'b0;
    m_ready <= 1'b0;
    repeat (4) @(posedge clk);
  endtask

  task automatic apb(input logic write, input [6:0] address, input [31:0] data);
    psel <= 1'b1; pwrite <= write; paddr <= address; pwdata <= data;
    @(posedge clk);
    penable <= 1'b1;
    @(posedge clk);
    psel <= 1'b0; penable <= 1'b0;
    @(posedge clk);
  endtask

  // What was answered is right, but for a last beat that is cut.
  task automatic judge(input logic may_be_cut);
    for (int k = 0; k < beats; k++)
      `EXPECT(answer[k] === right[k] || (may_be_cut && answer[k][DO] && answer[k][DO+2]))
    `EXPECT(answer[beats-1][DO] || beats == right_beats)
  endtask

  task automatic expect_told(input logic expected);
    `EXPECT(parity_error === expected)
    apb(1'b0, 7'h10, 0);
    `EXPECT(prdata[6] === expected)
  endtask

  initial begin
    repeat (3) @(posedge clk);
    rst_n <= 1'b1;
    repeat (3) @(posedge clk);
    for (demand = 0; demand < CASES; demand = demand + 1) begin
      for (int r = 0; r < LOADS; r++) rows[r] = {$urandom, $urandom, $urandom};
      run(1'b0);
      expect_told(1'b0);
      `EXPECT(!answer[beats-1][DO])
      for (int k = 0; k < beats; k++) right[k] = answer[k];
      right_beats = beats;
      length = age;
      for (place = 0; place < BITS; place = place + 1) begin
        for (at = 0; at < length; at = at + 1) begin
          run(1'b1);
          if (!flipped || !known) begin
            `EXPECT(!flipped || place >= COUNTERS)
            at = length;
          end else begin
            expect_told(due);
            if (due && place < COUNTERS + CORE) judge(1'b1);
            if (due && place < COUNTERS && at >= LOADS + 1) `EXPECT(told_at < 0 || told_at <= at + 3)
            if (!due) judge(1'b0);
            if (due) told = told + 1;
            else harmless = harmless + 1;
            if (due && place < COUNTERS && !answer[beats-1][DO]) whole = whole + 1;
            if (at % 4 == 0) begin  // nothing else clears it
              apb(1'b1, 7'h08, ~32'd4);
              apb(1'b1, 7'h0c, 32'h01010004);
              apb(1'b0, 7'h08, 4);
              expect_told(due);
            end
            apb(1'b1, 7'h08, 4);
            if (at % 4 == 0) begin
              run(1'b0);
              judge(1'b0);
            end
            expect_told(1'b0);
          end
        end
      end
    end
    $display("%0d flips told, %0d of them of counters behind the answer's last decision; %0d not in use", told,
        whole, harmless);
    `EXPECT(told > 0 && harmless > 0)
    $finish;
  end

endmodule
