// SPDX-License-Identifier: Apache-2.0
//
/// Plays test vectors (tb/vectors) to a device: reads the file +vectors=NAME line by line, one per
/// clock, and compares the outputs before each rising edge. A bit that should be defined and is X
/// is a difference. Ends with exit code 0, or 1 at the first difference.
`ifdef VERILATOR  // has no $finish_and_return
`define END_WITH(code) $fatal(code)
`else
`define END_WITH(code) $finish_and_return(code)
`endif
module vector_player #(
    /// Bits of stimulus.
    parameter int I = 1,
    /// Bits of output.
    parameter int O = 1
) (
    /// Clock of the device.
    output logic         clk_o,
    /// What drives it.
    output logic [I-1:0] stimulus_o,
    /// What it answers.
    input  logic [O-1:0] outputs_i
);

  logic [I-1:0]    stimulus;
  logic [O-1:0]    expected, defined;
  logic [8*1024:1] path;
  integer          file, fields, clocks;

  initial begin
    clk_o  = 1'b0;
    clocks = 0;
    if (!$value$plusargs("vectors=%s", path)) begin
      $display("no vectors: +vectors=FILE");
      `END_WITH(2);
    end
    file = $fopen(path, "r");
    fields = (file == 0) ? 0 : $fscanf(file, "%h %h %h\n", stimulus, expected, defined);
    while (fields == 3) begin
      stimulus_o = stimulus;
      #1;
      if (((outputs_i ^ expected) & defined) !== {O{1'b0}}) begin
        $display("clock %0d: stimulus %h, expected %h, got %h", clocks, stimulus_o,
                 expected & defined, outputs_i & defined);
        `END_WITH(1);
        #1;
      end
      clk_o = 1'b1;
      #1;
      clk_o = 1'b0;
      clocks = clocks + 1;
      fields = $fscanf(file, "%h %h %h\n", stimulus, expected, defined);
    end
    if (clocks == 0 || !$feof(file)) begin
      $display("line %0d of the vectors cannot be read", clocks + 1);
      `END_WITH(2);
    end
    $display("%0d clocks", clocks);
    $finish;
  end

endmodule
