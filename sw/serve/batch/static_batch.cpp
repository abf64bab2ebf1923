// SPDX-License-Identifier: Apache-2.0
#include "jacquard/serve/batch/static_batch.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "jacquard/base/divide_up.hpp"

namespace jacquard::serve {
namespace {

constexpr std::int64_t kPrefillSamples = 16;

// Of Gauss and Legendre on -1..1, sixth order: Abramowitz and Stegun, table 25.4.
struct Point {
  double at;
  double weight;
};
constexpr std::array<Point, 6> kGauss = {{{-0.932469514203152, 0.171324492379170},
                                          {-0.661209386466265, 0.360761573048139},
                                          {-0.238619186083197, 0.467913934572691},
                                          {0.238619186083197, 0.467913934572691},
                                          {0.661209386466265, 0.360761573048139},
                                          {0.932469514203152, 0.171324492379170}}};

// The chunks of step `index`, when prompts lie one behind the other and each step takes the next
// `budget` tokens of all `total`.
void fill_step(StepLoad& load, std::int64_t index, std::int64_t budget, std::int64_t total,
               int input) {
  load.prompts.clear();
  std::int64_t at = index * budget;
  const std::int64_t end = std::min(at + budget, total);
  while (at < end) {
    const auto cached = static_cast<int>(at % input);
    const auto tokens = static_cast<int>(std::min<std::int64_t>(input - cached, end - at));
    load.prompts.push_back({tokens, cached, cached + tokens == input});
    at += tokens;
  }
}

// Seconds from the first step's start to the last one's end, when each follows the one before by
// its interval.
struct Steps {
  double intervals = 0;  // of all
  double overhang = 0;   // of the last one's latency over its interval
};

double seconds(base::Picoseconds time) { return base::to_seconds(time).count(); }
base::Picoseconds picoseconds(double seconds) {
  return base::Picoseconds{std::llround(seconds * 1e12)};
}

class Batch {
 public:
  Batch(const BatchShape& shape, StepClock& clock)
      : shape_(shape), clock_(clock), loads_(static_cast<std::size_t>(shape.groups)) {}

  BatchTimes times() {
    BatchTimes t;
    t.prefill = prefill(t);
    t.decode = decode(t);
    return t;
  }

 private:
  // Requests of the busiest group.
  std::int64_t busiest() const {
    return base::divide_up<std::int64_t>(shape_.batch, shape_.groups);
  }

  // Groups' shares of `batch` differ by one request at most; the first ones have more.
  std::int64_t share(std::int64_t batch, std::size_t group) const {
    const auto g = static_cast<std::int64_t>(group);
    return batch / shape_.groups + (g < batch % shape_.groups ? 1 : 0);
  }

  StepTime prefill_step(std::int64_t index) {
    for (std::size_t g = 0; g < loads_.size(); ++g) {
      fill_step(loads_[g], index, shape_.max_batched_tokens, share(shape_.batch, g) * shape_.input,
                shape_.input);
      loads_[g].decodes = 0;
      loads_[g].decode_keys = 0;
    }
    return clock_.time(loads_);
  }

  base::Picoseconds prefill(BatchTimes& t) {
    const std::int64_t steps =
        base::divide_up<std::int64_t>(busiest() * shape_.input, shape_.max_batched_tokens);
    t.prefill_steps = steps;
    const StepTime last = prefill_step(steps - 1);
    Steps sum{seconds(last.interval), seconds(last.latency - last.interval)};
    const std::int64_t others = steps - 1;
    const std::int64_t samples = std::min(others, kPrefillSamples);
    for (std::int64_t i = 0; i < samples; ++i) {
      const std::int64_t from = others * i / samples;
      const std::int64_t to = others * (i + 1) / samples;
      const StepTime time = prefill_step(from + (to - from) / 2);
      sum.intervals += static_cast<double>(to - from) * seconds(time.interval);
    }
    return picoseconds(sum.intervals + sum.overhang);
  }

  // A token of every request: the batch goes through the pipeline in as many parts as it has
  // stages, and a part's next token waits for its last one.
  base::Picoseconds decode_step(double made) {
    const std::int64_t parts = std::min<std::int64_t>(shape_.stages, shape_.batch);
    const std::int64_t part = base::divide_up(shape_.batch, parts);
    for (std::size_t g = 0; g < loads_.size(); ++g) {
      loads_[g].prompts.clear();
      const std::int64_t decodes = share(part, g);
      loads_[g].decodes = static_cast<int>(decodes);
      loads_[g].decode_keys = std::llround(static_cast<double>(decodes) * (shape_.input + made));
    }
    const StepTime time = clock_.time(loads_);
    return std::max(time.latency, base::times(time.interval, parts));
  }

  base::Picoseconds decode(BatchTimes& t) {
    const int steps = shape_.output - 1;
    const double made = shape_.made_by_a_step;
    t.decode_steps = static_cast<std::int64_t>(std::ceil(steps / made));
    if (steps == 0) return base::Picoseconds{0};
    t.first_step = decode_step(1);
    t.last_step = decode_step(steps);
    double sum = 0;
    if (steps <= static_cast<int>(kGauss.size())) {
      for (int i = 1; i <= steps; ++i) sum += seconds(decode_step(i));
      return picoseconds(sum / made);
    }
    // Step i is the middle of i - 1/2 .. i + 1/2.
    for (const Point& p : kGauss) {
      sum += p.weight / 2 * steps * seconds(decode_step(0.5 + steps * (1 + p.at) / 2));
    }
    return picoseconds(sum / made);
  }

  const BatchShape& shape_;
  StepClock& clock_;
  std::vector<StepLoad> loads_;
};

}  // namespace

BatchTimes static_batch(const BatchShape& shape, StepClock& clock) {
  return Batch(shape, clock).times();
}

}  // namespace jacquard::serve
