// SPDX-License-Identifier: Apache-2.0
//
/// A skid buffer of two entries: a valid/ready stream whose ready and valid both come from flip-flops.
///
/// A word a clock passes, a clock later. ready_i reaches the buffer's own registers and nothing before it, so
/// a long wire of ready ends here. When it falls, the word already on its way goes into the spare entry.
/// Area: 2 WIDTH + 2 flip-flops, a multiplexer of WIDTH bits.
/// Reset: synchronous, active low, of the two control bits; ready_o rises in the second clock after it.
module jq_skid #(
    /// Bits of a word, 1 or more.
    parameter int WIDTH = 8
) (
    /// Clock; everything is sampled at its rising edge.
    input  logic             clk_i,
    /// Synchronous reset, active low.
    input  logic             rst_ni,
    /// A word is offered.
    input  logic             valid_i,
    /// It is taken if valid_i. A flip-flop.
    output logic             ready_o,
    /// The word offered.
    input  logic [WIDTH-1:0] data_i,
    /// A word is shown. A flip-flop.
    output logic             valid_o,
    /// It is taken if valid_o.
    input  logic             ready_i,
    /// The word shown; stays until taken. Flip-flops.
    output logic [WIDTH-1:0] data_o
);

  // A parameter out of its range does not elaborate, in any tool: there is no module of that name.
  if (WIDTH < 1) begin : gen_bad_width
    jq_error_WIDTH_must_be_1_or_more u_error ();
  end

  logic [WIDTH-1:0] data_q, spare_q;
  logic             valid_q, ready_q;  // not ready with a word shown: the spare is taken
  logic             free;

  assign free = !valid_q || ready_i;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      valid_q <= 1'b0;
      ready_q <= 1'b0;
    end else if (free) begin
      valid_q <= (valid_q && !ready_q) || (valid_i && ready_q);
      ready_q <= 1'b1;
    end else if (valid_i) begin
      ready_q <= 1'b0;
    end
    if (free) data_q <= ready_q ? data_i : spare_q;
    if (ready_q) spare_q <= data_i;
  end

  assign ready_o = ready_q;
  assign valid_o = valid_q;
  assign data_o  = data_q;

`ifdef FORMAL
`include "jq_skid_properties.svh"
`endif

endmodule
