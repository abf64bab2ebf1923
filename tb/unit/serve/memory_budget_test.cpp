// SPDX-License-Identifier: Apache-2.0
// What weights, keys and values take, against published sizes.
#include "jacquard/serve/memory_budget.hpp"

#include <catch2/catch.hpp>

#include "jacquard/workload/model_name.hpp"

using namespace jacquard;
using namespace jacquard::serve;
using workload::NumberType;

namespace {

Deployment deployment(const char* model, int tp) {
  Deployment d;
  d.model = workload::named_model(model, {"test", ""});
  d.device = cost::device_of("h100_sxm", {"test", ""});
  d.tp = tp;
  return d;
}

}  // namespace

// field/serving.md: 126 layers of 8 KV heads of 128.
TEST_CASE("a token of Llama 405B keeps 516,096 bytes in bf16 and half of that in fp8") {
  Deployment d = deployment("llama3-405b", 1);
  CHECK(kv_bytes_of_token(d) == 516'096);
  d.precision.kv = NumberType::fp8;
  CHECK(kv_bytes_of_token(d) == 258'048);
}

TEST_CASE("KV heads are split until each NPU has one, and replicated beyond") {
  CHECK(kv_bytes_of_token(deployment("llama3-405b", 8)) == 516'096 / 8);
  CHECK(kv_bytes_of_token(deployment("llama3-405b", 16)) == 516'096 / 8);
}

// DeepSeek-V3: 61 layers of a compressed key and value of 512 and 64 that carry the position.
TEST_CASE("latent attention keeps one compressed key on every NPU") {
  CHECK(kv_bytes_of_token(deployment("deepseek-v3", 1)) == 61 * 576 * 2);
  CHECK(kv_bytes_of_token(deployment("deepseek-v3", 8)) == 61 * 576 * 2);
}

TEST_CASE("the largest of uneven stages holds the most layers") {
  Deployment d = deployment("llama3-405b", 8);
  d.pp = 4;  // 126 layers: 32, 32, 32, 30
  CHECK(kv_bytes_of_token(d) == Approx(516'096.0 / 8 * 32 / 126));
}

// Model cards: 8.03, 70.6 and 405.9 billion parameters.
TEST_CASE("weights in bf16 take two bytes of each published parameter") {
  CHECK(weight_bytes(deployment("llama3-8b", 1)) == Approx(2 * 8.03e9).epsilon(0.002));
  CHECK(weight_bytes(deployment("llama3-70b", 1)) == Approx(2 * 70.6e9).epsilon(0.002));
  CHECK(weight_bytes(deployment("llama3-405b", 1)) == Approx(2 * 405.9e9).epsilon(0.002));
}

// MiniMax-M2's card: 230 billion parameters; gpt-oss's: 116.8, mxfp4 in its experts (60.8 GiB).
TEST_CASE("weights of experts follow their own precision and parts") {
  CHECK(weight_bytes(deployment("MiniMax-M2.5", 1)) == Approx(2 * 230e9).epsilon(0.01));
  Deployment d = deployment("gpt-oss-120b", 1);
  d.precision.experts = NumberType::w4a16;
  CHECK(weight_bytes(d) == Approx(60.8 * 1024 * 1024 * 1024).epsilon(0.06));
  Deployment parts = deployment("MiniMax-M2.5", 4);
  const double by_tp = weight_bytes(parts);
  parts.expert_ep = 4;
  parts.expert_tp = 1;
  CHECK(weight_bytes(parts) == Approx(by_tp));
}

// config.json: 61 layers, 3 of them dense; hidden 7,168, ranks 1,536 and 512, 64 with the position,
// 256 experts. All in bf16.
TEST_CASE("every NPU holds the norms, the router and what latent attention compresses") {
  const double compressed = 7168.0 * (1536 + 512 + 64) + 1536 + 512;
  const double every = 61 * (compressed + 2 * 7168) + 58 * 7168.0 * 256 + 7168;
  const double one = weight_bytes(deployment("deepseek-v3", 1));
  CHECK(8 * weight_bytes(deployment("deepseek-v3", 8)) - one == Approx(7 * 2 * every));
}

// 126 layers, hidden 16,384, 8 heads of 128 for keys and as many for values.
TEST_CASE("two NPUs that share a KV head both hold its matrices") {
  const double kv = 126 * 16384.0 * 2 * 8 * 128;
  const double norms = (126 * 2 + 1) * 16384.0;
  const double by_8 = 8 * weight_bytes(deployment("llama3-405b", 8));
  const double by_16 = 16 * weight_bytes(deployment("llama3-405b", 16));
  CHECK(by_16 - by_8 == Approx(2 * (kv + 8 * norms)));
}

TEST_CASE("what weights and buffers leave holds tokens, or none") {
  const Deployment d = deployment("llama3-8b", 1);
  const MemoryBudget budget = memory_budget(d, 0.9, 8192);
  const double left =
      0.9 * static_cast<double>(d.device.memory.count()) - budget.weights - budget.buffers;
  CHECK(budget.kv_tokens == static_cast<std::int64_t>(left / 131'072));
  CHECK_FALSE(memory_budget(deployment("llama3-405b", 1), 0.9, 8192).fits());
}

// gpt-oss-20b: 12 of 24 layers see 128 keys; 8 KV heads of 64.
TEST_CASE("a short window is of a sequence, and no token's") {
  const Deployment d = deployment("gpt-oss-20b", 1);
  CHECK(kv_bytes_of_token(d) == 12 * 8 * 128 * 2);
  CHECK(kv_bytes_of_sequence(d) == 12.0 * 128 * 8 * 128 * 2);
  const MemoryBudget budget = memory_budget(d, 0.9, 8'192);
  CHECK(budget.sequence_blocks(16) == 8);  // as 128 tokens of the other layers
}

TEST_CASE("a state of a linear layer is of a sequence, split by tp") {
  Deployment d = deployment("llama3-8b", 2);
  d.model.linear = {16, 32, 128, 64, 4, workload::LinearSizes::Rule::delta};
  d.model.mixers = {workload::Mixer::linear, workload::Mixer::linear, workload::Mixer::linear,
                    workload::Mixer::attention};
  CHECK(kv_bytes_of_token(d) == 8 * 8 * 256 * 2 / 2.0);
  const double state = 32.0 * 128 * 64 * 4;
  const double before = (2 * 16 * 128 + 32 * 64) * 3 * 2.0;  // three tokens, of q, k and v
  CHECK(kv_bytes_of_sequence(d) == 24 * (state + before) / 2);
}
