// SPDX-License-Identifier: Apache-2.0
//
// What jq_chooser promises, as invariants for Yosys (tb/formal, docs/cores.md); part of the module under
// `ifdef FORMAL, and proved within jq_scheduler with its cores' own.

  logic started_q = 1'b0;
  always_ff @(posedge clk_i) started_q <= 1'b1;
  always_comb assume (started_q || !rst_ni);

  // A run: from its start until it is idle. In it one core is started, and no other works.
  logic       running_q, one_q;
  logic [2:0] picked_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni || flush_i) running_q <= 1'b0;
    else running_q <= go_i || (running_q && !idle_o);
    one_q <= !go_i && (one_q || go != '0);
    if (go != '0) picked_q <= go;
  end
  always_comb
    if (started_q) begin
      // What it is asked of its user, it is asked while it is idle.
      if (rst_ni && !flush_i) assert (!(load_i && go_i) && (idle_o || !(load_i || go_i)));
      assert (idle_o || running_q);
      // Until a core is picked none works, and it is picked once.
      if (wait_q != '0 || choosing) assert (running_q && !one_q && (&idle) && valid == '0);
      assert (wait_q == '0 || !choosing);
      assert (wait_q <= K'(WAIT));
      assert ((go & (go - 1'b1)) == '0 && (go & ~BUILT) == '0);
      if (go != '0) assert (running_q && !one_q);
      // Then that one alone works, and when it is idle the run is done.
      if (running_q && wait_q == '0 && !choosing) assert (one_q);
      if (one_q && running_q) assert ((~idle & ~picked_q) == '0 && (valid & ~picked_q) == '0);
      if (one_q && running_q) assert (picked_q == 3'd1 || picked_q == 3'd2 || picked_q == 3'd4);
      if (one_q && running_q) assert (idle_o == ((idle & picked_q) != '0));
      if (one_q && running_q) assert (shifts_o == picked_q[2]);
      assert ((valid & idle) == '0);
    end
