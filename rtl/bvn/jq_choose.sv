// SPDX-License-Identifier: Apache-2.0
//
/// Which core decides a demand: estimates for the ladder, the few-settings core and the shift core how
/// many slots their settings are held and how many settings they make, and picks the one whose slots
/// and guards take least time. Of equal ones the ladder, then few. docs/cores.md, "The chooser", has
/// the estimates and what they come from.
///
/// Settings are multiplied by the guard a bit of their number a clock: Q + 1 clocks from begin_i to
/// done_o.
/// Reset: synchronous, active low, of the count of clocks only.
module jq_choose #(
    /// Ports, 1..256.
    parameter int N = 8,
    /// Bits of a counter, 1..16.
    parameter int B = 8,
    /// Bits of the guard, 1..16.
    parameter int G = 16,
    /// Cores there are: bit 0 is the ladder, bit 1 few, bit 2 shift.
    parameter int CORES = 7,
    /// Width of a port number. Derived, do not set.
    parameter int W = (N > 1) ? $clog2(N) : 1,
    /// Width of a number of nonzeros. Derived, do not set.
    parameter int C = $clog2(N + 1)
) (
    /// Clock.
    input  logic             clk_i,
    /// Synchronous reset, active low.
    input  logic             rst_ni,
    /// Forget what was begun.
    input  logic             flush_i,
    /// Take the inputs below.
    input  logic             begin_i,
    /// What a change of setting costs, in quanta.
    input  logic [G-1:0]     guard_i,
    /// The largest sum of a line.
    input  logic [B+W-1:0]   longest_i,
    /// The mean of the row sums.
    input  logic [B+W-1:0]   mean_i,
    /// The most nonzeros of a line.
    input  logic [C-1:0]     left_i,
    /// The most that a port has for itself.
    input  logic [B-1:0]     own_i,
    /// Of the shift core: the sum of its holds.
    input  logic [B+W+C-2:0] shift_slots_i,
    /// Of the shift core: its holds above 0.
    input  logic [C-1:0]     shift_settings_i,
    /// Between begin_i and done_o.
    output logic             busy_o,
    /// pick_o is right, in this clock only.
    output logic             done_o,
    /// The core: one bit, as in CORES.
    output logic [2:0]       pick_o
);

  // A parameter out of its range does not elaborate, in any tool: there is no module of that name.
  if (N < 1 || N > 256) begin : gen_bad_n
    jq_error_N_must_be_1_to_256 u_error ();
  end
  if (B < 1 || B > 16) begin : gen_bad_b
    jq_error_B_must_be_1_to_16 u_error ();
  end
  if (G < 1 || G > 16) begin : gen_bad_g
    jq_error_G_must_be_1_to_16 u_error ();
  end
  if (CORES < 1 || CORES > 7) begin : gen_bad_cores
    jq_error_CORES_must_be_1_to_7 u_error ();
  end
  if (W != ((N > 1) ? $clog2(N) : 1)) begin : gen_bad_w
    jq_error_W_is_derived u_error ();
  end
  if (C != $clog2(N + 1)) begin : gen_bad_c
    jq_error_C_is_derived u_error ();
  end

  localparam int Z = B + W;
  localparam int V = B + W + C;  // bits of a number of slots: those of all shifts, and own_i
  localparam int Q = C + 3;      // bits of a number of settings: the ladder's are at most 8 N
  localparam int T = ((V > Q + G) ? V : Q + G) + 1;
  localparam int K = $clog2(Q + 2);
  localparam logic [2:0] BUILT = 3'(CORES);

  // Even and sparse: the lines are within an eighth of the longest, and few finds it sparse. Then the
  // ladder's waves leave lines idle that others wait for.
  logic [Z-1:0] eighth_less;
  logic [C+1:0] thrice;
  logic         even, sparse;
  assign eighth_less = longest_i - (longest_i >> 3);
  assign thrice      = {2'b0, left_i} + {1'b0, left_i, 1'b0};
  assign even        = mean_i > eighth_less;
  assign sparse      = thrice <= (C+2)'(N);

  // Slots and settings of each core.
  logic [V-1:0]   longest, waste;
  logic [C+3:0]   halves;
  logic [3*V-1:0] all_slots;
  logic [3*Q-1:0] all_settings;
  assign longest      = V'(longest_i);
  assign waste        = (even && sparse) ? (longest >> 2) + (longest >> 3) : '0;
  assign halves       = (C+4)'(left_i) * (C+4)'(B);
  assign all_slots    = {V'(shift_slots_i) + V'(own_i), longest + (V'(mean_i) >> 3), longest + waste};
  assign all_settings = {Q'(shift_settings_i) + Q'(own_i != '0), Q'(left_i), halves[C+3:1]};

  logic [K-1:0] steps_q;
  logic [T-1:0] guard_q;
  always_ff @(posedge clk_i) begin
    if (!rst_ni || flush_i) steps_q <= '0;
    else if (begin_i) steps_q <= K'(Q + 1);
    else if (busy_o) steps_q <= steps_q - 1'b1;
    guard_q <= begin_i ? T'(guard_i) : guard_q << 1;
  end
  assign busy_o = steps_q != '0;
  assign done_o = steps_q == K'(1);

  for (genvar k = 0; k < 3; k++) begin : gen_core
    logic [T-1:0] time_q;
    logic [Q-1:0] settings_q;
    always_ff @(posedge clk_i) begin
      if (begin_i) begin
        time_q     <= T'(all_slots[k*V +: V]);
        settings_q <= all_settings[k*Q +: Q];
      end else begin
        time_q     <= time_q + (settings_q[0] ? guard_q : '0);
        settings_q <= settings_q >> 1;
      end
    end
  end

  // Each against the one before it that takes least.
  logic few_less, shift_less;
  assign few_less   = BUILT[1] && (!BUILT[0] || gen_core[1].time_q < gen_core[0].time_q);
  assign shift_less = BUILT[2] && (BUILT[1:0] == '0
      || gen_core[2].time_q < (few_less ? gen_core[1].time_q : gen_core[0].time_q));
  assign pick_o     = shift_less ? 3'b100 : few_less ? 3'b010 : 3'b001;

  logic unused_half;
  assign unused_half = halves[0];

`ifdef FORMAL
`include "jq_choose_properties.svh"
`endif

endmodule
