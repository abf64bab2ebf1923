// SPDX-License-Identifier: Apache-2.0
#include "jacquard/schedule/parallel/share.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <numeric>

#include "jacquard/base/at.hpp"
#include "jacquard/base/error.hpp"

namespace jacquard::schedule {
namespace {

// Holds of one switch by the place of their setting in the schedule that is dealt out.
struct Dealt {
  std::map<int, std::int64_t> holds;
  double load = 0;  // slots, guards included
};

// Slots of `setting` to move so that two loads come nearest, and the load of the higher one then.
struct Move {
  int setting = -1;
  std::int64_t slots = 0;
  double higher = 0;
};

class Dealer {
 public:
  Dealer(const Schedule& schedule, int switches, double guard)
      : guard_(guard), dealt_(static_cast<std::size_t>(switches)) {
    std::vector<int> order(schedule.permutations());
    std::iota(order.begin(), order.end(), 0);
    const auto hold = [&](int k) { return schedule.hold(static_cast<std::size_t>(k)); };
    std::stable_sort(order.begin(), order.end(), [&](int a, int b) { return hold(a) > hold(b); });
    for (const int k : order) {
      Dealt& least =
          *std::min_element(dealt_.begin(), dealt_.end(),
                            [](const Dealt& a, const Dealt& b) { return a.load < b.load; });
      add(least, k, hold(k));
    }
  }

  void even_out() {
    const std::size_t most_moves = 64 * dealt_.size();
    for (std::size_t moves = 0; moves < most_moves; ++moves) {
      const auto by_load = [](const Dealt& a, const Dealt& b) { return a.load < b.load; };
      const auto [low, high] = std::minmax_element(dealt_.begin(), dealt_.end(), by_load);
      const Move best = best_move(*high, *low);
      if (best.setting < 0) return;
      take(*high, best.setting, best.slots);
      add(*low, best.setting, best.slots);
    }
  }

  const std::vector<Dealt>& dealt() const { return dealt_; }

 private:
  void add(Dealt& to, int setting, std::int64_t slots) {
    std::int64_t& hold = to.holds[setting];
    to.load += static_cast<double>(slots) + (hold == 0 ? guard_ : 0);
    hold += slots;
  }
  void take(Dealt& from, int setting, std::int64_t slots) {
    const auto held = from.holds.find(setting);
    from.load -= static_cast<double>(slots);
    held->second -= slots;
    if (held->second > 0) return;
    from.load -= guard_;
    from.holds.erase(held);
  }

  Move best_move(const Dealt& high, const Dealt& low) const {
    Move best;
    best.higher = high.load;
    for (const auto& [setting, hold] : high.holds) {
      const double guard = low.holds.count(setting) > 0 ? 0 : guard_;
      const double half = (high.load - low.load - guard) / 2;
      const auto part = static_cast<std::int64_t>(std::floor(half));
      for (const std::int64_t slots : {std::min(part, hold - 1), hold}) {
        if (slots < 1) continue;
        const double spared = static_cast<double>(slots) + (slots == hold ? guard_ : 0);
        const double higher =
            std::max(high.load - spared, low.load + static_cast<double>(slots) + guard);
        if (higher <= best.higher - 0.5) best = {setting, slots, higher};
      }
    }
    return best;
  }

  double guard_;
  std::vector<Dealt> dealt_;
};

}  // namespace

std::vector<SwitchShare> over_switches(const demand::QuantaMatrix& demand, const Schedule& schedule,
                                       int switches) {
  JQ_CHECK(schedule.hops() == 1, "switches share schedules of one hop");
  JQ_CHECK(switches >= 1 && switches <= kMostSwitches, "so many parallel switches");
  Dealer dealer(schedule, switches, demand.clock().guard_in_slots());
  dealer.even_out();
  std::vector<Matching> settings;
  for (SettingCursor s(schedule); !s.done(); s.next()) settings.push_back(s.columns());

  const int n = demand.ports();
  std::vector<std::int64_t> left(demand.row_major().begin(), demand.row_major().end());
  std::vector<SwitchShare> shares;
  for (const Dealt& dealt : dealer.dealt()) {
    std::vector<std::int64_t> carried(left.size(), 0);
    std::vector<std::pair<Matching, std::int64_t>> held;
    for (const auto& [k, hold] : dealt.holds) {
      Matching used(static_cast<std::size_t>(n), kUnmatched);
      std::int64_t longest = 0;
      for (int row = 0; row < n; ++row) {
        const int column = base::at(base::at(settings, k), row);
        if (column == kUnmatched) continue;
        const std::size_t pair = base::cell(row, column, n);
        const std::int64_t sent = std::min(left[pair], hold);
        if (sent == 0) continue;
        left[pair] -= sent;
        carried[pair] += sent;
        longest = std::max(longest, sent);
        base::at(used, row) = column;
      }
      if (longest > 0) held.emplace_back(std::move(used), longest);
    }
    Schedule own(n);
    own.set_family(schedule.family());
    for (const auto& [columns, hold] : held) own.append(columns, hold);
    shares.push_back({demand::QuantaMatrix(n, std::move(carried), demand.clock()), std::move(own)});
  }
  return shares;
}

std::vector<demand::DemandMatrix> bytes_of(const std::vector<SwitchShare>& shares,
                                           const demand::DemandMatrix& demand) {
  demand::DemandMatrix left = demand;
  std::vector<demand::DemandMatrix> parts;
  for (const SwitchShare& share : shares) {
    const base::Bytes quantum = share.demand.clock().quantum;
    demand::DemandMatrix& part = parts.emplace_back(demand.ports());
    for (int i = 0; i < demand.ports(); ++i) {
      for (int j = 0; j < demand.ports(); ++j) {
        const base::Bytes size = std::min(left.at(i, j), quantum * share.demand.at(i, j));
        part.set(i, j, size);
        left.set(i, j, left.at(i, j) - size);
      }
    }
  }
  return parts;
}

}  // namespace jacquard::schedule
