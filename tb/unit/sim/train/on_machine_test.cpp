// SPDX-License-Identifier: Apache-2.0
#include "systemc/train/on_machine.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "sim/train/explain.hpp"
#include "support/folder.hpp"
#include "unit/sim/train/rows.hpp"

using namespace jacquard;
using base::Bytes;
using base::Picoseconds;

namespace {

const char* const kExperts =
    R"json({"name": "experts", "hidden": 512, "layers": 4, "heads": 8, "inner": 1024,
            "vocabulary": 1024, "sequence": 256, "experts": {"count": 16, "top_k": 2, "inner": 1024}})json";

train::TrainConfig experts_job(const std::vector<std::string>& set = {}, int layers = 4) {
  train::TrainConfig config =
      tb::job(kExperts, tb::cluster("Switch(16)"), "ep=16,micro_batch=1", 16);
  config.engine = "cycle";
  config.layers = layers;
  for (const std::string& assignment : set) train::train_fields().set(config, assignment);
  return config;
}

train::StepAnswer run(const train::TrainConfig& config) {
  return train::run_step(tb::prepared(config));
}

double over(Picoseconds a, Picoseconds b) { return a / b - 1; }

}  // namespace

TEST_CASE("RTL and its golden model give the same step and schedules over 1,000 exchanges") {
  const auto by = [](const std::string& kind) {
    return run(experts_job({"scheduler.kind=" + kind, "expert_routing=drifting", "hbm=none"}, 250));
  };
  const train::StepAnswer software = by("software");
  const train::StepAnswer rtl = by("rtl");
  REQUIRE(software.machine->exchanges.size() == 1000);
  CHECK(rtl.time == software.time);
  CHECK(rtl.machine->schedule_hash == software.machine->schedule_hash);
  for (std::size_t e = 0; e < 1000; ++e) {
    const auto& a = rtl.machine->exchanges[e];
    const auto& b = software.machine->exchanges[e];
    CHECK((a.answer.completion == b.answer.completion && a.times.begin == b.times.begin));
  }
}

// 16 sequences of 256 tokens, each token to 2 experts, 512 values of 2 bytes, 15/16 of it to
// others; there and back in both passes of 4 layers.
TEST_CASE("Exchanges of a step deliver each token's bytes once to each of its experts") {
  for (const char* detail : {"circuit", "packet", "links"}) {
    const train::StepAnswer answer = run(experts_job({std::string("detail=") + detail}));
    std::int64_t bytes = 0, lost = 0;
    for (const auto& e : answer.machine->exchanges) {
      bytes += e.answer.bytes.count();
      lost += e.answer.bytes_lost.count();
    }
    CAPTURE(detail);
    CHECK(bytes == std::int64_t{16} * 256 * 2 * 512 * 2 * 15 / 16 * 4 * 4);
    CHECK(lost == 0);
  }
}

TEST_CASE("A decision that takes longer holds the step up by as much for each exchange") {
  const auto at = [](const std::string& latency) {
    return run(experts_job({"scheduler.timing=fixed", "scheduler.latency=" + latency})).time;
  };
  CHECK(at("130 us") - at("30 us") == Picoseconds{16 * 100'000'000ll});
}

TEST_CASE("Balanced routing lets nobody wait at an exchange, a power law does") {
  const auto waits = [](const std::string& routing) {
    return run(experts_job({"expert_routing=" + routing})).machine->imbalance;
  };
  CHECK(waits("uniform") == Picoseconds{0});
  CHECK(waits("power_law:1.2") > Picoseconds{0});
}

TEST_CASE("Steps without experts take on links what events say, and circuits a guard more") {
  for (const char* topology : {"Switch(8)", "Ring(8)"}) {
    train::TrainConfig config = tb::small_job(topology, "dp=8,zero=1,micro_batch=1", 8);
    config.engine = "event";
    const Picoseconds event = run(config).time;
    config.engine = "cycle";
    config.detail = "links";
    config.hbm = "";
    CAPTURE(topology);
    CHECK(std::abs(over(run(config).time, event)) < 0.002);
  }
}

TEST_CASE("Closed forms of a dimension give a step near the analytic engine's") {
  train::TrainConfig config = experts_job({"detail=analytic", "hbm=none"});
  const Picoseconds cycle = run(config).time;
  config.engine = "analytic";
  CHECK(std::abs(over(cycle, run(config).time)) < 0.001);
}

TEST_CASE("Shares of a step on the machine add up to its time") {
  const train::StepAnswer answer = run(experts_job({"expert_routing=drifting"}));
  for (const auto& account : answer.accounts) {
    CHECK(account.compute + account.exposed + account.bubble == answer.time);
    CHECK(account.compute > Picoseconds{0});
    CHECK(account.bubble >= Picoseconds{0});
  }
}

TEST_CASE("What the machine cannot run is refused, and both sides are named") {
  const auto refused = [](train::TrainConfig config, const char* words) {
    CHECK_THROWS_WITH(run(config), Catch::Contains(words));
  };
  refused(experts_job({"detail=circuits"}), "node, circuit, packet, links or analytic");
  refused(experts_job({"detail=3=links"}), "a dimension in 0..0");
  refused(experts_job({"scheduler.timing=measured"}), "auto, cycles or fixed in a job");
  refused(experts_job({"hbm=sram"}), "hbm");
  refused(experts_job({"scheduler.kind=rtl", "scheduler.bits=17"}), "1..16");
  train::TrainConfig wide =
      tb::job(kExperts, tb::cluster("Switch(4) Switch(4)"), "ep=16,micro_batch=1", 16);
  wide.engine = "cycle";
  refused(wide, "experts' groups within one dimension");
  train::TrainConfig ring = tb::small_job("Ring(8)", "dp=8,micro_batch=1", 8);
  ring.engine = "cycle";
  ring.detail = "circuit";
  refused(ring, "links or analytic in dimension 0, which has no switch");
}

TEST_CASE("An explanation names imbalance, contention, decision, guard and memory apart") {
  const tb::Folder folder;
  const train::Step step = tb::prepared(experts_job({"expert_routing=power_law:1.2"}));
  report::Result result("train", 1, {});
  for (report::Printed& row : train::train_rows(step, train::run_step(step))) {
    result.add(std::move(row));
  }
  folder.file("step.json", result.json());
  const train::Explanation e = train::explain(folder.path("step.json"));
  for (const char* about : {"imbalance", "contention", "decision", "guard", "HBM"}) {
    CAPTURE(about);
    CHECK(std::any_of(e.findings.begin(), e.findings.end(),
                      [&](const train::Finding& f) { return f.about == about; }));
  }
}
