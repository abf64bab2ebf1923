// SPDX-License-Identifier: Apache-2.0
#include "jacquard/workload/pipeline_order.hpp"

#include <catch2/catch.hpp>
#include <set>

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

// When the last stage ends, and -1 if the orders wait for each other for ever. Messages take no
// time.
double makespan(PipelineSchedule schedule, int stages, int micro_batches, int chunks,
                const PassTimes& t) {
  std::vector<std::vector<Pass>> order;
  for (int s = 0; s < stages; ++s) {
    order.push_back(passes_of(schedule, s, stages, micro_batches, chunks));
  }
  std::map<std::tuple<bool, int, int>, double> done;  // backward, micro-batch, virtual stage
  std::vector<std::size_t> next(base::index(stages), 0);
  std::vector<double> free(base::index(stages), 0);
  const int places = stages * chunks;
  for (bool progress = true; progress;) {
    progress = false;
    for (int s = 0; s < stages; ++s) {
      while (base::at(next, s) < base::at(order, s).size()) {
        const Pass pass = base::at(order, s)[base::at(next, s)];
        const int place = pass.chunk * stages + s;
        const bool backward = pass.kind != PassKind::forward;
        double ready = 0;
        const auto wait_for = [&](bool back, int at) {
          const auto found = done.find({back, pass.micro_batch, at});
          ready = found == done.end() ? -1 : std::max(ready, found->second);
          return found != done.end();
        };
        if (!backward && place > 0 && !wait_for(false, place - 1)) break;
        if (backward && !wait_for(false, place)) break;
        const bool data = backward && pass.kind != PassKind::backward_weights;
        if (data && place + 1 < places && !wait_for(true, place + 1)) break;
        double& at = base::at(free, s);
        at = std::max(at, ready) + length_of(pass.kind, t);
        if (pass.kind != PassKind::backward_weights) {
          done[{backward, pass.micro_batch, place}] = at;
        }
        ++base::at(next, s);
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
                              PipelineSchedule::interleaved, PipelineSchedule::zero_bubble}) {
    const int chunks = schedule == PipelineSchedule::interleaved ? 3 : 1;
    for (int s = 0; s < 4; ++s) {
      std::set<std::tuple<int, int, int>> seen;
      for (const Pass& pass : passes_of(schedule, s, 4, 8, chunks)) {
        const auto key = [&](PassKind kind) {
          return std::tuple(static_cast<int>(kind), pass.micro_batch, pass.chunk);
        };
        CHECK(seen.insert(key(pass.kind)).second);
        if (pass.kind != PassKind::forward) CHECK(seen.count(key(PassKind::forward)) == 1);
        if (pass.kind == PassKind::backward_weights) {
          CHECK(seen.count(key(PassKind::backward_data)) == 1);
        }
      }
      CHECK(seen.size() ==
            base::index(8 * chunks * (schedule == PipelineSchedule::zero_bubble ? 3 : 2)));
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

TEST_CASE("No schedule waits for itself, also with fewer micro-batches than stages") {
  for (const int p : {1, 2, 3, 5, 8}) {
    for (const int m : {1, 2, 3, 7}) {
      for (const auto schedule : {PipelineSchedule::gpipe, PipelineSchedule::one_f_one_b,
                                  PipelineSchedule::zero_bubble}) {
        CHECK(makespan(schedule, p, m, 1, {}) > 0);
      }
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
