// SPDX-License-Identifier: Apache-2.0
#include "systemc/train/stack_of_step.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "systemc/train/on_machine.hpp"
#include "unit/systemc/train/jobs.hpp"

using namespace jacquard;

namespace {

train::StepAnswer run(train::TrainConfig config, const std::vector<std::string>& set) {
  config.engine = "cycle";
  for (const std::string& assignment : set) train::train_fields().set(config, assignment);
  return train::run_step(tb::prepared(config));
}

// One ring for all collectives: nothing to reorder.
train::TrainConfig data_parallel() {
  train::TrainConfig config = tb::small_job("Switch(8)", "dp=8,zero=1,micro_batch=1", 8);
  config.system.algorithm = {"ring"};
  return config;
}

}  // namespace

TEST_CASE("Where all collectives are one ring, a stack's order is that of the messages") {
  for (const char* const guard : {"0 ns", "10 us"}) {
    CAPTURE(guard);
    const std::string said = std::string("circuit.guard=") + guard;
    const auto rounds = run(data_parallel(), {said, "detail=circuit", "hbm=none"});
    const auto stack = run(data_parallel(), {said, "collectives=stack", "hbm=none"});
    CHECK(stack.machine->in_order);
    CHECK(std::abs(stack.time / rounds.time - 1) < 0.01);
    // Each circuit that is made is made after one guard at most.
    const auto& made = stack.machine->circuits;
    CHECK(made.circuits >= 8);
    CHECK(made.guard <= base::times(base::Picoseconds{10'000'000}, made.circuits));
  }
}

TEST_CASE("The plan of a stack is never sooner than the machine that follows its order") {
  train::TrainConfig config = data_parallel();
  for (const char* const one :
       {"circuit.charge_headers=false", "circuit.charge_acks=false", "endpoint_delay=0 ns",
        "local_memory_bandwidth=1000000 TB/s", "collectives=stack", "hbm=none"}) {
    train::train_fields().set(config, one);
  }
  config.engine = "cycle";
  const train::Step step = tb::prepared(config);
  REQUIRE(step.stack);
  CHECK(train::run_step(step).time <= step.stack->stack.timeline.step);
}

TEST_CASE("Experts' exchanges on a stack are alike by software and by RTL") {
  const char* const model =
      R"json({"name": "experts", "hidden": 512, "layers": 2, "heads": 8, "inner": 1024,
              "vocabulary": 1024, "sequence": 256,
              "experts": {"count": 16, "top_k": 2, "inner": 1024}})json";
  const auto by = [&](const char* kind) {
    return run(tb::job(model, tb::cluster("Switch(16)"), "ep=8,dp=2,micro_batch=1", 16),
               {"collectives=stack", "hbm=none", "expert_routing=drifting",
                std::string("scheduler.kind=") + kind});
  };
  const auto software = by("software"), rtl = by("rtl");
  REQUIRE(software.machine->exchanges.size() > 0);
  CHECK(software.time == rtl.time);
  CHECK(software.machine->schedule_hash == rtl.machine->schedule_hash);
  for (const auto& e : rtl.machine->exchanges) CHECK(e.answer.bytes_lost.count() == 0);
}

// As 4 x 4 an exchange has 6 settings instead of 15, and waits once for what it sends on.
TEST_CASE("Experts' exchanges on a stack go over several hops, and are charged for it") {
  const char* const model =
      R"json({"name": "experts", "hidden": 512, "layers": 2, "heads": 8, "inner": 1024,
              "vocabulary": 1024, "sequence": 256,
              "experts": {"count": 16, "top_k": 2, "inner": 1024}})json";
  const auto by = [&](const char* shape, const char* forward) {
    return run(
        tb::job(model, tb::cluster("Switch(16)"), "ep=16,micro_batch=1", 16),
        {"collectives=stack", "hbm=none", "scheduler.name=shifts", "circuit.guard=100 us",
         std::string("scheduler.shape=") + shape, std::string("circuit.forward=") + forward});
  };
  const auto direct = by("16", "0 ns"), hops = by("4x4", "0 ns"), slow = by("4x4", "1 ms");
  const auto count = static_cast<std::int64_t>(hops.machine->exchanges.size());
  REQUIRE(count > 0);
  CHECK(direct.time - hops.time > base::Picoseconds{5 * count * 100'000'000});
  CHECK(slow.time - hops.time > base::Picoseconds{800 * count * 1'000'000});
  for (const auto* answer : {&direct, &hops, &slow}) {
    for (const auto& e : answer->machine->exchanges) CHECK(e.answer.bytes_lost.count() == 0);
  }
}
