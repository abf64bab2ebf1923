// SPDX-License-Identifier: Apache-2.0
//
/// A scheduler: takes a demand matrix row by row, or ROWS at a time, and streams out permutations that serve it.
///
/// Load N rows (row 0 first, ROWS per clock while load_ready_o), then pulse start_i. Permutations come
/// on a valid/ready stream; while valid_o waits for ready_i the whole array stands still, so what is
/// emitted does not depend on ready_i. After the last one done_o rises and the next demand may be
/// loaded. abort_i in any state: idle in the next clock; a permutation still waiting is lost, those
/// taken stand. A load does not overlap a run.
/// Reset: synchronous, active low, of control state only; a load defines every counter.
module jq_scheduler #(
    /// Core: 0 is unit (jq_bvn_unit), 1 is ladder (jq_bvn_ladder), 2 is minhold (jq_bvn_minhold),
    /// 3 is shift (jq_shift), 4 is few (jq_few), 5 is choose (jq_chooser).
    parameter int KIND = 1,
    /// Ports, 1..256.
    parameter int N = 8,
    /// Bits of a demand counter, 1..16.
    parameter int B = 8,
    /// Diagonals a wave crosses per clock, 1..N; need not divide N.
    parameter int S = 4,
    /// Diagonals built, S..N. Fewer than N is a slice of the array, for measuring what a group costs.
    parameter int D = N,
    /// Choose: bits of the guard, 1..16.
    parameter int G = 16,
    /// Choose: cores built; bit 0 is the ladder, bit 1 few, bit 2 shift.
    parameter int CORES = 7,
    /// Shift, choose: values of the ports' digit 0; those of all four digits multiply to N.
    parameter int R0 = N,
    /// Shift, choose: values of digit 1; 1 if there is none.
    parameter int R1 = 1,
    /// Shift, choose: values of digit 2; 1 if there is none.
    parameter int R2 = 1,
    /// Shift, choose: values of digit 3; 1 if there is none.
    parameter int R3 = 1,
    /// Ladder: 1: a wave that found nothing is strong again on its second lap, at the next level.
    parameter int DESCEND = 0,
    /// Ladder: rows of a load in one clock, 1..4; divides N. The others have 1.
    parameter int ROWS = 1,
    /// Unit, ladder, minhold: 1: each counter has a parity bit. Their schedule is the same.
    parameter int PARITY = 0,
    /// Width of a port number. Derived, do not set.
    parameter int W = (N > 1) ? $clog2(N) : 1,
    /// Width of a level. Derived, do not set.
    parameter int L = (B > 1) ? $clog2(B) : 1,
    /// Width of a hold: shift's are sums of counters. Derived, do not set.
    parameter int H = (KIND == 3 || KIND == 5) ? B + W - 1 : B
) (
    /// Clock; everything is sampled at its rising edge.
    input  logic           clk_i,
    /// Synchronous reset, active low.
    input  logic           rst_ni,
    /// load_row_i holds the next ROWS rows.
    input  logic           load_valid_i,
    /// They are taken if load_valid_i.
    output logic           load_ready_o,
    /// Demand of ROWS inputs: bits (r*N + j)*B +: B are the quanta of the r-th for output j.
    input  logic [ROWS*N*B-1:0] load_row_i,
    /// Begin; taken in the state after N rows, ignored elsewhere.
    input  logic           start_i,
    /// Choose, read with start_i: what a change of setting costs, in slots.
    input  logic [G-1:0]   guard_i,
    /// Ladder, choose, read with start_i: levels to start below the largest counter's.
    input  logic [L-1:0]   top_offset_i,
    /// Ladder, choose, read with start_i: lowest level; taken as B-1 if above it.
    input  logic [L-1:0]   floor_i,
    /// Ladder, choose, read with start_i: waves make a fill lap.
    input  logic           fill_i,
    /// Return to the empty state in the next clock.
    input  logic           abort_i,
    /// Between start_i and done_o.
    output logic           busy_o,
    /// The demand is decomposed; stays until the next load or abort.
    output logic           done_o,
    /// Permutations are shifts, whose circuits carry for other ports too: of shift always; of choose
    /// of the run whose permutations are shown or are done.
    output logic           shifts_o,
    /// A permutation is shown.
    output logic           valid_o,
    /// It is taken if valid_o.
    input  logic           ready_i,
    /// Slots to hold it; 0 unless valid_o.
    output logic [H-1:0]   hold_o,
    /// Bit i: input i is connected; 0 unless valid_o.
    output logic [N-1:0]   match_o,
    /// Bits i*W +: W are input i's output; 0 unless connected.
    output logic [N*W-1:0] column_o,
    /// PARITY: two clocks before, a counter that holds demand was not of its parity; or, in the clock before, what
    /// was shown or about to be was decided by a count that was not. A flip-flop; 0 without PARITY.
    output logic           parity_error_o
);

  // A parameter out of its range does not elaborate, in any tool: there is no module of that name.
  if (KIND < 0 || KIND > 5) begin : gen_bad_kind
    jq_error_KIND_must_be_0_to_5 u_error ();
  end
  if (N < 1 || N > 256) begin : gen_bad_n
    jq_error_N_must_be_1_to_256 u_error ();
  end
  if (B < 1 || B > 16) begin : gen_bad_b
    jq_error_B_must_be_1_to_16 u_error ();
  end
  if (S < 1 || S > N) begin : gen_bad_s
    jq_error_S_must_be_1_to_N u_error ();
  end
  if (D < S || D > N) begin : gen_bad_d
    jq_error_D_must_be_S_to_N u_error ();
  end
  if (ROWS < 1 || ROWS > 4 || N % ROWS != 0) begin : gen_bad_rows
    jq_error_ROWS_must_be_1_to_4_and_divide_N u_error ();
  end
  if (ROWS != 1 && KIND != 1) begin : gen_bad_rows_of_kind
    jq_error_ROWS_must_be_1_unless_KIND_is_1 u_error ();
  end
  if (PARITY < 0 || PARITY > 1) begin : gen_bad_parity
    jq_error_PARITY_must_be_0_or_1 u_error ();
  end
  if (PARITY != 0 && KIND > 2) begin : gen_bad_parity_of_kind
    jq_error_PARITY_must_be_0_unless_KIND_is_0_to_2 u_error ();
  end
  if (W != ((N > 1) ? $clog2(N) : 1)) begin : gen_bad_w
    jq_error_W_is_derived u_error ();
  end
  if (L != ((B > 1) ? $clog2(B) : 1)) begin : gen_bad_l
    jq_error_L_is_derived u_error ();
  end
  if (H != ((KIND == 3 || KIND == 5) ? B + W - 1 : B)) begin : gen_bad_h
    jq_error_H_is_derived u_error ();
  end

  localparam int LOADS = N / ROWS;  // clocks of a load
  localparam int C = $clog2(LOADS + 1);

  typedef enum logic [1:0] {LOAD, READY, RUN, DONE} state_e;
  state_e         state_q;
  logic [C-1:0]   loads_q;
  logic           load, go, idle;
  logic [N*W-1:0] column_planes;

  assign load_ready_o = state_q == LOAD || state_q == DONE;
  assign busy_o       = state_q == RUN;
  assign done_o       = state_q == DONE;
  assign load         = load_valid_i && load_ready_o && !abort_i;
  assign go           = start_i && state_q == READY && !abort_i;

  always_ff @(posedge clk_i) begin
    if (!rst_ni || abort_i) begin
      state_q <= LOAD;
      loads_q <= '0;
    end else if (load) begin
      state_q <= (loads_q == C'(LOADS - 1)) ? READY : LOAD;
      loads_q <= (loads_q == C'(LOADS - 1)) ? '0 : loads_q + 1'b1;
    end else if (go) begin
      state_q <= RUN;
    end else if (state_q == RUN && idle) begin
      state_q <= DONE;
    end
  end

  // Counters hold a demand from its last row to the end of the run; what they hold later is not used.
  logic held, flipped;
  assign held = rst_ni && (state_q == READY || state_q == RUN);

  if (KIND == 0) begin : gen_unit
    jq_bvn_unit #(
        .N(N),
        .B(B),
        .S(S),
        .D(D),
        .PARITY(PARITY)
    ) u_core (
        .clk_i   (clk_i),
        .rst_ni  (rst_ni),
        .load_i  (load),
        .row_i   (load_row_i),
        .go_i    (go),
        .flush_i (abort_i),
        .held_i  (held),
        .idle_o  (idle),
        .valid_o (valid_o),
        .ready_i (ready_i),
        .hold_o  (hold_o),
        .match_o (match_o),
        .column_o(column_planes),
        .flipped_o(flipped)
    );
    logic unused_options;
    assign unused_options = ^{guard_i, top_offset_i, floor_i, fill_i};
  end else if (KIND == 2) begin : gen_minhold
    jq_bvn_minhold #(
        .N(N),
        .B(B),
        .S(S),
        .D(D),
        .PARITY(PARITY)
    ) u_core (
        .clk_i   (clk_i),
        .rst_ni  (rst_ni),
        .load_i  (load),
        .row_i   (load_row_i),
        .go_i    (go),
        .flush_i (abort_i),
        .held_i  (held),
        .idle_o  (idle),
        .valid_o (valid_o),
        .ready_i (ready_i),
        .hold_o  (hold_o),
        .match_o (match_o),
        .column_o(column_planes),
        .flipped_o(flipped)
    );
    logic unused_options;
    assign unused_options = ^{guard_i, top_offset_i, floor_i, fill_i};
  end else if (KIND == 3) begin : gen_shift
    logic [((N > 1) ? R0 + R1 + R2 + R3 - 4 : 1)*H-1:0] unused_holds;
    jq_shift #(
        .N (N),
        .B (B),
        .R0(R0),
        .R1(R1),
        .R2(R2),
        .R3(R3)
    ) u_core (
        .clk_i   (clk_i),
        .rst_ni  (rst_ni),
        .load_i  (load),
        .row_i   (load_row_i),
        .go_i    (go),
        .flush_i (abort_i),
        .idle_o  (idle),
        .valid_o (valid_o),
        .ready_i (ready_i),
        .hold_o  (hold_o),
        .match_o (match_o),
        .column_o(column_planes),
        .holds_o (unused_holds)
    );
    logic unused_options;
    assign unused_options = ^{guard_i, top_offset_i, floor_i, fill_i};
  end else if (KIND == 4) begin : gen_few
    jq_few #(
        .N(N),
        .B(B)
    ) u_core (
        .clk_i   (clk_i),
        .rst_ni  (rst_ni),
        .load_i  (load),
        .first_i (loads_q == '0),
        .row_i   (load_row_i),
        .go_i    (go),
        .flush_i (abort_i),
        .idle_o  (idle),
        .valid_o (valid_o),
        .ready_i (ready_i),
        .hold_o  (hold_o),
        .match_o (match_o),
        .column_o(column_planes)
    );
    logic unused_options;
    assign unused_options = ^{guard_i, top_offset_i, floor_i, fill_i};
  end else if (KIND == 5) begin : gen_choose
    jq_chooser #(
        .N    (N),
        .B    (B),
        .S    (S),
        .D    (D),
        .G    (G),
        .CORES(CORES),
        .R0   (R0),
        .R1   (R1),
        .R2   (R2),
        .R3   (R3)
    ) u_core (
        .clk_i       (clk_i),
        .rst_ni      (rst_ni),
        .load_i      (load),
        .first_i     (loads_q == '0),
        .row_i       (load_row_i),
        .go_i        (go),
        .guard_i     (guard_i),
        .top_offset_i(top_offset_i),
        .floor_i     (floor_i),
        .fill_i      (fill_i),
        .flush_i     (abort_i),
        .idle_o      (idle),
        .shifts_o    (shifts_o),
        .valid_o     (valid_o),
        .ready_i     (ready_i),
        .hold_o      (hold_o),
        .match_o     (match_o),
        .column_o    (column_planes)
    );
  end else begin : gen_ladder
    jq_bvn_ladder #(
        .N      (N),
        .B      (B),
        .S      (S),
        .D      (D),
        .DESCEND(DESCEND),
        .ROWS   (ROWS),
        .PARITY (PARITY)
    ) u_core (
        .clk_i       (clk_i),
        .rst_ni      (rst_ni),
        .load_i      (load),
        .first_i     (loads_q == '0),
        .row_i       (load_row_i),
        .go_i        (go),
        .top_offset_i(top_offset_i),
        .floor_i     (floor_i),
        .fill_i      (fill_i),
        .flush_i     (abort_i),
        .held_i      (held),
        .idle_o      (idle),
        .valid_o     (valid_o),
        .ready_i     (ready_i),
        .hold_o      (hold_o),
        .match_o     (match_o),
        .column_o    (column_planes),
        .flipped_o   (flipped)
    );
    logic unused_guard;
    assign unused_guard = ^guard_i;
  end

  if (KIND != 5) begin : gen_one_core
    assign shifts_o = KIND == 3;
  end
  if (PARITY == 1) begin : gen_parity
    logic parity_error_q;
    always_ff @(posedge clk_i) parity_error_q <= rst_ni && flipped;
    assign parity_error_o = parity_error_q;
  end else begin : gen_no_parity
    assign parity_error_o = 1'b0;
    if (KIND > 2) begin : gen_none
      assign flipped = 1'b0;
    end
    logic unused_parity;
    assign unused_parity = held ^ flipped;
  end

  // From planes to one field per input: wires only. Shift and choose have fields themselves.
  if (KIND == 3 || KIND == 5) begin : gen_fields
    assign column_o = column_planes;
  end else begin : gen_planes
    for (genvar i = 0; i < N; i++) begin : gen_input
      for (genvar b = 0; b < W; b++) begin : gen_bit
        assign column_o[i*W + b] = column_planes[b*N + i];
      end
    end
  end

`ifdef FORMAL
`include "jq_scheduler_properties.svh"
`endif

endmodule
