// SPDX-License-Identifier: Apache-2.0
#include "systemc/circuit/relay_store.hpp"

#include <algorithm>

namespace jacquard::systemc {

void RelayStore::put(const Parcel& parcel, base::Picoseconds available) {
  const auto destination = static_cast<std::size_t>(parcel.destination);
  if (queues_.size() <= destination) queues_.resize(destination + 1);
  queues_[destination].held.push_back({parcel, available});
}

void RelayStore::take(int destination, std::int64_t most, base::Picoseconds now,
                      std::vector<Parcel>& out) {
  if (queues_.size() <= static_cast<std::size_t>(destination)) return;
  Queue& queue = queues_[static_cast<std::size_t>(destination)];
  while (most > 0 && queue.first < queue.held.size() && queue.held[queue.first].available < now) {
    Parcel& next = queue.held[queue.first].parcel;
    const std::int64_t count = std::min(most, next.bytes.count);
    out.push_back({next.source, destination, {next.bytes.first, count}});
    most -= count;
    next.bytes.first += count;
    next.bytes.count -= count;
    if (next.bytes.count == 0) ++queue.first;
  }
}

}  // namespace jacquard::systemc
