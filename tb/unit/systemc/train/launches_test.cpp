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

// Milliseconds of four layers' two passes that are beyond what the device needs.
double late_ms(const char* model, const std::string& keys) {
  train::TrainConfig config = tb::job(model, "dgx_h100_8", "dp=8,micro_batch=1", 8);
  config.layers = 4;
  train::train_fields().set(config, "software=" + keys);
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
// of the norm, one each of two matrices and the activation; backward as many. Kernels take 1 ns.
TEST_CASE("a host that is slower than its device decides, by the functions that it calls") {
  const char* const slow = R"({"launch": "1 ns", "call": "10 ms"})";
  CHECK(late_ms(tb::kSmallModel, slow) == Approx(4 * 2 * 18 * 10).epsilon(0.01));
  CHECK(late_ms(tb::kSmallModel, R"({"launch": "1 ns", "call": "10 ns"})") == 0);
}

TEST_CASE("what is captured calls nothing, and experts wait for the counts of their tokens") {
  const auto with = [](const char* captured) {
    return late_ms(kExperts, std::string(R"({"launch": "1 ns", "call": "10 ms", "captured": ")") +
                                 captured + "\"}");
  };
  CHECK(with("step") == 0);
  // Without the mixer's 13 calls, the router's 22 and its norm's 2: the experts' 7 remain.
  CHECK(with("parts") == Approx(4 * 2 * 7 * 10).epsilon(0.01));
  CHECK(with("router") == Approx(4 * 2 * (7 + 13) * 10).epsilon(0.01));
  CHECK(with("mixer") == Approx(4 * 2 * (7 + 22 + 2) * 10).epsilon(0.01));
  // A host that is ahead is not when it must know how many tokens there are.
  CHECK(late_ms(kExperts, R"({"launch": "1 ns", "call": "1 us"})") ==
        Approx(4 * 7e-3).epsilon(0.01));
}
