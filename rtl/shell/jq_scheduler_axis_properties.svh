// SPDX-License-Identifier: Apache-2.0
//
// What jq_scheduler_axis promises, as invariants for Yosys (tb/formal, docs/cores.md); part of the module
// under `ifdef FORMAL. The properties of the core and of the skid buffer are proved together with these.

  // A reset comes first.
  logic started_q = 1'b0;
  always_ff @(posedge clk_i) started_q <= 1'b1;
  always_comb assume (started_q || !rst_ni);

  // The core's count of rows: the same wire, once the hierarchy is flat.
  (* hierconn *) logic [C-1:0] \u_core.loads_q ;
  logic ready_to_start;  // the core has a whole demand
  assign ready_to_start = !load_ready && !busy && !done;

  // Rows are counted here as in the core, and each beat that is not dropped is a load there. A whole demand is
  // started or dropped in its next clock.
  always_comb
    if (started_q) begin
      assert (drop_q || rows_q == \u_core.loads_q );
      assert (!beat || skip_q || (load_ready && !abort && !drop_q));
      assert (!start_q || (ready_to_start && !drop_q));
      assert (!ready_to_start || start_q || drop_q);
      assert (rows_q < C'(LOADS) && (rows_q == '0 || load_ready));
    end

  // A run has an answer due, and no rows are taken until its last beat is sent. Nothing is held back without
  // one, and an answer is cut only when the core is idle. So no permutation follows a cut.
  always_comb
    if (started_q) begin
      assert (!busy || owe_q);
      assert (!owe_q || (rows_q == '0 && !start_q && !skip_q && !ready_to_start));
      assert (!held_q || owe_q);
      assert (!cut_q || (owe_q && !busy));
      assert (!start_q || (rows_q == '0 && !skip_q && !owe_q));
      assert (!drop_q || (rows_q == '0 && (skip_q || owe_q)));
      assert (!skip_q || rows_q == '0);
    end

  // An abort cuts the answer that is due, and drops what is left of a demand that is half in.
  logic was_abort_q, was_within_q;
  always_ff @(posedge clk_i) {was_abort_q, was_within_q} <= {rst_n && abort, rows_q != '0};
  always_comb
    if (started_q && was_abort_q)
      assert ((!owe_q || cut_q) && (!was_within_q || skip_q) && rows_q == '0 && !start_q);

  // Packets of demand taken less answers ended: 1 from a demand's last beat to its answer's, else 0.
  logic [1:0] due_q;
  always_ff @(posedge clk_i)
    if (!rst_n) due_q <= 2'd0;
    else due_q <= due_q + {1'b0, beat && s_tlast_i} - {1'b0, push && final_beat};
  always_comb if (started_q) assert (due_q == {1'b0, start_q || owe_q});

  // Permutations taken from the core less those sent: 1 while one is held back, else 0. None is lost.
  logic [1:0] kept_q;
  always_ff @(posedge clk_i)
    if (!rst_n) kept_q <= 2'd0;
    else kept_q <= kept_q + {1'b0, take} - {1'b0, push && held_q};
  always_comb if (started_q) assert (kept_q == {1'b0, held_q});

  // What is sent is the permutation that was taken last, unchanged; a beat that is not the last has a hold.
  logic [P-1:0] taken_q;
  always_ff @(posedge clk_i) if (take) taken_q <= permutation;
  always_comb
    if (started_q && held_q)
      assert (permutation_q == taken_q && permutation_q[N*W+N +: H] != '0);
  always_comb if (started_q && push && !final_beat) assert (held_q && !cut_q);
  // An answer whose run is over ends as soon as there is room.
  always_comb if (started_q && owe_q && !busy && room) assert (push && final_beat);

  // A port that had failed before a demand's first row is not connected for that demand. First, what is loaded of
  // it is zero, wherever it lies in the core's array; then no pair of it is carried, as a pair is worth a quantum.
`ifdef JQ_MASKS_OF_UNIT
`define JQ_MASKS
  (* hierconn *) logic [N*N*B-1:0] \u_core.gen_unit.u_core.counts ;
  (* hierconn *) logic [2*W-1:0] \u_core.gen_unit.u_core.the_cell ;
  (* hierconn *) logic [B-1:0] \u_core.gen_unit.u_core.loaded_count_q ;
  (* hierconn *) logic \u_core.gen_unit.u_core.settled_q ;
  logic [N*N*B-1:0] cell_counts;
  logic [2*W-1:0]   the_cell;
  logic [B-1:0]     the_loaded;
  logic             settled;
  assign cell_counts = \u_core.gen_unit.u_core.counts ;
  assign the_cell    = \u_core.gen_unit.u_core.the_cell ;
  assign the_loaded  = \u_core.gen_unit.u_core.loaded_count_q ;
  assign settled     = \u_core.gen_unit.u_core.settled_q ;
`elsif JQ_MASKS_OF_LADDER
`define JQ_MASKS
  (* hierconn *) logic [N*N*B-1:0] \u_core.genblk13.genblk1.genblk1.genblk1.gen_ladder.u_core.counts ;
  (* hierconn *) logic [2*W-1:0] \u_core.genblk13.genblk1.genblk1.genblk1.gen_ladder.u_core.the_cell ;
  (* hierconn *) logic [B-1:0] \u_core.genblk13.genblk1.genblk1.genblk1.gen_ladder.u_core.loaded_count_q ;
  (* hierconn *) logic \u_core.genblk13.genblk1.genblk1.genblk1.gen_ladder.u_core.settled_q ;
  logic [N*N*B-1:0] cell_counts;
  logic [2*W-1:0]   the_cell;
  logic [B-1:0]     the_loaded;
  logic             settled;
  assign cell_counts = \u_core.genblk13.genblk1.genblk1.genblk1.gen_ladder.u_core.counts ;
  assign the_cell    = \u_core.genblk13.genblk1.genblk1.genblk1.gen_ladder.u_core.the_cell ;
  assign the_loaded  = \u_core.genblk13.genblk1.genblk1.genblk1.gen_ladder.u_core.loaded_count_q ;
  assign settled     = \u_core.genblk13.genblk1.genblk1.genblk1.gen_ladder.u_core.settled_q ;
`endif
`ifdef JQ_MASKS
  logic [N-1:0] dead_inputs_q, dead_outputs_q;  // of the demand whose rows came last
  always_ff @(posedge clk_i)
    if (load && rows_q == '0) {dead_outputs_q, dead_inputs_q} <= {failed_outputs_q, rows_failed_q};
  always_comb
    if (started_q && rows_q != '0)
      assert (settled && failed_outputs_q == dead_outputs_q && rows_failed_q == dead_inputs_q >> (rows_q * ROWS));
  for (genvar d = 0; d < N; d++) begin : gen_dead
    for (genvar i = 0; i < N; i++) begin : gen_row
      logic is_dead;  // row i of the array is input i at the start, and an earlier one while rows come
      logic [N-1:0] of_input;
      assign of_input = dead_inputs_q << (start_q ? 0 : N - rows_q * ROWS);
      assign is_dead  = of_input[i] || (dead_outputs_q[(i + d) % N] && (start_q || i >= N - rows_q * ROWS));
      always_comb
        if (started_q && !drop_q && (start_q || rows_q != '0) && is_dead)
          assert (cell_counts[(d*N + i)*B +: B] == '0);
    end
  end
  // Of the cell that the core's conservation is about: any one.
  logic         the_dead, the_shown;
  logic [W-1:0] the_input, the_output;
  assign the_input  = the_cell[W +: W];
  assign the_output = W'((the_cell[W +: W] + {1'b0, the_cell[0 +: W]}) % N);
  assign the_dead   = dead_inputs_q[the_input] || dead_outputs_q[the_output];
  assign the_shown  = permutation[N*W + 32'(the_input)]
      && permutation[32'(the_input)*W +: W] == the_output;
  always_comb
    if (started_q && busy && the_dead) begin
      assert (the_loaded == '0);
      assert (!valid || !the_shown);
    end
`endif

  // That this is not about nothing: an answer of a permutation and more, then one cut short, then a third.
  logic [1:0] past_q;
  always_ff @(posedge clk_i)
    if (!rst_n) past_q <= 2'd0;
    else if (past_q == 2'd0 && push && !final_beat) past_q <= 2'd1;
    else if (past_q == 2'd1 && push && final_beat && cut_q) past_q <= 2'd2;
    else if (past_q == 2'd2 && push && final_beat && !cut_q && held_q) past_q <= 2'd3;
  (* keep *) logic cover_o;
  assign cover_o = past_q == 2'd3 && m_tvalid_o;
