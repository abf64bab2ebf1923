// SPDX-License-Identifier: Apache-2.0
#include "systemc/train/launches.hpp"

#include <catch2/catch.hpp>

#include "jacquard/base/at.hpp"
#include "unit/systemc/train/jobs.hpp"

using namespace jacquard;

namespace {

const char* const kExperts =
    R"json({"name": "experts", "hidden": 512, "layers": 4, "heads": 8, "inner": 1024,
            "vocabulary": 1024, "sequence": 256, "experts": {"count": 16, "top_k": 2, "inner": 1024}})json";

// Milliseconds of a step of four layers that are beyond what the device needs. Kernels take the
// host 1 ns.
double late_ms(const char* model, const std::string& call, const std::string& captured) {
  train::TrainConfig config = tb::job(model, "dgx_h100_8", "dp=8,micro_batch=1", 8);
  config.layers = 4;
  config.model.fused_attention = true;
  for (const std::string& set :
       {std::string("launch=1 ns"), "call=" + call, "captured=" + captured}) {
    train::train_fields().set(config, "software." + set);
  }
  const train::Step step = tb::prepared(config);
  std::int64_t all = 0;
  for (const auto& op : step.program.classes[0].ops) {
    const bool fills = op.label == workload::OpLabel::other;
    if (fills && op.kind == workload::OpKind::compute) all += base::at(step.works, op.work).count();
  }
  return static_cast<double>(all) * 1e-9;
}

}  // namespace

// A dense layer: 2 of the norm, 3 of Q, K and V, 3 of positions, 3 of attention, 2 of its output, 2
// of the norm, one each of two matrices and the activation; backward as many.
TEST_CASE("a host that is slower than its device decides, by the functions that it calls") {
  CHECK(late_ms(tb::kSmallModel, "1 ms", "nothing") == Approx(4 * 2 * 18).epsilon(0.01));
  CHECK(late_ms(tb::kSmallModel, "10 ns", "nothing") == 0);
}

TEST_CASE("what is captured calls nothing, and experts wait for the counts of their tokens") {
  CHECK(late_ms(kExperts, "1 ms", "step") == 0);
  // Without the mixer's 13 calls, the router's 22 and its norm's 2: the experts' 7 remain.
  CHECK(late_ms(kExperts, "1 ms", "parts") == Approx(4 * 2 * 7).epsilon(0.02));
  CHECK(late_ms(kExperts, "1 ms", "router") == Approx(4 * 2 * (7 + 13)).epsilon(0.01));
  CHECK(late_ms(kExperts, "1 ms", "mixer") == Approx(4 * 2 * (7 + 24)).epsilon(0.01));
  // A host that is ahead is not when it must know how many tokens there are.
  CHECK(late_ms(kExperts, "10 us", "parts") == Approx(4 * 0.07).epsilon(0.05));
}
