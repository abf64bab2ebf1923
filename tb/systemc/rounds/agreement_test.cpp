// SPDX-License-Identifier: Apache-2.0
// The bound docs/engines.md states: where nothing contends, closed forms, events and circuits give
// the same picosecond; elsewhere events and circuits agree within one per cent.
#include <catch2/catch.hpp>

#include "jacquard/base/error.hpp"
#include "jacquard/collective/generate.hpp"
#include "jacquard/engine/analytic/analytic.hpp"
#include "jacquard/engine/event/event_engine.hpp"
#include "jacquard/topology/shape_text.hpp"
#include "systemc/rounds/cycle_engine.hpp"

using namespace jacquard;
using base::Bytes;
using base::BytesPerSecond;
using base::ConfigError;
using base::Picoseconds;
using collective::Algorithm;
using collective::CollectiveRequest;
using collective::Method;
using collective::Spread;
using rounds::CollectiveKind;
using topology::Block;
using topology::Dimension;
using topology::Fabric;

namespace {

Dimension dimension(Block block, int size, double gigabytes = 50, std::int64_t ns = 500) {
  return {block, size, BytesPerSecond{gigabytes * 1e9}, Picoseconds{ns * 1000}};
}

CollectiveRequest request_for(const Fabric& fabric, CollectiveKind kind,
                              std::vector<Algorithm> algorithms) {
  CollectiveRequest request;
  request.kind = kind;
  std::vector<int> sizes;
  for (const Dimension& d : fabric.all()) sizes.push_back(d.size);
  request.shape = rounds::Shape(sizes);
  request.algorithms = std::move(algorithms);
  request.bytes = Bytes{1'000'003};
  request.chunks = 3;
  return request;
}

struct Times {
  Picoseconds analytic{0}, event{0}, cycle{0};
};

Times times_of(const CollectiveRequest& request, const Fabric& fabric) {
  const engine::Rules rules;
  const rounds::RoundGraph graph = generate(request);
  Times times;
  times.analytic = engine::AnalyticEngine().run({{graph, &request}, fabric, rules, {}}).time;
  times.event = engine::EventEngine()
                    .run({graph, fabric, rules, {}, engine::Mode::faithful, engine::Symmetry::off})
                    .time;
  times.cycle = systemc::CycleEngine().run({graph, fabric, rules, {}}).time;
  return times;
}

constexpr CollectiveKind kKinds[] = {CollectiveKind::all_reduce, CollectiveKind::reduce_scatter,
                                     CollectiveKind::all_gather, CollectiveKind::all_to_all};

}  // namespace

TEST_CASE("three engines give one picosecond where messages have links of their own") {
  struct Case {
    Block block;
    Method method;
  };
  for (const Case& c :
       {Case{Block::ring, Method::ring}, Case{Block::switched, Method::ring},
        Case{Block::crossbar, Method::ring}, Case{Block::fully_connected, Method::ring},
        Case{Block::fully_connected, Method::direct},
        Case{Block::fully_connected, Method::halving_doubling},
        Case{Block::switched, Method::halving_doubling},
        Case{Block::fully_connected, Method::double_binary_tree}}) {
    for (const int n : {2, 4, 8, 16}) {
      for (const CollectiveKind kind : kKinds) {
        const Algorithm algorithm{c.method, 0};
        if (!collective::unsupported(algorithm, kind, n).empty()) continue;
        INFO(collective::name_of(algorithm) << " on " << topology::block_name(c.block) << "(" << n
                                            << "), kind " << static_cast<int>(kind));
        const Fabric fabric({dimension(c.block, n)});
        CollectiveRequest request = request_for(fabric, kind, {algorithm});
        // On its way up, a chunk in the other tree meets the one before on its way down.
        if (c.method == Method::double_binary_tree) request.chunks = 1;
        const Times times = times_of(request, fabric);
        CHECK(times.event == times.analytic);
        CHECK(times.cycle == times.analytic);
      }
    }
  }
}

TEST_CASE("closed forms are what events are of messages at one port, and of halves both ways") {
  struct Case {
    Block block;
    Algorithm algorithm;
  };
  for (const Case& c :
       {Case{Block::switched, {Method::direct, 0}}, Case{Block::switched, {Method::direct, 1}},
        Case{Block::crossbar, {Method::direct, 0}}, Case{Block::ring, {Method::two_way_ring, 0}},
        Case{Block::fully_connected, {Method::two_way_ring, 0}}}) {
    for (const int n : {3, 4, 7, 16}) {
      for (const CollectiveKind kind : kKinds) {
        const bool halves = c.algorithm.method == Method::two_way_ring;
        if (halves && kind == CollectiveKind::all_to_all) continue;
        INFO(collective::name_of(c.algorithm) << " on " << topology::block_name(c.block) << "(" << n
                                              << "), kind " << static_cast<int>(kind));
        const Fabric fabric({dimension(c.block, n)});
        const CollectiveRequest request = request_for(fabric, kind, {c.algorithm});
        const rounds::RoundGraph graph = generate(request);
        const engine::Rules rules;
        CHECK(engine::AnalyticEngine().run({{graph, &request}, fabric, rules, {}}).time ==
              engine::EventEngine().run({graph, fabric, rules, {}}).time);
      }
    }
  }
}

TEST_CASE("the engines agree over several dimensions, in both ways of spreading an all-reduce") {
  const Fabric fabric({dimension(Block::ring, 4, 200, 50),
                       dimension(Block::fully_connected, 4, 100), dimension(Block::switched, 2)});
  for (const Spread spread : {Spread::baseline, Spread::blueconnect}) {
    for (const CollectiveKind kind : kKinds) {
      CollectiveRequest request =
          request_for(fabric, kind, {{Method::ring, 0}, {Method::direct, 0}, {Method::ring, 0}});
      request.spread = spread;
      const Times times = times_of(request, fabric);
      INFO("kind " << static_cast<int>(kind));
      CHECK(times.event == times.analytic);
      CHECK(times.cycle == times.analytic);
    }
  }
}

TEST_CASE("a two-way ring of two shares the one link each way, by events and on circuits") {
  const Fabric fabric({dimension(Block::ring, 2)});
  const CollectiveRequest request =
      request_for(fabric, CollectiveKind::all_reduce, {{Method::two_way_ring, 0}});
  const rounds::RoundGraph graph = generate(request);
  const engine::Rules rules;
  const auto event = engine::EventEngine().run(
      {graph, fabric, rules, {}, engine::Mode::faithful, engine::Symmetry::off});
  CHECK(systemc::CycleEngine().run({graph, fabric, rules, {}}).time == event.time);
}

TEST_CASE("events and circuits agree within a per cent where an NPU's messages share its link") {
  for (const Block block : {Block::switched, Block::crossbar}) {
    for (const int n : {4, 8, 16}) {
      for (const CollectiveKind kind : kKinds) {
        for (const int window : {0, 2}) {
          const Fabric fabric({dimension(block, n)});
          const CollectiveRequest request = request_for(fabric, kind, {{Method::direct, window}});
          const rounds::RoundGraph graph = generate(request);
          const engine::Rules rules;
          const auto event = engine::EventEngine().run(
              {graph, fabric, rules, {}, engine::Mode::faithful, engine::Symmetry::off});
          const auto cycle = systemc::CycleEngine().run({graph, fabric, rules, {}});
          INFO("n " << n << ", kind " << static_cast<int>(kind) << ", window " << window);
          CHECK(static_cast<double>(cycle.time.count()) ==
                Approx(static_cast<double>(event.time.count())).epsilon(0.01));
          CHECK(cycle.messages == event.messages);
          for (const auto& d : cycle.dimensions) {
            const double offered =
                base::to_seconds(cycle.time).count() * static_cast<double>(d.links);
            CHECK(d.utilisation == Approx(d.busy.count() / offered));
            CHECK(d.utilisation <= 1);
          }
          // Each message may pay a guard, and no more.
          const Picoseconds guard{10'000};
          const auto guarded = systemc::CycleEngine().run(
              {graph, fabric, rules, {}, engine::Mode::faithful, engine::Symmetry::off, guard});
          CHECK(guarded.time > cycle.time);
          CHECK(guarded.time <= cycle.time + guard * (cycle.messages / n));
        }
      }
    }
  }
}

TEST_CASE("closed forms say where messages would meet") {
  const Fabric ring({dimension(Block::ring, 8)});
  const engine::Rules rules;
  const auto fault = [&](const Fabric& fabric, Algorithm algorithm) -> std::string {
    try {
      const auto request = request_for(fabric, CollectiveKind::all_reduce, {algorithm});
      const rounds::RoundGraph graph = generate(request);
      engine::AnalyticEngine().run({{graph, &request}, fabric, rules, {}});
    } catch (const ConfigError& error) {
      return error.what();
    }
    return "";
  };
  CHECK_THAT(fault(ring, {Method::direct, 0}),
             Catch::Contains("direct in dimension 0, Ring(8), where messages meet"));
  CHECK_THAT(fault(ring, {Method::halving_doubling, 0}), Catch::Contains("halving-doubling"));
  CHECK(fault(ring, {Method::ring, 0}).empty());
  const Fabric mesh({dimension(Block::fully_connected, 8)});
  CHECK_THAT(fault(mesh, {Method::double_binary_tree, 0}), Catch::Contains("with several chunks"));
}
