// SPDX-License-Identifier: Apache-2.0
#include "jacquard/schedule/hops/makespan.hpp"

#include <algorithm>
#include <utility>

#include "jacquard/base/at.hpp"

namespace jacquard::schedule {
namespace {

using base::Picoseconds;
using demand::QuantaMatrix;

Picoseconds with_waits(const QuantaMatrix& demand, std::int64_t slots, std::int64_t settings,
                       std::int64_t waits) {
  const demand::SlotClock& clock = demand.clock();
  return base::plus(clock.makespan(slots, settings), base::times(clock.wait(), waits));
}

}  // namespace

std::vector<bool> forwarding_waits(const QuantaMatrix& demand, const Schedule& schedule) {
  std::vector<bool> waits(schedule.permutations(), false);
  if (schedule.hops() == 1) return waits;
  const int n = demand.ports();
  const auto cell = [n](int a, int b) { return base::cell(a, b, n); };
  std::vector<std::int64_t> stored(demand.row_major().begin(), demand.row_major().end());
  std::vector<std::int64_t> arrived(stored.size(), 0);
  std::vector<std::size_t> touched;
  for (std::size_t e = 0; e < schedule.permutations(); ++e) {
    const auto relays = schedule.relays(e);
    waits[e] = std::any_of(relays.begin(), relays.end(), [&](const Relay& r) {
      return r.quanta > stored[cell(r.row, r.destination)];
    });
    if (waits[e]) {
      for (const std::size_t at : touched) stored[at] += std::exchange(arrived[at], 0);
      touched.clear();
    }
    for (const Relay& r : relays) {
      stored[cell(r.row, r.destination)] -= r.quanta;
      if (r.column == r.destination) continue;
      arrived[cell(r.column, r.destination)] += r.quanta;
      touched.push_back(cell(r.column, r.destination));
    }
  }
  return waits;
}

Picoseconds makespan(const QuantaMatrix& demand, const Schedule& schedule) {
  const std::vector<bool> waits = forwarding_waits(demand, schedule);
  return with_waits(demand, schedule.slots(), static_cast<std::int64_t>(schedule.permutations()),
                    std::count(waits.begin(), waits.end(), true));
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
  return with_waits(demand, slots, settings, std::max<std::int64_t>(0, digits - 1));
}

}  // namespace jacquard::schedule
