// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "jacquard/gemm/cost/transfer.hpp"

namespace jacquard::gemm {

// MeshSlice's authors' published cost model, to the digit: shards and slices are rounded down, and
// a direction of one chip still pays the launch. Of an untransposed request; Request::block and
// ::packets are not looked at. With A_row, A_column the times of a slice's communications, g of its
// product:
//   meshslice   AuthorsRule::max: prologue (os the longer one, else their sum) + (S - 1) max(A_row,
//               A_column, g) + g; mean: m + (S - 1) max(m, g) + g, m half their sum
//   collective  one communication (os: the row's; else C's) + max(the other one, G)
//   summa       meshslice's max rule with lcm(rows, columns) slices; a broadcast takes launch +
//               bytes / bandwidth + (P - 1) sync. Theirs reads its bandwidth before it is set: it
//               is taken as their reduction is
//   cannon      the longer skew of [P / 2] hops + P max(shift, G / P), by a row's sends
//   1d-tp, fsdp P max(send at twice the bandwidth of a row, G / P)
// A side folded over two dimensions of a torus takes both halves at once, each one dimension after
// the other: half of the bytes each way.
// Throws ConfigError for what they have no form of: wang, 2.5d, cannon on a mesh that is not
// square, 1d-tp and fsdp on several rows or columns, rings that are not one-way, open sides, folds
// over more than two dimensions, fewer than 1 slice.
GemmTime authors_time(const Request& request, const Chip& chip, const MeshNetwork& network);

}  // namespace jacquard::gemm
