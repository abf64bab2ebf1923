// SPDX-License-Identifier: Apache-2.0
#include "jacquard/schedule/completion.hpp"

#include <catch2/catch.hpp>
#include <cstdint>
#include <limits>
#include <numeric>

#include "jacquard/base/rng.hpp"

using jacquard::base::Picoseconds;
using jacquard::base::Rng;
using namespace jacquard::schedule;

namespace {

std::vector<Picoseconds> times(std::initializer_list<std::int64_t> counts) {
  return std::vector<Picoseconds>(counts.begin(), counts.end());
}

// A crossbar watched picosecond by picosecond: it prepares for `guard`, waits until the setting is
// there and the grid allows, and holds it.
std::int64_t stepped(const std::vector<Picoseconds>& holds, const std::vector<Picoseconds>& ready,
                     const CompletionRule& rule) {
  std::int64_t last_ready = 0;
  for (const Picoseconds r : ready) last_ready = std::max(last_ready, r.count());
  std::size_t k = 0;
  std::int64_t prepared_for = 0, left = -1;
  for (std::int64_t now = rule.overlap ? 0 : last_ready;; ++now) {
    if (left == 0) {
      left = -1;
      prepared_for = 0;
      if (++k == holds.size()) return now + rule.propagation.count();
    }
    const bool allowed = rule.grid.count() == 0 || now % rule.grid.count() == 0;
    if (left < 0 && prepared_for >= rule.guard.count() && ready[k].count() <= now && allowed) {
      left = holds[k].count();
    }
    if (left > 0)
      --left;
    else
      ++prepared_for;
  }
}

}  // namespace

TEST_CASE("settings that are ready early follow each other with a guard between them") {
  const Completion c = completion(times({10, 20, 30}), times({0, 1, 2}),
                                  {Picoseconds{5}, Picoseconds{500}, {}, true});
  CHECK(c.starts == times({5, 20, 45}));
  CHECK(c.ends == times({15, 40, 75}));
  CHECK(c.time == Picoseconds{575});
}

TEST_CASE(
    "a setting that is decided late starts when it is ready, its guard overlapping the wait") {
  const Completion c = completion(times({10, 20}), times({3, 100}), {Picoseconds{5}, {}, {}, true});
  CHECK(c.starts == times({5, 100}));
  CHECK(c.time == Picoseconds{120});
}

TEST_CASE("without overlap a completion is the sum of decision, guards, holds and propagation") {
  const Completion c = completion(times({10, 20, 30}), times({7, 70, 35}),
                                  {Picoseconds{5}, Picoseconds{2}, {}, false});
  CHECK(c.time == Picoseconds{70 + 3 * 5 + 60 + 2});
  CHECK(c.starts.front() == Picoseconds{75});
}

TEST_CASE("starts lie on the grid of slots, and one that lies there already stays") {
  const Completion c =
      completion(times({10, 25}), times({0, 0}), {Picoseconds{5}, {}, Picoseconds{15}, true});
  CHECK(c.starts == times({15, 30}));
  CHECK(c.time == Picoseconds{55});
}

TEST_CASE("an empty schedule is complete at once, whatever the propagation") {
  CHECK(completion({}, {}, {Picoseconds{5}, Picoseconds{500}, {}, true}).time == Picoseconds{0});
}

TEST_CASE("a completion beyond the largest time saturates") {
  const Picoseconds most{std::numeric_limits<std::int64_t>::max()};
  const std::vector<Picoseconds> holds{most, most};
  const Completion c =
      completion(holds, times({0, 0}), {Picoseconds{5}, Picoseconds{500}, Picoseconds{7}, true});
  CHECK(c.time == most);
}

TEST_CASE("a completion equals that of a crossbar stepped picosecond by picosecond") {
  for (std::uint64_t index = 0; index < 500; ++index) {
    Rng rng(1, "completion test", index);
    const auto below = [&](std::int64_t n) {
      return Picoseconds{static_cast<std::int64_t>(rng.below(static_cast<std::uint64_t>(n)))};
    };
    std::vector<Picoseconds> holds, ready;
    const auto count = 1 + below(6).count();
    for (std::int64_t k = 0; k < count; ++k) {
      holds.push_back(Picoseconds{1} + below(20));
      ready.push_back(below(90));
    }
    const CompletionRule rule{below(9), below(9), below(3) * below(12).count(),
                              below(2).count() == 1};
    INFO("case " << index);
    CHECK(completion(holds, ready, rule).time.count() == stepped(holds, ready, rule));
  }
}

namespace {

// Switches side by side, watched picosecond by picosecond. `idle`: since when each holds nothing.
std::int64_t stepped_beside(const std::vector<Picoseconds>& holds,
                            const std::vector<Picoseconds>& ready, const CompletionRule& rule) {
  struct Crossbar {
    std::int64_t idle = 0, left = 0;
  };
  std::vector<Crossbar> all(static_cast<std::size_t>(rule.switches));
  std::vector<std::size_t> left(holds.size());
  std::iota(left.begin(), left.end(), std::size_t{0});
  for (std::int64_t now = 0;; ++now) {
    bool busy = false;
    for (Crossbar& one : all) {
      if (one.left > 0 && --one.left == 0) one.idle = now;
      busy = busy || one.left > 0;
    }
    if (left.empty() && !busy) return now + rule.propagation.count();
    while (!left.empty() && ready[left.front()].count() <= now) {
      Crossbar* idle = nullptr;
      for (Crossbar& one : all) {
        if (one.left == 0 && (idle == nullptr || one.idle < idle->idle)) idle = &one;
      }
      if (idle == nullptr || now - idle->idle < rule.guard.count()) break;
      auto next = left.begin();
      for (auto it = next; it != left.end(); ++it) {
        if (ready[*it].count() < now && holds[*it] > holds[*next]) next = it;
      }
      idle->left = holds[*next].count();
      left.erase(next);
    }
  }
}

}  // namespace

TEST_CASE("The longest setting that waits goes to the switch that is free first") {
  CompletionRule rule;
  rule.guard = Picoseconds{5};
  rule.switches = 2;
  // 40 and 20 begin. 10 follows on the second switch, at 25 and a guard; 1 comes later.
  const Completion c = completion(times({10, 40, 20, 1}), times({0, 0, 0, 60}), rule);
  CHECK(c.starts == times({30, 5, 5, 60}));
  CHECK(c.switches == std::vector<int>{1, 0, 1, 1});
  CHECK(c.time == Picoseconds{61});
}

TEST_CASE("The closed form of parallel switches is that of switches watched") {
  for (std::uint64_t index = 0; index < 500; ++index) {
    Rng rng(1, "parallel completion test", index);
    std::vector<Picoseconds> holds, ready;
    Picoseconds time{0};
    for (std::int64_t k = rng.between(1, 9); k > 0; --k) {
      holds.emplace_back(rng.between(1, 20));
      time += Picoseconds{rng.between(0, 12)};
      ready.push_back(time);
    }
    CompletionRule rule;
    rule.guard = Picoseconds{rng.between(0, 9)};
    rule.switches = static_cast<int>(rng.between(1, 4));
    INFO("case " << index);
    CHECK(completion(holds, ready, rule).time.count() == stepped_beside(holds, ready, rule));
  }
}
