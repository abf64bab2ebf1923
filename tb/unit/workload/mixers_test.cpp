// SPDX-License-Identifier: Apache-2.0
// What mixes tokens: operations of windows, chunks, indexers and states, counted one by one.
#include <catch2/catch.hpp>
#include <cmath>
#include <functional>

#include "jacquard/workload/model_parameters.hpp"
#include "jacquard/workload/training.hpp"
#include "support/fault_of.hpp"
#include "support/step_requests.hpp"

using namespace jacquard;
using namespace jacquard::tb;
using namespace jacquard::workload;

namespace {

constexpr int kTokens = 512;
constexpr int kSeen = 64;  // keys of a window, a chunk, an indexer's choice

Model small() {
  Model m;
  m.name = "small";
  m.hidden = 256;
  m.layers = 4;
  m.heads = 8;
  m.kv_heads = 2;
  m.head_size = 32;
  m.inner = 512;
  m.gated = true;
  m.vocabulary = 1'000;
  m.sequence = kTokens;
  m.fused_attention = true;
  m.window = kSeen;
  m.linear = {4, 8, 16, 32, 4, LinearSizes::Rule::delta};
  return m;
}

Model with(std::vector<Mixer> mixers) {
  Model m = small();
  m.mixers = std::move(mixers);
  require_complete(m, {"test", ""});
  return m;
}

// Keys that queries 0, 1, ... of a sequence see, itself included, summed.
template <class Seen>
double pairs(Seen seen) {
  double all = 0;
  for (int query = 0; query < kTokens; ++query) all += seen(query);
  return all;
}

// Of a sequence, forward, without its matrices: what a formula adds for one mixer in one layer.
double mixing(Mixer mixer) {
  const Model m = with({mixer});
  const double matrices = 2.0 * kTokens * matmul_parameters(m);
  return (training_flops(m, kTokens, kTokens) / 3 - matrices) / m.layers;
}

double of_pairs(double all) { return 2.0 * 8 * (32 + 32) * all; }

double forward_flops(const StepProgram& program) {
  double all = 0;
  for (const StepOp& op : program.classes.front().ops) {
    if (op.kind != OpKind::compute || op.phase != Phase::forward) continue;
    const ComputeWork& work = base::at(program.works, op.work);
    if (!std::holds_alternative<ElementwiseWork>(work)) all += amounts_of(work).flops;
  }
  return all;
}

}  // namespace

// A formula counts half a sequence where a query sees itself too: a part in kTokens.
TEST_CASE("Attention counts the pairs of a query and a key that it sees") {
  CHECK(mixing(Mixer::attention) ==
        Approx(of_pairs(pairs([](int q) { return q + 1; }))).epsilon(1.0 / kTokens));
  CHECK(mixing(Mixer::window) ==
        Approx(of_pairs(pairs([](int q) { return std::min(q + 1, kSeen); }))).epsilon(0.02));
  CHECK(mixing(Mixer::chunk) ==
        Approx(of_pairs(pairs([](int q) { return q % kSeen + 1; }))).epsilon(0.02));
}

TEST_CASE("The last chunk of a sequence may be cut") {
  Model m = with({Mixer::chunk});
  m.window = 192;  // of 512 tokens: two chunks and 128 more
  const double matrices = 2.0 * kTokens * matmul_parameters(m);
  const double each = (training_flops(m, kTokens, kTokens) / 3 - matrices) / m.layers;
  const double counted = of_pairs(pairs([](int q) { return q % 192 + 1; }));
  CHECK(each == Approx(counted).epsilon(0.01));
  StepRequest r = request_of("llama3-8b", 1, "dp=1", 1);
  r.model = m;
  r.sequence = kTokens;
  CHECK(forward_flops(training_program(r)) ==
        Approx(training_flops(m, kTokens, kTokens) / 3).epsilon(0.01));
}

TEST_CASE("Members of cp share out the pairs of a sequence, whatever its queries see") {
  for (const Mixer mixer : {Mixer::attention, Mixer::window, Mixer::chunk}) {
    StepRequest r = request_of("llama3-8b", 1, "cp=1", 1);
    r.model = with({mixer});
    r.sequence = kTokens;
    const double whole = forward_flops(training_program(r));
    r.parallelism.cp = 4;
    CAPTURE(static_cast<int>(mixer));
    CHECK(forward_flops(training_program(r)) == Approx(whole / 4).epsilon(0.005));
  }
}

TEST_CASE("A state costs each token the same") {
  const Model m = with({Mixer::linear});
  const double one = training_flops(m, 1'000, 1'000) / 1'000;
  CHECK(training_flops(m, 1'000, 500'000) / 1'000 == Approx(one));
  CHECK(decode_flops(m, 1, 10) == Approx(decode_flops(m, 1, 1'000'000)));
}

TEST_CASE("An indexer scores all keys and attention takes its choice") {
  Model m = with({Mixer::attention});
  m.index = {4, 16, kSeen, 0};
  const double matrices = 2.0 * kTokens * matmul_parameters(m);
  const double each = (training_flops(m, kTokens, kTokens) / 3 - matrices) / m.layers;
  const double scores = 2.0 * 4 * 16 * pairs([](int q) { return q + 1; });
  const double chosen = of_pairs(pairs([](int q) { return std::min(q + 1, kSeen); }));
  CHECK(each == Approx(scores + chosen).epsilon(0.02));
  // Queries of the index, its key, a weight of each head: of so many layers.
  const double matrix = 256.0 * 4 * 16 + 256.0 * (16 + 4);
  const Model without = with({Mixer::attention});
  CHECK(matmul_parameters(m) - matmul_parameters(without) == Approx(4 * matrix));
  m.index.layers = 1;
  CHECK(matmul_parameters(m) - matmul_parameters(without) == Approx(matrix));
}

TEST_CASE("A step's program has the operations that its model counts, whatever mixes tokens") {
  for (const Mixer mixer : {Mixer::attention, Mixer::window, Mixer::chunk, Mixer::linear}) {
    StepRequest r = request_of("llama3-8b", 1, "dp=1", 1);
    r.model = with({mixer, Mixer::attention});
    r.sequence = kTokens;
    const StepProgram program = training_program(r);
    const double counted = training_flops(r.model, kTokens, kTokens) / 3;
    CAPTURE(static_cast<int>(mixer));
    CHECK(forward_flops(program) == Approx(counted).epsilon(0.01));
  }
}

TEST_CASE("A layer without a feed-forward part or without a mixer has the other alone") {
  Model m = with({Mixer::attention, Mixer::none});
  m.layer_kinds = {FeedForward::none, FeedForward::dense, FeedForward::none, FeedForward::dense};
  Model half = with({Mixer::attention});
  half.layers = 2;
  CHECK(total_parameters(m) == total_parameters(half));
  StepRequest r = request_of("llama3-8b", 1, "dp=1", 1);
  r.sequence = kTokens;
  r.model = m;
  const double apart = forward_flops(training_program(r));
  r.model = half;
  CHECK(apart == Approx(forward_flops(training_program(r))));
}

TEST_CASE("Sizes of mixers that are missing or do not fit are named") {
  const auto fault = [](const std::function<void(Model&)>& change) {
    Model m = small();
    m.mixers = {Mixer::window, Mixer::linear};
    change(m);
    return fault_of([&] { require_complete(m, {"m.json", ""}); });
  };
  CHECK(fault([](Model&) {}).empty());
  CHECK_THAT(fault([](Model& m) { m.window = 0; }), Catch::Contains("m.json#/window"));
  CHECK_THAT(fault([](Model& m) { m.linear = {}; }), Catch::Contains("m.json#/linear/key_heads"));
  CHECK_THAT(fault([](Model& m) { m.linear.key_heads = 3; }),
             Catch::Contains("a divisor of the 8 value_heads"));
  CHECK_THAT(fault([](Model& m) {
               m.index = {4, 0, 8, 0};
             }),
             Catch::Contains("m.json#/index/size"));
  CHECK_THAT(fault([](Model& m) { m.windowed.kv_heads = 3; }),
             Catch::Contains("m.json#/windowed/kv_heads"));
}
