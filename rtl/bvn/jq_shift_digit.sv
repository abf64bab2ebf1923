// SPDX-License-Identifier: Apache-2.0
//
/// One digit of jq_shift: finds the largest sum that any port sends by each shift of the digit.
///
/// Rows whose upper digits are equal come one after the other, STRIDE of them: a block. When the
/// digits below are right, the bytes of a block's sources for destinations that end in u lie at one
/// port. So a block needs one accumulator per u, and no address. Its STRIDE ports that send by the
/// same shift are compared in a tree, and the result in a ring of SIZE words. Each block turns the
/// ring by one, as its sources' digit is one higher: what was on its way by d is then by d - 1, and
/// word j meets the sums for digit j. After the last block word j is the shift by j + 1.
/// Then the words leave in order, and those of the next digit follow through next_i.
///
/// Latency: 2 + ceil(log2(STRIDE)) clocks from a row to the ring.
/// Reset: synchronous, active low, of what says that words are valid.
module jq_shift_digit #(
    /// Values of the digit, 2 or more.
    parameter int SIZE = 2,
    /// What a step of the digit is worth: the product of the sizes below.
    parameter int STRIDE = 4,
    /// Bits of a row's sum.
    parameter int WIDTH = 8,
    /// Bits of a hold.
    parameter int H = 10
) (
    /// Clock.
    input  logic                         clk_i,
    /// Synchronous reset, active low.
    input  logic                         rst_ni,
    /// Drop what is in flight.
    input  logic                         flush_i,
    /// sums_i is a row's.
    input  logic                         valid_i,
    /// It is the first row of a block.
    input  logic                         first_i,
    /// It is the last row of a block.
    input  logic                         last_i,
    /// It is of the first block of a demand.
    input  logic                         begin_i,
    /// Bits u*WIDTH +: WIDTH: what the row has for destinations that end in u, this digit and below.
    input  logic [SIZE*STRIDE*WIDTH-1:0] sums_i,
    /// The words move on by one.
    input  logic                         walk_i,
    /// The first word of the digit above.
    input  logic [H-1:0]                 next_i,
    /// The first word.
    output logic [H-1:0]                 head_o,
    /// Bits (d-1)*H +: H: the word that leaves as the d-th.
    output logic [(SIZE-1)*H-1:0]        words_o
);

  localparam int M = $clog2(STRIDE);
  localparam int ADDED = (WIDTH + M < H) ? WIDTH + M : H;

  // The block's sums, in the order of the tree: the port below in the high place, the shift's digit
  // in the low one.
  logic [SIZE*STRIDE*ADDED-1:0] block;
  for (genvar u = 0; u < SIZE * STRIDE; u++) begin : gen_sum
    logic [ADDED-1:0] row, sum_q;
    assign row = ADDED'(sums_i[u*WIDTH +: WIDTH]);
    if (STRIDE == 1) begin : gen_single
      always_ff @(posedge clk_i) sum_q <= row;
    end else begin : gen_several
      always_ff @(posedge clk_i) if (valid_i) sum_q <= row + (first_i ? '0 : sum_q);
    end
    assign block[((u % STRIDE)*SIZE + u / STRIDE)*ADDED +: ADDED] = sum_q;
  end
  if (STRIDE == 1) begin : gen_no_first
    logic unused_first;
    assign unused_first = first_i;
  end

  logic [SIZE*ADDED-1:0] largest;
  jq_shift_tree #(
      .COUNT(STRIDE),
      .LANES(SIZE),
      .WIDTH(ADDED),
      .MOST (ADDED),
      .MAX  (1)
  ) u_largest (
      .clk_i  (clk_i),
      .words_i(block),
      .roots_o(largest)
  );

  // Beside the sums and the tree: whether a block is complete there, and whether it is the first.
  logic [M:0]   full_q, begin_q;
  logic [M+1:0] full_next, begin_next;
  logic         turn;
  assign full_next  = {full_q, valid_i && last_i};
  assign begin_next = {begin_q, begin_i};
  assign turn       = full_q[M];
  always_ff @(posedge clk_i) begin
    if (!rst_ni || flush_i) full_q <= '0;
    else full_q <= full_next[M:0];
    begin_q <= begin_next[M:0];
  end
  logic unused_next;
  assign unused_next = ^{full_next[M+1], begin_next[M+1]};

  // The word of the sources' own digit carries nothing, but it turns with the others.
  logic [SIZE*H-1:0] ring;
  for (genvar j = 0; j < SIZE; j++) begin : gen_word
    logic [H-1:0] word_q, kept, met, above;
    assign kept  = ring[((j + SIZE - 1) % SIZE)*H +: H];
    assign met   = H'(largest[j*ADDED +: ADDED]);
    if (j + 2 < SIZE) begin : gen_inside
      assign above = ring[(j+1)*H +: H];
    end else begin : gen_end
      assign above = next_i;
    end
    always_ff @(posedge clk_i) begin
      if (turn) word_q <= (!begin_q[M] && kept > met) ? kept : met;
      else if (walk_i) word_q <= above;
    end
    assign ring[j*H +: H] = word_q;
  end
  assign head_o  = ring[0 +: H];
  assign words_o = ring[(SIZE-1)*H-1:0];

endmodule
