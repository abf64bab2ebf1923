// SPDX-License-Identifier: Apache-2.0
// Sums and copies in a simulated switch, beside the event engine and by hand.
#include <catch2/catch.hpp>

#include "jacquard/base/error.hpp"
#include "jacquard/collective/generate.hpp"
#include "jacquard/engine/event/event_engine.hpp"
#include "jacquard/rounds/names.hpp"
#include "systemc/rounds/cycle_engine.hpp"
#include "systemc/rounds/run_on_planes.hpp"

using namespace jacquard;
using collective::Method;
using collective::Spread;
using rounds::CollectiveKind;
using topology::Block;
using topology::Fabric;

namespace {

constexpr std::int64_t kE = 10'000;         // ps, endpoint delay
constexpr std::int64_t kLatency = 500'000;  // ps

topology::Dimension dimension(Block block, int n) {
  return {block, n, base::BytesPerSecond{50e9}, base::Picoseconds{kLatency}};
}

rounds::RoundGraph graph_of(CollectiveKind kind, const Fabric& fabric,
                            std::vector<collective::Algorithm> algorithms, std::int64_t bytes,
                            Spread spread = Spread::baseline, int chunks = 1) {
  collective::CollectiveRequest request;
  request.kind = kind;
  std::vector<int> radices;
  for (const topology::Dimension& d : fabric.all()) radices.push_back(d.size);
  request.shape = rounds::Shape(radices);
  request.algorithms = std::move(algorithms);
  request.bytes = base::Bytes{bytes};
  request.spread = spread;
  request.chunks = chunks;
  request.root = 1;
  return collective::generate(request);
}

std::string refused(const rounds::RoundGraph& graph, const Fabric& fabric,
                    base::Picoseconds guard = {}) {
  try {
    engine::Scenario scenario{graph, fabric, {}, {}};
    scenario.guard = guard;
    systemc::CycleEngine().run(scenario);
  } catch (const base::ConfigError& error) {
    return error.what();
  }
  return "";
}

TEST_CASE("A simulated switch that adds takes what the event engine says, to the picosecond") {
  const Fabric fabric({dimension(Block::switched, 6)});
  for (const CollectiveKind kind :
       {CollectiveKind::all_reduce, CollectiveKind::reduce_scatter, CollectiveKind::all_gather,
        CollectiveKind::broadcast, CollectiveKind::reduce}) {
    for (const collective::Algorithm algorithm :
         {collective::Algorithm{Method::sharp, 0}, {Method::nvls, 0}, {Method::nvls, 2}}) {
      for (const std::int64_t bytes : {1, 999, 60'000, 6'000'000}) {
        for (const int chunks : {1, 3}) {
          const auto graph = graph_of(kind, fabric, {algorithm}, bytes, Spread::baseline, chunks);
          const engine::Scenario scenario{graph, fabric, {}, {}};
          const engine::Result event = engine::EventEngine().run(scenario);
          const engine::Result cycle = systemc::CycleEngine().run(scenario);
          INFO(rounds::name_of(kind) << " " << name_of(algorithm) << " " << bytes);
          CHECK(cycle.time == event.time);
          CHECK(cycle.npu_ends == event.npu_ends);
          CHECK(cycle.messages == event.messages);
          CHECK(cycle.dimensions[0].bytes == event.dimensions[0].bytes);
        }
      }
    }
  }
}

TEST_CASE("Over two tiers of switches too") {
  const Fabric fabric({dimension(Block::switched, 4), dimension(Block::switched, 3)});
  for (const Spread spread : {Spread::baseline, Spread::blueconnect}) {
    const auto graph = graph_of(CollectiveKind::all_reduce, fabric,
                                {{Method::nvls, 0}, {Method::sharp, 0}}, 1'200'000, spread);
    const engine::Scenario scenario{graph, fabric, {}, {}};
    CHECK(systemc::CycleEngine().run(scenario).time == engine::EventEngine().run(scenario).time);
  }
}

TEST_CASE("Every port sends all data once and receives the sum once, by sharp") {
  const Fabric fabric({dimension(Block::switched, 8)});
  const auto graph = graph_of(CollectiveKind::all_reduce, fabric, {{Method::sharp, 0}}, 8000);
  systemc::PlaneConfig links;
  links.kind = systemc::PlaneKind::links;
  const systemc::OnPlanes run = systemc::run_on_planes({graph, fabric, {}, {}}, {links}, "a test");
  CHECK(run.result.time.count() == kE + 8000 * 20 + 2 * kLatency + kE);
  CHECK(run.sent == base::Bytes{8 * 8000});
  CHECK(run.received == base::Bytes{8 * 8000});
}

TEST_CASE("Circuits refuse sums and copies in one line") {
  const Fabric crossbar({dimension(Block::crossbar, 4)});
  const Fabric packets({dimension(Block::switched, 4)});
  for (const Method method : {Method::sharp, Method::nvls}) {
    const auto graph = graph_of(CollectiveKind::all_reduce, packets, {{method, 0}}, 8000);
    const std::string of_crossbar = refused(graph, crossbar);
    CHECK_THAT(of_crossbar, Catch::Contains("/rounds/0/cast") &&
                                Catch::Contains("a circuit joins one port to one"));
    CHECK(of_crossbar.find('\n') == std::string::npos);
    CHECK_THAT(refused(graph, packets, base::Picoseconds{1000}),
               Catch::Contains("circuits in dimension 0"));
  }
}

}  // namespace
