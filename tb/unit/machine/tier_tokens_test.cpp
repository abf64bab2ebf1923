// SPDX-License-Identifier: Apache-2.0
#include "jacquard/machine/tier_tokens.hpp"

#include <catch2/catch.hpp>
#include <numeric>

#include "jacquard/base/rng.hpp"

using namespace jacquard;
using machine::TierTokens;

namespace {

// Three racks of four NPUs.
constexpr int kRacks = 3, kOfRack = 4;

void add(TierTokens& tokens, int source, const std::vector<int>& experts) {
  tokens.add(source, {experts.data(), experts.size()});
}

std::int64_t sum(const std::vector<std::int64_t>& counts) {
  return std::accumulate(counts.begin(), counts.end(), std::int64_t{0});
}

}  // namespace

// NPU 1 of rack 0: an expert at home, two in rack 1 of which one is where the rail ends, one in 2.
TEST_CASE("A token goes once over its own rail to each rack that has an expert of it") {
  TierTokens tokens(kRacks, kOfRack);
  add(tokens, 1, {3, 5, 6, 8});
  for (int place = 0; place < kOfRack; ++place) CHECK(sum(tokens.rail(place)) == 2 * (place == 1));
  CHECK(tokens.rail(1)[0 * kRacks + 1] == 1);
  CHECK(tokens.rail(1)[0 * kRacks + 2] == 1);
  CHECK(tokens.own(0)[1 * kOfRack + 3] == 1);
  CHECK(sum(tokens.own(0)) == 1);
  CHECK(sum(tokens.own(1)) + sum(tokens.own(2)) + sum(tokens.forwarded(0)) == 0);
  CHECK(tokens.forwarded(1)[1 * kOfRack + 1] == 1);
  CHECK(tokens.forwarded(1)[1 * kOfRack + 2] == 1);
  CHECK(tokens.forwarded(2)[1 * kOfRack + 0] == 1);
}

TEST_CASE("Tokens whose experts are in their own rack use no rail") {
  TierTokens tokens(kRacks, kOfRack);
  for (int source = 0; source < kRacks * kOfRack; ++source) {
    const int rack = source / kOfRack;
    add(tokens, source, {rack * kOfRack, rack * kOfRack + 3});
  }
  for (int place = 0; place < kOfRack; ++place) CHECK(sum(tokens.rail(place)) == 0);
  for (int rack = 0; rack < kRacks; ++rack) {
    CHECK(sum(tokens.own(rack)) == 2 * kOfRack);
    CHECK(sum(tokens.forwarded(rack)) == 0);
  }
}

TEST_CASE("Whatever tokens choose, each choice is made once, and rails bring what is sent on") {
  base::Rng rng(5, "tokens of racks");
  TierTokens tokens(kRacks, kOfRack);
  constexpr int kAll = kRacks * kOfRack, kTokens = 200, kTopK = 5;
  std::vector<std::int64_t> received(kAll, 0);
  std::int64_t on_rails = 0;
  for (int t = 0; t < kTokens; ++t) {
    const int source = static_cast<int>(rng() % kAll);
    std::vector<int> experts;
    std::vector<bool> reached(kRacks, false);
    for (int k = 0; k < kTopK; ++k) {
      experts.push_back(static_cast<int>(rng() % kAll));
      ++received[static_cast<std::size_t>(experts.back())];
      reached[static_cast<std::size_t>(experts.back() / kOfRack)] = true;
    }
    for (int rack = 0; rack < kRacks; ++rack) {
      on_rails += reached[static_cast<std::size_t>(rack)] && rack != source / kOfRack ? 1 : 0;
    }
    add(tokens, source, experts);
  }
  std::int64_t rails = 0;
  for (int place = 0; place < kOfRack; ++place) rails += sum(tokens.rail(place));
  CHECK(rails == on_rails);
  for (int npu = 0; npu < kAll; ++npu) {
    CHECK(tokens.received(npu) == received[static_cast<std::size_t>(npu)]);
  }
}
