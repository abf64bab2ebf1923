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

Lines lines_of(const demand::QuantaMatrix& demand) {
  const int n = demand.ports();
  std::int64_t total = 0;
  std::vector<std::int64_t> columns(static_cast<std::size_t>(n));
  Lines lines;
  lines.longest = demand.largest_line_sum();
  for (int i = 0; i < n; ++i) {
    std::int64_t nonzeros = 0;
    for (int j = 0; j < n; ++j) {
      const std::int64_t count = demand.at(i, j);
      total += count;
      nonzeros += count > 0;
      base::at(columns, j) += count > 0;
    }
    lines.left = std::max(lines.left, nonzeros);
    lines.own = std::max(lines.own, demand.at(i, i));
  }
  lines.left = std::max(lines.left, *std::max_element(columns.begin(), columns.end()));
  lines.mean = total >> std::max(1, tree_levels(n));  // a divider costs more than it brings
  return lines;
}

}  // namespace

// Fitted to the golden models' schedules, docs/cores.md.
std::array<TimeEstimate, 3> estimates(const Lines& lines, const TimeEstimate& shifts, int ports,
                                      int bits) {
  const bool even = lines.mean > lines.longest - lines.longest / 8;
  TimeEstimate ladder{lines.longest, lines.left * bits / 2};
  if (even && !few_is_dense(lines.left, ports)) {
    ladder.slots += lines.longest / 4 + lines.longest / 8;
  }
  const TimeEstimate few{lines.longest + lines.mean / 8, lines.left};
  return {ladder, few, {shifts.slots + lines.own, shifts.settings + (lines.own > 0)}};
}

std::array<TimeEstimate, 3> estimates(const demand::QuantaMatrix& demand, const PortShape& digits,
                                      int bits) {
  TimeEstimate shifts;
  for (const std::int64_t hold : shift_holds(demand, digits)) {
    shifts.slots += hold;
    shifts.settings += hold > 0;
  }
  return estimates(lines_of(demand), shifts, demand.ports(), bits);
}

CoreKind picked(const std::array<TimeEstimate, 3>& expected, std::int64_t guard, unsigned choices) {
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
