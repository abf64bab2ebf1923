// SPDX-License-Identifier: Apache-2.0
//
/// Crossbar with a double-buffered configuration: a shadow is written while the active one connects.
///
/// The configuration stream is that of jq_scheduler, port for port. A configuration taken waits in
/// the shadow until the active one has been held for its slots; then nothing is connected for its
/// guard, and then it is active. Guard is paid before every configuration, the first included; with a
/// shadow always waiting, P configurations last sum(hold) slots + P guards. With none waiting the
/// crossbar is dark until one comes: it connects guard + 2 clocks after it was taken.
///
/// A word is taken in a clock in which valid_i and connected_o are both 1, and shows at its output in
/// the next clock: one register stage, at the outputs. All else waits at its input; nothing is lost.
/// active_o, guard_o and connected_o are of the input side: the outputs follow one clock later.
///
/// No two inputs ever drive one output: of those that ask for the same one the lowest is connected,
/// and one that asks for an output that does not exist is not. error_o tells.
/// Area: N^2 comparators of W bits, N multiplexers of N words. Timing: the longer of a comparison with
/// a carry of N bits (shadow to active) and W multiplexers (input to output).
/// Reset: synchronous, active low, of control state only.
module jq_crossbar #(
    /// Ports, 1..64.
    parameter int N = 8,
    /// Bits of a word, 1 or more: what a port carries per clock.
    parameter int WIDTH = 32,
    /// Bits of a hold, 1..16, as jq_scheduler's B.
    parameter int B = 8,
    /// Bits of the counter of clocks in a slot and in a guard, 1..32.
    parameter int GUARD = 8,
    /// Width of a port number. Derived, do not set.
    parameter int W = (N > 1) ? $clog2(N) : 1
) (
    /// Clock; everything is sampled at its rising edge.
    input  logic               clk_i,
    /// Synchronous reset, active low.
    input  logic               rst_ni,
    /// Dark in the next clock: both configurations are dropped, and one offered in this clock is too.
    input  logic               abort_i,
    /// A configuration is offered: the six inputs below.
    input  logic               config_valid_i,
    /// It is taken if config_valid_i.
    output logic               config_ready_o,
    /// Slots to hold it; 0 is taken as 1.
    input  logic [B-1:0]       hold_i,
    /// Bit i: input i is to be connected.
    input  logic [N-1:0]       match_i,
    /// Bits i*W +: W are input i's output; not read unless connected.
    input  logic [N*W-1:0]     column_i,
    /// Clocks in a slot of this configuration; 0 is taken as 1.
    input  logic [GUARD-1:0]   slot_i,
    /// Clocks of guard before this configuration.
    input  logic [GUARD-1:0]   guard_i,
    /// Bit i: input i offers a word.
    input  logic [N-1:0]       valid_i,
    /// Bits i*WIDTH +: WIDTH are input i's word.
    input  logic [N*WIDTH-1:0] data_i,
    /// Bit i: input i is connected, and its word is taken if valid_i.
    output logic [N-1:0]       connected_o,
    /// Bit j: output j shows a word that was taken in the clock before.
    output logic [N-1:0]       valid_o,
    /// Bits j*WIDTH +: WIDTH are output j's word; it stays until the next.
    output logic [N*WIDTH-1:0] data_o,
    /// A configuration is active.
    output logic               active_o,
    /// The guard before a configuration.
    output logic               guard_o,
    /// Slots left of the active configuration, this one included; 0 unless active.
    output logic [B-1:0]       slots_o,
    /// The active configuration asks for an output twice, or for one that does not exist.
    output logic               error_o
);

  // A parameter out of its range does not elaborate, in any tool: there is no module of that name.
  if (N < 1 || N > 64) begin : gen_bad_n
    jq_error_N_must_be_1_to_64 u_error ();
  end
  if (WIDTH < 1) begin : gen_bad_width
    jq_error_WIDTH_must_be_1_or_more u_error ();
  end
  if (B < 1 || B > 16) begin : gen_bad_b
    jq_error_B_must_be_1_to_16 u_error ();
  end
  if (GUARD < 1 || GUARD > 32) begin : gen_bad_guard
    jq_error_GUARD_must_be_1_to_32 u_error ();
  end
  if (W != ((N > 1) ? $clog2(N) : 1)) begin : gen_bad_w
    jq_error_W_is_derived u_error ();
  end

  localparam int A = (N * WIDTH > 1) ? $clog2(N * WIDTH) : 1;

  // Bit i: bit b of i.
  function automatic logic [N-1:0] port_bit(input int b);
    for (int i = 0; i < N; i++) port_bit[i] = ((i >> b) & 1) != 0;
  endfunction

  typedef enum logic [1:0] {DARK, GUARDING, ACTIVE} state_e;
  state_e           state_q;
  logic [B-1:0]     slots_q;   // left, this one included
  logic [GUARD-1:0] clocks_q;  // left of this slot or of this guard, after this one
  logic             last_clock, ending, free, guard_next, take, store;

  logic             shadow_q;  // a configuration waits
  logic [B-1:0]     shadow_hold_q;
  logic [N-1:0]     shadow_match_q;
  logic [N*W-1:0]   shadow_column_q;
  logic [GUARD-1:0] shadow_slot_q, shadow_guard_q;
  logic [GUARD-1:0] slot_q;    // clocks in a slot of the active configuration, less one

  assign last_clock = clocks_q == '0;
  assign ending     = state_q == ACTIVE && last_clock && slots_q == B'(1);
  assign free       = state_q == DARK || ending;
  assign guard_next = free && shadow_q && shadow_guard_q != '0;
  assign take       = shadow_q
      && ((free && shadow_guard_q == '0) || (state_q == GUARDING && last_clock));

  assign config_ready_o = !shadow_q || take;
  assign store          = config_valid_i && config_ready_o;

  always_ff @(posedge clk_i) begin
    if (!rst_ni || abort_i) begin
      state_q  <= DARK;
      shadow_q <= 1'b0;
    end else begin
      if (take) state_q <= ACTIVE;
      else if (guard_next) state_q <= GUARDING;
      else if (ending) state_q <= DARK;
      shadow_q <= store || (shadow_q && !take);
    end

    if (store) begin
      shadow_hold_q   <= (hold_i == '0) ? B'(1) : hold_i;
      shadow_match_q  <= match_i;
      shadow_column_q <= column_i;
      shadow_slot_q   <= (slot_i == '0) ? '0 : slot_i - 1'b1;
      shadow_guard_q  <= guard_i;
    end

    if (take) begin
      slots_q  <= shadow_hold_q;
      slot_q   <= shadow_slot_q;
      clocks_q <= shadow_slot_q;
    end else if (guard_next) begin
      clocks_q <= shadow_guard_q - 1'b1;
    end else if (last_clock) begin
      slots_q  <= slots_q - 1'b1;
      clocks_q <= slot_q;
    end else begin
      clocks_q <= clocks_q - 1'b1;
    end
  end

  // From the shadow, a column per input, to the active configuration, a source per output.
  logic [N-1:0]   connected, connected_q;
  logic [N*N-1:0] driven;  // bit j*N + i: input i is to drive output j
  logic           error_q;

  always_comb begin
    connected = '0;
    for (int j = 0; j < N; j++) connected |= driven[j*N +: N];
  end

  always_ff @(posedge clk_i) begin
    if (take) begin
      connected_q <= connected;
      error_q     <= (shadow_match_q & ~connected) != '0;
    end
  end

  for (genvar j = 0; j < N; j++) begin : gen_output
    logic [N-1:0] asked, won;
    logic [W-1:0] source, source_q;
    logic         lit_q, passed;
    for (genvar i = 0; i < N; i++) begin : gen_input
      assign asked[i] = shadow_match_q[i] && shadow_column_q[i*W +: W] == W'(j);
    end
    assign won = asked & (~asked + 1'b1);  // the lowest
    assign driven[j*N +: N] = won;
    for (genvar b = 0; b < W; b++) begin : gen_bit
      localparam logic [N-1:0] PORT_BIT = port_bit(b);
      assign source[b] = |(won & PORT_BIT);
    end
    always_ff @(posedge clk_i) begin
      if (take) begin
        lit_q    <= |asked;
        source_q <= source;
      end
    end

    assign passed = active_o && lit_q && valid_i[source_q];
    always_ff @(posedge clk_i) begin
      valid_o[j] <= rst_ni && passed;
      if (passed) data_o[j*WIDTH +: WIDTH] <= data_i[A'(source_q) * A'(WIDTH) +: WIDTH];
    end
  end

  assign active_o    = state_q == ACTIVE;
  assign guard_o     = state_q == GUARDING;
  assign connected_o = active_o ? connected_q : '0;
  assign slots_o     = active_o ? slots_q : '0;
  assign error_o     = active_o && error_q;

`ifdef FORMAL
`include "jq_crossbar_properties.svh"
`endif

endmodule
