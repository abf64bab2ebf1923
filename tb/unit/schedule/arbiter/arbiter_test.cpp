// SPDX-License-Identifier: Apache-2.0
#include "jacquard/schedule/arbiter/arbiter.hpp"

#include <catch2/catch.hpp>

#include "jacquard/base/error.hpp"
#include "jacquard/base/rng.hpp"

using namespace jacquard::schedule;
using jacquard::base::ConfigError;
using jacquard::base::Rng;

namespace {

// Occupancy kept the plain way, next to the one under test.
struct PlainQueues {
  explicit PlainQueues(int ports) : n(ports), length(static_cast<std::size_t>(ports * ports), 0) {}
  std::int64_t& at(int i, int j) { return length[static_cast<std::size_t>(i * n + j)]; }
  int n;
  std::vector<std::int64_t> length;
};

Requests random_requests(int ports, double density, Rng& rng, PlainQueues& plain) {
  Requests requests(ports);
  for (int i = 0; i < ports; ++i) {
    for (int j = 0; j < ports; ++j) {
      if (!rng.chance(density)) continue;
      const std::int64_t cells = rng.between(1, 4);
      requests.add(i, j, cells);
      plain.at(i, j) += cells;
      if (rng.chance(0.5)) {  // leave by remove_one what add brought, now and then down to nothing
        requests.remove_one(i, j);
        plain.at(i, j) -= 1;
      }
    }
  }
  return requests;
}

bool is_matching_of_requests(const Matching& matching, PlainQueues& plain) {
  std::vector<bool> taken(matching.size(), false);
  for (int i = 0; i < plain.n; ++i) {
    const int j = matching[static_cast<std::size_t>(i)];
    if (j == kUnmatched) continue;
    if (j < 0 || j >= plain.n || taken[static_cast<std::size_t>(j)] || plain.at(i, j) == 0) {
      return false;
    }
    taken[static_cast<std::size_t>(j)] = true;
  }
  return true;
}

bool is_maximal(const Matching& matching, PlainQueues& plain) {
  std::vector<bool> taken(matching.size(), false);
  for (const int j : matching) {
    if (j != kUnmatched) taken[static_cast<std::size_t>(j)] = true;
  }
  for (int i = 0; i < plain.n; ++i) {
    if (matching[static_cast<std::size_t>(i)] != kUnmatched) continue;
    for (int j = 0; j < plain.n; ++j) {
      if (!taken[static_cast<std::size_t>(j)] && plain.at(i, j) > 0) return false;
    }
  }
  return true;
}

// The wave front as Tamir & Chi draw it: cell by cell, tokens passed on.
Matching plain_wave_front(PlainQueues& plain, int first) {
  const int n = plain.n;
  Matching matching(static_cast<std::size_t>(n), kUnmatched);
  std::vector<bool> column(static_cast<std::size_t>(n), true);
  for (int k = 0; k < n; ++k) {
    for (int i = 0; i < n; ++i) {
      const int j = (i + first + k) % n;
      if (plain.at(i, j) == 0 || matching[static_cast<std::size_t>(i)] != kUnmatched ||
          !column[static_cast<std::size_t>(j)]) {
        continue;
      }
      matching[static_cast<std::size_t>(i)] = j;
      column[static_cast<std::size_t>(j)] = false;
    }
  }
  return matching;
}

const std::vector<int> kSizes = {1, 2, 3, 5, 8, 16, 31, 32, 63, 64, 65, 100, 128, 130};

}  // namespace

TEST_CASE("every arbiter grants a matching within its requests, whatever the size and density") {
  for (const ArbiterKind& kind : arbiters()) {
    for (const int ports : kSizes) {
      const auto arbiter = make_arbiter(kind, ports, {});
      for (int trial = 0; trial < 12; ++trial) {
        Rng rng(7, kind.name, static_cast<std::uint64_t>(ports * 100 + trial));
        PlainQueues plain(ports);
        const Requests requests = random_requests(ports, trial % 4 * 0.3 + 0.02, rng, plain);
        const Matching& matching = arbiter->arbitrate(requests);
        INFO(kind.name << " at " << ports << " ports, trial " << trial);
        REQUIRE(is_matching_of_requests(matching, plain));
      }
    }
  }
}

TEST_CASE("a wave front matching is maximal and the one that cell-by-cell tokens give") {
  for (const char* name : {"wwfa", "wwfa-fixed"}) {
    for (const int ports : kSizes) {
      const auto arbiter = make_arbiter(find_arbiter(name), ports, {});
      for (int slot = 0; slot < ports + 3; ++slot) {
        Rng rng(8, "wave", static_cast<std::uint64_t>(ports * 1000 + slot));
        PlainQueues plain(ports);
        const Requests requests = random_requests(ports, slot % 3 * 0.25 + 0.05, rng, plain);
        const Matching& matching = arbiter->arbitrate(requests);
        INFO(name << " at " << ports << " ports, slot " << slot);
        REQUIRE(is_maximal(matching, plain));
        const int first = std::string(name) == "wwfa" ? slot % ports : 0;
        REQUIRE(matching == plain_wave_front(plain, first));
      }
    }
  }
}

TEST_CASE("every one of the 512 request patterns of three ports gets a maximal matching") {
  for (const char* name : {"wwfa", "wwfa-fixed", "islip"}) {
    ArbiterOptions options;
    options.iterations = 3;  // islip converges within N iterations; wwfa reads none
    const auto arbiter = make_arbiter(find_arbiter(name), 3, options);
    for (int pattern = 0; pattern < 512; ++pattern) {
      Requests requests(3);
      PlainQueues plain(3);
      for (int cell = 0; cell < 9; ++cell) {
        if ((pattern >> cell & 1) == 0) continue;
        requests.add(cell / 3, cell % 3);
        plain.at(cell / 3, cell % 3) = 1;
      }
      const Matching& matching = arbiter->arbitrate(requests);
      INFO(name << " on pattern " << pattern);
      REQUIRE(is_matching_of_requests(matching, plain));
      REQUIRE(is_maximal(matching, plain));
    }
  }
}

TEST_CASE("iSLIP with N iterations is maximal") {
  for (const int ports : kSizes) {
    ArbiterOptions options;
    options.iterations = ports;
    const auto arbiter = make_arbiter(find_arbiter("islip"), ports, options);
    for (int trial = 0; trial < 20; ++trial) {
      Rng rng(9, "islip-maximal", static_cast<std::uint64_t>(ports * 100 + trial));
      PlainQueues plain(ports);
      const Requests requests = random_requests(ports, trial % 4 * 0.2 + 0.05, rng, plain);
      INFO(ports << " ports, trial " << trial);
      REQUIRE(is_maximal(arbiter->arbitrate(requests), plain));
    }
  }
}

TEST_CASE(
    "iSLIP's pointers move one beyond the partner, on acceptance in the first iteration only") {
  // Two ports, all pointers at 0, all four queues waiting. Worked by hand from McKeown's rules.
  Requests all(2);
  for (int i = 0; i < 2; ++i) {
    for (int j = 0; j < 2; ++j) all.add(i, j, 10);
  }
  ArbiterOptions once;
  once.iterations = 1;
  const auto single = make_arbiter(find_arbiter("islip"), 2, once);
  // Both outputs grant input 0, which accepts output 0; output 1's pointer stays.
  CHECK(single->arbitrate(all) == Matching{0, kUnmatched});
  // Output 0 now prefers input 1, output 1 still input 0: desynchronised, and so for ever.
  CHECK(single->arbitrate(all) == Matching{1, 0});
  CHECK(single->arbitrate(all) == Matching{0, 1});
  CHECK(single->arbitrate(all) == Matching{1, 0});

  // Three ports, two iterations. Slot 1: all grant input 0, which takes output 0; the second
  // iteration adds (1, 1), whose pointers must stay at 0: moved, slot 2 would be {2, 0, 1}.
  Requests three(3);
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) three.add(i, j, 10);
  }
  ArbiterOptions twice;
  twice.iterations = 2;
  const auto two = make_arbiter(find_arbiter("islip"), 3, twice);
  CHECK(two->arbitrate(three) == Matching{0, 1, kUnmatched});
  CHECK(two->arbitrate(three) == Matching{1, 0, 2});
  CHECK(two->arbitrate(three) == Matching{2, 1, 0});
}

TEST_CASE("a rotating wave front serves every backlogged queue once in N slots") {
  const int ports = 9;
  Requests all(ports);
  for (int i = 0; i < ports; ++i) {
    for (int j = 0; j < ports; ++j) all.add(i, j);
  }
  const auto arbiter = make_arbiter(find_arbiter("wwfa"), ports, {});
  PlainQueues served(ports);
  for (int slot = 0; slot < ports; ++slot) {
    const Matching& matching = arbiter->arbitrate(all);
    for (int i = 0; i < ports; ++i) served.at(i, matching[static_cast<std::size_t>(i)]) += 1;
  }
  CHECK(served.length == std::vector<std::int64_t>(81, 1));
}

TEST_CASE("QPS draws an output in proportion to its queue") {
  // One busy input, so every proposal is accepted and the matching shows the draw.
  const std::vector<std::int64_t> lengths = {5, 0, 1, 14, 30, 2, 0, 8, 40};
  const int ports = static_cast<int>(lengths.size());
  Requests requests(ports);
  for (int j = 0; j < ports; ++j) {
    if (lengths[static_cast<std::size_t>(j)] > 0) {
      requests.add(3, j, lengths[static_cast<std::size_t>(j)]);
    }
  }
  ArbiterOptions options;
  options.iterations = 1;
  const auto arbiter = make_arbiter(find_arbiter("qps"), ports, options);
  constexpr int kDraws = 50'000;
  std::vector<int> drawn(lengths.size(), 0);
  for (int draw = 0; draw < kDraws; ++draw) {
    ++drawn[static_cast<std::size_t>(arbiter->arbitrate(requests)[3])];
  }
  double chi_square = 0;
  for (std::size_t j = 0; j < lengths.size(); ++j) {
    const double expected = kDraws * static_cast<double>(lengths[j]) / 100;
    if (expected == 0) {
      CHECK(drawn[j] == 0);
      continue;
    }
    chi_square += (drawn[j] - expected) * (drawn[j] - expected) / expected;
  }
  CHECK(chi_square < 22.46);  // 6 degrees of freedom, 0.1 %
}

TEST_CASE("a QPS output takes the longest proposal, and equals evenly") {
  Requests unequal(3);
  unequal.add(0, 1, 2);
  unequal.add(1, 1, 7);
  unequal.add(2, 1, 6);
  const auto arbiter = make_arbiter(find_arbiter("qps"), 3, {});
  CHECK(arbiter->arbitrate(unequal) == Matching{kUnmatched, 1, kUnmatched});

  Requests equal(3);
  for (int i = 0; i < 3; ++i) equal.add(i, 2, 4);
  std::vector<int> won(3, 0);
  for (int slot = 0; slot < 30'000; ++slot) {
    const Matching& matching = arbiter->arbitrate(equal);
    for (std::size_t i = 0; i < 3; ++i) won[i] += matching[i] == 2;
  }
  // Each is binomial(30000, 1/3): standard deviation 82.
  for (const int wins : won) CHECK(std::abs(wins - 10'000) < 5 * 82);
}

TEST_CASE("a cell's rank finds its queue") {
  for (const int ports : {1, 2, 7, 8, 64, 100}) {
    Rng rng(10, "rank", static_cast<std::uint64_t>(ports));
    PlainQueues plain(ports);
    const Requests requests = random_requests(ports, 0.6, rng, plain);
    for (int i = 0; i < ports; ++i) {
      std::int64_t rank = 0;
      for (int j = 0; j < ports; ++j) {
        for (std::int64_t c = 0; c < plain.at(i, j); ++c) {
          REQUIRE(requests.output_of_cell(i, rank++) == j);
        }
      }
      REQUIRE(requests.total(i) == rank);
    }
  }
}

TEST_CASE("an unknown arbiter and impossible options are the user's mistake") {
  CHECK_THROWS_WITH(find_arbiter("islp"), Catch::Contains("islip"));
  CHECK_THROWS_AS(make_arbiter(find_arbiter("qps"), 0, {}), ConfigError);
  CHECK_THROWS_AS(make_arbiter(find_arbiter("qps"), 1025, {}), ConfigError);
  ArbiterOptions options;
  options.iterations = -1;
  CHECK_THROWS_AS(make_arbiter(find_arbiter("islip"), 4, options), ConfigError);
}
