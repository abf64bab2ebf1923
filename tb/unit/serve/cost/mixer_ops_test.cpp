// SPDX-License-Identifier: Apache-2.0
// What mixes tokens in a step, by its works.
#include <catch2/catch.hpp>

#include "jacquard/serve/cost/serving_op.hpp"
#include "jacquard/workload/model_name.hpp"

using namespace jacquard;
using namespace jacquard::serve;
using workload::Mixer;

namespace {

Deployment deployment(const char* model) {
  Deployment d;
  d.model = workload::named_model(model, {"test", ""});
  d.device = cost::device_of("h100_sxm", {"test", ""});
  return d;
}

StepLoad decoding(int sequences, std::int64_t keys) {
  StepLoad load;
  load.decodes = sequences;
  load.decode_keys = sequences * keys;
  return load;
}

double flops(const Deployment& d, const StepLoad& load, Mixer mixer) {
  double all = 0;
  for (const ServingOp& op : mixer_ops(d, load, mixer)) {
    all += workload::amounts_of(std::get<workload::ComputeWork>(op.what)).flops;
  }
  return all;
}

}  // namespace

TEST_CASE("a query of decoding reads all keys, a window or half a chunk") {
  Deployment d = deployment("llama3-8b");
  const double one = 2 * 32 * (128 + 128.0);
  const StepLoad load = decoding(4, 10'000);
  CHECK(flops(d, load, Mixer::attention) == 4 * one * 10'000);
  d.model.window = 512;
  CHECK(flops(d, load, Mixer::window) == 4 * one * 512);
  CHECK(flops(d, load, Mixer::chunk) == 4 * one * 256);
  CHECK(flops(d, decoding(4, 100), Mixer::chunk) == 4 * one * 100);
  CHECK(flops(d, load, Mixer::none) == 0);
}

TEST_CASE("layers with a window may have heads of their own") {
  Deployment d = deployment("gemma4-31b");  // 32 heads: of 512 values, with a window of 256
  CHECK(flops(d, decoding(1, 100), Mixer::attention) == 2 * 32 * (512 + 512.0) * 100);
  CHECK(flops(d, decoding(1, 100), Mixer::window) == 2 * 32 * (256 + 256.0) * 100);
  CHECK(flops(d, decoding(1, 5'000), Mixer::window) == 2 * 32 * (256 + 256.0) * 1'024);
}

// A prompt's part of 256 tokens lies anywhere in chunks of 512, so a query meets half of one.
TEST_CASE("a part of a prompt in chunks meets half a chunk of keys") {
  Deployment d = deployment("llama3-8b");
  d.model.window = 512;
  StepLoad load;
  load.prompts = {{256, 10'000, true}};
  CHECK(flops(d, load, Mixer::chunk) == Approx(2 * 32 * (128 + 128.0) * 256 * 256).epsilon(0.01));
}

TEST_CASE("an indexer scores all keys, and attention reads those that it chose") {
  Deployment d = deployment("deepseek-v3");
  const StepLoad load = decoding(2, 10'000);
  const double all = flops(d, load, Mixer::attention);
  d.model.index = {64, 128, 2'048, 0};
  const double scores = 2 * 2 * 64 * 128.0 * 10'000;
  CHECK(flops(d, load, Mixer::attention) == Approx(all * 2'048 / 10'000 + scores));
  // Of 30 of 61 layers: the mean layer has half the scores.
  d.model.index.layers = 30;
  CHECK(flops(d, load, Mixer::attention) == Approx(all * 2'048 / 10'000 + scores * 30 / 61));
}

TEST_CASE("a state costs the same however long a sequence is") {
  Deployment d = deployment("llama3-8b");
  d.model.linear = {16, 32, 128, 128, 4, workload::LinearSizes::Rule::delta};
  CHECK(flops(d, decoding(4, 100), Mixer::linear) == flops(d, decoding(4, 100'000), Mixer::linear));
  StepLoad prompt;
  prompt.prompts = {{1'000, 0, true}};
  StepLoad later;
  later.prompts = {{1'000, 50'000, true}};
  CHECK(flops(d, prompt, Mixer::linear) == flops(d, later, Mixer::linear));
  CHECK(flops(d, prompt, Mixer::attention) < flops(d, later, Mixer::attention));
}
