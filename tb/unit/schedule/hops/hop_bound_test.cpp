// SPDX-License-Identifier: Apache-2.0
// The bound of schedules over several hops against the true optimum of small demands, by a search
// over where each quantum is.
#include "jacquard/schedule/hops/hop_bound.hpp"

#include <catch2/catch.hpp>
#include <functional>
#include <map>
#include <numeric>
#include <queue>

#include "jacquard/base/rng.hpp"
#include "jacquard/schedule/hops/makespan.hpp"
#include "jacquard/schedule/hops/shifts.hpp"
#include "support/demand_shapes.hpp"

using namespace jacquard;
using demand::QuantaMatrix;

namespace {

struct Quantum {
  int from, to;
};

using Where = std::vector<int>;  // of each quantum

// Least slots + guard x settings, over all settings, holds and choices of what to send.
class Optimum {
 public:
  Optimum(int ports, std::vector<Quantum> quanta, int guard)
      : ports_(ports), quanta_(std::move(quanta)), guard_(guard) {}

  int find() {
    Where begin, end;
    for (const Quantum& q : quanta_) {
      begin.push_back(q.from);
      end.push_back(q.to);
    }
    relax(begin, 0);
    while (!queue_.empty()) {
      const auto [cost, where] = queue_.top();
      queue_.pop();
      if (where == end) return cost;
      if (cost > least_.at(where)) continue;
      std::vector<int> columns(static_cast<std::size_t>(ports_));
      std::iota(columns.begin(), columns.end(), 0);
      do {
        for (int hold = 1; hold <= static_cast<int>(quanta_.size()); ++hold) {
          Where next = where;
          std::vector<int> room(static_cast<std::size_t>(ports_), hold);
          send(where, columns, 0, next, room, cost + guard_ + hold);
        }
      } while (std::next_permutation(columns.begin(), columns.end()));
    }
    return -1;
  }

 private:
  using State = std::pair<int, Where>;

  void send(const Where& where, const std::vector<int>& columns, std::size_t k, Where& next,
            std::vector<int>& room, int cost) {
    if (k == quanta_.size()) {
      relax(next, cost);
      return;
    }
    send(where, columns, k + 1, next, room, cost);
    const auto at = static_cast<std::size_t>(where[k]);
    if (where[k] == quanta_[k].to || room[at] == 0) return;
    --room[at];
    next[k] = columns[at];
    send(where, columns, k + 1, next, room, cost);
    next[k] = where[k];
    ++room[at];
  }

  void relax(const Where& where, int cost) {
    const auto [it, is_new] = least_.emplace(where, cost);
    if (!is_new && it->second <= cost) return;
    it->second = cost;
    queue_.push({cost, where});
  }

  int ports_;
  std::vector<Quantum> quanta_;
  int guard_;
  std::map<Where, int> least_;
  std::priority_queue<State, std::vector<State>, std::greater<>> queue_;
};

QuantaMatrix demand_of(int ports, const std::vector<Quantum>& quanta, int guard) {
  std::vector<std::int64_t> counts(static_cast<std::size_t>(ports * ports), 0);
  for (const Quantum& q : quanta) ++counts[static_cast<std::size_t>(q.from * ports + q.to)];
  return {ports, std::move(counts), support::clock_with_guard(guard)};
}

double slots(base::Picoseconds time) { return static_cast<double>(time.count()) / 10'000; }

}  // namespace

TEST_CASE("no schedule of three ports over any hops beats the bound, and some reach it") {
  int reached = 0;
  for (const int guard : {0, 1, 5}) {
    for (int pairs = 1; pairs < 64; ++pairs) {
      std::vector<Quantum> quanta;
      for (int p = 0; p < 6; ++p) {
        const int from = p / 2, to = (from + 1 + p % 2) % 3;
        if ((pairs >> p & 1) != 0) quanta.push_back({from, to});
      }
      const int least = Optimum(3, quanta, guard).find();
      const double bound = slots(schedule::hop_bound(demand_of(3, quanta, guard), 16).time);
      INFO("pairs " << pairs << ", guard " << guard);
      CHECK(bound <= least);
      reached += bound == least ? 1 : 0;
    }
  }
  CHECK(reached >= 150);  // of 189
}

TEST_CASE("no schedule of four ports over any hops beats the bound") {
  base::Rng rng(1, "tb hop bound");
  for (const int guard : {0, 2, 6}) {
    for (int k = 0; k < 4; ++k) {
      std::vector<Quantum> quanta;
      while (quanta.size() < 5) {
        const auto from = static_cast<int>(rng.below(4)), to = static_cast<int>(rng.below(4));
        if (from != to) quanta.push_back({from, to});
      }
      const int least = Optimum(4, quanta, guard).find();
      CHECK(slots(schedule::hop_bound(demand_of(4, quanta, guard), 16).time) <= least);
    }
  }
}

// 64 x 63 entries of 2^50 quanta, most of which take two hops: 2^63 quanta-hops and more.
TEST_CASE("a matrix of the largest entries has a bound in proportion to one of ones") {
  const auto bound = [](std::int64_t quanta) {
    constexpr int kPorts = 64;
    std::vector<std::int64_t> counts(kPorts * kPorts, quanta);
    for (int p = 0; p < kPorts; ++p) counts[static_cast<std::size_t>(p * kPorts + p)] = 0;
    demand::SlotClock clock;
    clock.rate = base::BitsPerSecond{1'000'000'000'000'000};
    clock.guard = base::Picoseconds{quanta * 100};
    return schedule::hop_bound({kPorts, std::move(counts), clock}, 16);
  };
  constexpr std::int64_t kLargest = std::int64_t{1} << 50;
  const auto small = bound(1'000), large = bound(kLargest);
  CHECK(large.settings == small.settings);
  CHECK(slots(large.time) / slots(small.time) ==
        Approx(static_cast<double>(kLargest) / 1'000).epsilon(0.01));
}

// All pairs of N = 2^m ports: with m settings a port reaches C(m, i) others over i hops, in all
// m 2^(m-1) quanta-hops, which Bruck's schedule takes in m settings of N / 2 slots.
TEST_CASE("for a long guard the bound of an all-to-all is what the shifts of bits take") {
  for (const int bits : {2, 3, 4, 6}) {
    const int ports = 1 << bits;
    const auto clock = support::clock_with_guard(10'000);
    std::vector<std::int64_t> counts(static_cast<std::size_t>(ports * ports), 1);
    for (int p = 0; p < ports; ++p) counts[static_cast<std::size_t>(p * ports + p)] = 0;
    const QuantaMatrix demand(ports, std::move(counts), clock);
    const schedule::HopBound bound = schedule::hop_bound(demand, 16);
    CHECK(bound.settings == bits);
    CHECK(slots(bound.time) == bits * 10'000 + bits * ports / 2);
    schedule::SchedulerOptions options;
    CHECK(schedule::makespan(demand, schedule::shifts(demand, options)) == bound.time);
    CHECK(schedule::hop_bound(demand, 1).settings == ports - 1);
  }
}
