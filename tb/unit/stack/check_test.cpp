// SPDX-License-Identifier: Apache-2.0
// Healthy stacks, with figures found by hand.
#include "jacquard/stack/check/check.hpp"

#include <catch2/catch.hpp>

#include "jacquard/stack/check/job_calls.hpp"
#include "support/fault_of.hpp"
#include "unit/stack/small_stacks.hpp"

using namespace jacquard::stack;
using check::Options;
using check::Verdict;
using jacquard::base::Bytes;
using rounds_kind = jacquard::rounds::CollectiveKind;
namespace collective = jacquard::collective;

namespace {

// Faults in words, for what a test prints when it fails.
Verdict held(const Stack& stack, const Options& options = {}) {
  Verdict verdict = check::check(stack, options);
  for (const auto& fault : verdict.faults.first()) UNSCOPED_INFO(fault.words);
  CHECK(verdict.holds());
  CHECK(verdict.bytes_delivered == verdict.bytes_expected);
  CHECK(verdict.duplicates == 0);
  CHECK(verdict.conflicts == 0);
  return verdict;
}

jacquard::engine::job::JobWork one_collective(rounds_kind kind, std::int64_t bytes) {
  return small_jobs::four_by_four([&](auto& node) {
    node.collective = kind;
    node.bytes = Bytes{bytes};
  });
}

}  // namespace

TEST_CASE("Chronos's 4 x 4 example delivers what a hand count says") {
  // Two all-reduces of 4,096 bytes, of 16 ranks in rings of 4. Results: 4,096 bytes at each rank.
  // Messages: 2 x 3 of 1,024 bytes from each rank. A slot carries 1,000 - 110 bytes, so a message
  // takes 2.
  const Verdict verdict =
      held(small_stacks::composed(small_jobs::four_by_four(), small_stacks::fabric()));
  CHECK(verdict.calls == 2);
  CHECK(verdict.bytes_expected == 2 * 16 * 4096);
  CHECK(verdict.messages == 2 * 16 * 6);
  CHECK(verdict.slots == 2 * 6 * 2);
  CHECK(verdict.circuits == 16 * 2 * 6 * 2);
}

TEST_CASE("bytes expected are those of results that come from others") {
  // Of the 8 groups of 4 members. All-gather: 3 pieces of 4,000 at 4 members; reduce-scatter: the
  // 4,000 bytes once; all-to-all and broadcast: 3 shares of 4,000.
  const auto expected = [](rounds_kind kind) {
    return held(small_stacks::composed(one_collective(kind, 4000), small_stacks::fabric()))
        .bytes_expected;
  };
  CHECK(expected(rounds_kind::all_gather) == 8 * 4 * 3 * 4000);
  CHECK(expected(rounds_kind::reduce_scatter) == 8 * 4000);
  CHECK(expected(rounds_kind::all_to_all) == 8 * 3 * 4000);
  CHECK(expected(rounds_kind::broadcast) == 8 * 3 * 4000);
}

TEST_CASE("every algorithm's messages bring about its collective") {
  using collective::Method;
  for (const Method method : {Method::ring, Method::two_way_ring, Method::direct,
                              Method::halving_doubling, Method::double_binary_tree}) {
    for (const rounds_kind kind : {rounds_kind::all_reduce, rounds_kind::reduce_scatter,
                                   rounds_kind::all_gather, rounds_kind::all_to_all}) {
      const collective::Algorithm algorithm{method};
      if (!collective::unsupported(algorithm, kind, 4).empty()) continue;
      auto work = one_collective(kind, 4000);
      for (auto& algorithms : work.algorithms) algorithms.by_dimension = {algorithm};
      INFO(static_cast<int>(method) << " " << static_cast<int>(kind));
      held(small_stacks::composed(work, small_stacks::fabric()));
      work.job = small_jobs::listed_groups(work.job);
      held(small_stacks::composed(work, small_stacks::fabric(2)));
    }
  }
}

TEST_CASE("a pipeline's message goes from each rank of a stage to its like in the next") {
  for (const Sync sync : {Sync::per_slot, Sync::on_dependency}) {
    const Verdict verdict =
        held(small_stacks::composed(small_jobs::pipeline_of_two(), small_stacks::fabric(1, sync)));
    CHECK(verdict.calls == 1);
    CHECK(verdict.messages == 2);
    CHECK(verdict.bytes_expected == 2 * 1'000'000);
  }
}

TEST_CASE("messages are followed through two tiers of switches") {
  // Leaves of 4: what goes to another row of the 4 x 4 grid goes through a spine.
  Fabric fabric = small_stacks::fabric(2);
  for (const bool local : {true, false}) {
    fabric.local = local;
    for (const Sync sync : {Sync::per_slot, Sync::on_dependency}) {
      fabric.sync = sync;
      const Verdict verdict = held(small_stacks::composed(small_jobs::four_by_four(), fabric));
      CHECK(verdict.messages == 2 * 16 * 6);
    }
  }
}

TEST_CASE("slots drawn from the seed, one actor, or two threads find the same") {
  const Stack stack = small_stacks::composed(small_jobs::four_by_four(), small_stacks::fabric(2));
  Options options;
  options.threads = 2;
  CHECK(held(stack, options).messages == 2 * 16 * 6);
  options.actor = 0;
  CHECK(held(stack, options).messages == 2 * 16 * 6);
  options.actor.reset();
  options.slots = 1000;
  const Verdict drawn = held(stack, options);
  CHECK(drawn.messages == 0);
  CHECK(drawn.slots == stack.timeline.slots);  // of few slots each is drawn
  CHECK(drawn.circuits == 16 * 2 * 6 * 2);
}

TEST_CASE("an actor or a number of slots that the stack has not is refused") {
  const Stack stack = small_stacks::composed(small_jobs::four_by_four(), small_stacks::fabric());
  const auto refused = [&](const Options& options) {
    return jacquard::tb::fault_of([&] { check::check(stack, options); });
  };
  Options options;
  options.actor = 1;
  CHECK_THAT(refused(options), Catch::StartsWith("--actor"));
  options.actor = -1;
  CHECK_THAT(refused(options), Catch::StartsWith("--actor"));
  options.actor.reset();
  options.slots = 0;
  CHECK_THAT(refused(options), Catch::StartsWith("--slots"));
}

TEST_CASE("a stack has the calls of its job, and of no other") {
  const auto differences = [](const jacquard::engine::job::JobWork& of, const Stack& stack) {
    const check::Faults faults = check::compare_calls(stack, of.job);
    return faults.first().empty() ? std::string() : faults.first().front().words;
  };
  const auto job = small_jobs::four_by_four();
  auto listed = job;
  listed.job = small_jobs::listed_groups(job.job);
  const std::vector both{job, listed};
  for (const auto& work : both) {
    const Stack stack = small_stacks::composed(work, small_stacks::fabric());
    for (const auto& wanted : both) CHECK(differences(wanted, stack).empty());

    const auto larger = small_jobs::four_by_four([](auto& node) {
      if (node.group == 2) node.bytes = Bytes{4097};
    });
    CHECK_THAT(differences(larger, stack),
               Catch::Contains("rank 0, collectives of ranks 0, 4, 8, 12: number 1 of 1 is "
                               "all-reduce of 4097 bytes in the job, all-reduce of 4096 bytes"));
    auto turned = job;
    turned.job.partitions = {{1, {1}}, {2, {1}}};
    CHECK_THAT(differences(turned, stack),
               Catch::Contains("is all-reduce of 4096 bytes in the job, none"));
    // The same groups for rank 0, others for rank 5.
    auto swapped = listed;
    std::swap(swapped.job.groups[1004][1], swapped.job.groups[1008][1]);
    CHECK_FALSE(differences(swapped, stack).empty());
    CHECK(differences(small_jobs::pipeline_of_two(), stack) == "the stack has 16 ranks, the job 4");
  }
  const auto pipeline = small_jobs::pipeline_of_two();
  CHECK(differences(pipeline, small_stacks::composed(pipeline, small_stacks::fabric())).empty());
}
