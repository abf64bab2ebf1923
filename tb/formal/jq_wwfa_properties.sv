// SPDX-License-Identifier: Apache-2.0
//
// What jq_wwfa promises, for every request and every priority. Read by Yosys.
module jq_wwfa_properties #(
    parameter int N = 4,
    parameter int W = (N > 1) ? $clog2(N) : 1
) (
    input logic [N*N-1:0] req_i,
    input logic [W-1:0]   prio_i
);

  logic [N*N-1:0] gnt;
  logic [N-1:0]   granted;
  (* keep *) logic every_input;  // the script asks for a case in which it holds

  jq_wwfa #(
      .N(N),
      .ROTATE(1)
  ) u_wwfa (
      .req_i (req_i),
      .prio_i(prio_i),
      .gnt_o (gnt)
  );

  // The priority names a diagonal.
  always_comb assume (prio_i < N);

  // Grants lie within the requests.
  always_comb assert ((gnt & ~req_i) == '0);

  // The diagonal that decides first gets all it asked for.
  for (genvar d = 0; d < N; d++) begin : gen_first
    always_comb if (prio_i == W'(d)) assert (gnt[d*N +: N] == req_i[d*N +: N]);
  end

  for (genvar i = 0; i < N; i++) begin : gen_input
    logic [N-1:0] row, column;
    for (genvar d = 0; d < N; d++) begin : gen_diagonal
      assign row[d]    = gnt[d*N + i];
      assign column[d] = gnt[d*N + (i + N - d) % N];
    end
    assign granted[i] = |row;
    // No input and no output is granted twice.
    always_comb assert ((row & (row - 1'b1)) == '0);
    always_comb assert ((column & (column - 1'b1)) == '0);
  end

  assign every_input = &granted;

  // A request is refused only if its input or its output is granted elsewhere: the matching is
  // maximal.
  for (genvar i = 0; i < N; i++) begin : gen_maximal
    for (genvar d = 0; d < N; d++) begin : gen_diagonal
      localparam int J = (i + d) % N;
      always_comb assert (!req_i[d*N + i] || (|gen_input[i].row) || (|gen_input[J].column));
    end
  end

endmodule
