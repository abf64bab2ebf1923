// SPDX-License-Identifier: Apache-2.0
#include "systemc/serve/fabric_hand_over.hpp"

#include <catch2/catch.hpp>

#include "jacquard/serve/engine_defaults.hpp"
#include "support/fault_of.hpp"
#include "systemc/serve/traffic_run.hpp"

using namespace jacquard;
using namespace jacquard::serve;
using base::Bytes;
using base::Picoseconds;

namespace {

// 8 Llama 3 8B by tensor parallelism on NPUs around one switch: 50 GB/s, 250 ns to it and from it.
Setup instance(const std::string& fabric, int tp, const std::vector<std::string>& set = {}) {
  ServeConfig config;
  config.model = "llama3-8b";
  config.system = "circuit_64";
  config.npus = config.tp = tp;
  config.pp = 1;
  config.policy = Policy::continuous;
  config.fabric = fabric;
  for (const std::string& assignment : set) serve_fields().set(config, assignment);
  return setup_of(config);
}

constexpr std::int64_t kBytes = 64'000'000;
constexpr std::int64_t kByte = 20;         // ps of a byte at 50 GB/s
constexpr std::int64_t kFlight = 500'000;  // ps to the switch and from it

Picoseconds one(const std::string& fabric, int from_tp, int to_tp,
                const std::vector<std::string>& set = {}) {
  FabricHandOver way(instance(fabric, from_tp, set), 1, instance(fabric, to_tp, set), 1, 1);
  return way.carry(0, 0, Bytes{kBytes});
}

TrafficRun run(const std::string& fabric, int prefill, int decode, bool carried) {
  const Setup prompts = instance(fabric, 2);
  const Setup answers = instance(fabric, 4);
  TrafficSpec spec;
  for (int i = 0; i < 24; ++i) {
    Request request;
    request.id = i;
    request.arrival = Picoseconds{i * 10'000'000'000ll};
    request.input = 1000 + 37 * i;
    request.output = 5;
    spec.requests.push_back(request);
  }
  FabricHandOver way(prompts, prefill, answers, decode, 1);
  return run_disaggregated(prompts, prefill, answers, decode, spec, {}, carried ? &way : nullptr);
}

}  // namespace

TEST_CASE("On an ideal fabric keys and values take their bytes over the smaller side's links") {
  CHECK(one("ideal", 2, 2) == Picoseconds{kBytes / 2 * kByte + kFlight});
  CHECK(one("ideal", 2, 4) == Picoseconds{kBytes / 2 * kByte + kFlight});
  CHECK(one("ideal", 8, 4) == Picoseconds{kBytes / 4 * kByte + kFlight});
}

TEST_CASE("Bytes of all transfers are counted, also of those that came before") {
  FabricHandOver way(instance("ideal", 2), 1, instance("ideal", 2), 1, 1);
  way.carry(0, 0, Bytes{kBytes});
  for (int i = 0; i < 9; ++i) way.carry(0, 0, Bytes{1'000'000});
  CHECK(way.figures().simulated == 2);
  CHECK(way.figures().bytes == Bytes{kBytes + 1'000'000});
  CHECK(way.figures().moved == Bytes{kBytes + 9 * 1'000'000});
}

// docs/simulate.md, "The rule": the only setting starts when its guard is over and it is ready, 250
// ns after the controller decided, which has heard of the demand after 250 ns.
TEST_CASE("On circuits they take a decision or a guard, their bytes and the flight") {
  for (const std::int64_t guard : {0, 700, 10'000}) {  // ns
    for (const std::int64_t latency : {0, 3'000}) {    // ns
      const Picoseconds time =
          one("circuit", 2, 2,
              {"scheduler.timing=fixed", "scheduler.latency=" + std::to_string(latency) + " ns",
               "circuit.guard=" + std::to_string(guard) + " ns", "circuit.charge_headers=false",
               "circuit.keep_settings=true"});
      const std::int64_t start = std::max(guard, latency + 500) * 1'000;
      CHECK(time == Picoseconds{start + kBytes / 2 * kByte + kFlight});
    }
  }
}

// A ladder of 8 bits holds the setting by levels, and each hold has its guard unless it is kept.
TEST_CASE("Each further hold of a transfer pays a guard") {
  const std::vector<std::string> set = {"scheduler.timing=fixed", "scheduler.latency=3 us",
                                        "circuit.guard=700 ns", "circuit.charge_headers=false"};
  FabricHandOver way(instance("circuit", 2, set), 1, instance("circuit", 2, set), 1, 1);
  const Picoseconds time = way.carry(0, 0, Bytes{kBytes});
  const std::int64_t holds = way.figures().guard.count() / 700'000;
  CHECK(holds >= 8);
  CHECK(time == Picoseconds{3'500'000 + (holds - 1) * 700'000 + kBytes / 2 * kByte + kFlight});
  CHECK(way.figures().bytes == Bytes{kBytes});
}

TEST_CASE("RTL decides on keys and values as its golden model does, to the picosecond") {
  CHECK(one("circuit", 2, 4, {"scheduler.kind=rtl"}) == one("circuit", 2, 4));
}

TEST_CASE("A transfer that comes again is not simulated again") {
  FabricHandOver way(instance("circuit", 2), 2, instance("circuit", 2), 1, 1);
  const Picoseconds first = way.carry(0, 0, Bytes{kBytes});
  CHECK(way.carry(0, 0, Bytes{kBytes}) == first);
  CHECK(way.carry(1, 0, Bytes{kBytes}) == first);
  CHECK(way.figures().exchanges == 3);
  CHECK(way.figures().simulated == 2);
  CHECK(way.figures().time == first * 3);
}

TEST_CASE("Parts go from every NPU of the larger side, and no byte is lost") {
  const HandOverSides sides{2, 2, 1, 4};
  const auto demand = hand_over_demand(sides, 1, 0, Bytes{1003});
  REQUIRE(sides.npus() == 8);
  CHECK(demand.at(2, 4) + demand.at(2, 5) + demand.at(3, 6) + demand.at(3, 7) == Bytes{1003});
  CHECK(demand.at(0, 4) == Bytes{0});
  CHECK(demand.at(3, 7) == Bytes{251});
}

// Each transfer is two flights longer than the law has it; links are used one prompt at a time.
TEST_CASE("A run over an ideal fabric is that of the law, two flights later") {
  const TrafficRun law = run("ideal", 1, 1, false);
  const TrafficRun ideal = run("ideal", 1, 1, true);
  REQUIRE(law.run.records.size() == ideal.run.records.size());
  CHECK(ideal.fabric->exchanges == 24);
  CHECK(ideal.hand_overs == law.hand_overs);
  for (std::size_t i = 0; i < law.run.records.size(); ++i) {
    CHECK(ideal.run.records[i].first_token == law.run.records[i].first_token);
    const Picoseconds later = ideal.run.records[i].last_token - law.run.records[i].last_token;
    CHECK(std::abs(later.count() - kFlight) <= 1'000);  // bytes round to whole ones for each port
  }
}

TEST_CASE("Options of experts' exchanges say nothing of keys and values") {
  const auto fault = tb::input_fault_of([] {
    const Setup prompts = instance("circuit", 2, {"decide=overlapped"});
    FabricHandOver way(prompts, 1, instance("circuit", 2), 1, 1);
  });
  CHECK(fault.source == "--decide");
}
