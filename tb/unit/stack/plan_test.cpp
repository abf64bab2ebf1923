// SPDX-License-Identifier: Apache-2.0
// Plans of small jobs, whose global permutations can be checked by hand (Chronos s5.2).
#include "jacquard/stack/plan.hpp"

#include <catch2/catch.hpp>

#include "unit/stack/small_jobs.hpp"

using namespace jacquard;
using small_jobs::four_by_four;
using small_jobs::pipeline_of_two;
using stack::Call;
using stack::Plan;
using stack::plan_of;

namespace {

std::vector<int> expanded(const Plan& plan, int pattern) {
  std::vector<int> to;
  for (int rank = 0; rank < plan.ranks; ++rank) {
    to.push_back(receiver(base::at(plan.patterns, pattern), rank, base::at(plan.actor_of, rank)));
  }
  return to;
}

}  // namespace

TEST_CASE("the 4 x 4 example of Chronos has one permutation of its columns and one of its rows") {
  const Plan plan = plan_of(four_by_four(), {});
  REQUIRE(plan.ranks == 16);
  REQUIRE(plan.actors.size() == 1);
  REQUIRE(plan.labels == std::vector<std::string>{"tp", "dp"});
  REQUIRE(plan.calls.size() == 2);
  REQUIRE(plan.patterns.size() == 2);
  // A GPU's number is its column of tensor parallelism first: 0..3 are one group.
  CHECK(expanded(plan, 0) ==
        std::vector<int>{1, 2, 3, 0, 5, 6, 7, 4, 9, 10, 11, 8, 13, 14, 15, 12});
  CHECK(expanded(plan, 1) ==
        std::vector<int>{4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3});
  // A ring of four: three steps to reduce and three to gather, a quarter of 4 KiB each.
  for (const stack::Template& t : plan.templates) {
    int steps = 0;
    for (int r = t.first_round; r < t.first_round + t.rounds; ++r) {
      CHECK(base::at(plan.rounds.rounds, r).bytes.count() == 1024);
      steps += base::at(plan.rounds.rounds, r).repeat;
    }
    CHECK(steps == 6);
  }
}

TEST_CASE("who sends is found from who receives, in each pattern") {
  for (const engine::job::JobWork& work : {four_by_four(), pipeline_of_two()}) {
    const Plan plan = plan_of(work, {});
    for (const stack::Pattern& pattern : plan.patterns) {
      for (int rank = 0; rank < plan.ranks; ++rank) {
        const int to = receiver(pattern, rank, base::at(plan.actor_of, rank));
        if (to == rounds::kNobody) continue;
        CHECK(sender(pattern, to, base::at(plan.actor_of, to)) == rank);
      }
    }
  }
}

TEST_CASE("a stage of a pipeline sends to the same places of the next") {
  const Plan plan = plan_of(pipeline_of_two(), {});
  REQUIRE(plan.actors.size() == 2);
  REQUIRE(plan.calls.size() == 1);
  CHECK(plan.labels == std::vector<std::string>{"pp"});
  const int of_round = plan.pattern_of_round.at(0);
  CHECK(expanded(plan, of_round) == std::vector<int>{2, 3, -1, -1});
  CHECK(plan.sides_of(plan.calls[0]).size() == 2);
}

TEST_CASE("calls of few bytes are control, and take few rounds") {
  const Plan plan = plan_of(four_by_four(), {base::Bytes{4096}});
  for (const Call& call : plan.calls) CHECK(call.kind == Call::Kind::control);
  // Halving and doubling among four: two steps down, two up.
  for (const stack::Template& t : plan.templates) {
    int steps = 0;
    for (int r = t.first_round; r < t.first_round + t.rounds; ++r) {
      steps += base::at(plan.rounds.rounds, r).repeat;
    }
    CHECK(steps == 4);
  }
}

TEST_CASE("what only the run knows is a placeholder, and a barrier has no rounds") {
  engine::job::JobWork work = four_by_four([](workload::OpNode& node) {
    node.collective = workload::CollectiveKind::all_to_all;
    node.unpredictable = true;
  });
  const Plan unknown = plan_of(work, {});
  for (const Call& call : unknown.calls) CHECK(call.kind == Call::Kind::placeholder);
  work = four_by_four([](workload::OpNode& node) {
    node.kind = workload::OpKind::marker;
    node.barrier = true;
  });
  const Plan waiting = plan_of(work, {});
  CHECK(waiting.barriers == 2);
  for (const Call& call : waiting.calls) {
    CHECK(call.kind == Call::Kind::barrier);
    CHECK(waiting.template_of(call).rounds == 0);
  }
}

TEST_CASE("a job by ranks has the permutations of the same job by classes") {
  engine::job::JobWork by_ranks = four_by_four();
  by_ranks.job = small_jobs::listed_groups(by_ranks.job);
  const Plan classes = plan_of(four_by_four(), {});
  const Plan ranks = plan_of(by_ranks, {});
  REQUIRE(ranks.actors.size() == 16);
  REQUIRE(ranks.calls.size() == 8);  // four groups each
  std::vector<int> columns(16, rounds::kNobody);
  std::vector<int> rows(16, rounds::kNobody);
  for (const Call& call : ranks.calls) {
    const stack::Template& t = ranks.template_of(call);
    const stack::Pattern& pattern =
        ranks.patterns.at(base::index(ranks.pattern_of_round.at(base::index(t.first_round))));
    for (const auto& [from, to] : pattern.pairs) {
      base::at(to / 4 == from / 4 ? columns : rows, from) = to;
    }
  }
  CHECK(columns == expanded(classes, 0));
  CHECK(rows == expanded(classes, 1));
}
