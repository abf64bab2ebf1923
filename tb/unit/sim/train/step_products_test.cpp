// SPDX-License-Identifier: Apache-2.0
#include "systemc/train/step_products.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "jacquard/cost/experts.hpp"
#include "systemc/train/on_machine.hpp"
#include "unit/sim/train/rows.hpp"

using namespace jacquard;
using base::Picoseconds;

namespace {

const char* const kWide =
    R"json({"name": "wide", "hidden": 4096, "layers": 2, "heads": 32, "inner": 16384,
            "vocabulary": 4096, "sequence": 2048, "fused_attention": true})json";
const char* const kExpertsOfStep =
    R"json({"name": "experts", "hidden": 512, "layers": 2, "heads": 8, "inner": 1024,
            "vocabulary": 1024, "sequence": 256, "experts": {"count": 16, "top_k": 2, "inner": 1024}})json";

train::TrainConfig on_cycle(train::TrainConfig config, const std::vector<std::string>& set) {
  config.engine = "cycle";
  for (const std::string& assignment : set) train::train_fields().set(config, assignment);
  return config;
}

train::TrainConfig wide_job(const std::vector<std::string>& set) {
  return on_cycle(tb::job(kWide, tb::cluster("Switch(2)"), "dp=2,micro_batch=1", 2), set);
}

train::TrainConfig routed_job(const std::vector<std::string>& set) {
  return on_cycle(tb::job(kExpertsOfStep, tb::cluster("Switch(16)"), "ep=16,micro_batch=1", 16),
                  set);
}

train::StepAnswer answer_to(const train::TrainConfig& config) {
  return train::run_step(tb::prepared(config));
}

Picoseconds compute_of(const train::TrainConfig& config) {
  return answer_to(config).accounts.front().compute;
}

double flops_of(const std::vector<systemc::GemmWork>& products) {
  double flops = 0;
  for (const auto& one : products) flops += 2 * static_cast<double>(one.shape.products());
  return flops;
}

}  // namespace

// Products are bound by their operations; loads of a first pair and stores of a last tile are not
// hidden.
TEST_CASE("Dense folds at the NPU's peak give a step near the roofline's") {
  const Picoseconds roofline = compute_of(wide_job({}));
  const Picoseconds dense = compute_of(wide_job({"npu.detail=systolic", "npu.core.folds=dense"}));
  CHECK(dense / roofline > 1);
  CHECK(dense / roofline < 1.01);
}

// Of 128 x 128, os: a tile of 1,024 each way streams 1,024 values and drains 254 clocks after each.
TEST_CASE("Folds that drain one after the other take longer by what they drain") {
  const auto with = [](const std::string& folds) {
    return wide_job({"npu.detail=systolic", "npu.core.dataflow=os", "npu.core.folds=" + folds});
  };
  const Picoseconds longer = compute_of(with("serial")) - compute_of(with("dense"));
  const train::Step step = tb::prepared(with("dense"));
  const train::StepProducts products(step);
  double flops = 0;
  for (const auto& op : step.program.classes.front().ops) {
    if (op.kind != workload::OpKind::compute || op.work < 0) continue;
    flops += flops_of(products.of(base::at(step.program.works, op.work)));
  }
  const double at_peak = flops / 100e12;
  CHECK(base::to_seconds(longer).count() == Approx(254.0 / 1024 * at_peak).epsilon(0.02));
}

TEST_CASE("Products of experts have the operations of their work, of both gradients twice") {
  const train::Step step = tb::prepared(routed_job({"npu.detail=systolic"}));
  const train::StepProducts products(step);
  for (const bool gated : {false, true}) {
    workload::ExpertWork work;
    work.tokens = 1000;
    work.hidden = 512;
    work.inner = 1024;
    work.top_k = 2;
    work.experts = 8;
    work.expert_parallel = 4;
    work.gated = gated;
    const double matrices = gated ? 3 : 2;
    const double rows = 1000 * 2 / 4;
    const double once = 2 * rows * 512 * 1024 * matrices;
    CHECK(flops_of(products.of(work)) == once);
    work.backward = true;
    CHECK(flops_of(products.of(work)) == 2 * once);
  }
}

TEST_CASE("A product counts as often as its work says, and what is none stays with the law") {
  const train::Step step = tb::prepared(wide_job({"npu.detail=systolic"}));
  const train::StepProducts products(step);
  CHECK(flops_of(products.of(workload::GemmWork{64, 32, 16, 5})) == 2.0 * 64 * 32 * 16 * 5);
  workload::GemmWork wide{64, 32, 16};
  wide.type = workload::NumberType::fp32;
  CHECK(products.of(wide).empty());
  CHECK(products.of(workload::ElementwiseWork{1e6, 1e6}).empty());
  CHECK(products.of(workload::AttentionWork{1, 64, 64, 8, 8}).empty());
  const train::Step by_law = tb::prepared(wide_job({}));
  CHECK(train::StepProducts(by_law).of(workload::GemmWork{64, 32, 16, 5}).empty());
}

TEST_CASE("An NPU computes longer by the tokens that its experts get") {
  const auto waits = [](const std::string& routing) {
    return answer_to(routed_job({"npu.detail=systolic", "expert_routing=" + routing}))
        .machine->imbalance;
  };
  CHECK(waits("uniform") == Picoseconds{0});
  CHECK(waits("power_law:1.2") > Picoseconds{0});
}

TEST_CASE("A slow NPU's cores have slow clocks") {
  const auto slower = [](const std::string& detail) {
    const std::string set = "npu.detail=" + detail;
    const Picoseconds sound = answer_to(wide_job({set})).time;
    return answer_to(wide_job({set, "faults.slow_npus=1", "faults.slowdown=2"})).time / sound;
  };
  const double by_law = slower("roofline");
  REQUIRE(by_law > 1.5);
  CHECK(slower("systolic") == Approx(by_law).epsilon(0.02));
}

TEST_CASE("What experts' kernels take beside products is a part of their law's time") {
  const cost::Device device = cost::device_of("h100_sxm", {"test", ""});
  workload::ExpertWork work;
  work.tokens = 4096;
  work.hidden = 4096;
  work.inner = 14336;
  work.top_k = 2;
  work.experts = 8;
  work.expert_parallel = 8;
  const auto kernel = cost::ExpertKernel::grouped;
  const double all = cost::expert_time(device, work, kernel).count();
  const double beside = cost::expert_time_beside_products(device, work, kernel).count();
  CHECK(beside > 0);
  // The products themselves take at least their operations at the peak.
  CHECK(all - beside > workload::amounts_of(work).flops / device.peak.bf16.count());
}

TEST_CASE("The share of hits is told where the memory is a module, and nowhere else") {
  for (const char* detail : {"roofline", "systolic"}) {
    const auto with = [&](const std::string& hbm) {
      return tb::of_kind(tb::rows_of(wide_job({std::string("npu.detail=") + detail, "hbm=" + hbm})),
                         "step");
    };
    CHECK(with("pfm").front()["cache_hit_ratio"] == 1.0);  // the step fits into 72 GiB
    CHECK_FALSE(with("peak").front().contains("cache_hit_ratio"));
  }
}

TEST_CASE("A module's port holds up cores that ask for more than it carries") {
  const train::StepAnswer peak = answer_to(wide_job({"npu.detail=systolic"}));
  const train::StepAnswer module = answer_to(wide_job({"npu.detail=systolic", "hbm=pfm"}));
  CHECK(module.time > peak.time);
}

TEST_CASE("Systolic cores that cannot be are refused, and both sides are named") {
  const auto refused = [](const train::TrainConfig& config, const char* expected,
                          const char* found) {
    CHECK_THROWS_WITH(answer_to(config), Catch::Contains(expected) && Catch::Contains(found));
  };
  const auto systolic = [](std::vector<std::string> set) {
    set.push_back("npu.detail=systolic");
    return wide_job(set);
  };
  train::TrainConfig event = systolic({});
  event.engine = "event";
  refused(event, "expected roofline on --engine event", "found systolic");
  refused(systolic({"hbm=none"}), "roofline where hbm is none", "systolic");
  refused(systolic({"type=fp8"}), "roofline where type is fp8", "systolic");
  refused(systolic({"npu.core.scratchpad=64 KiB", "npu.core.tile=1024"}), "half of the scratchpad",
          "1024");
  refused(systolic({"npu.core.access=64 B"}), "4e+08 accesses", "about");
  refused(wide_job({"hbm=pfmm"}), "pfm_2025", "'pfmm'");
  const auto unreadable = [&](const char* set, const char* expected, const char* found) {
    CHECK_THROWS_WITH(wide_job({set}), Catch::Contains(expected) && Catch::Contains(found));
  };
  unreadable("npu.core=tpu_v5", "tpu_v4", "'tpu_v5'");
  unreadable("npu.core.cores=-1", "1..256", "-1");
  unreadable("npu.core.clock=-3 ns", "npu.core.clock", "-3 ns");
  unreadable("npu.detail=tiles", "\"roofline\" or \"systolic\"", "tiles");
}
