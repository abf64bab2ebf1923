// SPDX-License-Identifier: Apache-2.0
// The loop: an agent asks, workers evaluate, the store remembers, the agent is told.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "jacquard/search/agent.hpp"
#include "jacquard/search/environment.hpp"
#include "jacquard/search/reward.hpp"
#include "jacquard/search/store.hpp"

namespace jacquard::search {

// Evaluates points side by side; answers in their order. Threads, processes, or ranks.
using Evaluator = std::function<std::vector<Measured>(const std::vector<Point>&)>;

struct Budget {
  std::int64_t evaluations = 1000;  // proposals, repeated ones too
  double seconds = 0;               // of wall clock; 0: no limit
};

struct Run {
  const FeasibleSet* set = nullptr;
  const Environment* environment = nullptr;
  const Rewards* rewards = nullptr;  // the first decides what is best
  Agent* agent = nullptr;
  Evaluator evaluate;
  Budget budget;
  Store* store = nullptr;  // none: results live in memory
  std::function<void(std::int64_t done, double best)> progress = [](std::int64_t, double) {};
};

struct Found {
  std::vector<Evaluation> evaluations;  // all, by step
  std::vector<Score> scores;            // of each
  std::int64_t best = -1;               // step of the first with the highest first reward
  std::int64_t distinct = 0;            // points that were evaluated; repeated ones are not again
  std::int64_t resumed = 0;             // steps that the store already had
  bool exhausted = false;               // the agent had nothing more to ask
};

// Steps that the store has are told to the agent without being evaluated again. Throws ConfigError
// if they are not what the agent asks for (another build, or a store that was changed).
Found search(const Run& run);

}  // namespace jacquard::search
