// SPDX-License-Identifier: Apache-2.0
#include "jacquard/schedule/kept/turned_around.hpp"

#include <algorithm>
#include <deque>
#include <map>
#include <tuple>
#include <utility>

namespace jacquard::schedule {
namespace {

using demand::QuantaMatrix;

__extension__ using Wide = __int128;

struct Hop {
  std::size_t setting;
  int row;
  int column;
};

// Quanta of one pair that take one way.
struct Parcel {
  int source;
  std::int64_t quanta;
  std::vector<Hop> way;
};

// Follows a schedule's quanta from port to port; what has lain longest goes first.
class Ways {
 public:
  explicit Ways(const QuantaMatrix& demand) : n_(demand.ports()), held_(demand.row_major().size()) {
    for (int i = 0; i < n_; ++i) {
      for (int j = 0; j < n_; ++j) {
        if (demand.at(i, j) > 0) at(i, j).push_back({i, demand.at(i, j), {}});
      }
    }
  }

  // Calls arrived(destination, parcel) for what reaches its last port.
  template <class Arrived>
  void carry(std::size_t setting, const std::vector<Relay>& relays, Arrived&& arrived) {
    std::vector<std::pair<Relay, Parcel>> carried;
    for (const Relay& relay : relays) take(setting, relay, carried);
    for (auto& [relay, parcel] : carried) {
      if (relay.column == relay.destination) {
        arrived(relay.destination, std::move(parcel));
      } else {
        if (relay.column == parcel.source) parcel.way.clear();  // it would be there on its way back
        at(relay.column, relay.destination).push_back(std::move(parcel));
      }
    }
  }

 private:
  std::deque<Parcel>& at(int port, int destination) {
    return held_[base::cell(port, destination, n_)];
  }
  void take(std::size_t setting, const Relay& relay,
            std::vector<std::pair<Relay, Parcel>>& carried) {
    std::deque<Parcel>& held = at(relay.row, relay.destination);
    std::int64_t left = relay.quanta;
    while (left > 0 && !held.empty()) {
      Parcel part = held.front();
      part.quanta = std::min(part.quanta, left);
      left -= part.quanta;
      held.front().quanta -= part.quanta;
      if (held.front().quanta == 0) held.pop_front();
      part.way.push_back({setting, relay.row, relay.column});
      carried.emplace_back(relay, std::move(part));
    }
  }

  int n_;
  std::vector<std::deque<Parcel>> held_;
};

// Circuits of one hop carry their own pair's quanta.
std::vector<Relay> carried_by(const SettingCursor& setting, const Schedule& schedule) {
  if (schedule.hops() > 1) {
    const auto relays = schedule.relays(setting.entry());
    return {relays.begin(), relays.end()};
  }
  std::vector<Relay> relays;
  for (int row = 0; row < schedule.ports(); ++row) {
    const auto column = static_cast<std::int16_t>(base::at(setting.columns(), row));
    if (column == kUnmatched) continue;
    relays.push_back({static_cast<std::int16_t>(row), column, column, setting.hold()});
  }
  return relays;
}

// By row, column and destination.
using Loads = std::map<std::tuple<int, int, int>, std::int64_t>;

void append(const Loads& loads, Schedule& schedule) {
  Matching columns(base::index(schedule.ports()), kUnmatched);
  std::map<int, std::int64_t> of_row;
  std::int64_t hold = 0;
  for (const auto& [way, quanta] : loads) {
    base::at(columns, std::get<0>(way)) = std::get<1>(way);
    hold = std::max(hold, of_row[std::get<0>(way)] += quanta);
  }
  if (hold == 0) return;
  schedule.append(columns, hold);
  if (schedule.hops() == 1) return;
  for (const auto& [way, quanta] : loads) {
    const auto [row, column, destination] = way;
    schedule.relay({static_cast<std::int16_t>(row), static_cast<std::int16_t>(column),
                    static_cast<std::int16_t>(destination), quanta});
  }
}

}  // namespace

QuantaMatrix transposed(const QuantaMatrix& demand) {
  const int n = demand.ports();
  std::vector<std::int64_t> counts(demand.row_major().size());
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) counts[base::cell(j, i, n)] = demand.at(i, j);
  }
  return {n, std::move(counts), demand.clock()};
}

std::optional<Schedule> turned_around(const QuantaMatrix& there, const Schedule& schedule,
                                      const QuantaMatrix& back) {
  const int n = there.ports();
  JQ_CHECK(back.ports() == n && schedule.ports() == n, "all are of the same ports");
  std::vector<Loads> loads(schedule.permutations());
  std::vector<std::int64_t> came(there.row_major().size(), 0);
  std::int64_t sent_back = 0;
  Ways ways(there);
  for (SettingCursor s(schedule); !s.done(); s.next()) {
    ways.carry(s.entry(), carried_by(s, schedule), [&](int destination, const Parcel& parcel) {
      // A parcel's share of what goes back, so that all shares of a pair are the whole.
      std::int64_t& before = came[base::cell(parcel.source, destination, n)];
      const Wide all = back.at(destination, parcel.source);
      const std::int64_t of_pair = there.at(parcel.source, destination);
      const auto until = [&](std::int64_t quanta) {
        return static_cast<std::int64_t>(all * quanta / of_pair);
      };
      const std::int64_t share = until(before + parcel.quanta) - until(before);
      before += parcel.quanta;
      sent_back += share;
      if (share == 0) return;
      for (const Hop& hop : parcel.way) {
        loads[hop.setting][{hop.column, hop.row, parcel.source}] += share;
      }
    });
  }
  if (sent_back != back.total()) return std::nullopt;
  Schedule turned(n, schedule.hops());
  turned.set_family(schedule.family());
  for (auto it = loads.rbegin(); it != loads.rend(); ++it) append(*it, turned);
  return turned;
}

}  // namespace jacquard::schedule
