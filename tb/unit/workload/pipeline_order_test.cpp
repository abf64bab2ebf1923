// SPDX-License-Identifier: Apache-2.0
#include "jacquard/workload/pipeline_order.hpp"

#include <catch2/catch.hpp>
#include <set>

#include "jacquard/workload/step_memory.hpp"
#include "support/fault_of.hpp"
#include "support/step_executor.hpp"
#include "support/step_requests.hpp"

using namespace jacquard;
using namespace jacquard::tb;
using namespace jacquard::workload;

namespace {

// Time of each pass of a stage, of one virtual stage's share of the model.
struct PassTimes {
  double forward = 1;
  double data = 1;
  double weights = 1;
};

double length_of(PassKind kind, const PassTimes& t) {
  switch (kind) {
    case PassKind::forward:
      return t.forward;
    case PassKind::backward:
      return t.data + t.weights;
    case PassKind::backward_data:
      return t.data;
    case PassKind::backward_weights:
      break;
  }
  return t.weights;
}

int places_of(PipelineSchedule schedule, int stages, int chunks) {
  return schedule == PipelineSchedule::dualpipe ? stages : stages * chunks;
}

// When the last stage ends, and -1 if the orders wait for each other for ever. Messages take no
// time. Passes that run together begin and end together.
double makespan(PipelineSchedule schedule, int stages, int micro_batches, int chunks,
                const PassTimes& t) {
  std::vector<std::vector<Pass>> order;
  for (int s = 0; s < stages; ++s) {
    order.push_back(passes_of(schedule, s, stages, micro_batches, chunks));
  }
  std::map<std::tuple<bool, int, int>, double> done;  // backward, micro-batch, virtual stage
  std::vector<std::size_t> next(base::index(stages), 0);
  std::vector<double> free(base::index(stages), 0);
  const int places = places_of(schedule, stages, chunks);
  // When what a pass needs is there; -1: it is not known.
  const auto ready_at = [&](const Pass& pass, int place) {
    const bool backward = pass.kind != PassKind::forward;
    double ready = 0;
    const auto wait_for = [&](bool back, int at) {
      const auto found = done.find({back, pass.micro_batch, at});
      ready = found == done.end() || ready < 0 ? -1 : std::max(ready, found->second);
    };
    if (!backward && place > 0) wait_for(false, place - 1);
    if (backward) wait_for(false, place);
    const bool data = backward && pass.kind != PassKind::backward_weights;
    if (data && place + 1 < places) wait_for(true, place + 1);
    return ready;
  };
  for (bool progress = true; progress;) {
    progress = false;
    for (int s = 0; s < stages; ++s) {
      while (base::at(next, s) < base::at(order, s).size()) {
        const Pass* const pass = &base::at(order, s)[base::at(next, s)];
        const std::size_t together = pass->with_next ? 2 : 1;
        double ready = base::at(free, s);
        double length = 0;
        for (std::size_t i = 0; i < together; ++i) {
          const double at = ready_at(pass[i], place_of(schedule, s, pass[i].chunk, stages));
          ready = at < 0 || ready < 0 ? -1 : std::max(ready, at);
          length += length_of(pass[i].kind, t);
        }
        if (ready < 0) break;
        base::at(free, s) = ready + length;
        for (std::size_t i = 0; i < together; ++i) {
          if (pass[i].kind == PassKind::backward_weights) continue;
          const int place = place_of(schedule, s, pass[i].chunk, stages);
          done[{pass[i].kind != PassKind::forward, pass[i].micro_batch, place}] = base::at(free, s);
        }
        base::at(next, s) += together;
        progress = true;
      }
    }
  }
  for (int s = 0; s < stages; ++s) {
    if (base::at(next, s) < base::at(order, s).size()) return -1;
  }
  return *std::max_element(free.begin(), free.end());
}

}  // namespace

TEST_CASE("Every stage runs each pass of each micro-batch once, forward before backward") {
  for (const auto schedule : {PipelineSchedule::gpipe, PipelineSchedule::one_f_one_b,
                              PipelineSchedule::interleaved, PipelineSchedule::zero_bubble,
                              PipelineSchedule::zero_bubble_v, PipelineSchedule::dualpipe}) {
    const bool two = schedule == PipelineSchedule::zero_bubble_v;
    const bool dual = schedule == PipelineSchedule::dualpipe;
    const int chunks = schedule == PipelineSchedule::interleaved ? 3 : two || dual ? 2 : 1;
    for (int s = 0; s < 4; ++s) {
      std::set<std::tuple<int, int, int>> seen;
      int forwards = 0;
      for (const Pass& pass : passes_of(schedule, s, 4, 8, chunks)) {
        const auto key = [&](PassKind kind) {
          return std::tuple(static_cast<int>(kind), pass.micro_batch, pass.chunk);
        };
        CHECK(seen.insert(key(pass.kind)).second);
        forwards += pass.kind == PassKind::forward ? 1 : 0;
        if (pass.kind != PassKind::forward) CHECK(seen.count(key(PassKind::forward)) == 1);
        if (pass.kind == PassKind::backward_weights) {
          CHECK(seen.count(key(PassKind::backward_data)) == 1);
        }
      }
      CHECK(forwards == 8 * (dual ? 1 : chunks));  // a direction has half of them
      const bool splits = schedule == PipelineSchedule::zero_bubble || two;
      if (!dual) CHECK(seen.size() == base::index(8 * chunks * (splits ? 3 : 2)));
    }
  }
}

TEST_CASE("Bubbles of uniform stages are (p-1)/m of the work, interleaved (p-1)/(v m)") {
  // Narayanan et al. 2021 s2.2: also where forward and backward passes take different times.
  const PassTimes t{1, 1.5, 0.75};
  const double pass = t.forward + t.data + t.weights;
  for (const int p : {1, 2, 4, 8}) {
    for (const int m : {8, 16, 24}) {
      const double ideal = m * pass;
      for (const auto schedule : {PipelineSchedule::gpipe, PipelineSchedule::one_f_one_b}) {
        CHECK(makespan(schedule, p, m, 1, t) == Approx(ideal * (1 + (p - 1.0) / m)));
      }
      for (const int v : {2, 3}) {
        if (p == 1) continue;
        const PassTimes part{t.forward / v, t.data / v, t.weights / v};
        CHECK(makespan(PipelineSchedule::interleaved, p, m, v, part) ==
              Approx(ideal * (1 + (p - 1.0) / (v * m))));
      }
    }
  }
}

TEST_CASE("The zero-bubble schedule's bubble is (p-1)(F + B - W)") {
  // Qi et al. 2023, table 1, ZB-H1, where the three take the same time.
  for (const int p : {2, 3, 4, 8}) {
    for (const int m : {p, 2 * p, 3 * p}) {
      CHECK(makespan(PipelineSchedule::zero_bubble, p, m, 1, {1, 1, 1}) == Approx(3 * m + (p - 1)));
    }
  }
}

TEST_CASE("A V without bubbles waits until its last stage has begun, and for nothing else") {
  // Qi et al. 2023 s6: none where the three take the same time; before, p - 1 forward passes of a
  // half.
  for (const int p : {2, 3, 4, 8}) {
    for (const int m : {2 * p - 1, 2 * p, 3 * p}) {
      CHECK(makespan(PipelineSchedule::zero_bubble_v, p, m, 2, {0.5, 0.5, 0.5}) ==
            Approx(3 * m + (p - 1) * 0.5));
    }
  }
}

TEST_CASE("DualPipe's bubble is (p/2 - 1)(F&B + B - 3 W)") {
  // DeepSeek-V3, table 2: B is a whole backward pass, F&B one beside a forward pass. So it is where
  // the gradient of the input takes as long as the forward pass.
  for (const double w : {1.0, 0.5}) {
    const double f = 1, b = 1 + w;
    for (const int p : {2, 4, 6, 8, 16}) {
      for (const int m : {2 * p, 2 * p + 2, 4 * p}) {
        CHECK(makespan(PipelineSchedule::dualpipe, p, m, 2, {f, 1, w}) ==
              Approx(m * (f + b) + (p / 2.0 - 1) * ((f + b) + b - 3 * w)));
      }
    }
  }
}

TEST_CASE("The middle stages of DualPipe begin with two passes apart, to make its bubble smaller") {
  // As deepseek-ai/DualPipe remarks; table 2 is of passes that are all together.
  const PassTimes t{1, 1.5, 0.75};
  const double b = t.data + t.weights;
  for (const int p : {4, 6, 8, 16}) {
    const double table = (p / 2.0 - 1) * ((1 + b) + b - 3 * t.weights);
    const double bubble = makespan(PipelineSchedule::dualpipe, p, 2 * p, 2, t) - 2 * p * (1 + b);
    CHECK(bubble < table);
    CHECK(bubble > table - p / 2.0 * (t.data - t.forward));
  }
}

TEST_CASE("Both parts of a stage lie where the schedule says") {
  using S = PipelineSchedule;
  for (const auto& [schedule, places] :
       {std::pair{S::interleaved, 8}, {S::zero_bubble_v, 8}, {S::dualpipe, 4}}) {
    std::multiset<int> all;
    for (int s = 0; s < 4; ++s) {
      for (int chunk = 0; chunk < 2; ++chunk) {
        const int place = place_of(schedule, s, chunk, 4);
        CHECK(stage_of(schedule, place, chunk, 4) == s);
        all.insert(place);
      }
    }
    for (int place = 0; place < places; ++place) CHECK(all.count(place) == base::index(8 / places));
  }
  CHECK(place_of(S::zero_bubble_v, 3, 1, 4) == 4);  // the turn
}

TEST_CASE("No schedule waits for itself, also with fewer micro-batches than stages") {
  for (const int p : {1, 2, 3, 5, 8}) {
    for (const int m : {1, 2, 3, 7}) {
      for (const auto schedule : {PipelineSchedule::gpipe, PipelineSchedule::one_f_one_b,
                                  PipelineSchedule::zero_bubble}) {
        CHECK(makespan(schedule, p, m, 1, {}) > 0);
      }
      if (p > 1) CHECK(makespan(PipelineSchedule::zero_bubble_v, p, m, 2, {}) > 0);
    }
    if (p > 1) CHECK(makespan(PipelineSchedule::interleaved, p, p, 4, {}) > 0);
  }
}

TEST_CASE("A stage holds as many micro-batches as its order says") {
  for (const auto schedule : {PipelineSchedule::gpipe, PipelineSchedule::one_f_one_b,
                              PipelineSchedule::interleaved, PipelineSchedule::zero_bubble}) {
    for (const int m : {4, 8, 12}) {
      const int chunks = schedule == PipelineSchedule::interleaved ? 3 : 1;
      int largest = 0;
      for (int s = 0; s < 4; ++s) {
        int held = 0;
        int most = 0;
        for (const Pass& pass : passes_of(schedule, s, 4, m, chunks)) {
          if (pass.kind == PassKind::forward) most = std::max(most, ++held);
          if (pass.kind == PassKind::backward || pass.kind == PassKind::backward_weights) --held;
        }
        CHECK(held == 0);
        CHECK(most <= most_in_flight(schedule, s, 4, m, chunks));
        largest = std::max(largest, most);
        // Korthikanti et al. 2022: min(m, p - s) micro-batches.
        if (schedule == PipelineSchedule::one_f_one_b) CHECK(most == std::min(m, 4 - s));
      }
      CHECK(largest == most_in_flight(schedule, 0, 4, m, chunks));
    }
  }
}

TEST_CASE("A V holds as much as 1F1B, DualPipe one micro-batch more, on every stage") {
  // Qi et al. 2023 s6: p whole micro-batches, which are 2 p halves. DeepSeek-V3, table 2: PP + 1.
  for (const int p : {2, 4, 8}) {
    for (const int m : {2 * p, 3 * p}) {
      for (const auto schedule : {PipelineSchedule::zero_bubble_v, PipelineSchedule::dualpipe}) {
        for (int s = 0; s < p; ++s) {
          int held = 0;
          int most = 0;
          for (const Pass& pass : passes_of(schedule, s, p, m, 2)) {
            if (pass.kind == PassKind::forward) most = std::max(most, ++held);
            if (pass.kind == PassKind::backward || pass.kind == PassKind::backward_weights) --held;
          }
          CHECK(held == 0);
          CHECK(most == (schedule == PipelineSchedule::dualpipe ? p + 1 : 2 * p));
          CHECK(most == most_in_flight(schedule, s, p, m, 2));
        }
      }
    }
  }
}

TEST_CASE("A step's program has its schedule's bubble, whatever its stages send each other") {
  for (const std::string knobs : {"schedule=gpipe", "schedule=1f1b", "schedule=zero-bubble",
                                  "schedule=interleaved,virtual=2"}) {
    const StepRequest r = request_of("gpt3-13b", 16, "pp=4,micro_batch=1,tp=2," + knobs, 8);
    const StepProgram program = training_program(r);
    // A forward pass of a layer takes 1, each gradient too; edges nothing.
    const auto times = executed(program, [](const StepOp& op) {
      const bool data = op.label == OpLabel::ffn_norm;
      if (op.layer < 0) return 0.0;
      if (op.label == OpLabel::attention_out && op.phase == Phase::backward) return 0.0;
      return data || (op.label == OpLabel::attention_out && op.phase == Phase::forward) ? 0.5 : 0.0;
    });
    // Each layer has a norm of 0.5 in both passes, and attention's output 0.5 forward.
    const double pass = 4 * (1.0 + 0.5);
    const double v = r.parallelism.virtual_stages;
    CHECK(end_of(times) == Approx(8 * pass + 3 * pass / v));
  }
}

TEST_CASE("Programs of two parts a stage have their schedules' bubbles") {
  // A forward pass of a layer takes 1, the gradient of its input 1, that of its weights 1.
  const auto end = [](const std::string& schedule) {
    const StepRequest r = request_of("gpt3-13b", 16, "pp=4,micro_batch=1,schedule=" + schedule, 8);
    return end_of(executed(training_program(r), [](const StepOp& op) {
      const bool counts = op.label == OpLabel::ffn_norm || op.label == OpLabel::gradient_sum;
      return op.layer >= 0 && counts ? 1.0 : 0.0;
    }));
  };
  CHECK(end("zb-v") == Approx(8 * 12 + 3 * 2));
  CHECK(end("dualpipe") == Approx(8 * 12 + (12 + 8 - 3 * 4)));
}

TEST_CASE(
    "Stages of DualPipe hold two parts of the model, and share their optimizer with the other") {
  const auto memory = [](const std::string& schedule) {
    return memory_of(request_of("gpt3-13b", 16, "pp=4,micro_batch=1," + schedule, 8), 1);
  };
  const Memory one = memory("zero=1,schedule=1f1b");
  const Memory dual = memory("zero=1,schedule=dualpipe");
  CHECK(dual.weights.count() == 2 * one.weights.count());
  CHECK(dual.gradients.count() == 2 * one.gradients.count());
  CHECK(dual.optimizer.count() == one.optimizer.count());
  // p + 1 micro-batches, where the second stage of 1F1B holds p - 1.
  CHECK(3 * dual.activations.count() == 5 * one.activations.count());
  CHECK(memory("zero=0,schedule=dualpipe").optimizer.count() == 2 * one.optimizer.count());
}

TEST_CASE("Schedules of two parts say what they need") {
  const auto fault = [](const std::string& knobs, int batch) {
    return fault_of([&] { plan_of(request_of("gpt3-13b", 12, "micro_batch=1," + knobs, batch)); });
  };
  using Catch::Contains;
  CHECK_THAT(fault("pp=3,schedule=dualpipe", 12), Contains("pp: expected an even number"));
  CHECK_THAT(fault("pp=4,schedule=dualpipe", 6),
             Contains("micro_batches") && Contains("8 or more"));
  CHECK_THAT(fault("pp=4,schedule=dualpipe,zero=2", 8), Contains("zero: expected 0 or 1"));
  CHECK_THAT(fault("pp=1,schedule=zb-v", 8), Contains("schedule"));
  CHECK_THAT(fault("pp=4,schedule=zb-v", 8), Contains("virtual stages that divide the 12 layers"));
}
