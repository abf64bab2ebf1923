// SPDX-License-Identifier: Apache-2.0
#include "jacquard/schedule/suite/experts.hpp"

#include <algorithm>
#include <map>

#include "jacquard/schedule/hops/makespan.hpp"

namespace jacquard::schedule {
namespace {

using base::Bytes;
using base::Picoseconds;
using demand::QuantaMatrix;

std::vector<Arrival> direct_arrivals(const QuantaMatrix& demand, const Schedule& schedule) {
  const int n = demand.ports();
  const auto counts = demand.row_major();
  std::vector<std::int64_t> left(counts.begin(), counts.end());
  const std::vector<Picoseconds> ends = ends_of(demand, schedule);
  std::vector<Arrival> arrivals;
  for (SettingCursor s(schedule); !s.done(); s.next()) {
    for (int row = 0; row < n; ++row) {
      const int column = base::at(s.columns(), row);
      if (column == kUnmatched) continue;
      std::int64_t& here = left[base::cell(row, column, n)];
      const std::int64_t sent = std::min(here, s.hold());
      if (sent == 0) continue;
      here -= sent;
      const Picoseconds unused = demand.clock().holding(s.hold() - sent);
      arrivals.push_back({ends[s.entry()] - unused, column, sent});
    }
  }
  return arrivals;
}

std::vector<Arrival> relayed_arrivals(const QuantaMatrix& demand, const Schedule& schedule) {
  const std::vector<Picoseconds> ends = ends_of(demand, schedule);
  std::vector<Arrival> arrivals;
  for (std::size_t e = 0; e < schedule.permutations(); ++e) {
    for (const Relay& relay : schedule.relays(e)) {
      if (relay.column != relay.destination) continue;
      arrivals.push_back({ends[e], relay.column, relay.quanta});
    }
  }
  return arrivals;
}

}  // namespace

std::vector<Arrival> arrivals_of(const QuantaMatrix& demand, const Schedule& schedule) {
  return schedule.hops() == 1 ? direct_arrivals(demand, schedule)
                              : relayed_arrivals(demand, schedule);
}

LayerTime expert_layer(std::vector<Arrival> arrivals, Bytes quantum, Picoseconds back,
                       const ExpertCompute& compute) {
  std::stable_sort(arrivals.begin(), arrivals.end(),
                   [](const Arrival& a, const Arrival& b) { return a.time < b.time; });
  std::map<int, std::vector<Arrival>> of_ports;
  for (const Arrival& a : arrivals) of_ports[a.port].push_back(a);
  const auto computed = [&](std::int64_t quanta) {
    return base::transfer_time(Bytes{quanta * quantum.count()}, compute.rate);
  };
  LayerTime layer;
  for (const auto& [port, all] : of_ports) {
    std::int64_t sum = 0;
    for (const Arrival& a : all) sum += a.quanta;
    const Picoseconds started = base::plus(all.back().time, compute.start);
    layer.whole = std::max(layer.whole, base::plus(started, computed(sum)));
    Picoseconds free{0};
    for (std::size_t k = 0; k < all.size();) {
      const Picoseconds begin = std::max(free, all[k].time);
      std::int64_t batch = 0;
      for (; k < all.size() && all[k].time <= begin; ++k) batch += all[k].quanta;
      free = base::plus(base::plus(begin, compute.start), computed(batch));
    }
    layer.as_they_come = std::max(layer.as_they_come, free);
  }
  layer.whole = base::plus(layer.whole, back);
  layer.as_they_come = base::plus(layer.as_they_come, back);
  return layer;
}

}  // namespace jacquard::schedule
