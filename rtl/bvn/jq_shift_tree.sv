// SPDX-License-Identifier: Apache-2.0
//
/// Pipelined binary trees, side by side: LANES of them, each over COUNT words, a register after
/// every level. MAX=0 adds, and a word grows by a bit a level until it has MOST bits: sums are
/// known to fit those. MAX=1 keeps the largest. Latency: ceil(log2(COUNT)) clocks.
/// Reset: none; what is in flight is known to the user.
module jq_shift_tree #(
    /// Words of a tree, 1 or more.
    parameter int COUNT = 4,
    /// Trees.
    parameter int LANES = 2,
    /// Bits of a word that comes in.
    parameter int WIDTH = 8,
    /// Most bits of a word, WIDTH or more.
    parameter int MOST = 16,
    /// 0 adds, 1 keeps the largest.
    parameter int MAX = 0,
    /// Levels. Derived, do not set.
    parameter int L = $clog2(COUNT),
    /// Bits of a word that goes out. Derived, do not set.
    parameter int WIDE = (MAX != 0) ? WIDTH : (WIDTH + L < MOST) ? WIDTH + L : MOST
) (
    /// Clock.
    input  logic                         clk_i,
    /// Bits (c*LANES + l)*WIDTH +: WIDTH are word c of tree l.
    input  logic [COUNT*LANES*WIDTH-1:0] words_i,
    /// Bits l*WIDE +: WIDE are what tree l comes to.
    output logic [LANES*WIDE-1:0]        roots_o
);

  // Bits of a word after so many levels.
  function automatic int bits_at(input int level);
    bits_at = (MAX != 0) ? WIDTH : (WIDTH + level < MOST) ? WIDTH + level : MOST;
  endfunction

  for (genvar v = 0; v <= L; v++) begin : gen_level
    localparam int BITS = bits_at(v);
    localparam int NODES = (COUNT + (1 << v) - 1) >> v;
    logic [NODES*LANES*BITS-1:0] node;
    if (v == 0) begin : gen_leaf
      assign node = words_i;
      logic unused_clk;
      assign unused_clk = clk_i;
    end else begin : gen_inner
      localparam int FROM = bits_at(v - 1);
      localparam int BELOW = (COUNT + (1 << (v - 1)) - 1) >> (v - 1);
      for (genvar c = 0; c < NODES; c++) begin : gen_node
        for (genvar l = 0; l < LANES; l++) begin : gen_lane
          logic [FROM-1:0] left;
          logic [BITS-1:0] both, both_q;
          assign left = gen_level[v-1].node[(2*c*LANES + l)*FROM +: FROM];
          if (2 * c + 1 == BELOW) begin : gen_alone
            assign both = BITS'(left);
          end else begin : gen_pair
            logic [FROM-1:0] right;
            assign right = gen_level[v-1].node[((2*c + 1)*LANES + l)*FROM +: FROM];
            if (MAX != 0) begin : gen_max
              assign both = (left < right) ? right : left;
            end else begin : gen_sum
              assign both = BITS'(left) + BITS'(right);
            end
          end
          always_ff @(posedge clk_i) both_q <= both;
          assign node[(c*LANES + l)*BITS +: BITS] = both_q;
        end
      end
    end
  end

  assign roots_o = gen_level[L].node;

endmodule
