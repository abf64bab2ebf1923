// SPDX-License-Identifier: Apache-2.0
#include "jacquard/schedule/core/ladder_bound.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "jacquard/base/at.hpp"
#include "jacquard/base/bitset.hpp"

namespace jacquard::schedule {
namespace {

constexpr double kRounding = 1 - 1e-9;  // of sums and of lengths in whole picoseconds
constexpr int kMostLevel = 50;          // beyond it, entries are not looked at bit by bit

// The least time of holds up to 2^top, each with a guard, that add up to `count` or more. The
// shortest of them cannot be left out. So the sum is the next multiple of it.
double least_time(std::int64_t count, int top, double slot, double guard) {
  double least = std::numeric_limits<double>::max();
  for (int bit = 0; bit <= top; ++bit) {
    const std::int64_t multiple = ((count - 1) >> bit) + 1;
    const auto low = static_cast<base::Word>(multiple) & base::low_mask(top - bit);
    const std::int64_t holds = (multiple >> (top - bit)) + base::count_bits(low);
    const auto slots = static_cast<double>(multiple) * static_cast<double>(std::int64_t{1} << bit);
    least = std::min(least, slots * slot + static_cast<double>(holds) * guard);
    if (multiple == 1) break;
  }
  return least;
}

}  // namespace

bool ladder_may_take_less(const demand::QuantaMatrix& demand, const SchedulerOptions& options,
                          base::Picoseconds than) {
  const std::int64_t largest = demand.largest_entry();
  if (largest == 0) return true;
  const int level = base::highest_bit(static_cast<base::Word>(largest)) - options.top_offset;
  const int top = std::min(std::max({level, options.floor, 0}), kMostLevel);
  const demand::SlotClock& clock = demand.clock();
  const bool per_slot = clock.guard_per == demand::GuardPer::slot;
  const auto per_setting = per_slot ? 0 : static_cast<double>(clock.guard.count());
  const double slot = clock.slot_ps() + (per_slot ? static_cast<double>(clock.guard.count()) : 0.0);
  const auto limit = static_cast<double>(than.count());
  // Where guards cannot decide, not even one for every bit, no entry is looked at.
  const int n = demand.ports();
  const double bits = top + 2 + std::ldexp(static_cast<double>(largest), -top);
  const double most =
      static_cast<double>(demand.largest_line_sum()) * slot + n * bits * per_setting;
  if (most * kRounding < limit) return true;

  std::vector<double> rows(base::index(n), 0.0);
  std::vector<double> columns(rows);
  for (int row = 0; row < n; ++row) {
    for (int column = 0; column < n; ++column) {
      const std::int64_t count = demand.at(row, column);
      if (count == 0) continue;
      const double time = least_time(count, top, slot, per_setting);
      base::at(rows, row) += time;
      base::at(columns, column) += time;
    }
  }
  const double longest = std::max(*std::max_element(rows.begin(), rows.end()),
                                  *std::max_element(columns.begin(), columns.end()));
  return longest * kRounding < limit;
}

}  // namespace jacquard::schedule
