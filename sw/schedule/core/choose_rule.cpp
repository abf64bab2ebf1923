// SPDX-License-Identifier: Apache-2.0
#include "jacquard/schedule/core/choose_rule.hpp"

#include <algorithm>
#include <optional>
#include <vector>

#include "jacquard/base/error.hpp"
#include "jacquard/schedule/core/few_array.hpp"
#include "jacquard/schedule/core/shift_shape.hpp"
#include "jacquard/schedule/hops/shifts.hpp"

namespace jacquard::schedule {
namespace {

struct Lines {
  std::int64_t longest = 0;  // the largest sum
  std::int64_t left = 0;     // the most nonzeros
  std::int64_t total = 0;    // of all counters
  std::int64_t own = 0;      // the largest counter of a port for itself
};

Lines lines_of(const demand::QuantaMatrix& demand) {
  const int n = demand.ports();
  std::vector<std::int64_t> columns(static_cast<std::size_t>(n));
  Lines lines;
  lines.longest = demand.largest_line_sum();
  for (int i = 0; i < n; ++i) {
    std::int64_t nonzeros = 0;
    for (int j = 0; j < n; ++j) {
      const std::int64_t count = demand.at(i, j);
      lines.total += count;
      nonzeros += count > 0;
      base::at(columns, j) += count > 0;
    }
    lines.left = std::max(lines.left, nonzeros);
    lines.own = std::max(lines.own, demand.at(i, i));
  }
  lines.left = std::max(lines.left, *std::max_element(columns.begin(), columns.end()));
  return lines;
}

// Divided by the power of two that the ports fit in: a divider costs more than it brings.
std::int64_t mean_line(const Lines& lines, int ports) {
  return lines.total >> std::max(1, tree_levels(ports));
}

}  // namespace

// Fitted to the golden models' schedules, docs/cores.md.
std::array<Estimate, 3> estimates(const demand::QuantaMatrix& demand, const PortShape& digits,
                                  int bits) {
  const int n = demand.ports();
  const Lines lines = lines_of(demand);
  const std::int64_t mean = mean_line(lines, n);
  const bool even = mean > lines.longest - lines.longest / 8;
  Estimate ladder{lines.longest, lines.left * bits / 2};
  if (even && !FewArray::is_dense(lines.left, n)) {
    ladder.slots += lines.longest / 4 + lines.longest / 8;
  }
  const Estimate few{lines.longest + mean / 8, lines.left};
  Estimate shift{lines.own, lines.own > 0};
  for (const std::int64_t hold : shift_holds(demand, digits)) {
    shift.slots += hold;
    shift.settings += hold > 0;
  }
  return {ladder, few, shift};
}

CoreKind picked(const std::array<Estimate, 3>& expected, std::int64_t guard, unsigned choices) {
  std::optional<std::size_t> best;
  const auto time = [&](std::size_t k) { return expected[k].slots + expected[k].settings * guard; };
  for (std::size_t k = 0; k < kChoices.size(); ++k) {
    if ((choices >> k & 1u) == 0) continue;
    if (!best || time(k) < time(*best)) best = k;
  }
  JQ_CHECK(best, "a chooser is built of one core at least");
  return kChoices[*best];
}

}  // namespace jacquard::schedule
