// SPDX-License-Identifier: Apache-2.0
#include "jacquard/astra/estimate.hpp"

#include <catch2/catch.hpp>
#include <numeric>

#include "jacquard/base/error.hpp"
#include "support/astra_case.hpp"

using namespace jacquard;
using namespace jacquard::tb;
using astra::Places;
using astra::run;
using Catch::Contains;
using collective::Method;
using topology::Block;
using Kind = CollectiveKind;

namespace {

double estimated_messages(const Input& input) {
  std::vector<int> all(static_cast<std::size_t>(input.job.npus()));
  std::iota(all.begin(), all.end(), 0);
  return astra::estimate(input, Places(input.network), all).messages;
}

}  // namespace

TEST_CASE("A run sends as many messages as it was estimated to") {
  const std::vector<Dimension> network = {{Block::ring, 4, 50, 500}, {Block::switched, 8, 25, 700}};
  for (const Method method :
       {Method::ring, Method::direct, Method::halving_doubling, Method::double_binary_tree}) {
    for (const Kind kind :
         {Kind::all_reduce, Kind::reduce_scatter, Kind::all_gather, Kind::all_to_all}) {
      if (method == Method::halving_doubling && kind == Kind::all_to_all) continue;
      for (const std::int64_t bytes :
           {std::int64_t{7}, std::int64_t{1} << 20, std::int64_t{999'999}}) {
        if (method == Method::double_binary_tree && kind != Kind::all_reduce) continue;
        Input input = astra_machine(network, {{method}});
        input.symmetry = false;
        input.system.endpoint_delay = 10;
        run_on_all(input, {collective_node(kind, bytes)});
        CAPTURE(int(method), int(kind), bytes);
        CHECK(static_cast<double>(run(input).messages) == Approx(estimated_messages(input)));
      }
    }
  }
}

TEST_CASE("A run beyond a limit is refused before it begins, and the limit can be lifted") {
  Input input = astra_machine({{Block::ring, 8, 50, 500}}, {{Method::ring}});
  run_on_all(input, {collective_node(Kind::all_reduce, std::int64_t{1} << 30)});
  input.symmetry = false;
  // 8 NPUs send 14 messages for each of 4 chunks.
  input.limits.messages = 447;
  CHECK_THROWS_WITH(run(input), Contains("at most 447 messages") && Contains("about 448") &&
                                    Contains("engine.most_messages"));
  CHECK_THROWS_WITH(run_faithfully(input), Contains("at most 447 messages"));
  input.limits.messages = 448;
  CHECK(run(input).messages == 448);
  CHECK_NOTHROW(run_faithfully(input));
  input.limits = engine::kLimitsOfJobs;
  input.system.splits = 1'000'000'000;
  CHECK_THROWS_WITH(run(input), Contains("engine.most_messages"));
  CHECK_THROWS_WITH(run_faithfully(input), Contains("engine.most_messages"));
  input.limits.messages = 1e18;
  CHECK_THROWS_WITH(run(input), Contains("bytes of memory") && Contains("engine.most_memory"));
  CHECK_THROWS_WITH(run_faithfully(input), Contains("engine.most_memory"));
}

TEST_CASE("A run tells how far it is") {
  Input input = astra_machine({{Block::ring, 64, 50, 500}}, {{Method::direct}});
  input.symmetry = false;
  input.system.splits = 200;
  run_on_all(input, {collective_node(Kind::all_reduce, std::int64_t{1} << 30)});
  std::vector<double> parts;
  input.progress = [&parts](std::int64_t done, double of) {
    parts.push_back(static_cast<double>(done) / of);
  };
  run(input);
  REQUIRE(parts.size() > 2);
  CHECK(parts.front() == 0);
  CHECK(std::is_sorted(parts.begin(), parts.end()));
  CHECK(parts.back() > 0.5);
  CHECK(parts.back() <= 1);
}
