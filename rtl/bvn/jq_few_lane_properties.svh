// SPDX-License-Identifier: Apache-2.0
//
// What jq_few_lane promises, as invariants for Yosys (tb/formal, docs/cores.md); part of the module
// under `ifdef FORMAL. jq_few is proved with its lanes in it, and keeps the one assumption there is:
// that no pending cell is a lane's own. A reset comes first.

  logic [N*N-1:0] chosen_by_columns;
  assign chosen_by_columns = by_columns(chosen);

  // What a lane has is a matching, and the lines it calls free are those without a cell.
  for (genvar i = 0; i < N; i++) begin : gen_line
    logic [N-1:0] in_row, in_column, row_chosen, column_chosen;
    for (genvar d = 0; d < N; d++) begin : gen_cell
      assign in_row[d]        = cells_q[d*N + i];
      assign in_column[d]     = cells_by_columns[d*N + i];
      assign row_chosen[d]    = chosen[d*N + i];
      assign column_chosen[d] = chosen_by_columns[d*N + i];
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
  logic [N*N-1:0] of_free_lines;
  assign of_free_lines = asks & {N{free_rows_q}} & by_rows({N{free_columns_q}});
  always_comb
    if (rst_ni) begin
      assert ((chosen & ~asks) == '0);
      if (run && !kicks) assert ((chosen & ~of_free_lines) == '0);
      if (run && !kicks && of_free_lines != '0 && claimed_i == '0) assert (chosen != '0);
    end

  // Each request of a lane that is on is of a cell with quanta. Only a setting that is made is taken.
  logic [N*N-1:0] above_0;
  always_comb begin
    above_0 = '0;
    for (int b = 0; b < B; b++) above_0 = above_0 | counts_i[b*N*N +: N*N];
  end
  always_comb
    if (rst_ni && on_q) begin
      assert ((requests_q & ~above_0) == '0);
      if (take_i) assert (made_q);
    end
