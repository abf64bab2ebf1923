// SPDX-License-Identifier: Apache-2.0
#include "jacquard/schedule/hops/detour_search.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>

#include "jacquard/base/at.hpp"

namespace jacquard::schedule {
namespace {

auto way_of(const Detour& d) { return std::tie(d.setting, d.row, d.first, d.second); }

void unite_equal_ways(std::vector<Detour>& detours) {
  std::sort(detours.begin(), detours.end(),
            [](const Detour& a, const Detour& b) { return way_of(a) < way_of(b); });
  std::size_t end = 0;
  for (const Detour& d : detours) {
    if (end > 0 && way_of(detours[end - 1]) == way_of(d)) {
      detours[end - 1].quanta += d.quanta;
    } else {
      detours[end++] = d;
    }
  }
  detours.resize(end);
}

class Spreading {
 public:
  Spreading(const std::vector<RelaySetting>& settings, const demand::SlotClock& clock)
      : count_(static_cast<int>(settings.size())),
        ports_(static_cast<int>(settings.front().columns.size())),
        load_(base::index(count_ * ports_)),
        meet_(base::index(ports_ * ports_)) {
    for (int t = 0; t < count_; ++t) {
      const RelaySetting& s = base::at(settings, t);
      hold_.push_back(s.hold);
      for (const Relay& r : s.relays) load_[at(t, r.row)] += r.quanta;
      for (int p = 0; p < ports_; ++p) {
        const int to = base::at(s.columns, p);
        columns_.push_back(to);
        if (to != kUnmatched) meet_[base::cell(p, to, ports_)].push_back(t);
      }
    }
    own_ = load_;
    weigh_ports(clock);
  }

  // Ever finer: first by a quarter of the longest hold, at last by a 256th, or a quantum. Long
  // holds come first. No more can be gained once holds are as long as the busiest port's load.
  std::vector<Detour> lower_holds() {
    constexpr std::int64_t kCoarsest = 4, kFinest = 256;
    const std::int64_t longest = *std::max_element(hold_.begin(), hold_.end());
    const std::int64_t finest = std::max<std::int64_t>(1, longest / kFinest);
    const auto by_hold = [&](int a, int b) { return base::at(hold_, a) > base::at(hold_, b); };
    for (std::int64_t step = std::max(finest, longest / kCoarsest);;
         step = std::max(finest, step / 2)) {
      std::vector<int> left(base::index(count_));
      std::iota(left.begin(), left.end(), 0);
      while (!left.empty()) {
        std::stable_sort(left.begin(), left.end(), by_hold);
        const auto cannot = [&](int t) { return hold(t) == 0 || !lower(t, hold(t) - step); };
        left.erase(std::remove_if(left.begin(), left.end(), cannot), left.end());
        if (std::accumulate(hold_.begin(), hold_.end(), std::int64_t{0}) <= busiest_) break;
      }
      if (step == finest) break;
    }
    unite_equal_ways(detours_);
    return std::move(detours_);
  }

  std::int64_t hold(int setting) const { return base::at(hold_, setting); }

 private:
  struct Way {
    std::int64_t room;
    int first;
    int second;
  };

  std::int64_t load(int setting, int row) const { return load_[at(setting, row)]; }
  std::size_t at(int setting, int row) const { return base::cell(setting, row, ports_); }
  std::int64_t room(int setting, int row) const {
    return base::at(hold_, setting) - load_[at(setting, row)];
  }

  // A setting takes no less than the busiest port's load over all of them.
  void weigh_ports(const demand::SlotClock& clock) {
    std::vector<std::int64_t> sent(base::index(ports_)), got(base::index(ports_));
    for (int t = 0; t < count_; ++t) {
      for (int p = 0; p < ports_; ++p) {
        if (load(t, p) == 0) continue;
        base::at(sent, p) += load(t, p);
        base::at(got, columns_[at(t, p)]) += load(t, p);
      }
    }
    busiest_ = std::max(*std::max_element(sent.begin(), sent.end()),
                        *std::max_element(got.begin(), got.end()));
    const base::Picoseconds time = clock.makespan(busiest_, count_);
    const std::int64_t each = std::max<std::int64_t>(1, time.count() / count_);
    apart_ = 1 + static_cast<int>(
                     std::min<std::int64_t>(count_, (clock.wait().count() + each - 1) / each));
  }

  void find_ways(int setting, int row) {
    ways_.clear();
    const int to = columns_[at(setting, row)];
    if (to == row) return;
    for (int first = 0; first < count_; ++first) {
      const int over = columns_[at(first, row)];
      if (first == setting || over == kUnmatched || over == row || over == to) continue;
      const std::int64_t there = room(first, row);
      if (there == 0) continue;
      for (const int second : meet_[base::cell(over, to, ports_)]) {
        const std::int64_t on = room(second, over);
        if (second < first + apart_ || on == 0) continue;
        ways_.push_back({std::min(there, on), first, second});
      }
    }
    std::stable_sort(ways_.begin(), ways_.end(),
                     [](const Way& a, const Way& b) { return a.room > b.room; });
  }

  void move(const Detour& d, std::int64_t quanta) {
    load_[at(d.setting, d.row)] -= quanta;
    own_[at(d.setting, d.row)] -= quanta;
    load_[at(d.first, d.row)] += quanta;
    load_[at(d.second, columns_[at(d.first, d.row)])] += quanta;
  }

  bool lower_circuit(int setting, int row, std::int64_t to) {
    std::int64_t excess = load(setting, row) - to;
    if (own_[at(setting, row)] < excess) return false;
    find_ways(setting, row);
    for (const Way& way : ways_) {
      if (excess == 0) break;
      const int over = columns_[at(way.first, row)];
      Detour detour{setting, row, way.first, way.second, 0};
      detour.quanta = std::min({excess, room(way.first, row), room(way.second, over)});
      if (detour.quanta == 0) continue;
      move(detour, detour.quanta);
      detours_.push_back(detour);
      excess -= detour.quanta;
    }
    return excess == 0;
  }

  bool lower(int setting, std::int64_t to) {
    to = std::max<std::int64_t>(0, to);
    const std::size_t before = detours_.size();
    for (int row = 0; row < ports_; ++row) {
      if (load(setting, row) <= to || lower_circuit(setting, row, to)) continue;
      for (std::size_t d = before; d < detours_.size(); ++d) move(detours_[d], -detours_[d].quanta);
      detours_.resize(before);
      return false;
    }
    base::at(hold_, setting) = to;
    return true;
  }

  int count_;
  int ports_;
  int apart_ = 1;
  std::int64_t busiest_ = 0;  // the most that a port sends or gets
  std::vector<std::int64_t> hold_;
  std::vector<int> columns_;              // by setting and row
  std::vector<std::int64_t> load_, own_;  // of circuits: all, and what has not come by a detour
  std::vector<std::vector<int>> meet_;    // by row and column: settings that join them
  std::vector<Detour> detours_;
  std::vector<Way> ways_;
};

}  // namespace

std::vector<Detour> lower_holds(std::vector<RelaySetting>& settings,
                                const demand::SlotClock& clock) {
  Spreading spreading(settings, clock);
  std::vector<Detour> detours = spreading.lower_holds();
  for (std::size_t t = 0; t < settings.size(); ++t) {
    settings[t].hold = spreading.hold(static_cast<int>(t));
  }
  return detours;
}

}  // namespace jacquard::schedule
