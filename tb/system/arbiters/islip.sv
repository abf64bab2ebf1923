// SPDX-License-Identifier: Apache-2.0
//
/// iSLIP with one iteration (McKeown 1999): each output grants the first input that asks from its
/// pointer on, each input accepts the first output that grants from its own; both pointers move one
/// beyond what was accepted. Not maximal. Faults that a test plants: 1 moves a pointer onto what was
/// accepted, not beyond it; 2 leaves a lone request waiting; 3 grants nothing in the clock after one
/// in which output 0's pointer wrapped around.
module islip #(
    parameter int N = 4,
    parameter int FAULT = 0
) (
    input  logic           clk_i,
    input  logic           rst_ni,
    input  logic [N*N-1:0] req_i,
    output logic [N*N-1:0] gnt_o
);

  localparam int W = $clog2(N);
  localparam int STEP = (FAULT == 1) ? 0 : 1;

  logic [N*W-1:0] grant_q, accept_q, grant_next, accept_next;  // a pointer per output, per input
  logic [N*N-1:0] granted, accepted;
  logic           found, wrapped_q, wraps;

  always_comb begin
    granted = '0;
    for (int j = 0; j < N; j++) begin
      found = 1'b0;
      for (int k = 0; k < N; k++) begin
        if (!found && req_i[((k + grant_q[j*W +: W]) % N) * N + j]) begin
          found = 1'b1;
          granted[((k + grant_q[j*W +: W]) % N) * N + j] = 1'b1;
        end
      end
    end
    accepted    = '0;
    grant_next  = grant_q;
    accept_next = accept_q;
    for (int i = 0; i < N; i++) begin
      found = 1'b0;
      for (int k = 0; k < N; k++) begin
        if (!found && granted[i*N + (k + accept_q[i*W +: W]) % N]) begin
          found = 1'b1;
          accepted[i*N + (k + accept_q[i*W +: W]) % N] = 1'b1;
          grant_next[((k + accept_q[i*W +: W]) % N) * W +: W] = W'((i + STEP) % N);
          accept_next[i*W +: W] = W'((k + accept_q[i*W +: W] + STEP) % N);
        end
      end
    end
    if (FAULT == 2 && (req_i & (req_i - 1'b1)) == '0) accepted = '0;
    if (FAULT == 3 && wrapped_q) accepted = '0;
    wraps = grant_next[W-1:0] == '0 && grant_q[W-1:0] != '0;
  end

  assign gnt_o = accepted;

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      grant_q   <= '0;
      accept_q  <= '0;
      wrapped_q <= 1'b0;
    end else begin
      if (accepted != '0) begin
        grant_q  <= grant_next;
        accept_q <= accept_next;
      end
      wrapped_q <= wraps && accepted != '0;
    end
  end

endmodule
