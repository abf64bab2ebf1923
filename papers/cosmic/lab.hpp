// SPDX-License-Identifier: Apache-2.0
// COSMIC's experiments on our environments: the best of a part of a space, by its rules and by
// ours.
#pragma once

#include <cstdint>
#include <string>

#include "sim/search/session.hpp"

namespace jacquard::cosmic {

// Whose network: closed forms of what ASTRA-sim's congestion-unaware back end does, or ours. The
// congestion-aware one takes up to a minute for a point of Table 4; it re-judges winners.
enum class Rules { astra, faithful };
const char* name_of(Rules rules);

struct Experiment {
  std::string space;  // of configs/spaces
  Rules rules = Rules::faithful;
  std::string reward = "perf_per_bw";
  config::Json patch = config::Json::object();  // further keys of the job
  int threads = 0;
};

struct Best {
  double reward = 0;  // 0: nothing feasible
  double time_s = 0;
  config::Document design;
  std::string text;
  double feasible = 0;
  std::int64_t evaluations = 0;
  std::int64_t steps_to_best = 0;
  bool certified = false;
};

// Of the layers that are free ("workload+network"; "": all), by an agent. Exhaustive: of as many
// points as there are.
Best best_of(const Experiment& experiment, const std::string& free, const std::string& agent,
             std::int64_t evaluations, std::uint64_t seed = 1);

// By the better of the ant colony and the genetic algorithm with three seeds each.
Best best_found(const Experiment& experiment, const std::string& free, std::int64_t evaluations);

// The space's file with the experiment's keys, for sessions of one's own.
searching::Question question_of(const Experiment& experiment);

// A design's reward and time; 0 where it cannot run, and why.
struct Judged {
  double reward = 0;
  double time_s = 0;
  std::string why_not;
};
Judged judge(const Experiment& experiment, const config::Json& design);

// Its time on ASTRA-sim's congestion-aware back end, in seconds; 0 where that would take too long.
double aware_time_s(const Experiment& experiment, const config::Json& design);

}  // namespace jacquard::cosmic
