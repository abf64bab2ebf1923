// SPDX-License-Identifier: Apache-2.0
// Bytes that frameworks allocate in a step, tensor by tensor, worked out by hand from what each
// operator of Megatron-core and Transformer Engine saves for its backward pass.
#include <catch2/catch.hpp>

#include "jacquard/workload/activations.hpp"
#include "jacquard/workload/step_memory.hpp"
#include "support/step_requests.hpp"

using namespace jacquard;
using namespace jacquard::tb;
using namespace jacquard::workload;

namespace {

StepRequest request(const std::string& model, const std::string& parallel, int batch = 1) {
  StepRequest r = request_of(model, 0, parallel, batch);
  r.sequence = 4096;
  return r;
}

// Of one token of the micro-batch, all members of tp together.
double bytes_of_a_token(const StepRequest& r, LayerKind kind) {
  return layer_activations(r, plan_of(r), kind) / (4096.0 / r.parallelism.cp) * r.parallelism.tp;
}

constexpr std::int64_t kTokens = 4096;
constexpr std::int64_t kLlamaMatrices = 218'103'808;  // 4096 x (4096 x 2 + 1024 x 2 + 14336 x 3)

}  // namespace

TEST_CASE("A layer of Llama-3 8B keeps 139,392 bytes a token in bf16, whatever tp and cp are") {
  // Two norms' inputs and results, Q and attention's result 6 x 8192; K and V 2 x 2048; 32 sums of
  // 4; gate and up 57344, their product 28672.
  for (const char* tp : {"tp=1", "tp=2", "tp=4", "tp=8", "tp=2,cp=4"}) {
    CHECK(bytes_of_a_token(request("llama3-8b", tp),
                           LayerKind{Mixer::attention, FeedForward::dense}) == Approx(139392));
  }
}

TEST_CASE("Attention computed again frees its 32 sums alone, in fp8 its bf16 result too") {
  StepRequest r = request("llama3-8b", "recompute=core_attn");
  CHECK(bytes_of_a_token(r, LayerKind{Mixer::attention, FeedForward::dense}) ==
        Approx(139392 - 128));
  r.type = NumberType::fp8;
  CHECK(bytes_of_a_token(r, LayerKind{Mixer::attention, FeedForward::dense}) ==
        Approx(120960 - 128 - 8192));
}

TEST_CASE("In fp8 matrices keep a byte of each value they take, and attention its result in bf16") {
  // Norms' inputs, Q, attention's result 4 x 8192; what three matrices take 3 x 4096; K and V 4096;
  // sums 128; gate and up 57344, their product 14336.
  StepRequest r = request("llama3-8b", "dp=8,zero=1", 8);
  r.type = NumberType::fp8;
  CHECK(bytes_of_a_token(r, LayerKind{Mixer::attention, FeedForward::dense}) == Approx(120960));
  const std::int64_t parameters = 8'030'261'248;
  CHECK(memory_of(r, 0).weights.count() == 2 * parameters + 2 * 32 * kLlamaMatrices);
  r.quantised_copies = 1;
  CHECK(memory_of(r, 0).weights.count() == 2 * parameters + 32 * kLlamaMatrices);
  r.quantised_copies = 2;
  r.type = NumberType::nvfp4;
  CHECK(memory_of(r, 0).weights.count() == 2 * parameters + 32 * kLlamaMatrices);
  r.type = NumberType::fp8;
  r.quantised_parameters = true;
  CHECK(memory_of(r, 0).weights.count() == 2 * parameters);
}

TEST_CASE("Heads' own norms keep Q and K as they were") {
  StepRequest r = request("llama3-8b", "tp=2");
  r.model.head_norms = true;
  CHECK(bytes_of_a_token(r, LayerKind{Mixer::attention, FeedForward::dense}) ==
        Approx(139392 + 8192 + 2048 + 40 * 4));
}

TEST_CASE("A layer of Mixtral keeps 241,960 bytes a token") {
  // As Llama's up to the second norm's result, which the router takes: 6 x 8192 + 4096 + 128; the
  // router's 21 for each of 8 experts; 2 experts' inputs 2 x 8192, and inside them 2 x 6 x 14336.
  CHECK(bytes_of_a_token(request("mixtral-8x7b", "ep=1"),
                         LayerKind{Mixer::attention, FeedForward::experts}) == Approx(241960));
  // Where tp splits each expert, its members all have the experts' inputs.
  CHECK(bytes_of_a_token(request("mixtral-8x7b", "tp=4"),
                         LayerKind{Mixer::attention, FeedForward::experts}) ==
        Approx(241960 + 3 * 2 * 8192));
  // Where they hold different experts, each has its own tokens' rows.
  CHECK(bytes_of_a_token(request("mixtral-8x7b", "tp=4,ep=2,fold=tp", 2),
                         LayerKind{Mixer::attention, FeedForward::experts}) == Approx(241960));
}

TEST_CASE("A layer of DeepSeek-V3 keeps its compressed forms, and experts' inputs once") {
  const double attention = 2 * 14336      // the norm's input and result
                           + 4224 + 4096  // 1536 + 512 + 64 compressed, two norms' results
                           + 2 * 49152 +
                           2 * 32768  // Q and K of 192, V and the result of 128, heads
                           + 512;     // sums
  const double dense = 2 * 14336 + 6 * 18432;
  const double experts = 2 * 14336 + 21 * 256 + 8 * 14336 + 8 * 6 * 2048 + 6 * 2048;
  const StepRequest r = request("deepseek-v3", "ep=8", 8);
  CHECK(bytes_of_a_token(r, LayerKind{Mixer::attention, FeedForward::dense}) ==
        Approx(attention + dense));
  CHECK(bytes_of_a_token(r, LayerKind{Mixer::attention, FeedForward::experts}) ==
        Approx(attention + experts));
}

TEST_CASE("A step of Llama-3 8B on 8 GPUs takes these bytes, the loss being its fullest moment") {
  const Memory m = memory_of(request("llama3-8b", "dp=8,zero=1", 8), 0);
  const std::int64_t parameters = 8'030'261'248;
  // Megatron-core's report of theoretical memory: 6 + 12 / dp bytes a parameter.
  CHECK(m.weights.count() == 2 * parameters);
  CHECK(m.gradients.count() == 4 * parameters);
  CHECK(m.optimizer.count() == 12 * parameters / 8);
  CHECK(m.activations.count() == 32 * 139392 * kTokens);
  const std::int64_t norm = 2 * 8192 * kTokens;
  const std::int64_t logits = 6 * 128256 * kTokens;  // bf16 and fp32
  CHECK(m.buffers.count() == norm + logits + 2 * kLlamaMatrices);
}

TEST_CASE(
    "With tp = 8 logits are split, norms and the rows that the output matrix gathers are not") {
  const Memory m = memory_of(request("llama3-8b", "tp=8,zero=1"), 0);
  const std::int64_t layer = kLlamaMatrices / 8 + 2 * 4096;
  const std::int64_t parameters = 32 * layer + 2 * 16032 * 4096 + 4096;
  CHECK(m.weights.count() == 2 * parameters);
  CHECK(m.activations.count() == 32 * 139392 * kTokens / 8);
  const std::int64_t norm = 2 * 8192 * kTokens / 8;
  const std::int64_t logits = 6 * 16032 * kTokens;
  CHECK(m.buffers.count() == norm + logits + 2 * kLlamaMatrices / 8 + 8192 * kTokens);
}

TEST_CASE("The first of 4 stages is at its fullest in a layer, the last in the loss") {
  const StepRequest r = request("llama3-8b", "pp=4,micro_batch=1", 16);
  const std::int64_t kept = 8 * 139392 * kTokens;  // of a micro-batch
  const Memory first = memory_of(r, 0);
  CHECK(first.activations.count() == 4 * kept);
  // The residual's gradient; then that of the activation function's inputs and output, while its
  // inputs are there and its kept output is not: 4 + 2 - 2 bytes of 14336.
  const std::int64_t transient = (8192 + 4 * 14336) * kTokens;
  CHECK(first.buffers.count() == transient + 2 * kLlamaMatrices);
  const Memory last = memory_of(r, 3);
  CHECK(last.activations.count() == kept);
  CHECK(last.buffers.count() == (2 * 8192 + 6 * 128256) * kTokens + 2 * kLlamaMatrices);
}

TEST_CASE("With full recomputation a layer's tensors are there one layer at a time") {
  const StepRequest r = request("llama3-8b", "pp=4,micro_batch=1,recompute=full", 16);
  const Memory second = memory_of(r, 1);
  CHECK(second.activations.count() == 3 * 8 * 8192 * kTokens);
  const std::int64_t layer = (139392 - 8192) * kTokens;  // its input is kept anyway
  CHECK(second.buffers.count() == layer + (8192 + 4 * 14336) * kTokens + 2 * kLlamaMatrices);
  // The first is fuller behind a micro-batch, when its 8 inputs are free: the embedding's gradient
  // in bf16, and that of the rows it gave.
  const std::int64_t gradient = 2LL * 128256 * 4096 + 8192 * kTokens;
  CHECK(memory_of(r, 0).buffers.count() == gradient - 8 * 8192 * kTokens + 2 * kLlamaMatrices);
}

TEST_CASE("Where experts' results come home a layer has four copies of their rows") {
  const StepRequest wide = request("deepseek-v3", "ep=8", 8);
  CHECK(layer_transient(wide, plan_of(wide), LayerKind{Mixer::attention, FeedForward::experts}) ==
        Approx((14336 + 4 * 8 * 14336.0) * kTokens));
  // Mixtral's two experts are so wide that their activation function's gradients are more.
  const StepRequest r = request("mixtral-8x7b", "ep=8", 8);
  CHECK(layer_transient(r, plan_of(r), LayerKind{Mixer::attention, FeedForward::experts}) ==
        Approx((8192 + 2 * 4 * 14336.0) * kTokens));
}

TEST_CASE("Sums of gradients in bf16 are copied to fp32 for the optimizer, when all else is free") {
  // Of so small a batch that the copy is more than activations and the loss.
  StepRequest r = request("llama3-8b", "tp=8,sequence_parallel=false", 1);
  r.sequence = 8;
  r.gradient_type = NumberType::bf16;
  const Memory m = memory_of(r, 0);
  const std::int64_t parameters = m.weights.count() / 2;
  CHECK(m.gradients.count() == 2 * parameters);
  CHECK((m.buffers + m.activations).count() == 4 * parameters + 2 * kLlamaMatrices / 8);
}

TEST_CASE("torchtitan's shards are fp32 weights, gradients and two moments: 16 bytes a parameter") {
  StepRequest r = request("llama3-8b", "dp=8,zero=3", 8);
  r.framework = Framework::torchtitan;
  const Memory m = memory_of(r, 0);
  CHECK((m.weights + m.gradients + m.optimizer).count() == 16 * 8'030'261'248 / 8);
}
