// SPDX-License-Identifier: Apache-2.0
#include "jacquard/advise/contender.hpp"

#include <algorithm>

#include "jacquard/schedule/completion.hpp"

namespace jacquard::advise {

using base::Picoseconds;

void Contender::add(Served served) {
  ++matrices_;
  settings_ += static_cast<std::int64_t>(served.holds.size());
  waits_ += served.waits;
  forward_ = served.forward;
  if (!served.ready.empty()) decided_ = base::plus(decided_, served.ready.back());
  if (by_core) {
    streamed_.push_back(std::move(served));
    return;
  }
  for (const Picoseconds hold : served.holds) held_ = base::plus(held_, hold);
}

void Contender::add_side_by_side(const std::vector<Served>& switches) {
  ++matrices_;
  std::vector<Load> loads;
  Picoseconds decided{0};
  for (const Served& one : switches) {
    loads.push_back({Picoseconds{0}, static_cast<std::int64_t>(one.holds.size())});
    for (const Picoseconds hold : one.holds)
      loads.back().held = base::plus(loads.back().held, hold);
    if (!one.ready.empty()) decided = std::max(decided, one.ready.back());
    settings_ += loads.back().settings;
  }
  decided_ = base::plus(decided_, decided);
  side_by_side_.push_back(std::move(loads));
}

Picoseconds Contender::time(Picoseconds guard) const {
  if (!side_by_side_.empty()) {
    Picoseconds sum = decided_;
    for (const std::vector<Load>& loads : side_by_side_) {
      Picoseconds last{0};
      for (const Load& load : loads)
        last = std::max(last, base::plus(load.held, base::times(guard, load.settings)));
      sum = base::plus(sum, last);
    }
    return sum;
  }
  if (!by_core) {
    const Picoseconds wait = std::max(forward_ - guard, Picoseconds{0});
    const Picoseconds dead = base::plus(base::times(guard, settings_), base::times(wait, waits_));
    return base::plus(base::plus(decided_, held_), dead);
  }
  schedule::CompletionRule rule;
  rule.guard = guard;
  Picoseconds sum{0};
  for (const Served& matrix : streamed_) {
    sum = base::plus(sum, schedule::completion(matrix.holds, matrix.ready, rule).time);
  }
  return sum;
}

double Contender::permutations() const {
  return static_cast<double>(settings_) / static_cast<double>(matrices_);
}

Picoseconds Contender::decision() const { return Picoseconds{decided_.count() / matrices_}; }

std::vector<Picoseconds> holds_of(const schedule::Schedule& schedule,
                                  const demand::SlotClock& clock) {
  // Ends are rounded, not holds, so that they add up to what the clock says of all slots.
  std::vector<Picoseconds> holds;
  std::int64_t slots = 0;
  Picoseconds before{0};
  for (std::size_t k = 0; k < schedule.permutations(); ++k) {
    slots += schedule.hold(k);
    const Picoseconds end = clock.holding(slots);
    holds.push_back(end - before);
    before = end;
  }
  return holds;
}

}  // namespace jacquard::advise
