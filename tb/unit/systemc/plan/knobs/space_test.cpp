// SPDX-License-Identifier: Apache-2.0
#include "systemc/plan/knobs/space.hpp"

#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <set>

#include "jacquard/base/error.hpp"
#include "unit/systemc/plan/knobs/problems.hpp"

using namespace jacquard;

namespace {

bool is_power_of_two(int n) { return (n & (n - 1)) == 0; }

// By trying every number: what the documentation says that the space is.
std::set<std::string> brute_force(const knobs::Problem& problem, int npus) {
  const workload::Model& m = problem.config.model;
  std::set<std::string> all;
  for (int tp = 1; tp <= problem.config.system.node; ++tp) {
    for (int pp = 1; pp <= npus; ++pp) {
      for (int dp = 1; dp <= npus; ++dp) {
        if (tp * pp * dp != npus || m.heads % tp != 0) continue;
        for (int v = 1; v <= m.layers + 2; ++v) {
          const bool even = m.layers % (pp * v) == 0;
          const bool edges = (m.layers + 2) % (pp * v) == 0 && pp * v > 1;
          if ((!even && !edges) || (v > 1 && pp == 1)) continue;
          for (int zero = 0; zero < 4; ++zero) {
            if ((zero > 0 && dp == 1) || (zero > 1 && pp > 1)) continue;
            for (int size = 1; size <= problem.config.batch; ++size) {
              if (!is_power_of_two(size) || (problem.config.batch / dp) % size != 0) continue;
              // Nothing is said of what is not computed again.
              for (const char* recompute : {"", ",recompute=selective", ",recompute=full"}) {
                all.insert(fmt::format(
                    "dp={},tp={},pp={},zero={},micro_batch={},schedule={},virtual_stages={}{},"
                    "uneven={}",
                    dp, tp, pp, zero, size, v > 1 ? "interleaved" : "1f1b", v, recompute,
                    even ? "no" : "edges"));
              }
            }
          }
        }
      }
    }
  }
  return all;
}

}  // namespace

TEST_CASE("The space of knobs is complete: what trying every number finds, each once") {
  const knobs::Problem problem = tb::small_problem();
  const knobs::Ranges ranges = knobs::ranges_of(problem, 16);
  const auto all = knobs::all_settings(problem, ranges, 16);
  std::set<std::string> texts;
  for (const workload::Parallelism& p : all) texts.insert(workload::text_of(p));
  std::set<std::string> expected;
  for (const std::string& text : brute_force(problem, 16)) {
    expected.insert(workload::text_of(workload::parse_parallelism(text, "test")));
  }
  CHECK(texts == expected);
  CHECK(all.size() == texts.size());
  CHECK(knobs::count_of(problem, ranges, 16).settings == static_cast<std::int64_t>(all.size()));
}

TEST_CASE("Stages that do not divide the layers differ by one; tp communicates beside products") {
  knobs::Problem problem = tb::small_problem();
  problem.config.model.layers = 7;  // neither 7 nor 9 layers make two stages
  const auto settings = [&](const char* within) {
    knobs::Ranges ranges = knobs::ranges_of(problem, 16);
    knobs::restrict_to(within, "--within", ranges);
    return knobs::all_settings(problem, ranges, 16);
  };
  const char* few = "pp=2,tp=2,zero=1,micro_batch=1,recompute=none";
  REQUIRE(settings(few).size() == 1);
  CHECK(settings(few)[0].stages == std::vector<int>{3, 4});
  CHECK_FALSE(settings(few)[0].async_tp);  // the small cluster has no device to say it can
  const char* both = "pp=2,tp=1:2,zero=1,micro_batch=1,recompute=none,async_tp=true";
  REQUIRE(settings(both).size() == 2);
  CHECK_FALSE(settings(both)[0].async_tp);
  CHECK(settings(both)[1].async_tp);
}

TEST_CASE("Ranges can be narrowed to values of one's own") {
  const knobs::Problem problem = tb::small_problem();
  knobs::Ranges ranges = knobs::ranges_of(problem, 16);
  knobs::restrict_to("tp=4,pp=2,zero=1:3,micro_batch=2,recompute=full,virtual=1", "--within",
                     ranges);
  const auto all = knobs::all_settings(problem, ranges, 16);
  REQUIRE(all.size() == 2);
  CHECK(workload::text_of(all[0]) ==
        workload::text_of(workload::parse_parallelism(
            "dp=2,tp=4,pp=2,zero=1,micro_batch=2,recompute=full", "test")));
  CHECK(all[1].zero == 3);
}

TEST_CASE("Experts fold over the axes that a range names, where these have members") {
  knobs::Problem problem = tb::small_problem();
  problem.config.model.experts.count = 4;
  problem.config.model.experts.top_k = 2;
  problem.config.model.experts.inner = 512;
  const auto folds = [&](const char* within) {
    knobs::Ranges ranges = knobs::ranges_of(problem, 16);
    knobs::restrict_to(std::string("pp=1,ep=1,zero=1,micro_batch=1,recompute=none") + within,
                       "--within", ranges);
    std::vector<std::string> texts;
    for (const workload::Parallelism& p : knobs::all_settings(problem, ranges, 16)) {
      texts.push_back(workload::text_of(p));
    }
    CHECK(knobs::count_of(problem, ranges, 16).settings == static_cast<std::int64_t>(texts.size()));
    return texts.size();
  };
  CHECK(folds(",tp=1:2:4,cp=1") == 5);  // tp = 1 folds nothing
  CHECK(folds(",tp=1:2:4,cp=1,fold=none") == 3);
  CHECK(folds(",tp=1:2:4,cp=1,fold=tp") == 2);
  CHECK(folds(",tp=2,cp=1:2,fold=none:cp") == 3);
}

TEST_CASE("A replica's batch of 2^30 has 31 powers of two, and none beyond 32 bits") {
  const knobs::Problem problem = tb::small_problem();
  const knobs::Ranges ranges = knobs::ranges_of(problem, 16);
  const std::vector<int> sizes = knobs::micro_batches_of(ranges, 1 << 30, 1);
  REQUIRE(sizes.size() == 31);
  CHECK(sizes.back() == 1 << 30);
  CHECK(knobs::micro_batches_of(ranges, 48, 4) == std::vector<int>{1, 2, 4});
}

TEST_CASE("Ranges that make no sense are refused with the knob") {
  const knobs::Problem problem = tb::small_problem();
  knobs::Ranges ranges = knobs::ranges_of(problem, 16);
  for (const char* text :
       {"tp", "tp=", "tp=x", "tp=0", "zero=4", "width=3", "recompute=some", "micro_batch=0",
        "tp=4,,pp=2", "fold=pp", "fold=", "fold=tp:yes", "tp=99999999999999999999"}) {
    CAPTURE(text);
    CHECK_THROWS_AS(knobs::restrict_to(text, "--within", ranges), base::ConfigError);
  }
}

TEST_CASE("Degrees whose product leaves 64 bits are no setting") {
  const knobs::Problem problem = tb::small_problem();
  knobs::Ranges ranges = knobs::ranges_of(problem, 16);
  knobs::restrict_to("tp=16777216,cp=16777216,ep=65536,pp=1", "--within", ranges);
  CHECK(knobs::count_of(problem, ranges, 16).degrees == 0);
  CHECK(knobs::all_settings(problem, ranges, 16).empty());
}

TEST_CASE("Where the software computes something again, settings say that nothing is") {
  knobs::Problem problem = tb::small_problem();
  knobs::Ranges ranges = knobs::ranges_of(problem, 16);
  knobs::restrict_to("pp=2,tp=2,zero=1,micro_batch=1,recompute=none", "test", ranges);
  CHECK_FALSE(knobs::all_settings(problem, ranges, 16).front().recompute);
  problem.config.software.keys.recompute = workload::Recompute::full;
  CHECK(knobs::all_settings(problem, ranges, 16).front().recompute == workload::Recompute::none);
}
