// SPDX-License-Identifier: Apache-2.0
//
// What jq_scheduler promises at its ports, as invariants for Yosys (tb/formal, docs/cores.md); part of
// the module under `ifdef FORMAL. With JQ_IN_SCHEDULER defined the core's own properties, and what it
// asks of its user, are proved together with these. Names that begin with was_ are of the clock before.

  logic started_q = 1'b0;
  always_ff @(posedge clk_i) started_q <= 1'b1;
  always_comb assume (started_q || !rst_ni);

  logic           was_reset_q, was_abort_q, was_load_q, was_offer_q, was_start_q, was_waiting_q;
  state_e         was_state_q;
  logic           was_idle_q;
  logic [C-1:0]   was_loads_q;
  logic [H-1:0]   was_hold_q;
  logic [N-1:0]   was_match_q;
  logic [N*W-1:0] was_column_q;
  always_ff @(posedge clk_i) begin
    was_reset_q   <= !rst_ni;
    was_abort_q   <= abort_i;
    was_load_q    <= load_valid_i && load_ready_o;
    was_offer_q   <= load_valid_i;
    was_start_q   <= start_i;
    was_waiting_q <= valid_o && !ready_i && rst_ni && !abort_i;
    was_state_q   <= state_q;
    was_idle_q    <= idle;
    was_loads_q   <= loads_q;
    was_hold_q    <= hold_o;
    was_match_q   <= match_o;
    was_column_q  <= column_o;
  end

  // The core is idle but in a run; what it shows is shown in a run, and busy and done and taking rows
  // exclude each other as the states do.
  always_comb
    if (started_q) begin
      assert (state_q == RUN || idle);
      assert (!valid_o || busy_o);
      assert (busy_o == (state_q == RUN) && done_o == (state_q == DONE));
      assert (load_ready_o == (state_q == LOAD || state_q == DONE));
      assert (loads_q < C'(LOADS) && (loads_q == '0 || state_q == LOAD));
    end

  // With PARITY no flip is told that was none, as every counter has been loaded when it is said to hold demand. The
  // core's count of rows is the same wire here, once the hierarchy is flat.
`ifdef JQ_PARITY_OF_UNIT
`define JQ_PARITY
  (* hierconn *) logic [$clog2(N+1)-1:0] \gen_unit.u_core.gen_parity_properties.loaded_q ;
  logic [$clog2(N+1)-1:0] rows_loaded;
  assign rows_loaded = \gen_unit.u_core.gen_parity_properties.loaded_q ;
`elsif JQ_PARITY_OF_LADDER
`define JQ_PARITY
  (* hierconn *) logic [$clog2(N+1)-1:0] \genblk13.genblk1.genblk1.genblk1.gen_ladder.u_core.gen_parity_properties.loaded_q ;
  logic [$clog2(N+1)-1:0] rows_loaded;
  assign rows_loaded = \genblk13.genblk1.genblk1.genblk1.gen_ladder.u_core.gen_parity_properties.loaded_q ;
`elsif JQ_PARITY_OF_MINHOLD
`define JQ_PARITY
  (* hierconn *) logic [$clog2(N+1)-1:0] \genblk13.gen_minhold.u_core.gen_parity_properties.loaded_q ;
  logic [$clog2(N+1)-1:0] rows_loaded;
  assign rows_loaded = \genblk13.gen_minhold.u_core.gen_parity_properties.loaded_q ;
`endif
`ifdef JQ_PARITY
  always_comb
    if (started_q) begin
      assert (!parity_error_o);
      assert (state_q == LOAD ? rows_loaded >= loads_q * ROWS : rows_loaded == N);
    end
`endif

  // A reset or an abort, in any state: empty in the next clock, and nothing shown.
  always_comb
    if (started_q && (was_reset_q || was_abort_q))
      assert (load_ready_o && !busy_o && !done_o && !valid_o && loads_q == '0);

  // Otherwise: LOADS loads make it ready, and only rows that were offered while it took them count; a start
  // is taken when it is ready, and ignored elsewhere; a run ends when the core is idle, and not before;
  // done stays until a row is taken.
  always_comb
    if (started_q && !was_reset_q && !was_abort_q) begin
      case (was_state_q)
        LOAD, DONE:
          if (!was_load_q) begin
            assert (state_q == was_state_q && loads_q == was_loads_q);
          end else if (was_loads_q == C'(LOADS - 1)) begin
            assert (state_q == READY);
          end else begin
            assert (state_q == LOAD && loads_q == was_loads_q + 1'b1);
          end
        READY: assert (state_q == (was_start_q ? RUN : READY) && !load_ready_o);
        RUN: assert (state_q == (was_idle_q ? DONE : RUN));
      endcase
    end

  // A permutation shown has a pair, a hold, and no output twice or beyond the last; nothing shown is
  // zeros, and so is the column of an input that is not connected.
  always_comb
    if (started_q) assert (valid_o ? hold_o != '0 && match_o != '0 : {hold_o, match_o} == '0);
  for (genvar i = 0; i < N; i++) begin : gen_pair
    logic [N-1:0] same;
    for (genvar l = 0; l < N; l++) begin : gen_other
      assign same[l] = l < i && match_o[l] && column_o[l*W +: W] == column_o[i*W +: W];
    end
    always_comb
      if (started_q) begin
        if (match_o[i]) assert (same == '0 && {1'b0, column_o[i*W +: W]} < N);
        else assert (column_o[i*W +: W] == '0);
      end
  end

  // One that is not taken stays as it is.
  always_comb
    if (started_q && was_waiting_q)
      assert (valid_o && hold_o == was_hold_q && match_o == was_match_q && column_o == was_column_q);

  // That this is not about nothing: a second run is done, after one that was aborted while it waited.
  logic waited_q;
  always_ff @(posedge clk_i)
    if (!rst_ni) waited_q <= 1'b0;
    else if (abort_i) waited_q <= was_waiting_q;
  logic shown_q;
  always_ff @(posedge clk_i)
    if (!rst_ni || abort_i) shown_q <= 1'b0;
    else if (valid_o && ready_i) shown_q <= 1'b1;
  (* keep *) logic cover_o;
  assign cover_o = started_q && waited_q && shown_q && done_o;
