// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "jacquard/gemm/request.hpp"

namespace jacquard::gemm {
namespace {

// The local sides that slices cut: of the matrix that moves along rows, and along columns.
std::pair<std::int64_t, std::int64_t> sliced_sides(const Request& r) {
  const std::int64_t size = sliced_size(r);
  return {size / r.mesh.columns, size / r.mesh.rows};
}

bool divides(const Request& r, std::int64_t slices) {
  const auto [row, column] = sliced_sides(r);
  const std::int64_t part = slices * r.block;
  return row % part == 0 && column % part == 0;
}

}  // namespace

std::vector<int> legal_slices(const Request& request) {
  const Request r = of_program(request);
  const auto [row, column] = sliced_sides(r);
  std::vector<int> all;
  for (std::int64_t s = 1; s * r.block <= std::min(row, column); ++s) {
    if (divides(r, s)) all.push_back(static_cast<int>(s));
  }
  return all;
}

std::optional<base::InputFault> illegal(const Request& request) {
  const Request r = of_program(request);
  if (r.algorithm == Algorithm::meshslice && !divides(r, r.slices)) {
    return base::InputFault{"--slices", "", "a slice count that divides", std::to_string(r.slices),
                            ""};
  }
  return {};
}

}  // namespace jacquard::gemm
