// SPDX-License-Identifier: Apache-2.0
#include "jacquard/search/analysis/convergence.hpp"

#include <catch2/catch.hpp>

#include "jacquard/base/rng.hpp"
#include "jacquard/search/agents/pareto.hpp"
#include "jacquard/search/front.hpp"

using namespace jacquard;
using namespace jacquard::search;

namespace {

std::vector<Score> scores(const std::vector<double>& rewards) {
  std::vector<Score> all;
  for (const double reward : rewards) all.push_back({true, {reward}});
  return all;
}

}  // namespace

TEST_CASE("the best so far rises at the first of equal points, and invalid steps count") {
  std::vector<Score> all = scores({1, 3, 3, 2, 5});
  all.insert(all.begin(), Score{});
  const std::vector<Rise> found = rises(all);
  REQUIRE(found.size() == 3);
  CHECK(found[0].step == 1);
  CHECK(found[1].step == 2);
  CHECK(found[1].reward == 3);
  CHECK(found[2].step == 5);
  CHECK(evaluations_until(found, 5, 0.5) == 3);  // 3 is 40 % off 5
  CHECK(evaluations_until(found, 5, 0.01) == 6);
  CHECK_FALSE(evaluations_until(found, 6, 0.01));
  CHECK(rises({}).empty());
}

TEST_CASE("regret is relative, for negative rewards too") {
  CHECK(regret(99, 100) == Approx(0.01));
  CHECK(regret(-101, -100) == Approx(0.01));
  CHECK(regret(0, 0) == 0);
}

TEST_CASE("a front is what no other step beats") {
  Found found;
  base::Rng rng(2, "front");
  std::vector<RewardsOf> rewards;
  for (int i = 0; i < 60; ++i) {
    const auto draw = [&] { return static_cast<double>(rng.below(8)); };
    rewards.push_back({draw(), draw(), draw()});
    found.scores.push_back({true, rewards.back()});
  }
  found.scores.push_back({});  // invalid: on no front
  const std::vector<std::int64_t> front = front_of(found);
  REQUIRE(!front.empty());
  for (std::size_t i = 0; i < rewards.size(); ++i) {
    bool beaten = false, first = true;
    for (std::size_t j = 0; j < rewards.size(); ++j) {
      beaten = beaten || dominates(rewards[j], rewards[i]);
      first = first && (j >= i || rewards[j] != rewards[i]);
    }
    const bool on =
        std::find(front.begin(), front.end(), static_cast<std::int64_t>(i)) != front.end();
    CHECK(on == (!beaten && first));
  }
}
