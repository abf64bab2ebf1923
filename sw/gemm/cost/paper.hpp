// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "jacquard/gemm/cost/transfer.hpp"

namespace jacquard::gemm {

// MeshSlice s3.2.2 for each algorithm, of a legal, untransposed request: a loop whose iterations
// take the longest of row links, column links and product; a prologue that nothing hides, and the
// last product. With A_d(S) the time of a slice in direction d, g of its product:
//   meshslice   os: max(A_row, A_column) + (S - 1) max(A_row, A_column, g) + g; ls, rs: A_row +
//   A_column
//               before the loop, one of them behind it in truth
//   collective  the same with S = 1
//   wang        A_whole + G / U + (U - 1) max(G / U, send), send = launch + (P - 1) / (U - 1) (sync
//   +
//               shard / bandwidth): 1d-tp and fsdp have no whole direction. U = 1: collective
//   cannon      skew of [P / 2] hops + P max(shift, G / P)
//   summa       panels p broadcast or reduced in D packets, launch + (P + D - 2) (sync + packet):
//               meshslice's rule with U iterations of the panels' broadcasts
//   2.5d        what stays or moves goes to all layers first, cannon with P / c steps, the sum of C
GemmTime paper_time(const Request& request, const Chip& chip, const MeshNetwork& network);

}  // namespace jacquard::gemm
