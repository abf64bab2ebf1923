// SPDX-License-Identifier: Apache-2.0
// Servers that are queues of textbooks: every step takes the same time.
#pragma once

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "jacquard/base/rng.hpp"
#include "jacquard/serve/server.hpp"
#include "jacquard/serve/traffic.hpp"

namespace jacquard::tb {

using base::Picoseconds;

constexpr Picoseconds kStep{1'000'000'000};  // 1 ms

class ConstantClock : public serve::StepClock {
 public:
  serve::StepTime time(base::Span<const serve::StepLoad>) override { return {kStep, kStep}; }
};

inline serve::Request request(std::int64_t id, Picoseconds arrival, int input, int output) {
  serve::Request r;
  r.id = id;
  r.arrival = arrival;
  r.input = input;
  r.output = output;
  return r;
}

// One request at a time.
inline serve::EngineSettings one_by_one() {
  serve::EngineSettings settings;
  settings.max_sequences = 1;
  return settings;
}

// Poisson arrivals so that a server of one request at a time is busy for a share `load`; answers
// have one of the lengths `outputs`, equally often.
inline std::vector<serve::Request> poisson(int count, double load, const std::vector<int>& outputs,
                                           std::uint64_t seed) {
  base::Rng gaps(seed, "property gaps");
  base::Rng lengths(seed, "property lengths");
  double mean = 0;
  for (const int output : outputs) mean += output / static_cast<double>(outputs.size());
  const double gap = mean * static_cast<double>(kStep.count()) / load;
  std::vector<serve::Request> requests;
  requests.reserve(static_cast<std::size_t>(count));
  double now = 0;
  for (int i = 0; i < count; ++i) {
    now -= gap * std::log(1 - gaps.uniform());
    requests.push_back(request(i, Picoseconds{std::llround(now)}, 1,
                               outputs[static_cast<std::size_t>(lengths.below(outputs.size()))]));
  }
  return requests;
}

inline serve::ServerRun run(const serve::EngineSettings& settings,
                            std::vector<serve::Request> requests) {
  ConstantClock clock;
  serve::ListTraffic traffic(std::move(requests));
  return serve::serve(settings, 1, clock, traffic);
}

// Mean time from arrival to the first step, in steps.
inline double mean_wait(const serve::ServerRun& run) {
  double sum = 0;
  for (const serve::RequestRecord& record : run.records) {
    sum += static_cast<double>((record.scheduled - record.arrival).count());
  }
  return sum / static_cast<double>(run.records.size()) / static_cast<double>(kStep.count());
}

struct Estimate {
  double mean = 0;
  double error = 0;  // the standard error of the mean
};

inline Estimate estimate(const std::vector<double>& samples) {
  const auto count = static_cast<double>(samples.size());
  Estimate e;
  for (const double sample : samples) e.mean += sample / count;
  double squares = 0;
  for (const double sample : samples) squares += (sample - e.mean) * (sample - e.mean);
  e.error = std::sqrt(squares / (count - 1) / count);
  return e;
}

}  // namespace jacquard::tb
