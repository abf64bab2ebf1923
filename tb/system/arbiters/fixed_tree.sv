// SPDX-License-Identifier: Apache-2.0
// The highest number first, without a clock: index and whether there is one.
module fixed_tree #(
    parameter int NumIn = 8
) (
    input logic [NumIn-1:0] req_i,
    output logic [NumIn-1:0] gnt_o,
    output logic [$clog2(NumIn)-1:0] idx_o,
    output logic valid_o
);
  always_comb begin
    idx_o = '0;
    gnt_o = '0;
    valid_o = |req_i;
    for (int i = 0; i < NumIn; i++) if (req_i[i]) idx_o = ($clog2(NumIn))'(i);
    gnt_o[idx_o] = valid_o;
  end
endmodule
