// SPDX-License-Identifier: Apache-2.0
#include "jacquard/schedule/hops/makespan.hpp"

#include <algorithm>

#include "jacquard/base/at.hpp"

namespace jacquard::schedule {
namespace {

using base::Picoseconds;
using demand::QuantaMatrix;

// Quanta for one destination that lie at one port, by the setting that they came with.
struct Lot {
  int setting;
  std::int64_t quanta;
};

// Takes the oldest quanta; returns the setting that the last of them came with.
int take(std::vector<Lot>& lots, std::int64_t quanta) {
  int last = kNothing;
  auto lot = lots.begin();
  for (; lot != lots.end() && quanta > 0; ++lot) {
    const std::int64_t taken = std::min(quanta, lot->quanta);
    last = lot->setting;
    quanta -= taken;
    lot->quanta -= taken;
    if (lot->quanta > 0) break;
  }
  lots.erase(lots.begin(), lot);
  return last;
}

}  // namespace

std::vector<int> sends_on_of(const QuantaMatrix& demand, const Schedule& schedule) {
  std::vector<int> sends_on(schedule.permutations(), kNothing);
  if (schedule.hops() == 1) return sends_on;
  const int n = demand.ports();
  std::vector<std::vector<Lot>> lots(demand.row_major().size());
  const auto at = [&](int port, int destination) -> std::vector<Lot>& {
    return lots[base::cell(port, destination, n)];
  };
  for (std::size_t cell = 0; cell < lots.size(); ++cell) {
    const std::int64_t own = demand.row_major()[cell];
    if (own > 0) lots[cell].push_back({kNothing, own});
  }
  for (std::size_t e = 0; e < schedule.permutations(); ++e) {
    for (const Relay& r : schedule.relays(e)) {
      const int last = take(at(r.row, r.destination), r.quanta);
      sends_on[e] = std::max(sends_on[e], last);
    }
    for (const Relay& r : schedule.relays(e)) {
      if (r.column == r.destination) continue;
      at(r.column, r.destination).push_back({static_cast<int>(e), r.quanta});
    }
  }
  return sends_on;
}

Picoseconds makespan(const QuantaMatrix& demand, const Schedule& schedule) {
  const demand::SlotClock& clock = demand.clock();
  const auto settings = static_cast<std::int64_t>(schedule.permutations());
  const Picoseconds without = clock.makespan(schedule.slots(), settings);
  if (schedule.hops() == 1) return without;
  const std::vector<int> sends_on = sends_on_of(demand, schedule);
  const bool per_slot = clock.guard_per == demand::GuardPer::slot;
  std::vector<Picoseconds> ends;
  std::int64_t slots = 0;
  Picoseconds waited{0};
  for (std::size_t e = 0; e < schedule.permutations(); ++e) {
    const auto before = static_cast<std::int64_t>(e);
    const Picoseconds dead = per_slot ? Picoseconds{0} : clock.guard;
    const Picoseconds start = base::plus(base::plus(clock.makespan(slots, before), dead), waited);
    if (sends_on[e] != kNothing) {
      const Picoseconds stored = base::plus(base::at(ends, sends_on[e]), clock.forward);
      if (stored > start) waited = base::plus(waited, stored - start);
    }
    slots += schedule.hold(e);
    ends.push_back(base::plus(clock.makespan(slots, before + 1), waited));
  }
  return base::plus(without, waited);
}

Picoseconds makespan_of_holds(const QuantaMatrix& demand, const PortShape& shape,
                              const std::vector<std::int64_t>& holds) {
  std::int64_t own = 0;
  for (int port = 0; port < demand.ports(); ++port) own = std::max(own, demand.at(port, port));
  std::int64_t slots = own, settings = own > 0, digits = 0;
  auto hold = holds.begin();
  for (int k = 0; k < shape.digits(); ++k) {
    bool any = false;
    for (int by = 1; by < shape.size(k); ++by, ++hold) {
      slots += *hold;
      settings += *hold > 0;
      any = any || *hold > 0;
    }
    digits += any;
  }
  const demand::SlotClock& clock = demand.clock();
  const std::int64_t waits = std::max<std::int64_t>(0, digits - 1);
  return base::plus(clock.makespan(slots, settings), base::times(clock.wait(), waits));
}

}  // namespace jacquard::schedule
