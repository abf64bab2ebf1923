// SPDX-License-Identifier: Apache-2.0
#include "jacquard/workload/step_memory.hpp"

#include <catch2/catch.hpp>

#include "jacquard/workload/activations.hpp"
#include "support/fault_of.hpp"
#include "support/step_requests.hpp"

using namespace jacquard;
using namespace jacquard::tb;
using namespace jacquard::workload;

namespace {

constexpr double kGib = 1 << 30;

StepRequest gpt(int hidden, int layers, int heads, const std::string& parallel, int batch) {
  StepRequest r;
  r.model = bare_gpt(hidden, layers, heads);
  r.parallelism = parse_parallelism(parallel, "--parallel");
  r.batch = batch;
  r.place = {"--parallel", ""};
  return r;
}

struct Published {
  int hidden, layers, heads, tp, pp, micro_batch;
  double state_gib;  // Korthikanti et al. 2022, figure 1
};
// Its table 3, with the micro-batch of each.
const Published kModels[] = {{6144, 48, 64, 8, 1, 4, 45.56},
                             {12288, 96, 96, 8, 8, 1, 45.56},
                             {20480, 105, 128, 8, 35, 1, 31.64},
                             {25600, 128, 160, 8, 64, 1, 32.96}};

std::string degrees(const Published& m) {
  return "tp=" + std::to_string(m.tp) + ",pp=" + std::to_string(m.pp) +
         ",micro_batch=" + std::to_string(m.micro_batch);
}

}  // namespace

TEST_CASE("Parameters and their optimizer take what Korthikanti et al. print") {
  for (const Published& m : kModels) {
    const StepRequest r = gpt(m.hidden, m.layers, m.heads, degrees(m), m.micro_batch * m.pp);
    const int stage = m.pp > 1 ? 1 : 0;
    const Memory memory = memory_of(r, stage);
    const double state =
        double((memory.weights + memory.gradients + memory.optimizer).count()) / kGib;
    // The figure leaves the norms out, which every member of tp has: 4 h values a layer.
    const double norms = 18.0 * 4 * m.hidden * m.layers / m.pp / kGib;
    const double edges = m.pp > 1 ? 0 : 18.0 * 3 * m.hidden / kGib;  // a position, the last norm
    CHECK(state - norms - edges == Approx(m.state_gib).margin(0.005));
    CHECK(state == Approx(m.state_gib).margin(0.03));
  }
}

TEST_CASE("A layer's activations are s b h (34 + 5 a s / h) over tp, by Korthikanti's formulas") {
  for (const Published& m : kModels) {
    const double s = 2048;
    const double sbh = s * m.micro_batch * m.hidden;
    const double scores = 5.0 * m.heads * s / m.hidden;
    const auto layer = [&](const std::string& knobs) {
      const StepRequest r =
          gpt(m.hidden, m.layers, m.heads, degrees(m) + knobs, m.micro_batch * m.pp);
      return layer_activations(r, plan_of(r), LayerKind{Mixer::attention, FeedForward::dense});
    };
    CHECK(layer("") == Approx(sbh * (34 + scores) / m.tp));
    CHECK(layer(",recompute=selective") == Approx(sbh * 34 / m.tp));
    CHECK(layer(",sequence_parallel=false") == Approx(sbh * (10 + 24.0 / m.tp + scores / m.tp)));
    CHECK(layer(",sequence_parallel=false,recompute=selective") ==
          Approx(sbh * (10 + 24.0 / m.tp)));
    CHECK(layer(",sequence_parallel=false,recompute=full") == Approx(2 * sbh));
  }
}

TEST_CASE("Of a gated model with fused attention a layer keeps what each matrix takes and gives") {
  // Llama-3 405B, bytes of a token, in units of hidden 16,384 (inner 3.25, K and V 1 / 16 each):
  // two norms and what they give 8, Q 2, K and V 0.25, into the output matrix 2, gate, up and their
  // product 19.5; fp32 sums of 128 heads. Selective recomputation makes 4 + 6.5 of them again.
  const auto layer = [](const std::string& knobs) {
    const StepRequest r = request_of("llama3-405b", 0, "tp=8,micro_batch=1" + knobs, 1);
    return layer_activations(r, plan_of(r), LayerKind{Mixer::attention, FeedForward::dense}) * 8 /
           (8192.0 * 16384);
  };
  const double sums = 4 * 128 / 16384.0;
  CHECK(layer("") == Approx(31.75 + sums));
  CHECK(layer(",recompute=selective") == Approx(21.25 + sums));
  CHECK(layer(",recompute=full") == Approx(2));
}

TEST_CASE("With every other matrix computed again a layer keeps the others' results") {
  // Llama-3 8B, in units of hidden 4,096: its input and what ffn_down gives 4, Q 2, V 0.5, into the
  // output matrix 2, one of the two inner 3.5 wide 7; fp32 sums of 32 heads.
  const StepRequest r = request_of("llama3-8b", 0, "recompute=alternate,micro_batch=1", 1);
  CHECK(layer_activations(r, plan_of(r), LayerKind{Mixer::attention, FeedForward::dense}) /
            (8192.0 * 4096) ==
        Approx(15.5 + 4 * 32 / 4096.0));
}

TEST_CASE("The first stage holds all its micro-batches' activations: those of L layers") {
  // Korthikanti et al. 2022 s4.2.3: 1F1B's first stage stores L layers, interleaved
  // L (1 + (p - 1) / (p m)).
  const Published& m = kModels[1];
  const auto first = [&](const std::string& knobs) {
    const StepRequest r = gpt(m.hidden, m.layers, m.heads, degrees(m) + knobs, 64);
    return double(memory_of(r, 0).activations.count()) /
           layer_activations(r, plan_of(r), LayerKind{Mixer::attention, FeedForward::dense});
  };
  CHECK(first("") == Approx(96));
  CHECK(first(",schedule=gpipe") == Approx(96.0 / 8 * 64));
  CHECK(first(",schedule=interleaved,virtual=3") == Approx(96 * (1 + 7.0 / (8 * 3))));
  const StepRequest r = gpt(m.hidden, m.layers, m.heads, degrees(m), 64);
  CHECK(memory_of(r, 7).activations.count() * 8 ==
        Approx(double(memory_of(r, 0).activations.count())));
}

TEST_CASE("ZeRO shares the optimizer, then gradients, then weights, over dp x cp") {
  // Rajbhandari et al. 2020, figure 1: 4 + 12 / N, and so on; gradients of four bytes here.
  const auto memory = [](int zero) {
    return memory_of(gpt(4096, 8, 32, "dp=4,cp=2,zero=" + std::to_string(zero), 4), 0);
  };
  const Memory whole = memory(0);
  const double parameters = double(whole.weights.count()) / 2;
  CHECK(whole.gradients.count() == Approx(4 * parameters));
  CHECK(whole.optimizer.count() == Approx(12 * parameters));
  CHECK(memory(1).optimizer.count() == Approx(12 * parameters / 8));
  CHECK(memory(1).gradients == whole.gradients);
  CHECK(memory(2).gradients.count() == Approx(4 * parameters / 8));
  CHECK(memory(2).weights == whole.weights);
  CHECK(memory(3).weights.count() == Approx(2 * parameters / 8));
  CHECK(memory(3).buffers > memory(2).buffers);  // gathered weights
}

TEST_CASE("Experts are shared out over their own replicas, the rest over ep too") {
  const auto state = [](const std::string& parallel) {
    return double(memory_of(request_of("mixtral-8x7b", 4, parallel, 16), 0).optimizer.count()) / 12;
  };
  const Model m = request_of("mixtral-8x7b", 4, "dp=1", 1).model;
  const double experts = 4.0 * 8 * 3 * 4096 * 14336;
  const double all = state("dp=1");
  CHECK(state("ep=4") == Approx(all - experts + experts / 4));
  CHECK(state("ep=4,dp=2,zero=1") == Approx((all - experts) / 8 + experts / 4 / 2));
}

TEST_CASE("Llama-3 8B takes the memory that torchtitan measured on 8 and 128 H100") {
  // torchtitan, ICLR 2025, tables 1 and 3, selective recomputation by operation, 2 sequences of
  // 8,192 each: 77.0 and 62.0 GiB compiled, 82.4 and 67.0 eager; table 2, full, 32,768: 83.9 GiB.
  const auto gib = [](const std::string& knobs, int batch, int sequence) {
    StepRequest r = request_of("llama3-8b", 0, "zero=3," + knobs, batch);
    r.sequence = sequence;
    return double(largest_memory(r).total().count()) / kGib;
  };
  CHECK(gib("dp=8,recompute=alternate", 16, 8192) == Approx(0.5 * (77.0 + 82.4)).epsilon(0.05));
  CHECK(gib("dp=128,recompute=alternate", 256, 8192) == Approx(0.5 * (62 + 67.0)).epsilon(0.05));
  CHECK(gib("dp=8,recompute=full", 8, 32768) == Approx(83.9).epsilon(0.07));
}

TEST_CASE("Gathered rows take memory, fewer of them asynchronously") {
  // torchtitan, table 4, Llama-3 70B, tp 8: asynchronous TP took 4.3 GiB less with 16 sequences of
  // 8,192 on 256 H100.
  const auto gib = [](const std::string& knobs) {
    StepRequest r = request_of("llama3-70b", 0, "dp=32,tp=8,zero=3,recompute=full" + knobs, 512);
    r.sequence = 8192;
    return double(largest_memory(r).total().count()) / kGib;
  };
  CHECK(gib("") - gib(",async_tp=true") == Approx(4.3).epsilon(0.1));
}

TEST_CASE("A cache holds K and V of every layer, or the latent form") {
  // Llama-3 70B in bf16: 2 x 80 layers x 8 heads x 128 x 2 bytes = 327,680 a token; DeepSeek-V3:
  // 61 x 576 x 2 = 70,272 (its report's 70 KB).
  StepRequest r = request_of("llama3-70b", 0, "tp=8", 4);
  r.kind = StepKind::decode;
  r.sequence = 999;
  CHECK(memory_of(r, 0).kv.count() == 327680 / 8 * 1000 * 4);
  StepRequest d = request_of("deepseek-v3", 0, "tp=1", 1);
  d.kind = StepKind::decode;
  d.sequence = 999;
  CHECK(memory_of(d, 0).kv.count() == 70272 * 1000);
}

TEST_CASE("Parts of memory that sum beyond 64 bits are refused, not wrapped") {
  // 2^58 tokens, each 4 bytes of cache and 12 of activations: neither alone is 2^62.
  StepRequest r = gpt(1, 1, 1, "dp=1", 1 << 30);
  r.model.inner = 2;
  r.kind = StepKind::prefill;
  r.sequence = 1 << 28;
  CHECK_THAT(fault_of([&] { memory_of(r, 0); }), Catch::Contains("less than 2^62 bytes of memory"));
}

TEST_CASE("A step that does not fit is refused with its breakdown and the nearest knobs that fit") {
  const StepRequest r = request_of("llama3-8b", 0, "dp=8", 8);
  const base::Bytes limit{80'000'000'000};
  const std::string fault = fault_of([&] { require_fits(r, limit); });
  CHECK_THAT(fault, Catch::Contains("expected a step within 74.51 GiB") &&
                        Catch::Contains("weights 14.96 GiB") && Catch::Contains("would fit"));
  const std::vector<Fit> fits = nearest_fits(r, limit);
  REQUIRE_FALSE(fits.empty());
  for (const Fit& fit : fits) {
    StepRequest changed = r;
    changed.parallelism = parse_parallelism(text_of(r.parallelism) + "", "p");
    changed.parallelism = fit.parallelism;
    CHECK(largest_memory(changed).total() <= limit);
    CHECK(changed.parallelism.npus() == 8);
    CHECK_FALSE(fit.change.empty());
  }
  CHECK(nearest_fits(r, base::Bytes{1'000'000}).empty());
  CHECK_THAT(fault_of([&] { require_fits(r, base::Bytes{1'000'000}); }),
             Catch::Contains("no change of knobs") &&
                 Catch::Contains("the model's 8192 tokens, --sequence takes fewer"));
  CHECK(fault_of([&] { require_fits(r, base::Bytes{1'000'000'000'000}); }).empty());
}
