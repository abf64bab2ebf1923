// SPDX-License-Identifier: Apache-2.0
#include "sim/train/step_report.hpp"

#include <catch2/catch.hpp>

#include "unit/sim/train/rows.hpp"

using namespace jacquard;
using report::Row;
using tb::of_kind;

namespace {

// 16 NPUs of 100 TFLOP/s.
train::TrainConfig on_16(const std::string& model, int layers, const std::string& parallel,
                         int batch) {
  train::TrainConfig config = tb::job(model, tb::cluster("Switch(4) Switch(4)"), parallel, batch);
  config.layers = layers;
  config.engine = "analytic";
  config.ignore_memory = true;
  return config;
}

double mfu_of(const Row& step, double flops) {
  return flops / (step["time_ps"].get<double>() * 1e-12 * 16 * 100e12);
}

}  // namespace

TEST_CASE("MFU counts 6 per matmul parameter and 6 L h s per token, by hand for GPT3-175B") {
  // Brown et al. 2020, table 2.1: h = 12288, an inner width of 4 h, 50257 words, 2048 tokens.
  const double h = 12288;
  const double layers = 4;
  const double per_token = 6 * (layers * 12 * h * h + 50257 * h) + 6 * layers * h * 2048;
  for (const char* const recompute : {"none", "full"}) {
    const auto config = on_16("gpt3-175b", 4, std::string("dp=4,tp=4,recompute=") + recompute, 8);
    const Row step = of_kind(tb::rows_of(config), "step").at(0);
    CHECK(step["mfu"].get<double>() == Approx(mfu_of(step, per_token * 8 * 2048)).epsilon(1e-9));
    CHECK(step["hfu"].get<double>() > step["mfu"].get<double>());
  }
}

TEST_CASE("MFU by hand for Llama 3 405B, whose keys and values have 8 heads") {
  // The Llama 3 herd of models, table 3: h = 16384, 128 heads of 128, inner 53248, 128256 words.
  const double h = 16384;
  const double layers = 2;
  const double layer = 2 * h * h + 2 * h * 8 * 128 + 3 * h * 53248;
  const double per_token = 6 * (layers * layer + 128256 * h) + 6 * layers * h * 8192;
  const Row step = of_kind(tb::rows_of(on_16("llama3-405b", 2, "dp=2,tp=8", 4)), "step").at(0);
  const double flops = per_token * 4 * 8192;
  CHECK(step["mfu"].get<double>() == Approx(mfu_of(step, flops)).epsilon(1e-9));
  CHECK(step["model_flops_per_s"].get<double>() ==
        Approx(step["mfu"].get<double>() * 100e12).epsilon(1e-9));
}

TEST_CASE("Tokens per second are those of the batch, in decoding one of each sequence") {
  train::TrainConfig config = on_16("llama3-8b", 2, "dp=2,tp=8", 4);
  config.sequence = 1024;
  const auto rate = [&] {
    const Row step = of_kind(tb::rows_of(config), "step").at(0);
    return step["tokens_per_s"].get<double>() * step["time_ps"].get<double>() * 1e-12;
  };
  CHECK(rate() == Approx(4 * 1024));
  config.kind = workload::StepKind::prefill;
  CHECK(rate() == Approx(4 * 1024));
  config.kind = workload::StepKind::decode;
  CHECK(rate() == Approx(4));
}

TEST_CASE("Memory is that of each class, the step's its mean and its most") {
  const auto config = on_16("llama3-8b", 6, "dp=2,tp=4,pp=2,micro_batches=4,stages=4:2", 8);
  const auto rows = tb::rows_of(config);
  const workload::StepRequest request = train::request_of(config, {"job", ""});
  const Row step = of_kind(rows, "step").at(0);
  const auto classes = of_kind(rows, "class");
  REQUIRE(classes.size() == 2);
  std::int64_t most = 0;
  std::int64_t weights = 0;
  for (int stage = 0; stage < 2; ++stage) {
    const Row& row = classes[static_cast<std::size_t>(stage)];
    const workload::Memory memory = workload::memory_of(request, stage);
    CHECK(row["memory_weights_bytes"] == memory.weights.count());
    CHECK(row["memory_gradients_bytes"] == memory.gradients.count());
    CHECK(row["memory_optimizer_bytes"] == memory.optimizer.count());
    CHECK(row["memory_activations_bytes"] == memory.activations.count());
    CHECK(row["memory_kv_bytes"] == 0);
    CHECK(row["memory_bytes"] == memory.total().count());
    CHECK(row["layers"] == (stage == 0 ? 4 : 2));
    CHECK(row["npus"] == 8);
    most = std::max(most, memory.total().count());
    weights += memory.weights.count();
  }
  CHECK(step["memory_largest_bytes"] == most);
  CHECK(step["memory_weights_bytes"] == weights / 2);
}

TEST_CASE("A step's row has every key that is promised, and its shares add up to the time") {
  base::Rng rng(4, "train rows");
  for (int i = 0; i < 10; ++i) {
    train::TrainConfig config = tb::random_job(rng);
    config.engine = i % 2 == 0 ? "analytic" : "event";
    CAPTURE(i, workload::text_of(config.parallel));
    const auto rows = tb::rows_of(config);
    REQUIRE(of_kind(rows, "step").size() == 1);
    const Row step = rows.at(0);
    for (const char* const key :
         {"time_ps", "compute_ps", "exposed_comm_ps", "bubble_ps", "mfu", "npus",
          "memory_weights_bytes", "memory_gradients_bytes", "memory_optimizer_bytes",
          "memory_activations_bytes", "memory_kv_bytes"}) {
      CAPTURE(key);
      REQUIRE(step.contains(key));
      CHECK(step[key].is_number());
    }
    auto with_step = of_kind(rows, "class");
    CHECK(with_step.size() == static_cast<std::size_t>(config.parallel.pp));
    with_step.push_back(step);
    for (const Row& row : with_step) {
      CHECK(row["compute_ps"].get<std::int64_t>() + row["exposed_comm_ps"].get<std::int64_t>() +
                row["bubble_ps"].get<std::int64_t>() ==
            step["time_ps"].get<std::int64_t>());
    }
    CHECK_FALSE(of_kind(rows, "collective").empty());
    CHECK_FALSE(of_kind(rows, "operation").empty());
    CHECK(of_kind(rows, "dimension").size() ==
          static_cast<std::size_t>(std::count(config.system.network.topology.begin(),
                                              config.system.network.topology.end(), '(')));
  }
}

TEST_CASE("Communications are named by the axes along which their members differ") {
  const auto rows = tb::rows_of(on_16("llama3-8b", 2, "dp=4,tp=4", 4));
  for (const Row& row : of_kind(rows, "collective")) {
    CHECK((row["axes"] == "tp" || row["axes"] == "dp"));
    CHECK(row["members"] == 4);
    CHECK(row["exposed_ps"].get<std::int64_t>() <= row["total_ps"].get<std::int64_t>());
  }
}

TEST_CASE("Only operations with products have a share of the peak, and none is above it") {
  const auto rows = tb::rows_of(on_16("llama3-8b", 2, "dp=4,tp=4", 4));
  bool optimizer = false;
  for (const Row& row : of_kind(rows, "operation")) {
    CAPTURE(row.dump());
    if (row["operation"] == "optimizer") {
      optimizer = true;
      CHECK((!row.contains("share_of_peak") || row["share_of_peak"].is_null()));
    } else if (row.contains("share_of_peak") && row["share_of_peak"].is_number()) {
      CHECK(row["share_of_peak"] <= 1.000001);
    }
  }
  CHECK(optimizer);
}
