// SPDX-License-Identifier: Apache-2.0
#include "jacquard/memory/bus_clocks.hpp"

#include "jacquard/base/at.hpp"

namespace jacquard::memory {

void BusClocks::pass(const Span& span, Clock until) {
  const Clock clocks = until - counted_;
  base::at(same_way_, static_cast<int>(span.use)) += clocks;
  base::at(other_way_, static_cast<int>(span.turning ? Use::turnaround : span.use)) += clocks;
  counted_ = until;
}

void BusClocks::data(Clock burst, bool turned) {
  const Clocks& gap = turned ? other_way_ : same_way_;
  for (std::size_t use = 0; use < settled_.size(); ++use) settled_[use] += gap[use];
  settled_[0] += burst;
  counted_ += burst;
  same_way_ = other_way_ = Clocks{};
}

BusTimes BusClocks::times(Clock now, const Organisation& organisation) const {
  // Differences of the rounded times of a running sum: nothing is lost to rounding.
  Clock sum = 0;
  base::Picoseconds before{0};
  const auto next = [&](Use use) {
    const auto index = static_cast<std::size_t>(use);
    sum += settled_[index] + same_way_[index];
    if (use == Use::data && counted_ > now) sum -= counted_ - now;
    const base::Picoseconds until = time_of(sum, organisation);
    const base::Picoseconds part = until - before;
    before = until;
    return part;
  };
  BusTimes times;
  times.data = next(Use::data);
  times.refresh = next(Use::refresh);
  times.turnaround = next(Use::turnaround);
  times.activate = next(Use::activate);
  times.idle = next(Use::idle);
  return times;
}

}  // namespace jacquard::memory
