// SPDX-License-Identifier: Apache-2.0
#include "jacquard/schedule/hops/lots.hpp"

#include <algorithm>

namespace jacquard::schedule {

Lots::Lots(const demand::QuantaMatrix& demand)
    : ports_(demand.ports()), lots_(demand.row_major().size()) {
  for (std::size_t cell = 0; cell < lots_.size(); ++cell) {
    const std::int64_t own = demand.row_major()[cell];
    if (own > 0) lots_[cell].push_back({kNothing, own});
  }
}

int Lots::carry(base::Span<const Relay> relays) {
  int last = kNothing;
  for (const Relay& r : relays) last = std::max(last, take(at(r.row, r.destination), r.quanta));
  for (const Relay& r : relays) {
    if (r.column == r.destination) continue;
    at(r.column, r.destination).push_back({setting_, r.quanta});
  }
  ++setting_;
  return last;
}

// Takes the oldest quanta; returns the setting that the last of them came with.
int Lots::take(std::vector<Lot>& lots, std::int64_t quanta) {
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

}  // namespace jacquard::schedule
