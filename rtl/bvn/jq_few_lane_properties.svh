// SPDX-License-Identifier: Apache-2.0
//
// What jq_few_lane promises, as invariants for Yosys (tb/formal, docs/cores.md); part of the module
// under `ifdef FORMAL. jq_few is proved with its lanes in it, and keeps the one assumption there is:
// that no pending cell is a lane's own. A reset comes first.

  // What a lane has is a matching, and the lines it calls free are those without a cell.
  for (genvar i = 0; i < N; i++) begin : gen_line
    logic [N-1:0] in_row, in_column, row_chosen, column_chosen;
    for (genvar d = 0; d < N; d++) begin : gen_cell
      assign in_row[d]        = cells_q[i*P + d];
      assign in_column[d]     = cells_q[d*P + i];
      assign row_chosen[d]    = chosen[i*P + d];
      assign column_chosen[d] = chosen[d*P + i];
    end
    always_comb
      if (rst_ni && on_q) begin
        assert ((in_row & (in_row - 1'b1)) == '0);
        assert ((in_column & (in_column - 1'b1)) == '0);
        assert (free_rows_q[i] == (in_row == '0));
        assert (free_columns_q[i] == (in_column == '0));
        assert ((row_chosen & (row_chosen - 1'b1)) == '0);
        assert ((column_chosen & (column_chosen - 1'b1)) == '0);
      end
  end

  // It chooses what it asks for, of cells that no lane has. A plain pass takes nothing from anyone, so
  // a lane's first pass that finds a request of two free lines gets a pair.
  logic [N*P-1:0] asks, of_free_lines;
  always_comb begin
    asks = requests_q & ~taken_i;
    for (int i = 0; i < N; i++)
      of_free_lines[i*P +: P] = free_rows_q[i] ? asks[i*P +: P] & free_columns_q : '0;
  end
  always_comb
    if (rst_ni) begin
      assert ((chosen & ~asks) == '0);
      if (!run) assert (chosen == '0);
      if (run && !kicks) assert ((chosen & ~of_free_lines) == '0);
      if (run && !kicks && of_free_lines != '0 && claimed_i == '0) assert (chosen != '0);
    end

  // Only a setting that is made is taken.
  always_comb if (rst_ni && on_q && take_i) assert (made_q);
