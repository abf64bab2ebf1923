// SPDX-License-Identifier: Apache-2.0
#include "systemc/train/step_foresight.hpp"

#include <catch2/catch.hpp>

#include "systemc/train/on_machine.hpp"
#include "unit/systemc/train/jobs.hpp"

using namespace jacquard;
using base::Picoseconds;

namespace {

const char* const kExperts =
    R"json({"name": "experts", "hidden": 512, "layers": 4, "heads": 8, "inner": 1024,
            "vocabulary": 1024, "sequence": 256, "experts": {"count": 16, "top_k": 2, "inner": 1024}})json";
constexpr int kLayers = 4;
constexpr std::int64_t kMicrosecond = 1'000'000;
const char* const kAll[] = {"on_demand", "last", "predicted", "overlapped", "turned", "held"};

train::StepAnswer run(std::vector<std::string> set) {
  train::TrainConfig config =
      tb::job(kExperts, tb::cluster("Switch(16)"), "ep=16,micro_batch=1", 16);
  config.engine = "cycle";
  config.layers = kLayers;
  set.emplace_back("hbm=none");
  for (const std::string& assignment : set) train::train_fields().set(config, assignment);
  return train::run_step(tb::prepared(config));
}

// What two microseconds more of each decision cost a step.
Picoseconds cost_of_two(const std::string& decide, const std::string& routing) {
  const auto at = [&](const std::string& latency) {
    return run({"decide=" + decide, "expert_routing=" + routing, "scheduler.timing=fixed",
                "scheduler.latency=" + latency})
        .time;
  };
  return at("3 us") - at("1 us");
}

}  // namespace

// 16 sequences of 256 tokens, each token to 2 experts, 512 values of 2 bytes, 15/16 of it to
// others; there and back in both passes. Drifting routings round each NPU's tokens.
TEST_CASE("Whatever a schedule was decided on, every byte comes once, by RTL as by software") {
  for (const std::string decide : kAll) {
    CAPTURE(decide);
    const auto by = [&](const std::string& kind) {
      return run({"decide=" + decide, "expert_routing=drifting:9", "scheduler.kind=" + kind});
    };
    const train::StepAnswer software = by("software"), rtl = by("rtl");
    CHECK(rtl.time == software.time);
    CHECK(rtl.machine->schedule_hash == software.machine->schedule_hash);
    std::int64_t lost = 0, bytes = 0, asked = 0;
    const train::StepAnswer on_demand = run({"expert_routing=drifting:9"});
    for (const auto& e : on_demand.machine->exchanges) asked += e.answer.bytes.count();
    for (const auto& e : software.machine->exchanges) {
      lost += e.answer.bytes_lost.count();
      bytes += e.answer.bytes.count();
    }
    CHECK(lost == 0);
    CHECK(bytes == asked);
  }
}

TEST_CASE("A decision's latency costs as many times as a policy leaves exchanges to wait") {
  const auto times = [](std::int64_t count) { return Picoseconds{count * 2 * kMicrosecond}; };
  CHECK(cost_of_two("on_demand", "uniform") == times(4 * kLayers));
  // A combine, and the backward pass, are known from the dispatch.
  CHECK(cost_of_two("overlapped", "uniform") == times(kLayers));
  // A combine, in either pass, is its dispatch turned around.
  CHECK(cost_of_two("turned", "uniform") == times(2 * kLayers));
  // One decision for all layers of the micro-batch, which are routed alike.
  CHECK(cost_of_two("held", "uniform") == times(1));
  // The step before was routed alike, so nothing is left to decide.
  CHECK(cost_of_two("last", "uniform") == times(0));
  CHECK(cost_of_two("predicted", "uniform") == times(0));
  // Nothing is known before the first step of a routing that drifts.
  CHECK(cost_of_two("last", "drifting:0") == cost_of_two("on_demand", "drifting:0"));
}

// Exchanges of all layers follow each other on one switch, alike: all but the first keep a setting.
TEST_CASE(
    "A step's exchanges pay a guard less each where settings stay, and carry the same bytes") {
  const auto with = [](const char* keeps) {
    return run({std::string("circuit.keep_settings=") + keeps, "scheduler.name=shifts",
                "scheduler.timing=fixed", "circuit.guard=20 us"});
  };
  const train::StepAnswer pays = with("false"), keeps = with("true");
  REQUIRE(keeps.machine->exchanges.size() == 4 * kLayers);
  for (std::size_t k = 0; k < 4 * kLayers; ++k) {
    const auto &paid = pays.machine->exchanges[k].answer,
               &kept = keeps.machine->exchanges[k].answer;
    CHECK(paid.guard - kept.guard == Picoseconds{(k == 0 ? 0 : 20) * kMicrosecond});
    CHECK(paid.bytes == kept.bytes);
    CHECK(kept.bytes_lost == base::Bytes{0});
  }
  CHECK(keeps.time < pays.time);
  CHECK_THROWS_WITH(run({"circuit.keep_settings=true", "decide=last"}),
                    Catch::Contains("on_demand or turned where circuit.keep_settings is true"));
}

TEST_CASE("Deciding before the demand is refused where nothing is decided") {
  CHECK_THROWS_WITH(run({"decide=last", "detail=links"}),
                    Catch::Contains("on_demand where experts exchange on links"));
  CHECK_THROWS_WITH(run({"decide=later"}), Catch::Contains("on_demand"));
}

TEST_CASE("A mean of demands is rounded up, so that none of them is forgotten") {
  demand::DemandMatrix one(2), two(2);
  one.set(0, 1, base::Bytes{5});
  two.set(0, 1, base::Bytes{2});
  two.set(1, 0, base::Bytes{1});
  const demand::DemandMatrix mean = machine::mean_of({one, two});
  CHECK(mean.at(0, 1) == base::Bytes{4});
  CHECK(mean.at(1, 0) == base::Bytes{1});
  CHECK(mean.at(0, 0) == base::Bytes{0});
}
