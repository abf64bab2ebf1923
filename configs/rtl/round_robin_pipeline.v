// SPDX-License-Identifier: Apache-2.0
//
// A maximal round-robin arbiter in plain Verilog-2001, cut into LATENCY pipeline stages. An example of
// RTL that is not ours in style, for docs/verify-your-rtl.md:
//   jacquard verify --rtl round_robin_pipeline.v --top round_robin_pipeline --kind arbiter --ports 8
//
// Inputs choose one after the other; who begins moves on by one in every clock, and the output each of
// them tries first moves on whenever input 0 has begun: in N*N clocks every pair is first once, so none
// starves. Stage s serves the inputs s*ROWS .. s*ROWS+ROWS-1 of that order. A new request enters in
// every clock. It has no prio_i: its priority is its own.
module round_robin_pipeline #(
    parameter N       = 8,
    parameter LATENCY = 3   // stages, 1..15
) (
    input  wire           clk_i,
    input  wire           rst_ni,
    input  wire [N*N-1:0] req_i,
    output reg  [N*N-1:0] gnt_o
);

  localparam ROWS = (N + LATENCY - 1) / LATENCY;

  reg [N-1:0] turn;   // one-hot: the input that begins
  reg [N-1:0] first;  // one-hot: the output that is tried first
  always @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      turn  <= {{(N-1){1'b0}}, 1'b1};
      first <= {{(N-1){1'b0}}, 1'b1};
    end else begin
      turn <= (turn << 1) | (turn >> (N - 1));
      if (turn[0]) first <= (first << 1) | (first >> (N - 1));
    end
  end

  // The first set bit of `wanted` at or after the one-hot `from`, going round.
  function [N-1:0] choose(input [N-1:0] wanted, input [N-1:0] from);
    reg [2*N-1:0] twice;
    begin
      twice  = {wanted, wanted};
      twice  = twice & ~(twice - {{N{1'b0}}, from});
      choose = twice[N-1:0] | twice[2*N-1:N];
    end
  endfunction

  // Rows of `matrix` turned so that row `top` is row 0, or back.
  function [N*N-1:0] turned(input [N*N-1:0] matrix, input [N-1:0] top, input back);
    integer r, k, from;
    begin
      turned = {(N*N){1'b0}};
      for (r = 0; r < N; r = r + 1) begin
        for (k = 0; k < N; k = k + 1) begin
          from = back ? (k + N - r) % N : (k + r) % N;
          if (top[r]) turned[k*N +: N] = matrix[from*N +: N];
        end
      end
    end
  endfunction

  // What enters stage s is in [s], what leaves the last in [LATENCY].
  reg  [N*N-1:0] req_q [0:LATENCY-1];
  reg  [N*N-1:0] gnt_q [0:LATENCY-1];
  reg  [N-1:0]   free_q[0:LATENCY-1];
  reg  [N-1:0]   turn_q[0:LATENCY-1];
  reg  [N-1:0]   first_q[0:LATENCY-1];

  integer s, k;
  reg [N*N-1:0] req_s, gnt_s;
  reg [N-1:0]   free_s, turn_s, first_s, pick;

  always @(posedge clk_i) begin
    for (s = 0; s < LATENCY; s = s + 1) begin
      req_s  = (s == 0) ? turned(req_i, turn, 1'b0) : req_q[s-1];
      gnt_s  = (s == 0) ? {(N*N){1'b0}}             : gnt_q[s-1];
      free_s = (s == 0) ? {N{1'b1}}                 : free_q[s-1];
      turn_s = (s == 0) ? turn                      : turn_q[s-1];
      first_s = (s == 0) ? first                    : first_q[s-1];
      for (k = s * ROWS; k < (s + 1) * ROWS && k < N; k = k + 1) begin
        pick             = choose(req_s[k*N +: N] & free_s, first_s);
        gnt_s[k*N +: N]  = pick;
        free_s           = free_s & ~pick;
      end
      req_q[s]  <= req_s;
      gnt_q[s]  <= gnt_s;
      free_q[s] <= free_s;
      turn_q[s] <= turn_s;
      first_q[s] <= first_s;
    end
  end

  always @* gnt_o = turned(gnt_q[LATENCY-1], turn_q[LATENCY-1], 1'b1);

endmodule
