// SPDX-License-Identifier: Apache-2.0
//
// Loading, as an invariant for Yosys; part of the properties of every core, which says how many ROWS
// enter in a clock. Any entry of any row, watched from the clock in which it is taken: after `age` more
// loads, it is in row N-1 - ROWS age of its column if it was in the last row of its load, and so on
// upwards. So after N rows each is in its own.
  (* anyconst *) logic [W-1:0] watched_column;
  (* anyconst *) logic [1:0] watched_row;  // of those that enter
  (* anyseq *) logic watch;  // in this load
  logic           watching_q;
  logic [W:0]     age_q;
  logic [B-1:0]   watched_q, entry, place;
  always_comb assume ({1'b0, watched_column} < N && {1'b0, watched_row} < ROWS);
  always_comb begin
    entry = '0;
    for (int r = 0; r < ROWS; r++)
      for (int j = 0; j < N; j++)
        if (watched_row == 2'(r) && watched_column == W'(j)) entry |= row_i[(r*N + j)*B +: B];
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni || flush_i || go_i) begin
      watching_q <= 1'b0;
    end else if (load_i) begin
      watching_q <= watch || (watching_q && age_q != (W+1)'(N / ROWS - 1));
      age_q      <= watch ? '0 : age_q + 1'b1;
      if (watch) watched_q <= entry;
    end
  end
  logic [N*N-1:0] there;
  for (genvar d = 0; d < N; d++) begin : gen_loaded
    for (genvar i = 0; i < N; i++) begin : gen_row
      assign there[d*N + i] = watched_row == 2'(i % ROWS) && watched_column == W'((i + d) % N)
          && age_q == (W+1)'((N - 1 - i) / ROWS);
    end
  end
  for (genvar b = 0; b < B; b++) begin : gen_place
    logic [N*N-1:0] plane;
    for (genvar d = 0; d < N; d++) begin : gen_word
      assign plane[d*N +: N] = gen_diagonal[d].gen_plane[b].count_q;
    end
    assign place[b] = (plane & there) != '0;
  end
  always_comb
    if (started_q && watching_q) assert (idle_o && settled_q && age_q < N / ROWS && place == watched_q);
