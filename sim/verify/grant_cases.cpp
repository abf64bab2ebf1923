// SPDX-License-Identifier: Apache-2.0
#include "sim/verify/grant_cases.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "jacquard/base/at.hpp"

namespace jacquard::verify {
namespace {

constexpr int kMostExhaustive = 16;  // requesters
constexpr int kMostSubsets = 8;      // requesters of which all subsets are held
constexpr int kRandomSubsets = 64;
constexpr int kMostSingled = 256;  // requesters that have cases of their own
constexpr std::int64_t kLongestScript = 4096;
constexpr int kRandomClocks = 64;
constexpr int kRandomDemands = 12;    // of a history
constexpr int kIdleAfterDemand = 16;  // clocks: answers may come late
// Each so many, one is longer: a reset begins every script, and state may be deeper than 64 clocks.
constexpr int kLongEach = 50, kLongClocks = 2048;

}  // namespace

GrantCases::GrantCases(rtl::RtlKind kind, const rtl::SwitchShape& shape, bool stalls,
                       std::uint64_t seed, std::int64_t random)
    : shape_(shape),
      fixed_(kind == rtl::RtlKind::n_to_1 || kind == rtl::RtlKind::matrix),
      stalls_(stalls),
      seed_(seed),
      random_(random) {
  const int requesters = shape_.requesters(), singled = std::min(requesters, kMostSingled);
  const std::int64_t rounds = std::min<std::int64_t>(4 * requesters, kLongestScript);
  add("all ask from the reset on", [this, rounds] { return held(all(), rounds, 0, 1); });
  for (int r = 0; r < singled; ++r) {
    add(fmt::format("only requester {} asks", r), [this, r] { return alone(r); });
    add(fmt::format("all but requester {} ask", r), [this, r, rounds] {
      Lanes lanes = all();
      base::at(lanes, r / shape_.lanes) &= ~(base::Word{1} << (r % shape_.lanes));
      return held(lanes, rounds, static_cast<std::uint64_t>(r), 1);
    });
    if (!stalls_) continue;
    add(fmt::format("requester {} waits for ready, and others come", r),
        [this, r] { return late_rivals(r); });
  }
  for (int j = 0; !fixed_ && j < shape_.outputs; ++j) {
    add(fmt::format("all ask for output {}", j), [this, j, rounds] {
      Script script = held(all(), rounds, 0, 1);
      for (Wish& wish : script)
        std::fill(wish.dest.begin(), wish.dest.end(), static_cast<std::uint8_t>(j));
      return script;
    });
  }
  for (int every = 2; stalls_ && every <= std::min(shape_.inputs + 1, kMostExhaustive + 1);
       ++every) {
    add(fmt::format("all ask, ready in every {}. clock", every), [this, rounds, every] {
      return held(all(), std::min(rounds * every, kLongestScript), 0, every);
    });
  }
  const bool all_subsets = requesters <= kMostSubsets;
  for (int k = 1; k < (all_subsets ? 1 << requesters : kRandomSubsets); ++k) {
    add(all_subsets ? fmt::format("held: requesters of mask {:#x}", k) : "held: some requesters",
        [=] {
          Lanes lanes = all();
          base::Rng rng(seed_, "verify/subset", static_cast<std::uint64_t>(k));
          if (!all_subsets) lanes = drawn(rng, 0.5);
          for (int i = 0; all_subsets && i < shape_.inputs; ++i) {
            base::at(lanes, i) =
                (static_cast<base::Word>(k) >> (i * shape_.lanes)) & base::low_mask(shape_.lanes);
          }
          return held(lanes, 2 * rounds, static_cast<std::uint64_t>(k), 1);
        });
  }
  if (requesters <= kMostExhaustive) add("every pattern", [this] { return every_pattern(); });
}

void GrantCases::add(std::string label, std::function<Script()> script) {
  directed_.push_back({std::move(label), std::move(script)});
}

GrantCases::Lanes GrantCases::all() const {
  return Lanes(static_cast<std::size_t>(shape_.inputs), base::low_mask(shape_.lanes));
}

GrantCases::Lanes GrantCases::only(int requester) const {
  Lanes lanes(static_cast<std::size_t>(shape_.inputs), 0);
  base::at(lanes, requester / shape_.lanes) = base::Word{1} << (requester % shape_.lanes);
  return lanes;
}

GrantCases::Lanes GrantCases::drawn(base::Rng& rng, double probability) const {
  Lanes lanes(static_cast<std::size_t>(shape_.inputs), 0);
  for (base::Word& word : lanes) {
    for (int v = 0; v < shape_.lanes; ++v) word |= base::Word{rng.chance(probability)} << v;
  }
  return lanes;
}

std::vector<std::uint8_t> GrantCases::destinations(std::uint64_t index) const {
  if (fixed_) return {};
  base::Rng rng(seed_, "verify/destinations", index);
  std::vector<std::uint8_t> all(static_cast<std::size_t>(shape_.requesters()));
  for (std::uint8_t& dest : all) {
    dest = static_cast<std::uint8_t>(rng.below(static_cast<std::uint64_t>(shape_.outputs)));
  }
  return all;
}

Script GrantCases::held(const Lanes& lanes, std::int64_t clocks, std::uint64_t index,
                        int ready_every) const {
  Script script(static_cast<std::size_t>(clocks), Wish{lanes, destinations(index)});
  for (std::size_t k = 0; k < script.size(); ++k) {
    if ((k + 1) % static_cast<std::size_t>(ready_every) != 0) script[k].ready = 0;
  }
  return script;
}

std::vector<GrantCases::Demand> GrantCases::demands() const {
  std::vector<Demand> all;
  const auto add = [&](const std::string& label, const Lanes& lanes) {
    Script script{Wish{lanes, destinations(all.size())}};
    script.back().when_idle = true;
    Wish quiet{Lanes(lanes.size(), 0), {}};
    quiet.when_idle = true;
    script.insert(script.end(), kIdleAfterDemand, quiet);
    all.push_back({label, std::move(script)});
  };
  add("nothing", Lanes(static_cast<std::size_t>(shape_.inputs), 0));
  add("all ask", this->all());
  const int requesters = shape_.requesters();
  for (const int r : {0, requesters / 2, requesters - 1}) {
    add(fmt::format("requester {} asks", r), only(r));
  }
  base::Rng rng(seed_, "verify/history");
  for (int k = 0; k < kRandomDemands; ++k) add(fmt::format("random demand {}", k), drawn(rng, 0.5));
  return all;
}

Script GrantCases::saturated(std::int64_t clocks) const { return held(all(), clocks, 0, 1); }

Script GrantCases::alone(int requester) const {
  Script script;
  for (int k = 0; k < 3; ++k) {
    for (int j = 0; j < (fixed_ ? 1 : shape_.outputs); ++j) {
      Wish wish{only(requester), {}};
      if (!fixed_) {
        wish.dest.assign(static_cast<std::size_t>(shape_.requesters()),
                         static_cast<std::uint8_t>(j));
      }
      wish.when_idle = true;
      script.push_back(wish);
      wish.asks.assign(wish.asks.size(), 0);
      script.insert(script.end(), static_cast<std::size_t>(k), wish);
    }
  }
  return script;
}

// Another may not take over what has been offered.
Script GrantCases::late_rivals(int requester) const {
  Script script;
  const auto push = [&](const Lanes& lanes, base::Word ready) {
    Wish wish{lanes, {}, ready};
    if (!fixed_) wish.dest.assign(static_cast<std::size_t>(shape_.requesters()), 0);
    script.push_back(wish);
  };
  const Lanes none(static_cast<std::size_t>(shape_.inputs), 0);
  for (int waits = 1; waits <= 3; ++waits) {
    for (int k = 0; k < waits; ++k) push(only(requester), 0);
    for (int k = 0; k < waits; ++k) push(all(), 0);
    push(none, ~base::Word{0});
    script.back().when_idle = true;
  }
  return script;
}

Script GrantCases::every_pattern() const {
  Script script;
  for (base::Word pattern = 0; pattern < base::Word{1} << shape_.requesters(); ++pattern) {
    Wish wish{Lanes(static_cast<std::size_t>(shape_.inputs), 0), destinations(pattern)};
    for (int i = 0; i < shape_.inputs; ++i) {
      base::at(wish.asks, i) = (pattern >> (i * shape_.lanes)) & base::low_mask(shape_.lanes);
    }
    wish.when_idle = true;
    script.push_back(std::move(wish));
  }
  return script;
}

Script GrantCases::random(std::uint64_t index) const {
  base::Rng rng(seed_, "verify/script", index);
  constexpr double kAsks[] = {0.03, 0.1, 0.3, 0.6, 0.95}, kReady[] = {1, 0.75, 0.5, 0.2};
  const double asks = kAsks[rng.below(std::size(kAsks))];
  const double ready = stalls_ ? kReady[rng.below(std::size(kReady))] : 1;
  const bool lingers = rng.chance(0.5);  // a request that may drop mostly does not at once
  Script script;
  Lanes lanes = drawn(rng, asks);
  const int clocks = index % kLongEach == kLongEach - 1 ? kLongClocks : kRandomClocks;
  for (int k = 0; k < clocks; ++k) {
    const Lanes fresh = drawn(rng, asks), kept = drawn(rng, 0.8);
    for (std::size_t i = 0; i < lanes.size(); ++i) {
      lanes[i] = lingers ? (lanes[i] & kept[i]) | fresh[i] : fresh[i];
    }
    Wish wish{lanes, destinations(rng()), 0};
    for (int j = 0; j < shape_.outputs; ++j) wish.ready |= base::Word{rng.chance(ready)} << j;
    script.push_back(std::move(wish));
  }
  return script;
}

Script GrantCases::at(std::int64_t index) const {
  return index < directed() ? base::at(directed_, index).script()
                            : random(static_cast<std::uint64_t>(index - directed()));
}

std::string GrantCases::label(std::int64_t index) const {
  return index < directed() ? base::at(directed_, index).label : "random";
}

}  // namespace jacquard::verify
