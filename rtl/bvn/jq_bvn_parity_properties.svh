// SPDX-License-Identifier: Apache-2.0
//
// Parity, as invariants for Yosys; part of the properties of each core that has PARITY. A counter that has been
// loaded since the last reset or flush is of its parity, whatever comes: no flip is told that was none.
  localparam int IN = $clog2(N + 1);
  logic [IN-1:0] loaded_q;  // rows since the last reset or flush, at most N
  logic          all_loaded;
  assign all_loaded = 32'(loaded_q) == N;
  always_ff @(posedge clk_i)
    if (!rst_ni || flush_i) loaded_q <= '0;
    else if (load_i && !all_loaded) loaded_q <= loaded_q + IN'(ROWS);
  // Its user says that all have been loaded, and starts, only when they have.
  always_comb if (started_q) `JQ_USER (all_loaded || (!held_i && !go_i));
  always_comb if (!rst_ni) `JQ_USER (!held_i);
  always_comb
    if (started_q) begin
      assert (32'(loaded_q) <= N && 32'(loaded_q) % ROWS == 0);
      assert (idle_o || all_loaded);
      assert (settled_q || loaded_q == '0);
      assert (!flipped_o);
    end
  for (genvar d = 0; d < N; d++) begin : gen_parity_of
    for (genvar i = 0; i < N; i++) begin : gen_cell
      logic [B-1:0] count;
      for (genvar b = 0; b < B; b++) begin : gen_bit
        assign count[b] = gen_diagonal[d].gen_plane[b].count_q[i];
      end
      always_comb
        if (started_q && i >= N - 32'(loaded_q)) assert (gen_diagonal[d].parity[i] == ^count);
    end
  end
