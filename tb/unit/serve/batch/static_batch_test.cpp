// SPDX-License-Identifier: Apache-2.0
// The closed form of a static batch against closed forms by hand, and against the server that runs
// the same batch step by step.
#include "jacquard/serve/batch/static_batch.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "jacquard/serve/cost_clock.hpp"
#include "jacquard/serve/hardware/system_name.hpp"
#include "jacquard/workload/model_name.hpp"
#include "unit/serve/toy_server.hpp"

using namespace jacquard;
using namespace jacquard::serve;
using base::Picoseconds;

namespace {

// A step takes `step`, `token` for each token and `key` for each key that a decode sees, cubed.
class PolynomialClock : public StepClock {
 public:
  StepTime time(base::Span<const StepLoad> groups) override {
    ++calls;
    double ps = 1e9;
    for (const StepLoad& load : groups) {
      ps += 1e6 * static_cast<double>(load.tokens());
      for (const PromptChunk& chunk : load.prompts) ps += 1e2 * chunk.tokens * chunk.cached;
      ps += 1e-3 * std::pow(static_cast<double>(load.decode_keys), 3);
    }
    const Picoseconds took{std::llround(ps)};
    return {took, took};
  }
  int calls = 0;
};

ServerRun step_by_step(const BatchShape& shape, StepClock& clock) {
  EngineSettings settings;
  settings.policy = Policy::static_batch;
  settings.max_sequences = static_cast<int>(shape.batch / shape.groups);
  settings.max_batched_tokens = shape.max_batched_tokens;
  settings.prefix_caching = false;
  std::vector<Request> requests;
  for (std::int64_t i = 0; i < shape.batch; ++i) {
    requests.push_back(tb::request(i, 0, shape.input, shape.output));
  }
  ListTraffic traffic(std::move(requests));
  return serve::serve(settings, shape.groups, clock, traffic);
}

Deployment deployed(const char* model, const char* system, int tp, int groups = 1) {
  const NamedSystem named = system_named(system, {"--system", ""});
  Deployment d;
  d.model = workload::named_model(model, {"MODEL", ""});
  d.device = named.device;
  d.tp = tp;
  d.attention_dp = groups;
  return d;
}

double as_seconds(Picoseconds time) { return base::to_seconds(time).count(); }

}  // namespace

TEST_CASE("A batch whose steps take the same takes as many of them as its tokens need") {
  tb::ToyClock clock(Picoseconds{100});
  BatchShape shape;
  shape.batch = 3;
  shape.input = 10;
  shape.output = 5;
  shape.max_batched_tokens = 8;  // 30 tokens: 4 steps
  const BatchTimes times = static_batch(shape, clock);
  CHECK(times.prefill_steps == 4);
  CHECK(times.prefill == Picoseconds{400});
  CHECK(times.decode_steps == 4);
  CHECK(times.decode == Picoseconds{400});
  CHECK(times.time() == Picoseconds{800});
}

TEST_CASE("An answer of one token ends with its prompt") {
  tb::ToyClock clock(Picoseconds{100});
  BatchShape shape;
  shape.input = 4;
  const BatchTimes times = static_batch(shape, clock);
  CHECK(times.decode == Picoseconds{0});
  CHECK(times.time() == Picoseconds{100});
}

// Decode: the sum over i = 1..n of (in + i)^3 in closed form.
TEST_CASE("A long answer of polynomial steps is summed as the closed form has it") {
  PolynomialClock clock;
  BatchShape shape;
  shape.input = 100;
  shape.output = 10'001;
  const BatchTimes times = static_batch(shape, clock);
  const auto cubes = [](double n) { return n * n * (n + 1) * (n + 1) / 4; };
  const double n = 10'000;
  const double expected = n * (1e9 + 1e6) + 1e-3 * (cubes(100 + n) - cubes(100));
  // A clock is asked for whole keys, so the points of Gauss's rule are off by up to half a key.
  CHECK(static_cast<double>(times.decode.count()) == Approx(expected).epsilon(1e-4));
  CHECK(clock.calls < 12);
}

TEST_CASE("Prompts in whole chunks take what the server takes, to the picosecond") {
  for (const int input : {1, 7, 64, 300}) {
    for (const int batch : {1, 2, 5, 9}) {
      PolynomialClock ours, theirs;
      BatchShape shape;
      shape.batch = batch;
      shape.input = input;
      shape.output = 4;
      shape.max_batched_tokens = 256;
      INFO(input << " x " << batch);
      const BatchTimes times = static_batch(shape, ours);
      const ServerRun run = step_by_step(shape, theirs);
      CHECK(times.prefill_steps + times.decode_steps == run.steps);
      CHECK(times.time() == run.end);
    }
  }
}

// The prompts of gpt-oss begin and end in the midst of steps: 0.2 % here, the others 0.01 %.
TEST_CASE("A static batch takes what the server takes step by step, on our laws, to 0.5 %") {
  struct Case {
    const char* model;
    const char* system;
    int tp;
    int groups;
    int batch;
    int input;
    int output;
  };
  for (const Case& c : {Case{"llama3-8b", "1xh100", 1, 1, 1, 128, 512},
                        Case{"llama3-8b", "1xh100", 1, 1, 64, 2048, 128},
                        Case{"llama3-70b", "4xh200", 4, 1, 37, 1000, 700},
                        Case{"qwen3-30b-a3b", "2xh100", 2, 1, 100, 300, 300},
                        Case{"gpt-oss-120b", "4xb200", 4, 1, 16, 9000, 257},
                        Case{"deepseek-v3", "8xh200", 1, 8, 64, 512, 256}}) {
    const Deployment d = deployed(c.model, c.system, c.tp, c.groups);
    const auto ours = cost_clock(d);
    const auto theirs = cost_clock(d);
    BatchShape shape;
    shape.batch = c.batch;
    shape.input = c.input;
    shape.output = c.output;
    shape.groups = c.groups;
    const BatchTimes times = static_batch(shape, *ours);
    const ServerRun run = step_by_step(shape, *theirs);
    INFO(c.model << " " << as_seconds(times.time()) / as_seconds(run.end) - 1);
    CHECK(as_seconds(times.time()) == Approx(as_seconds(run.end)).epsilon(0.005));
    CHECK(times.prefill_steps + times.decode_steps == run.steps);
  }
}
