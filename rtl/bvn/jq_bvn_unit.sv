// SPDX-License-Identifier: Apache-2.0
//
/// Unit-wave decomposition: a new wave every clock, each a maximal matching that takes one quantum
/// from every cell it grants. Wave w crosses group t - w in clock t, so it meets each cell after all
/// earlier waves have: the permutations are those of the sequential greedy, one per clock.
///
/// It ends with the first wave that grants nothing: counters only fall, so there is nothing left.
/// Cycles: slots + ceil(N/S) + 3 from start to idle. Back-pressure freezes the whole array.
/// Reset: synchronous, active low, of the wave valid bits only.
module jq_bvn_unit #(
    /// Ports, 1..64.
    parameter int N = 8,
    /// Bits of a counter, 1..16.
    parameter int B = 8,
    /// Diagonals a wave crosses per clock, 1..N; need not divide N.
    parameter int S = 4,
    /// Width of a port number. Derived, do not set.
    parameter int W = (N > 1) ? $clog2(N) : 1
) (
    /// Clock.
    input  logic           clk_i,
    /// Synchronous reset, active low.
    input  logic           rst_ni,
    /// Shift a demand row in (only while idle).
    input  logic           load_i,
    /// The row: bits j*B +: B are the quanta for output j.
    input  logic [N*B-1:0] row_i,
    /// Begin with the loaded demand.
    input  logic           go_i,
    /// Drop all waves.
    input  logic           flush_i,
    /// No wave is left and none will be issued.
    output logic           idle_o,
    /// A permutation is shown.
    output logic           valid_o,
    /// It is taken.
    input  logic           ready_i,
    /// Slots to hold it.
    output logic [B-1:0]   hold_o,
    /// Inputs it connects.
    output logic [N-1:0]   match_o,
    /// Their outputs in planes: bit b*N + i is bit b of input i's output; 0 where none.
    output logic [W*N-1:0] column_o
);

  localparam int K = (N + S - 1) / S;

  logic en;
  logic issue_q;              // issue a wave in this clock
  logic [K-1:0] wave_q;       // bit k: the register after group k holds a wave
  logic [K:0] wave_next;
  logic empty;                // the wave that has crossed all groups granted nothing
  logic valid_q;
  logic [N-1:0] row_free_q;
  logic [W*N-1:0] column_q;

  assign en = !(valid_q && !ready_i);

  for (genvar k = 0; k < K; k++) begin : gen_group
    localparam int FIRST = k * S;
    localparam int D = (FIRST + S > N) ? N - FIRST : S;
    logic           wave;
    logic [B*N-1:0] left, right;
    logic [D*B-1:0] row;
    logic [N-1:0]   row_free_in, col_free_in, row_free, col_free;
    logic [W*N-1:0] column_in, column;
    if (k == 0) begin : gen_first
      logic [(N+D)*B-1:0] wrapped;
      assign wrapped     = {row_i[D*B-1:0], row_i};
      assign row         = wrapped[(N-1)*B +: D*B];
      assign left        = gen_group[K-1].right;
      assign wave        = issue_q;
      assign row_free_in = {N{1'b1}};
      assign col_free_in = {N{1'b1}};
      assign column_in   = '0;
      logic unused_wrapped;
      assign unused_wrapped = ^wrapped;
    end else begin : gen_next
      assign row         = row_i[(FIRST-1)*B +: D*B];
      assign left        = gen_group[k-1].right;
      assign wave        = wave_q[k-1];
      assign row_free_in = gen_group[k-1].row_free;
      assign col_free_in = gen_group[k-1].col_free;
      assign column_in   = gen_group[k-1].column;
    end
    jq_unit_group #(
        .N(N),
        .B(B),
        .FIRST(FIRST),
        .D(D),
        .W(W)
    ) u_group (
        .clk_i     (clk_i),
        .load_i    (load_i),
        .row_i     (row),
        .left_i    (left),
        .right_o   (right),
        .en_i      (en),
        .wave_i    (wave),
        .row_free_i(row_free_in),
        .col_free_i(col_free_in),
        .column_i  (column_in),
        .row_free_o(row_free),
        .col_free_o(col_free),
        .column_o  (column)
    );
  end

  assign empty     = wave_q[K-1] && (&gen_group[K-1].row_free);
  assign wave_next = {wave_q, issue_q};

  always_ff @(posedge clk_i) begin
    if (!rst_ni || flush_i) begin
      issue_q <= 1'b0;
      wave_q  <= '0;
      valid_q <= 1'b0;
    end else if (go_i) begin
      issue_q <= 1'b1;
    end else if (en) begin
      valid_q <= wave_q[K-1] && !empty;
      wave_q  <= empty ? '0 : wave_next[K-1:0];
      issue_q <= issue_q && !empty;
    end
    if (en) begin
      row_free_q <= gen_group[K-1].row_free;
      column_q   <= gen_group[K-1].column;
    end
  end

  assign idle_o   = !issue_q && wave_q == '0 && !valid_q;
  assign valid_o  = valid_q;
  assign hold_o   = valid_q ? B'(1) : '0;
  assign match_o  = valid_q ? ~row_free_q : '0;
  assign column_o = valid_q ? column_q : '0;

  logic unused_last;
  assign unused_last = ^{gen_group[K-1].col_free, wave_next[K]};

endmodule
