// SPDX-License-Identifier: Apache-2.0
//
/// Registers of jq_scheduler_axis, behind APB (AMBA APB3, 32 bits, no wait states).
///
/// | byte address | name | bits |
/// |---|---|---|
/// | 0x00 | ID | 31:16 0x4A51; 15:0 version, 3 |
/// | 0x04 | SHAPE | 8:0 N; 16:12 B; 22:20 KIND; 26:24 ROWS; 28 PARITY |
/// | 0x08 | CONTROL | writing 1: bit 0 aborts, bit 1 clears the counters, bit 2 clears PARITY of STATUS; reads 0 |
/// | 0x0C | OPTIONS | 15:0 guard in slots; 19:16 top offset; 23:20 floor; 24 fill. After a reset: 0, 1, 0, 1 |
/// | 0x10 | STATUS | 5:0 as status_i; 6 PARITY: a bit has flipped since the last reset or clearing |
/// | 0x14 | DEMANDS | demands started |
/// | 0x18 | PERMUTATIONS | permutations sent |
/// | 0x1C | SLOTS | their holds, summed |
/// | 0x20 | STALLS | clocks in which the core waited to show a permutation |
/// | 0x24 | FAULTS | demands whose last row was not where tlast said |
/// | 0x28 | CUTS | schedules that were cut short, by a fault or by an abort |
/// | 0x2C | MASKED | demands started of which failed ports had more than zeros |
/// | 0x40 + 4k | FAILED_INPUTS | bit b: input 32k + b has failed; words up to the last input's. After a reset: 0 |
/// | 0x60 + 4k | FAILED_OUTPUTS | likewise |
///
/// Options are read when a demand is started, of top offset and floor as many bits as the core has. Counters wrap. Any other address
/// answers with pslverr_o.
/// Reset: synchronous, active low.
module jq_shell_registers #(
    /// As jq_scheduler's.
    parameter int KIND = 1,
    /// As jq_scheduler's.
    parameter int N = 8,
    /// As jq_scheduler's.
    parameter int B = 8,
    /// As jq_scheduler's.
    parameter int ROWS = 1,
    /// As jq_scheduler's.
    parameter int PARITY = 0,
    /// Width of a hold.
    parameter int H = 8
) (
    /// Clock; everything is sampled at its rising edge.
    input  logic         clk_i,
    /// Synchronous reset, active low.
    input  logic         rst_ni,
    /// APB: this block is addressed.
    input  logic         psel_i,
    /// APB: second clock of an access, and later ones.
    input  logic         penable_i,
    /// APB: a write.
    input  logic         pwrite_i,
    /// APB: byte address; bits 1:0 are not read.
    input  logic [6:0]   paddr_i,
    /// APB: word to write.
    input  logic [31:0]  pwdata_i,
    /// APB: 1, an access takes two clocks.
    output logic         pready_o,
    /// APB: word read; a flip-flop, defined from the second clock on until the next access.
    output logic [31:0]  prdata_o,
    /// APB: no register has this address, or it cannot be written.
    output logic         pslverr_o,
    /// Abort, for a clock. A flip-flop.
    output logic         abort_o,
    /// jq_scheduler's guard_i.
    output logic [15:0]  guard_o,
    /// jq_scheduler's top_offset_i.
    output logic [3:0]   top_offset_o,
    /// jq_scheduler's floor_i.
    output logic [3:0]   floor_o,
    /// jq_scheduler's fill_i.
    output logic         fill_o,
    /// Inputs whose demand is left out.
    output logic [N-1:0] failed_inputs_o,
    /// Outputs whose demand is left out.
    output logic [N-1:0] failed_outputs_o,
    /// STATUS: 0 busy, 1 the core's busy_o, 2 the core's done_o, 3 within a demand, 4 rows are dropped,
    /// 5 something of the last demand was left out.
    input  logic [5:0]   status_i,
    /// A demand is started.
    input  logic         started_i,
    /// A permutation is sent.
    input  logic         sent_i,
    /// Its hold.
    input  logic [H-1:0] hold_i,
    /// The core waits.
    input  logic         stall_i,
    /// A demand's last row was not where tlast said.
    input  logic         fault_i,
    /// A schedule is cut short.
    input  logic         cut_i,
    /// A demand is started of which something was left out.
    input  logic         masked_i,
    /// A bit has flipped.
    input  logic         flipped_i,
    /// STATUS 6: one has. A flip-flop; 0 without PARITY.
    output logic         parity_error_o
);

  localparam logic [4:0] CONTROL = 5'd2;
  localparam logic [4:0] OPTIONS = 5'd3;
  localparam logic [4:0] HIGHEST = 5'd11;
  localparam logic [3:0] MASKS = 4'((N + 31) / 32);  // words of a mask
  localparam int LOW = (H > 16) ? H : 16;  // bits of a counter's lower half

  logic [4:0]  word;
  logic        write, clear, forgive, is_mask;
  logic [7*32-1:0] counts;  // DEMANDS is the lowest

  assign word      = paddr_i[6:2];
  assign is_mask   = word[4] && {1'b0, word[2:0]} < MASKS;
  assign write     = psel_i && penable_i && pwrite_i;
  assign clear     = write && word == CONTROL && pwdata_i[1];
  assign forgive   = write && word == CONTROL && pwdata_i[2];
  assign pready_o  = 1'b1;
  assign pslverr_o = psel_i && penable_i
      && !is_mask && (word > HIGHEST || (pwrite_i && word != CONTROL && word != OPTIONS));

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      abort_o      <= 1'b0;
      guard_o      <= '0;
      top_offset_o <= 4'd1;
      floor_o      <= '0;
      fill_o       <= 1'b1;
    end else begin
      abort_o <= write && word == CONTROL && pwdata_i[0];
      if (write && word == OPTIONS) {fill_o, floor_o, top_offset_o, guard_o} <= pwdata_i[24:0];
    end
  end

  if (PARITY == 1) begin : gen_parity
    logic parity_error_q;
    always_ff @(posedge clk_i)
      parity_error_q <= rst_ni && (flipped_i || (parity_error_q && !forgive));
    assign parity_error_o = parity_error_q;
  end else begin : gen_no_parity
    assign parity_error_o = 1'b0;
    logic unused_parity;
    assign unused_parity = ^{flipped_i, forgive};
  end

  // Input b is bit b % 32 of word 16 + b / 32, and output b of word 24 + b / 32.
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      failed_inputs_o  <= '0;
      failed_outputs_o <= '0;
    end else if (write) begin
      for (int b = 0; b < N; b++) begin
        if (word == 5'(16 + b / 32)) failed_inputs_o[b] <= pwdata_i[b % 32];
        if (word == 5'(24 + b / 32)) failed_outputs_o[b] <= pwdata_i[b % 32];
      end
    end
  end
  logic [255:0] mask_words;
  logic [31:0]  mask;
  assign mask_words = word[3] ? 256'(failed_outputs_o) : 256'(failed_inputs_o);
  assign mask       = mask_words[{word[2:0], 5'd0} +: 32];

  // Counters in two halves, the carry between them in a flip-flop: a carry of 32 bits would be the longest
  // path of the shell. What is read is of three clocks before.
  logic [7*H-1:0] amounts;
  assign amounts = {H'(masked_i), H'(cut_i), H'(fault_i), H'(stall_i), {H{sent_i}} & hold_i, H'(sent_i),
      H'(started_i)};
  for (genvar k = 0; k < 7; k++) begin : gen_counter
    logic [H-1:0]    amount_q;
    logic [LOW:0]    low_q;  // its carry on top
    logic [LOW-1:0]  shown_q;
    logic [31-LOW:0] high_q;
    always_ff @(posedge clk_i) begin
      if (!rst_ni || clear) begin
        amount_q <= '0;
        low_q    <= '0;
        shown_q  <= '0;
        high_q   <= '0;
      end else begin
        amount_q <= amounts[k*H +: H];
        low_q    <= {1'b0, low_q[LOW-1:0]} + (LOW + 1)'(amount_q);
        shown_q  <= low_q[LOW-1:0];
        high_q   <= high_q + (32 - LOW)'(low_q[LOW]);
      end
    end
    assign counts[k*32 +: 32] = {high_q, shown_q};
  end

  always_ff @(posedge clk_i) begin
    if (psel_i && !penable_i) begin
      case (word)
        5'd0: prdata_o <= {16'h4A51, 16'd3};
        5'd1: prdata_o <= {3'd0, 1'(PARITY), 1'b0, 3'(ROWS), 1'b0, 3'(KIND), 3'd0, 5'(B), 3'd0, 9'(N)};
        OPTIONS: prdata_o <= {7'd0, fill_o, floor_o, top_offset_o, guard_o};
        5'd4: prdata_o <= {25'd0, parity_error_o, status_i};
        5'd5: prdata_o <= counts[0*32 +: 32];
        5'd6: prdata_o <= counts[1*32 +: 32];
        5'd7: prdata_o <= counts[2*32 +: 32];
        5'd8: prdata_o <= counts[3*32 +: 32];
        5'd9: prdata_o <= counts[4*32 +: 32];
        5'd10: prdata_o <= counts[5*32 +: 32];
        HIGHEST: prdata_o <= counts[6*32 +: 32];
        default: prdata_o <= is_mask ? mask : '0;
      endcase
    end
  end

  logic unused_bits;
  assign unused_bits = ^{paddr_i[1:0], pwdata_i[31:25]};

endmodule
