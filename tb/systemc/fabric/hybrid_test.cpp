// SPDX-License-Identifier: Apache-2.0
// Packets beside circuits.
#include "systemc/fabric/hybrid.hpp"

#include <catch2/catch.hpp>

#include "jacquard/demand/generate.hpp"
#include "support/fault_of.hpp"
#include "systemc/experiment/experiment.hpp"

namespace jacquard::systemc {
namespace {

using base::Bytes;
using base::Picoseconds;
using demand::DemandMatrix;

experiment::ExperimentConfig config(const std::vector<std::string>& set) {
  experiment::ExperimentConfig config;
  for (const std::string& one : set) experiment::experiment_fields().set(config, one);
  return config;
}

RunFigures run(const char* kind, const experiment::ExperimentConfig& config,
               const DemandMatrix& demand, report::FabricRun* trace = nullptr) {
  const auto flows = demand::flows_of(demand);
  const auto fabric = experiment::fabric_kind(kind).make(config, 1, "");
  return fabric->run({demand, {flows.data(), flows.size()}}, 1, trace);
}

DemandMatrix small_moe(std::uint64_t index) {
  const DemandMatrix whole = demand::generate(demand::DemandClass::moe, 16, 1, index);
  DemandMatrix part(16);
  for (int i = 0; i < 16; ++i) {
    for (int j = 0; j < 16; ++j) part.set(i, j, Bytes{whole.at(i, j).count() / 1024 + 1});
  }
  return part;
}

// A shift of a megabyte, and a kilobyte from everyone to everyone else.
DemandMatrix large_and_small() {
  DemandMatrix demand(16);
  for (int i = 0; i < 16; ++i) {
    for (int j = 0; j < 16; ++j) {
      if (i != j) demand.set(i, j, Bytes{j == (i + 1) % 16 ? 1'000'000 : 1'000});
    }
  }
  return demand;
}

}  // namespace

TEST_CASE("a hybrid whose packets have no rate is its circuits, one whose packets have all is them",
          "[hybrid]") {
  const DemandMatrix demand = small_moe(2);
  const auto none = config({"hybrid.packet_share=0"}), all = config({"hybrid.packet_share=1"});
  const RunFigures circuits = run("circuit", none, demand), packets = run("packet", all, demand);
  const RunFigures first = run("hybrid", none, demand), second = run("hybrid", all, demand);
  CHECK(first.completion == circuits.completion);
  CHECK(first.flow_times == circuits.flow_times);
  CHECK(second.completion == packets.completion);
  CHECK(second.flow_times == packets.flow_times);
  CHECK(own_figures<HybridFigures>(first).by_packets == Bytes{0});
  CHECK(own_figures<HybridFigures>(second).by_packets == demand.total());
}

TEST_CASE("a hybrid sends what is small by packets, and every byte once", "[hybrid]") {
  const DemandMatrix demand = large_and_small();
  auto half = config({"hybrid.packet_share=0.1", "circuit.guard=10 us", "circuit.charge_acks=false",
                      "circuit.charge_headers=false", "scheduler.name=holds-first",
                      "scheduler.bits=none", "scheduler.latency=0 ps", "scheduler.timing=fixed",
                      "fabric.link_delay=0 ps", "fabric.rate=800 Gb/s"});
  report::FabricRun trace;
  const RunFigures all = run("hybrid", half, demand, &trace);
  const auto own = own_figures<HybridFigures>(all);
  CHECK(all.bytes_delivered == demand.total());
  CHECK(own.by_packets == Bytes{16 * 14 * 1'000});
  CHECK(own.permutations == 1);
  CHECK(own.circuits == Picoseconds{10'000'000 + std::int64_t{1'000'000} * 8'000 / 720});
  CHECK(own.packets < own.circuits);
  CHECK(all.completion == own.circuits);
  CHECK(trace.flows.size() == 240);
  // By circuits alone there are 15 guards.
  CHECK(run("circuit", half, demand).completion > Picoseconds{150'000'000});
}

TEST_CASE("a hybrid's threshold is what the user says, else where both parts end alike",
          "[hybrid]") {
  demand::Quantisation counting;
  counting.rate = base::BitsPerSecond{720'000'000'000};
  counting.guard = Picoseconds{10'000'000};
  const base::BitsPerSecond packets{80'000'000'000};
  CHECK(best_threshold(large_and_small(), packets, counting) == Bytes{1'000'000});
  // Where changing takes nothing: 1.4 us of packets pass beside 11 us of circuits.
  counting.guard = Picoseconds{0};
  CHECK(best_threshold(large_and_small(), packets, counting) == Bytes{1'000'000});
  const DemandMatrix nothing(4);
  CHECK(best_threshold(nothing, packets, counting) == Bytes{0});
  const RunFigures said = run("hybrid", config({"hybrid.below=500 B"}), large_and_small());
  CHECK(own_figures<HybridFigures>(said).by_packets == Bytes{0});
}

TEST_CASE("a hybrid refuses several flows of one pair", "[hybrid]") {
  const DemandMatrix demand = large_and_small();
  auto flows = demand::flows_of(demand);
  flows.push_back(flows.front());
  const auto fabric = experiment::fabric_kind("hybrid").make(config({}), 1, "");
  CHECK_THAT(
      tb::fault_of([&] { fabric->run({demand, {flows.data(), flows.size()}}, 1, nullptr); }),
      Catch::Contains("one flow of each pair"));
}

}  // namespace jacquard::systemc
