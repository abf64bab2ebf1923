// SPDX-License-Identifier: Apache-2.0
#include "jacquard/search/front.hpp"

#include <algorithm>
#include <catch2/catch.hpp>

#include "jacquard/base/rng.hpp"

using namespace jacquard;
using search::Equals;
using search::front_of;
using Points = std::vector<search::RewardsOf>;

namespace {

// By the definition, each against each.
std::vector<std::size_t> front_by_pairs(const Points& points, Equals equals) {
  std::vector<std::size_t> front;
  for (std::size_t i = 0; i < points.size(); ++i) {
    bool beaten = false;
    for (std::size_t j = 0; j < points.size(); ++j) {
      bool as_good = true;
      for (std::size_t r = 0; r < points[i].size(); ++r) {
        as_good = as_good && points[j][r] >= points[i][r];
      }
      const bool again = points[j] == points[i] && j < i && equals == Equals::first;
      beaten = beaten || again || (as_good && points[j] != points[i]);
    }
    if (!beaten) front.push_back(i);
  }
  return front;
}

}  // namespace

TEST_CASE("A front holds exactly the points that no other one beats") {
  for (std::uint64_t index = 0; index < 300; ++index) {
    base::Rng rng(7, "front", index);
    const std::size_t figures = 1 + rng.below(3);
    Points points(rng.below(30), search::RewardsOf(figures));
    for (auto& point : points) {  // of few values, so that many are equal
      for (double& figure : point) figure = static_cast<double>(rng.below(8));
    }
    for (const Equals equals : {Equals::first, Equals::all}) {
      std::vector<std::size_t> front = front_of(points, equals);
      CHECK(std::is_sorted(front.begin(), front.end(),
                           [&](std::size_t a, std::size_t b) { return points[a] > points[b]; }));
      std::sort(front.begin(), front.end());
      CHECK(front == front_by_pairs(points, equals));
    }
  }
}
