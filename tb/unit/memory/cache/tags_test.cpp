// SPDX-License-Identifier: Apache-2.0
// The tags against caches written another way: lists, and distances in a stack.
#include "jacquard/memory/cache/tags.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <list>
#include <map>
#include <set>
#include <vector>

#include "jacquard/base/rng.hpp"

namespace jacquard::memory {
namespace {

CacheConfig cache_of(std::int64_t lines, int ways, Replacement replacement) {
  CacheConfig config;
  config.line = base::Bytes{64};
  config.capacity = base::Bytes{64 * lines};
  config.ways = ways;
  config.replacement = replacement;
  return config;
}

// Each set a list, the next victim first.
class ListCache {
 public:
  ListCache(std::uint64_t sets, std::size_t ways, bool lru) : sets_(sets), ways_(ways), lru_(lru) {}

  bool touch(std::uint64_t line) {
    std::list<std::uint64_t>& set = held_[line % sets_];
    const auto found = std::find(set.begin(), set.end(), line);
    const bool hit = found != set.end();
    if (hit && !lru_) return true;
    if (hit) set.erase(found);
    if (!hit && set.size() == ways_) set.pop_front();
    set.push_back(line);
    return hit;
  }

 private:
  std::uint64_t sets_;
  std::size_t ways_;
  bool lru_;
  std::map<std::uint64_t, std::list<std::uint64_t>> held_;
};

bool touch(Tags& tags, std::uint64_t line) {
  if (tags.find(line)) return true;
  tags.place(line);
  return false;
}

// Most accesses near each other, some anywhere: hits and misses at every distance.
std::uint64_t some_line(base::Rng& random) {
  return random.chance(0.7) ? random.below(40) : random.below(400);
}

}  // namespace

TEST_CASE("Tags hit where lists of lines do, for LRU and FIFO, any number of ways and sets") {
  for (const Replacement replacement : {Replacement::lru, Replacement::fifo}) {
    for (const auto& [lines, ways] : {std::pair<int, int>{1, 1}, {12, 4}, {48, 3}, {64, 64}}) {
      Tags tags(cache_of(lines, ways, replacement), 1);
      ListCache lists(static_cast<std::uint64_t>(lines / ways), static_cast<std::size_t>(ways),
                      replacement == Replacement::lru);
      base::Rng random(3, "tags");
      for (int i = 0; i < 20'000; ++i) {
        const std::uint64_t line = some_line(random);
        REQUIRE(touch(tags, line) == lists.touch(line));
      }
    }
  }
}

// Mattson et al. 1970: a fully associative LRU cache of n lines hits if and only if fewer than n
// other lines were used since the last use of this one.
TEST_CASE("A fully associative LRU cache hits by the distance in the stack") {
  constexpr int kLines = 24;
  Tags tags(cache_of(kLines, kLines, Replacement::lru), 1);
  base::Rng random(4, "trace");
  std::vector<std::uint64_t> trace;
  int hits = 0;
  for (int i = 0; i < 3'000; ++i) {
    const std::uint64_t line = some_line(random);
    std::set<std::uint64_t> others;
    auto back = trace.rbegin();
    while (back != trace.rend() && *back != line) others.insert(*back++);
    const bool expected = back != trace.rend() && others.size() < kLines;
    REQUIRE(touch(tags, line) == expected);
    hits += static_cast<int>(expected);
    trace.push_back(line);
  }
  CHECK(hits > 100);
  CHECK(hits < 2'900);
}

TEST_CASE("Every line of a cache has a place of its own, and consecutive lines are neighbours") {
  Tags tags(cache_of(48, 4, Replacement::lru), 1);
  std::set<std::int64_t> slots;
  for (std::uint64_t line = 0; line < 48; ++line) {
    const Tags::Placed placed = tags.place(line);
    CHECK(placed.slot == static_cast<std::int64_t>(line));
    CHECK_FALSE(placed.evicted);
    slots.insert(placed.slot);
  }
  CHECK(slots.size() == 48);
  const Tags::Placed next = tags.place(48);
  CHECK(next.evicted == 0U);
  CHECK(next.slot == 0);
  CHECK_FALSE(tags.find(0));
  CHECK(tags.find(48) == 0);
}

TEST_CASE("Random replacement chooses every way, and the same ones for the same seed") {
  const CacheConfig config = cache_of(8, 8, Replacement::random);
  const auto slots_of = [&config](std::uint64_t seed) {
    Tags tags(config, seed);
    std::vector<std::int64_t> slots;
    for (std::uint64_t line = 0; line < 200; ++line) slots.push_back(tags.place(line).slot);
    return slots;
  };
  const auto slots = slots_of(1);
  CHECK(std::set<std::int64_t>(slots.begin() + 8, slots.end()).size() == 8);
  CHECK(slots == slots_of(1));
  CHECK(slots != slots_of(2));
}

// A uniform draw from w lines meets one of the c that are held with probability c / w, whichever
// they are.
TEST_CASE("Uniform accesses to w lines hit a cache of c lines with the probability c / w") {
  for (const Replacement r : {Replacement::lru, Replacement::fifo, Replacement::random}) {
    Tags tags(cache_of(256, 16, r), 1);
    base::Rng random(5, "uniform");
    int hits = 0;
    constexpr int kAccesses = 100'000;
    for (int i = 0; i < kAccesses; ++i) hits += static_cast<int>(touch(tags, random.below(1024)));
    CHECK(static_cast<double>(hits) / kAccesses == Approx(0.25).margin(0.01));
  }
}

TEST_CASE("A stream over more lines than an LRU cache has never hits, over as many always") {
  for (const auto& [lines, hits] : {std::pair<std::uint64_t, int>{64, 640}, {80, 0}}) {
    Tags tags(cache_of(64, 4, Replacement::lru), 1);
    int found = 0;
    for (int turn = 0; turn < 11; ++turn) {
      for (std::uint64_t line = 0; line < lines; ++line) {
        found += static_cast<int>(touch(tags, line));
      }
    }
    CHECK(found == hits);
  }
}

}  // namespace jacquard::memory
