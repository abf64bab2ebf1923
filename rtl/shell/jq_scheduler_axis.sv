// SPDX-License-Identifier: Apache-2.0
//
/// jq_scheduler for a system on chip: demands in and schedules out as AXI4-Stream, registers behind APB.
///
/// A demand is a packet of N / ROWS rows, tlast on the last. It is started by itself, and answered by one
/// packet, tlast on the last permutation. So the last permutation is held back until the core is done.
/// Every packet of demand has one answer: that of a demand of zeros is one beat of zeros. A demand whose tlast is
/// elsewhere is dropped, and its answer is one beat of zeros with CUT in tuser. After an abort (registers)
/// the answer ends with what has been taken, CUT in its last beat; rows still to come are dropped up to tlast.
///
/// Ports that have failed (registers) have their demand taken as 0 while its rows are loaded, so no matching core
/// ever connects them. A demand goes by the masks of the clock before its first row, to its last.
///
/// Permutations leave through jq_skid: m_tready_i ends at its flip-flops and reaches no enable of the core.
/// What stops the core is a flip-flop of the skid buffer and one that says that a permutation is held back.
/// The next demand's rows are taken from the clock on in which the answer's last beat is in the skid buffer.
/// With PARITY, a bit of the core's counters that flipped aborts the run: its answer ends with CUT, and PARITY is set in
/// STATUS until it is cleared. A flipped hold that waits here is not cut, but sets PARITY as well.
/// Reset: synchronous, active low, of control state only; ASYNC_RESET says otherwise.
module jq_scheduler_axis #(
    /// As jq_scheduler's, and so are all but ASYNC_RESET.
    parameter int KIND = 1,
    /// Ports, 1..256.
    parameter int N = 8,
    /// Bits of a demand counter, 1..16.
    parameter int B = 8,
    /// Diagonals a wave crosses per clock, 1..N.
    parameter int S = 4,
    /// Choose: cores built.
    parameter int CORES = 7,
    /// Shift, choose: values of the ports' digit 0.
    parameter int R0 = N,
    /// Shift, choose: values of digit 1.
    parameter int R1 = 1,
    /// Shift, choose: values of digit 2.
    parameter int R2 = 1,
    /// Shift, choose: values of digit 3.
    parameter int R3 = 1,
    /// Ladder: empty waves descend.
    parameter int DESCEND = 0,
    /// Ladder: rows of a beat, 1..4.
    parameter int ROWS = 1,
    /// Unit, ladder, minhold: counters and holds have a parity bit.
    parameter int PARITY = 0,
    /// 1: rst_ni may fall at any time, without a clock: valid and ready fall with it. It rises inside two clocks late.
    parameter int ASYNC_RESET = 0,
    /// Width of a port number. Derived, do not set.
    parameter int W = (N > 1) ? $clog2(N) : 1,
    /// Width of a hold. Derived, do not set.
    parameter int H = (KIND == 3 || KIND == 5) ? B + W - 1 : B,
    /// Width of a beat of demand, whole bytes. Derived, do not set.
    parameter int DI = 8 * ((ROWS * N * B + 7) / 8),
    /// Width of a permutation, whole bytes. Derived, do not set.
    parameter int DO = 8 * ((H + N + N * W + 7) / 8)
) (
    /// Clock; everything is sampled at its rising edge.
    input  logic          clk_i,
    /// Reset, active low; synchronous unless ASYNC_RESET.
    input  logic          rst_ni,
    /// Demand: a beat is offered.
    input  logic          s_tvalid_i,
    /// It is taken if s_tvalid_i.
    output logic          s_tready_o,
    /// Bits below ROWS*N*B are jq_scheduler's load_row_i; those above are not read.
    input  logic [DI-1:0] s_tdata_i,
    /// The last rows of the demand.
    input  logic          s_tlast_i,
    /// Schedule: a beat is shown. A flip-flop, unless ASYNC_RESET.
    output logic          m_tvalid_o,
    /// It is taken if m_tvalid_o.
    input  logic          m_tready_i,
    /// From bit 0: N*W bits column_o, N match_o, H hold_o, as jq_scheduler's; then zeros.
    output logic [DO-1:0] m_tdata_o,
    /// The last beat of the schedule.
    output logic          m_tlast_o,
    /// Bit 0 CUT: the schedule is cut short here. Bit 1: jq_scheduler's shifts_o.
    output logic [1:0]    m_tuser_o,
    /// As jq_shell_registers', and so are all others.
    input  logic          psel_i,
    /// Second clock of an access.
    input  logic          penable_i,
    /// A write.
    input  logic          pwrite_i,
    /// Byte address.
    input  logic [6:0]    paddr_i,
    /// Word to write.
    input  logic [31:0]   pwdata_i,
    /// Always 1.
    output logic          pready_o,
    /// Word read.
    output logic [31:0]   prdata_o,
    /// No such register, or not one to write.
    output logic          pslverr_o,
    /// PARITY of STATUS: a bit has flipped. A flip-flop; 0 without PARITY.
    output logic          parity_error_o
);

  // A parameter out of its range does not elaborate, in any tool: there is no module of that name.
  if (ASYNC_RESET < 0 || ASYNC_RESET > 1) begin : gen_bad_async
    jq_error_ASYNC_RESET_must_be_0_or_1 u_error ();
  end
  if (DI != 8 * ((ROWS * N * B + 7) / 8)) begin : gen_bad_di
    jq_error_DI_is_derived u_error ();
  end
  if (DO != 8 * ((H + N + N * W + 7) / 8)) begin : gen_bad_do
    jq_error_DO_is_derived u_error ();
  end

  localparam int L = (B > 1) ? $clog2(B) : 1;
  localparam int LOADS = N / ROWS;  // beats of a demand
  localparam int C = $clog2(LOADS + 1);
  localparam int P = H + N + N * W;  // bits of a permutation

  // The reset inside, and whether valid and ready may be shown.
  logic rst_n, awake;
  if (ASYNC_RESET == 1) begin : gen_async
    logic [1:0] awake_q;
    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) awake_q <= 2'b00;
      else awake_q <= {awake_q[0], 1'b1};
    end
    assign rst_n = awake_q[1];
    assign awake = awake_q[1];
  end else begin : gen_sync
    assign rst_n = rst_ni;
    assign awake = 1'b1;
  end

  logic         aborted, abort, fill;  // aborted: by a register
  logic [15:0]  guard;
  logic [3:0]   top_offset, lowest;
  logic         load_ready, busy, done, shifts, valid, take_ready;
  logic [P-1:0] permutation;

  logic [N-1:0]        failed_inputs, failed_outputs;  // as written
  logic [N-1:0]        rows_failed_q;  // of the rows still to come, the next one lowest
  logic [N-1:0]        failed_outputs_q;
  logic [ROWS*N*B-1:0] row;  // what is loaded
  logic                load, first_q, left_out_q, masked, masked_q;

  logic [C-1:0] rows_q;   // beats of the demand that were taken
  logic         start_q;  // the demand is whole: start it
  logic         drop_q;   // it is not: drop it
  logic         skip_q;   // drop what comes, up to tlast
  logic         owe_q;    // an answer is due, or under way
  logic         cut_q;    // and ends early
  logic         beat, last_row, wrong, refused, final_beat, push, take, room;
  logic         held_q, held_shifts_q;  // a permutation is held back
  logic [P-1:0] permutation_q;

  logic         flipped;     // in the core: it is aborted
  logic         hold_parity_q, hold_flipped;

  assign abort      = aborted || flipped;
  assign s_tready_o = awake && !abort && !owe_q && load_ready;
  assign beat       = s_tvalid_i && s_tready_o;
  assign last_row   = rows_q == C'(LOADS - 1);
  assign wrong      = beat && !skip_q && s_tlast_i != last_row;
  assign refused    = beat && s_tlast_i && (skip_q || !last_row);

  assign load = beat && !skip_q;
  for (genvar r = 0; r < ROWS; r++) begin : gen_mask_row
    for (genvar j = 0; j < N; j++) begin : gen_output
      assign row[(r*N + j)*B +: B]
          = {B{!rows_failed_q[r] && !failed_outputs_q[j]}} & s_tdata_i[(r*N + j)*B +: B];
    end
  end
  // Between demands there is a clock without a load at least: a whole one is started or dropped in it, what is
  // left of one that is not is skipped or answered.
  always_ff @(posedge clk_i) begin
    if (rows_q == '0 && !load) {failed_outputs_q, rows_failed_q} <= {failed_outputs, failed_inputs};
    else if (load) rows_failed_q <= rows_failed_q >> ROWS;
  end
  // Whether something of this demand was left out: a clock behind its rows.
  assign masked = left_out_q || (masked_q && !first_q);
  always_ff @(posedge clk_i) begin
    first_q <= load && rows_q == '0;
    if (!rst_n) begin
      left_out_q <= 1'b0;
      masked_q   <= 1'b0;
    end else begin
      left_out_q <= load && s_tdata_i[ROWS*N*B-1:0] != row;
      masked_q   <= masked;
    end
  end

  // Once a bit has flipped, nothing more leaves but the answer's last beat.
  logic next;  // there is a permutation behind the one that is held back
  assign next       = valid && !flipped;
  assign take       = next && take_ready;
  assign take_ready = !held_q || room;
  assign final_beat = owe_q && !busy;
  assign push       = room && ((next && held_q) || final_beat);

  always_ff @(posedge clk_i) begin
    if (!rst_n) begin
      rows_q  <= '0;
      start_q <= 1'b0;
      drop_q  <= 1'b0;
      skip_q  <= 1'b0;
      owe_q   <= 1'b0;
      cut_q   <= 1'b0;
      held_q  <= 1'b0;
    end else begin
      start_q <= beat && !skip_q && s_tlast_i && last_row;
      drop_q  <= wrong;
      if (abort || (beat && (s_tlast_i || last_row))) rows_q <= '0;
      else if (beat && !skip_q) rows_q <= rows_q + 1'b1;
      if (beat && s_tlast_i) skip_q <= 1'b0;
      else if (wrong || (abort && rows_q != '0)) skip_q <= 1'b1;
      if (push && final_beat) owe_q <= 1'b0;
      else if (start_q || refused) owe_q <= 1'b1;
      if (push && final_beat) cut_q <= 1'b0;
      else if (refused || (abort && (start_q || owe_q))) cut_q <= 1'b1;
      if (take) held_q <= 1'b1;
      else if (push) held_q <= 1'b0;
    end
    if (take) {held_shifts_q, permutation_q} <= {shifts, permutation};
    if (take) hold_parity_q <= PARITY == 1 && (^permutation[N*W+N +: H]);
  end

  jq_scheduler #(
      .KIND(KIND), .N(N), .B(B), .S(S), .CORES(CORES), .R0(R0), .R1(R1), .R2(R2), .R3(R3),
      .DESCEND(DESCEND), .ROWS(ROWS), .PARITY(PARITY)
  ) u_core (
      .clk_i       (clk_i),
      .rst_ni      (rst_n),
      .load_valid_i(load),
      .load_ready_o(load_ready),
      .load_row_i  (row),
      .start_i     (start_q),
      .guard_i     (guard),
      .top_offset_i(top_offset[L-1:0]),
      .floor_i     (lowest[L-1:0]),
      .fill_i      (fill),
      .abort_i     (abort || drop_q),
      .busy_o      (busy),
      .done_o      (done),
      .shifts_o    (shifts),
      .valid_o     (valid),
      .ready_i     (take_ready),
      .hold_o      (permutation[N*W+N +: H]),
      .match_o     (permutation[N*W +: N]),
      .column_o    (permutation[N*W-1:0]),
      .parity_error_o(flipped)
  );

  // A beat without a permutation is zeros.
  logic                shown;
  logic [P-1:0]        shown_permutation;
  logic [P+PARITY-1:0] word, shown_word;  // the hold's parity on top
  assign word              = (P + PARITY)'({hold_parity_q, permutation_q});
  assign shown_permutation = shown_word[P-1:0];
  jq_skid #(
      .WIDTH(P + PARITY + 3)
  ) u_skid (
      .clk_i  (clk_i),
      .rst_ni (rst_n),
      .valid_i((next && held_q) || final_beat),
      .ready_o(room),
      .data_i ({final_beat, held_q && held_shifts_q, cut_q || (final_beat && flipped),
                {(P + PARITY){held_q}} & word}),
      .valid_o(shown),
      .ready_i(m_tready_i),
      .data_o ({m_tlast_o, m_tuser_o, shown_word})
  );
  if (PARITY == 1) begin : gen_parity
    assign hold_flipped = shown && (^{shown_word[P], shown_permutation[N*W+N +: H]});
  end else begin : gen_no_parity
    assign hold_flipped = 1'b0;
    logic unused_parity;
    assign unused_parity = hold_parity_q;
  end
  assign m_tvalid_o = awake && shown;
  assign m_tdata_o  = DO'(shown_permutation);

  jq_shell_registers #(
      .KIND(KIND), .N(N), .B(B), .ROWS(ROWS), .PARITY(PARITY), .H(H)
  ) u_registers (
      .clk_i(clk_i), .rst_ni(rst_n), .psel_i(psel_i), .penable_i(penable_i), .pwrite_i(pwrite_i),
      .paddr_i(paddr_i), .pwdata_i(pwdata_i), .pready_o(pready_o), .prdata_o(prdata_o),
      .pslverr_o(pslverr_o),
      .abort_o     (aborted),
      .guard_o     (guard),
      .top_offset_o(top_offset),
      .floor_o     (lowest),
      .fill_o      (fill),
      .failed_inputs_o (failed_inputs),
      .failed_outputs_o(failed_outputs),
      .status_i    ({masked_q, skip_q, rows_q != '0, done, busy, start_q || owe_q}),
      .started_i   (start_q),
      .sent_i      (push && held_q),
      .hold_i      (permutation_q[N*W+N +: H]),
      .stall_i     (valid && !take_ready),
      .fault_i     (drop_q),
      .cut_i       (push && final_beat && (cut_q || flipped)),
      .masked_i    (start_q && masked),
      .flipped_i   (flipped || hold_flipped),
      .parity_error_o(parity_error_o)
  );

  logic unused_bits;
  assign unused_bits = ^{s_tdata_i, top_offset, lowest};

`ifdef FORMAL
`include "jq_scheduler_axis_properties.svh"
`endif

endmodule
