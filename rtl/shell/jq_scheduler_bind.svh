// SPDX-License-Identifier: Apache-2.0
//
// A monitor in every jq_scheduler, for simulators that know bind: give them this file and the monitor too.
// verilator lint_off PINCONNECTEMPTY
// ($error tells; nobody reads seen_o here)
bind jq_scheduler jq_scheduler_monitor #(
    .ROW(ROWS * N * B),
    .SHOWN(H + N + N * W)
) u_monitor (.*, .shown_i({hold_o, match_o, column_o}), .seen_o());
// verilator lint_on PINCONNECTEMPTY
