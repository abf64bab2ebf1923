// SPDX-License-Identifier: Apache-2.0
#include "systemc/collective/compare.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <set>

#include "jacquard/base/data_path.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/config/find_config.hpp"
#include "jacquard/rounds/names.hpp"
#include "jacquard/systems/system_noun.hpp"
#include "systemc/collective/run_collective.hpp"

using namespace jacquard;
using collective::Spread;
using rounds::CollectiveKind;
using run::Asked;
using run::Ranked;

namespace {

Asked question(const std::string& topology, CollectiveKind kind) {
  Asked q;
  q.config.network.topology = topology;
  q.config.kind = kind;
  q.spreads = {Spread::baseline};
  if (kind == CollectiveKind::all_reduce) q.spreads.push_back(Spread::blueconnect);
  q.chunks = {1, 4};
  q.sizes = {base::Bytes{1'000}, base::Bytes{1'000'000}, base::Bytes{256'000'000}};
  return q;
}

std::vector<Ranked> answer(Asked q, int threads = 2) {
  const topology::Network network = topology::build_network(q.config.network);
  if (q.algorithms.empty()) q.algorithms = run::every_algorithm(network);
  return run::compare(q, network, 1, threads);
}

}  // namespace

TEST_CASE("No algorithm beats the bound, whatever the fabric, the kind and the size") {
  for (const char* topology :
       {"Ring(2)", "Ring(7)", "FullyConnected(4)", "Switch(6)", "Crossbar(8)", "Ring(4) Switch(4)",
        "Switch(8) Switch(2)", "FullyConnected(4) Ring(3)", "Ring(2) Ring(2) Ring(4)"}) {
    for (const CollectiveKind kind :
         {CollectiveKind::all_reduce, CollectiveKind::reduce_scatter, CollectiveKind::all_gather,
          CollectiveKind::all_to_all, CollectiveKind::broadcast}) {
      for (const Ranked& one : answer(question(topology, kind))) {
        INFO(topology << " " << rounds::name_of(kind) << " " << one.how.algorithm << " "
                      << one.how.chunks << " " << one.bytes.count());
        REQUIRE(one.bound);
        CHECK(one.time >= *one.bound);
      }
    }
  }
}

// Sanitized it would take minutes, and the same functions run in the tests around it.
TEST_CASE("Nothing that is run without a choice is faster than the first of a ranking", "[plain]") {
  std::set<std::string> shapes;
  for (const std::string& name : config::shipped_configs("systems")) {
    const topology::System system = systems::find_system(name, {"--system", ""}).system;
    const topology::Network network = topology::build_network(system.network);
    if (network.npus() > 128) continue;  // these take a minute, by the same functions
    // Of a shape and a law one system stands for all: a large one takes seconds.
    const bool is_new = shapes.insert(system.network.topology).second;
    if (network.npus() > 16 && !is_new) continue;
    for (const CollectiveKind kind :
         {CollectiveKind::all_reduce, CollectiveKind::reduce_scatter, CollectiveKind::all_gather,
          CollectiveKind::all_to_all, CollectiveKind::broadcast, CollectiveKind::reduce}) {
      Asked q;
      q.config = run::collective_on(system, {"--system", ""});
      q.config.kind = kind;
      q.sizes = {base::Bytes{10'000}, base::Bytes{1'000'000'000}};
      q.spreads = {q.config.spread};
      q.chunks = {q.config.chunks};
      q.algorithms = run::every_algorithm(network);
      run::add_usual_ways(q, {true, true}, network);
      const std::vector<Ranked> ranking = run::compare(q, network, 1, 2);
      for (const base::Bytes bytes : q.sizes) {
        INFO(name << " " << rounds::name_of(kind) << " " << bytes.count());
        run::CollectiveConfig alone = q.config;
        alone.bytes = bytes;
        if (const auto way = run::usual_way(alone, network, {}, 2)) {
          alone.algorithm = way->algorithm;
          alone.spread = way->spread;
          alone.chunks = way->chunks;
        }
        std::optional<run::Work> work;
        try {
          work = run::make_work(alone, network, "", 1);
        } catch (const base::ConfigError&) {
          continue;  // the system's own way does not do this kind: nothing is run without a choice
        }
        const base::Picoseconds time = run::run_collective(alone, network, *work).time;
        const auto first = std::find_if(ranking.begin(), ranking.end(),
                                        [&](const Ranked& one) { return one.bytes == bytes; });
        REQUIRE(first != ranking.end());
        CHECK(first->time <= time);
      }
    }
  }
}

TEST_CASE("Ways are ranked by time within each size") {
  const auto all = answer(question("Ring(4) Switch(4)", CollectiveKind::all_reduce));
  // 7 algorithms and their mixtures, two spreads, two chunk counts, where all can be made.
  CHECK(all.size() % 3 == 0);
  CHECK(all.size() / 3 <= 49 * 2 * 2);
  for (std::size_t i = 1; i < all.size(); ++i) {
    if (all[i].bytes != all[i - 1].bytes) {
      CHECK(all[i].rank == 1);
      continue;
    }
    CHECK(all[i].rank == all[i - 1].rank + 1);
    CHECK(all[i].time >= all[i - 1].time);
  }
}

TEST_CASE("Each way takes what it takes alone") {
  Asked q = question("Switch(4) Switch(4)", CollectiveKind::all_reduce);
  q.algorithms = {"ring,direct"};
  for (const Ranked& one : answer(q)) {
    run::CollectiveConfig alone = q.config;
    alone.algorithm = one.how.algorithm;
    alone.spread = one.how.spread;
    alone.chunks = one.how.chunks;
    alone.bytes = one.bytes;
    const topology::Network network = topology::build_network(alone.network);
    const auto work = run::make_work(alone, network, "", 1);
    CHECK(run::run_collective(alone, network, work).time == one.time);
  }
}

TEST_CASE("The answer does not depend on the number of threads") {
  const Asked q = question("Switch(4) Switch(2)", CollectiveKind::all_reduce);
  const auto one = answer(q, 1), three = answer(q, 3);
  REQUIRE(one.size() == three.size());
  for (std::size_t i = 0; i < one.size(); ++i) {
    CHECK(one[i].time == three[i].time);
    CHECK(one[i].how.algorithm == three[i].how.algorithm);
  }
}

TEST_CASE("What cannot be made is left out, and if nothing can the reason is said") {
  Asked q = question("Switch(6)", CollectiveKind::all_reduce);  // not a power of two
  for (const Ranked& one : answer(q)) CHECK(one.how.algorithm != "halving-doubling");
  q.algorithms = {"halving-doubling"};
  CHECK_THROWS_AS(answer(q), base::ConfigError);
}
