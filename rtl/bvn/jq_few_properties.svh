// SPDX-License-Identifier: Apache-2.0
//
// What jq_few promises, as invariants for Yosys (tb/formal, docs/cores.md); part of the module under
// `ifdef FORMAL. Names that begin with was_ are of the clock before.

  // A reset comes first. Its user loads and starts it while it is idle, never both, and starts it no
  // sooner than two clocks after a flush: assumed of any user, proved of jq_scheduler.
`ifdef JQ_IN_SCHEDULER
`define JQ_USER assert
`else
`define JQ_USER assume
`endif
  logic started_q = 1'b0;
  logic settled_q;  // no reset or flush in the clock before
  always_ff @(posedge clk_i) begin
    started_q <= 1'b1;
    settled_q <= rst_ni && !flush_i;
  end
  always_comb assume (started_q || !rst_ni);
  always_comb if (started_q) `JQ_USER (!load_i || (idle_o && !go_i));
  always_comb if (started_q) `JQ_USER (!go_i || (idle_o && settled_q));
  localparam int ROWS = 1;  // of a load in one clock
  // The counters by diagonals, as the other cores have them.
  for (genvar d = 0; d < N; d++) begin : gen_diagonal
    for (genvar b = 0; b < B; b++) begin : gen_plane
      logic [N-1:0] count_q;
      for (genvar i = 0; i < N; i++) begin : gen_row
        assign count_q[i] = counts_q[(i*B + b)*P + (i + d) % N];
      end
    end
  end
`include "jq_bvn_load_properties.svh"

  // Nothing is in the making but in a run, and in its first clock nothing yet.
  always_comb
    if (started_q) begin
      assert (run_q || {boot_q, served_q, valid_q, serve_q, on} == '0);
      assert (!boot_q || {served_q, valid_q, serve_q, on} == '0);
      assert ((serve_q & (serve_q - 1'b1)) == '0 && (serve_q & ~on) == '0);
      assert (search_q <= SEARCH && (search_q == '0 || (run_q && !dense_q && in_flight == '0) || !run_q));
    end

  // A setting that is served is made: its lane rests in that clock, and is off in the next.
  logic [E-1:0] was_serve_q;
  logic         was_moving_q;
  always_ff @(posedge clk_i) begin
    was_serve_q  <= serve_q;
    was_moving_q <= rst_ni && !flush_i && en;
  end
  always_comb
    if (started_q && was_moving_q && was_serve_q != '0) assert (served_q && (was_serve_q & on) == '0);

  // A cell of a lane is no other lane's, and has quanta; so has each request of a lane that makes one. A
  // lane that is off has no cells.
  logic [M-1:0] above;
  always_comb begin
    above = '0;
    for (int i = 0; i < N; i++)
      for (int b = 0; b < B; b++) above[i*P +: P] = above[i*P +: P] | counts_q[(i*B + b)*P +: P];
  end
  for (genvar e = 0; e < E; e++) begin : gen_proved
    logic [M-1:0] had;  // by the lanes up to it
    if (e == 0) begin : gen_first
      assign had = gen_lane[e].cells;
    end else begin : gen_apart
      assign had = gen_proved[e-1].had | gen_lane[e].cells;
      always_comb if (started_q) assert ((gen_lane[e].cells & gen_proved[e-1].had) == '0);
    end
    always_comb
      if (started_q) begin
        assert ((gen_lane[e].cells & ~above) == '0);
        assert (on[e] || gen_lane[e].cells == '0);
        assert ((gen_lane[e].requests & ~above) == '0);
      end
  end

  // A sparse setting has a cut, and its lane is the first.
  always_comb
    if (started_q && run_q && !boot_q && !dense_q) begin
      assert (on[E-1:1] == '0 && in_flight <= 3'd1);
      if (on[0]) assert (cut_q != '0);
    end

  // What was served, and what is shown, is a matching with a hold; a row has a part if it is in it.
  for (genvar i = 0; i < N; i++) begin : gen_proved_row
    logic [N-1:0] same, same_shown;
    logic [W-1:0] column, shown_column;
    logic [B-1:0] part;
    for (genvar w = 0; w < W; w++) begin : gen_bit
      assign column[w]       = column_q[w*N + i];
      assign shown_column[w] = shown_column_q[w*N + i];
    end
    for (genvar b = 0; b < B; b++) begin : gen_part_bit
      assign part[b] = row_parts_q[b*N + i];
    end
    for (genvar l = 0; l < N; l++) begin : gen_other
      assign same[l]       = l < i && match_q[l] && gen_proved_row[l].column == column;
      assign same_shown[l] = l < i && shown_match_q[l] && gen_proved_row[l].shown_column == shown_column;
    end
    always_comb
      if (started_q) begin
        if (served_q) begin
          assert (match_q[i] == (part != '0));
          if (match_q[i]) assert (same == '0 && {1'b0, column} < N);
          else assert (column == '0);
        end
        if (valid_q) begin
          if (shown_match_q[i]) assert (same_shown == '0 && {1'b0, shown_column} < N);
          else assert (shown_column == '0);
        end
      end
  end
  always_comb
    if (started_q) begin
      if (served_q) assert (any_q == (match_q != '0));
      if (valid_q) assert (hold_q != '0 && shown_match_q != '0);
    end

  // No counter grows in a run, and one that is served falls.
  logic [B*M-1:0] was_counts_q;
  logic [M-1:0]   was_serving_q;
  logic           was_run_q;
  always_ff @(posedge clk_i) begin
    was_counts_q  <= counts_q;
    was_serving_q <= (en) ? serving : '0;
    was_run_q     <= rst_ni && run_q;
  end
  for (genvar i = 0; i < N; i++) begin : gen_proved_counts
    for (genvar j = 0; j < N; j++) begin : gen_cell
      logic [B-1:0] count, was_count;
      for (genvar b = 0; b < B; b++) begin : gen_bit
        assign count[b]     = counts_q[(i*B + b)*P + j];
        assign was_count[b] = was_counts_q[(i*B + b)*P + j];
      end
      always_comb
        if (started_q && was_run_q)
          assert (was_serving_q[i*P + j] ? count < was_count : count == was_count);
    end
  end

  // One that is not taken stays as it is, and nothing moves behind it.
  logic           was_waiting_q;
  logic [B-1:0]   was_hold_q;
  logic [N-1:0]   was_match_q;
  logic [W*N-1:0] was_column_q;
  always_ff @(posedge clk_i) begin
    was_waiting_q <= valid_o && !ready_i && rst_ni && !flush_i;
    was_hold_q    <= hold_o;
    was_match_q   <= match_o;
    was_column_q  <= column_o;
  end
  always_comb
    if (started_q && was_waiting_q)
      assert (valid_o && hold_o == was_hold_q && match_o == was_match_q && column_o == was_column_q);

  // The run ends with nothing left: no setting in the making or shown, no line with a nonzero.
  logic was_last_q, was_running_q;
  always_ff @(posedge clk_i) begin
    was_running_q <= rst_ni && !flush_i && run_q;
    was_last_q    <= last && en;
  end
  always_comb if (started_q && was_running_q) assert (idle_o == was_last_q);

  // That this is not about nothing: a run has shown a setting and ended.
  logic shown_q;
  always_ff @(posedge clk_i)
    if (!rst_ni || go_i) shown_q <= 1'b0;
    else if (valid_o && ready_i) shown_q <= 1'b1;
  (* keep *) logic cover_o;
  assign cover_o = started_q && shown_q && was_last_q && idle_o;
