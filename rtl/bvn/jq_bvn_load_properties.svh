// SPDX-License-Identifier: Apache-2.0
//
// Loading, as an invariant for Yosys; part of the properties of every core. Any entry of any row,
// watched from the clock in which it is taken: after `age` more rows it is in row N-1 - age of its
// column, so after N rows each is in its own.
  (* anyconst *) logic [W-1:0] watched_column;
  (* anyseq *) logic watch;  // this row
  logic           watching_q;
  logic [W:0]     age_q;
  logic [B-1:0]   watched_q, entry, place;
  always_comb assume ({1'b0, watched_column} < N);
  always_comb begin
    entry = '0;
    for (int j = 0; j < N; j++) if (watched_column == W'(j)) entry |= row_i[j*B +: B];
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni || flush_i || go_i) begin
      watching_q <= 1'b0;
    end else if (load_i) begin
      watching_q <= watch || (watching_q && age_q != (W+1)'(N - 1));
      age_q      <= watch ? '0 : age_q + 1'b1;
      if (watch) watched_q <= entry;
    end
  end
  logic [N*N-1:0] there;
  for (genvar d = 0; d < N; d++) begin : gen_loaded
    for (genvar i = 0; i < N; i++) begin : gen_row
      assign there[d*N + i] = age_q == (W+1)'(N - 1 - i) && watched_column == W'((i + d) % N);
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
    if (started_q && watching_q) assert (idle_o && settled_q && age_q < N && place == watched_q);
