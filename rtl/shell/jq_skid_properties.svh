// SPDX-License-Identifier: Apache-2.0
//
// What jq_skid promises, as invariants for Yosys (tb/formal, docs/cores.md); part of the module under
// `ifdef FORMAL. Names that begin with was_ are of the clock before.

  // A reset comes first.
  logic started_q = 1'b0;
  always_ff @(posedge clk_i) started_q <= 1'b1;
  always_comb assume (started_q || !rst_ni);

  // The words taken and not yet given, in order: first, then second.
  logic [1:0]       held_q, held_next;
  logic [WIDTH-1:0] first_q, second_q;
  logic             in, out;
  assign in        = valid_i && ready_o;
  assign out       = valid_o && ready_i;
  assign held_next = held_q + {1'b0, in} - {1'b0, out};
  always_ff @(posedge clk_i) begin
    held_q <= rst_ni ? held_next : 2'd0;
    if (out && held_q == 2'd2) first_q <= second_q;
    if (in && held_next == 2'd1) first_q <= data_i;
    if (in && held_next == 2'd2) second_q <= data_i;
  end

  // No word is lost, given twice, or out of order: what is shown is the first of those, if there is one.
  always_comb
    if (started_q) begin
      assert (held_q <= 2'd2 && valid_o == (held_q != 2'd0));
      assert (!valid_o || data_o == first_q);
      assert (held_q != 2'd2 || spare_q == second_q);
    end

  // Ready is a register: the clock before alone decides it. It is 1 whenever an entry is free, but in the
  // clock after a reset; so a word a clock passes.
  logic       was_reset_q;
  logic [1:0] was_next_q;
  always_ff @(posedge clk_i) begin
    was_reset_q <= !rst_ni;
    was_next_q  <= held_next;
  end
  always_comb
    if (started_q) begin
      assert (ready_o == (!was_reset_q && was_next_q != 2'd2));
      assert (held_q == (was_reset_q ? 2'd0 : was_next_q));
    end

  // What is shown and not taken stays.
  logic             was_waiting_q;
  logic [WIDTH-1:0] was_data_q;
  always_ff @(posedge clk_i) begin
    was_waiting_q <= rst_ni && valid_o && !ready_i;
    was_data_q    <= data_o;
  end
  always_comb if (started_q && was_waiting_q) assert (valid_o && data_o == was_data_q);

  // That this is not about nothing: both entries were in use, and the buffer is empty again.
  logic full_q = 1'b0;
  always_ff @(posedge clk_i) full_q <= rst_ni && (full_q || held_q == 2'd2);
  (* keep *) logic cover_o;
  assign cover_o = full_q && !valid_o && ready_o;
