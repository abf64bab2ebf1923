// SPDX-License-Identifier: Apache-2.0
//
/// What jq_choose has to know of a demand, read row by row: the largest sum and the most nonzeros of
/// a line, the mean of the row sums, and the most that a port has for itself.
/// Latency: ceil(log2(N)) clocks from the last row to the outputs, as columns are compared in a tree.
/// Reset: none; the first row defines everything.
module jq_choose_lines #(
    /// Ports, 1..256.
    parameter int N = 8,
    /// Bits of a counter, 1..16.
    parameter int B = 8,
    /// Width of a port number. Derived, do not set.
    parameter int W = (N > 1) ? $clog2(N) : 1,
    /// Width of a number of nonzeros. Derived, do not set.
    parameter int C = $clog2(N + 1)
) (
    /// Clock.
    input  logic           clk_i,
    /// row_i is the next row.
    input  logic           load_i,
    /// It is the first row.
    input  logic           first_i,
    /// The row: bits j*B +: B are the quanta for output j.
    input  logic [N*B-1:0] row_i,
    /// The largest sum of a row or a column.
    output logic [B+W-1:0] longest_o,
    /// The sum of all counters, over 2^W, rounded down.
    output logic [B+W-1:0] mean_o,
    /// The most nonzeros of a row or a column.
    output logic [C-1:0]   left_o,
    /// The largest counter of a port for itself.
    output logic [B-1:0]   own_o
);

  localparam int Z = B + W;

  logic [N-1:0]   at_q, at;  // bit i: the next row is input i's
  logic [N*Z-1:0] sums;
  logic [N*C-1:0] nonzeros;
  logic [Z-1:0]   row_sum, longest_row_q, longest_column;
  logic [C-1:0]   row_nonzeros, left_row_q, left_column;
  logic [B-1:0]   own, own_q;
  logic [Z+W-1:0] total_q;

  assign at = first_i ? N'(1) : at_q;
  always_comb begin
    row_sum      = '0;
    row_nonzeros = '0;
    own          = '0;
    for (int j = 0; j < N; j++) begin
      row_sum      = row_sum + {{W{1'b0}}, row_i[j*B +: B]};
      row_nonzeros = row_nonzeros + C'(row_i[j*B +: B] != '0);
      own          = own | (at[j] ? row_i[j*B +: B] : '0);
    end
  end

  for (genvar j = 0; j < N; j++) begin : gen_column
    logic [Z-1:0] sum_q;
    logic [C-1:0] nonzeros_q;
    always_ff @(posedge clk_i) begin
      if (load_i) begin
        sum_q      <= (first_i ? '0 : sum_q) + {{W{1'b0}}, row_i[j*B +: B]};
        nonzeros_q <= (first_i ? '0 : nonzeros_q) + C'(row_i[j*B +: B] != '0);
      end
    end
    assign sums[j*Z +: Z]     = sum_q;
    assign nonzeros[j*C +: C] = nonzeros_q;
  end

  always_ff @(posedge clk_i) begin
    if (load_i) begin
      at_q          <= at << 1;
      total_q       <= (first_i ? '0 : total_q) + {{W{1'b0}}, row_sum};
      longest_row_q <= (first_i || row_sum > longest_row_q) ? row_sum : longest_row_q;
      left_row_q    <= (first_i || row_nonzeros > left_row_q) ? row_nonzeros : left_row_q;
      own_q         <= (first_i || own > own_q) ? own : own_q;
    end
  end

  jq_shift_tree #(
      .COUNT(N),
      .LANES(1),
      .WIDTH(Z),
      .MOST (Z),
      .MAX  (1)
  ) u_longest (
      .clk_i  (clk_i),
      .words_i(sums),
      .roots_o(longest_column)
  );
  jq_shift_tree #(
      .COUNT(N),
      .LANES(1),
      .WIDTH(C),
      .MOST (C),
      .MAX  (1)
  ) u_left (
      .clk_i  (clk_i),
      .words_i(nonzeros),
      .roots_o(left_column)
  );

  assign longest_o = (longest_row_q > longest_column) ? longest_row_q : longest_column;
  assign left_o    = (left_row_q > left_column) ? left_row_q : left_column;
  assign mean_o    = total_q[Z+W-1:W];
  assign own_o     = own_q;

  logic unused_rest;
  assign unused_rest = ^total_q[W-1:0];

endmodule
