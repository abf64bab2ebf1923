// SPDX-License-Identifier: Apache-2.0
// What operations of a program occupy, and which chips they join.
#pragma once

#include <vector>

#include "jacquard/gemm/program.hpp"

namespace jacquard::gemm {

const char* name_of(OpKind kind);  // "scatter_sum"

// Of a chip. Operations of one unit run in the order of the program's list.
enum class Unit : std::uint8_t { row_links, column_links, depth_links, cores, none };
inline constexpr int kUnits = 5;
const char* name_of(Unit unit);
Unit unit_of(const Op& op);

// Of a permute: the chip that each chip receives from.
std::vector<int> senders(const Mesh& mesh, const Op& op);

}  // namespace jacquard::gemm
