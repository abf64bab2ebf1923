// SPDX-License-Identifier: Apache-2.0
#include "jacquard/plan/layers/ranking.hpp"

#include <catch2/catch.hpp>

#include "unit/plan/layers/questions.hpp"

using namespace jacquard;
using planner::Certificate;

TEST_CASE("The certificate notices a strategy that is missing, and one that stands twice") {
  const plan::Request request = planner::request_of(tb::question("dlrm-a", "zionex-128"));
  auto strategies = plan::all_strategies(request.model, request.cluster);
  CHECK(planner::certify(request, strategies).complete());
  const plan::Strategy last = strategies.back();
  strategies.pop_back();
  CHECK(!planner::certify(request, strategies).complete());
  strategies.push_back(strategies.front());
  const Certificate twice = planner::certify(request, strategies);
  CHECK(twice.listed == twice.expected);
  CHECK(!twice.complete());
  strategies.back() = last;
  CHECK(planner::certify(request, strategies).complete());
}

// Three parts: (3 + 9) MLPs, (3 + 9) blocks, (2 + 4) embeddings.
TEST_CASE("A model of three parts has 864 strategies on nodes of devices, and 18 on one node") {
  const auto count = [](const char* system) {
    const auto request = planner::request_of(tb::question("dlrm-a-transformer", system));
    const planner::Ranking ranking = planner::rank_all(request, {});
    CHECK(ranking.certificate.complete());
    CHECK(ranking.refused + ranking.fit + ranking.too_big == ranking.certificate.listed);
    return ranking.certificate.expected;
  };
  CHECK(count("zionex-128") == 864);
  CHECK(count("zionex-8") == 18);
}

TEST_CASE("Ranks are the same for any number of threads, in both modes") {
  for (const auto mode : {planner::Mode::paper, planner::Mode::physical}) {
    const auto request =
        planner::request_of(tb::question("dlrm-a-transformer", "zionex-128", mode));
    const planner::Ranking one = planner::rank_all(request, {false, 1});
    const planner::Ranking four = planner::rank_all(request, {false, 4});
    REQUIRE(one.outcomes.size() == four.outcomes.size());
    for (std::size_t i = 0; i < one.outcomes.size(); ++i) {
      CHECK(plan::text_of(one.outcomes[i].strategy) == plan::text_of(four.outcomes[i].strategy));
      CHECK(one.outcomes[i].answer.times.time == four.outcomes[i].answer.times.time);
    }
  }
}

TEST_CASE("Where no strategy fits there is no best one, unless memory is ignored") {
  auto config = tb::question("dlrm-a", "zionex-128");
  config.memory_limit = base::Bytes{1'000'000};
  const auto request = planner::request_of(config);
  const planner::Ranking none = planner::rank_all(request, {});
  CHECK(none.fit == 0);
  CHECK(none.too_big > 0);
  CHECK(none.best() == nullptr);
  CHECK(planner::rank_all(request, {true, 1}).best() != nullptr);
}
