// SPDX-License-Identifier: Apache-2.0
#include "systemc/train/train_config.hpp"

#include <catch2/catch.hpp>

#include "support/fault_of.hpp"
#include "unit/systemc/train/jobs.hpp"

using namespace jacquard;
using Catch::StartsWith;

namespace {

std::string shown(const config::Place& place) { return place.source + "#" + place.where; }

std::string fault(const train::TrainConfig& config) {
  return tb::fault_of([&] { tb::prepared(config); });
}

}  // namespace

TEST_CASE("A key stands in its option, in the job's file, or in the option it would have") {
  CHECK(shown(train::JobPlaces().of("expert_routing")) == "--expert-routing#");
  train::JobPlaces places("job.json", "");
  CHECK(shown(places.of("parallel")) == "job.json#/parallel");
  places.given_by("parallel", "--set parallel");
  CHECK(shown(places.of("parallel")) == "--set parallel#");
  CHECK(shown(places.of("system")) == "job.json#/system");
}

TEST_CASE("A job's keys read back as they are shown") {
  base::Rng rng(7, "train config");
  for (int i = 0; i < 10; ++i) {
    const train::TrainConfig config = tb::random_job(rng);
    const auto shown = train::train_fields().show(config);
    train::TrainConfig again;
    train::train_fields().read(again, config::parse_json(shown.dump(), "shown"), {"shown", ""});
    CHECK(train::train_fields().show(again) == shown);
  }
}

TEST_CASE("A system that steps cannot run on is refused by its key") {
  train::TrainConfig config = tb::small_job("Switch(6) Ring(4)", "dp=24", 24);
  CHECK(fault(config).empty());
  for (const int node : {0, 1, 2, 3, 6, 24}) {
    config.system.node = node;
    CHECK(fault(config).empty());
  }
  for (const int node : {4, 5, 8, 12, 48}) {
    config.system.node = node;
    CHECK_THAT(fault(config), StartsWith("job#/system/node: expected the first sizes of 6 x 4"));
  }
  config.system.node = 0;
  config.system.algorithm = {"ring"};
  CHECK(fault(config).empty());
  config.system.algorithm = {"ring", "ring", "ring"};
  CHECK_THAT(fault(config), StartsWith("job#/system/algorithm: expected one algorithm, or one"));
  config.system.algorithm = {};
  config.system.network.placement = "random";
  CHECK_THAT(fault(config), StartsWith("job#/system/network/placement: expected identity"));
  config.system.network.placement = "identity";
  config.system.network.topology = "Switch(6) Ring(1)";
  CHECK_THAT(fault(config), StartsWith("job#/system/network/topology, dimension 1"));
  config.system.network.topology = "configs/graphs/leaf_spine.json";
  CHECK_THAT(fault(config), StartsWith("job#/system/network/topology: expected blocks"));
  config = tb::small_job("Switch(6) Ring(4)", "dp=24", 24);
  config.system.npu.peak = base::FlopsPerSecond{0};
  CHECK_THAT(fault(config), StartsWith("job#/system/npu/peak: expected a device, or a peak"));
  config.system.npu.device = "none_such";
  CHECK_THAT(fault(config), StartsWith("job#/system/npu/device"));
}

TEST_CASE("A mode or a kind that cannot be is refused by its key") {
  train::TrainConfig config = tb::small_job("Switch(8)", "dp=8", 8);
  config.engine = "analytic";
  config.mode = engine::Mode::astra_aware;
  CHECK_THAT(fault(config), StartsWith("job#/mode: expected faithful or astra-unaware"));
  config = tb::small_job("Ring(1)", "dp=1", 1);
  config.mode = engine::Mode::astra_unaware;
  CHECK_THAT(fault(config), StartsWith("job#/system/network/topology: expected two NPUs"));
  config = tb::job("llama3-8b", "dgx_h100_8", "tp=8", 8);
  config.counting = workload::Counting::macs;
  CHECK_THAT(fault(config), StartsWith("job#/counting: expected flops"));
  config = tb::job("vit-base", tb::cluster("Switch(8)"), "dp=8", 8);
  CHECK(fault(config).empty());
  config.kind = workload::StepKind::decode;
  CHECK_THAT(fault(config), StartsWith("job#/kind: expected train or prefill"));
}

TEST_CASE("A routing of a model without experts is refused by its key") {
  train::TrainConfig config = tb::small_job("Switch(8)", "dp=8", 8);
  train::train_fields().set(config, "expert_routing", "power_law:1", "--expert-routing");
  CHECK_THAT(fault(config), StartsWith("job#/expert_routing: expected uniform"));
}
