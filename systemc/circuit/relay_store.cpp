// SPDX-License-Identifier: Apache-2.0
#include "systemc/circuit/relay_store.hpp"

#include <algorithm>

namespace jacquard::systemc {

void RelayStore::take(int destination, std::int64_t most, base::Picoseconds now,
                      std::vector<Parcel>& out) {
  auto& queue = held_[destination];
  while (most > 0 && !queue.empty() && queue.front().available <= now) {
    Parcel& first = queue.front().parcel;
    const std::int64_t count = std::min(most, first.bytes.count);
    out.push_back({first.source, destination, {first.bytes.first, count}});
    most -= count;
    first.bytes.first += count;
    first.bytes.count -= count;
    if (first.bytes.count == 0) queue.pop_front();
  }
}

}  // namespace jacquard::systemc
