// SPDX-License-Identifier: Apache-2.0
// When a program would end on one chip: every unit runs its operations in the order of the list.
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "jacquard/gemm/program.hpp"

namespace jacquard::gemm {

// `duration` is of operations that take a unit: the cores, or the links of a direction.
template <class Duration>
std::int64_t ends_at(const Program& program, Duration duration) {
  std::array<std::int64_t, kDirections + 1> free_at = {};
  std::vector<std::int64_t> end;
  for (const Op& op : program.ops) {
    std::int64_t begin = 0;
    for (const int earlier : op.after) begin = std::max(begin, base::at(end, earlier));
    if (op.communicates() || op.kind == OpKind::multiply) {
      const int unit = op.communicates() ? static_cast<int>(op.direction) : kDirections;
      begin = std::max(begin, base::at(free_at, unit)) + duration(op);
      base::at(free_at, unit) = begin;
    }
    end.push_back(begin);
  }
  return end.empty() ? 0 : *std::max_element(end.begin(), end.end());
}

}  // namespace jacquard::gemm
