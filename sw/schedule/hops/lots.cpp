// SPDX-License-Identifier: Apache-2.0
#include "jacquard/schedule/hops/lots.hpp"

#include <algorithm>

namespace jacquard::schedule {

Lots::Lots(const demand::QuantaMatrix& demand)
    : ports_(demand.ports()),
      own_(demand.row_major().begin(), demand.row_major().end()),
      others_(own_.size()) {}

int Lots::carry(base::Span<const Relay> relays) {
  int last = kNothing;
  for (const Relay& r : relays) {
    last = std::max(last, take(base::cell<int>(r.row, r.destination, ports_), r.quanta));
  }
  for (const Relay& r : relays) {
    if (r.column == r.destination) continue;
    others_[base::cell<int>(r.column, r.destination, ports_)].push_back({setting_, r.quanta});
  }
  ++setting_;
  return last;
}

// Takes the oldest quanta; returns the setting that the last of them came with.
int Lots::take(std::size_t cell, std::int64_t quanta) {
  const std::int64_t own = std::min(quanta, own_[cell]);
  own_[cell] -= own;
  quanta -= own;
  int last = kNothing;
  std::vector<Lot>& others = others_[cell];
  auto lot = others.begin();
  for (; lot != others.end() && quanta > 0; ++lot) {
    const std::int64_t taken = std::min(quanta, lot->quanta);
    last = lot->setting;
    quanta -= taken;
    lot->quanta -= taken;
    if (lot->quanta > 0) break;
  }
  others.erase(others.begin(), lot);
  return last;
}

}  // namespace jacquard::schedule
