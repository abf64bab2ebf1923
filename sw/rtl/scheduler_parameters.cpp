// SPDX-License-Identifier: Apache-2.0
#include "jacquard/rtl/scheduler_parameters.hpp"

#include "jacquard/schedule/core/core_names.hpp"
#include "jacquard/schedule/core/shift_shape.hpp"

namespace jacquard::rtl {

std::vector<std::pair<std::string, int>> scheduler_parameters(const schedule::CoreShape& shape) {
  const int s = schedule::has_diagonals(shape.kind) ? shape.diagonals_per_clock : 1;
  std::vector<std::pair<std::string, int>> all = {
      {"KIND", static_cast<int>(shape.kind)}, {"N", shape.ports}, {"B", shape.bits}, {"S", s}};
  if (shape.descend) all.emplace_back("DESCEND", 1);
  if (shape.rows_per_clock > 1) all.emplace_back("ROWS", shape.rows_per_clock);
  if (shape.parity) all.emplace_back("PARITY", 1);
  if (!schedule::has_digits(shape.kind)) return all;
  const schedule::PortShape digits = schedule::digits_of(shape);
  for (int k = 0; k < schedule::kMostDigits; ++k) {
    all.emplace_back("R" + std::to_string(k), k < digits.digits() ? digits.size(k) : 1);
  }
  if (shape.kind == schedule::CoreKind::choose) {
    all.emplace_back("CORES", static_cast<int>(shape.choices));
  }
  return all;
}

}  // namespace jacquard::rtl
