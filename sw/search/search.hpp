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

// Takes what came of the point at an index of a batch. Any thread may call it.
using Keep = std::function<void(std::size_t index, Measured measured)>;
// Evaluates points side by side, and hands over each as soon as it is finished, in any order: what
// was handed over is not lost when the program is killed. Threads, processes, or ranks.
using Evaluator = std::function<void(const std::vector<Point>& points, const Keep& keep)>;
// One after the other.
Evaluator in_order(const Environment& environment);

struct Budget {
  std::int64_t evaluations = 1000;  // different points
  double seconds = 0;               // of wall clock; 0: no limit
  std::int64_t proposals = 0;       // repeated points too; 0: while some of them are new
};

enum class Ending {
  budget,     // evaluations, proposals that were said, or seconds
  all,        // every feasible point was evaluated
  exhausted,  // the agent had nothing more to ask
  repeats,    // the agent asked again for what it had asked for, too often
  stopped     // Run::stop
};

struct Found {
  std::vector<Evaluation> evaluations;  // all, by step
  std::vector<Score> scores;            // of each
  std::int64_t best = -1;               // step of the first with the highest first reward
  std::int64_t distinct = 0;            // points that were evaluated; repeated ones are not again
  std::int64_t feasible = 0;            // of these; an agent outside may ask for others
  std::int64_t resumed = 0;             // points that the store already had
  Ending ending = Ending::budget;
};

struct Run {
  const FeasibleSet* set = nullptr;
  const Environment* environment = nullptr;
  const Rewards* rewards = nullptr;  // the first decides what is best
  Agent* agent = nullptr;
  Evaluator evaluate;
  Budget budget;
  Store* store = nullptr;  // none: results live in memory
  // Asked after each batch: whether to end as if the budget were used up.
  std::function<bool()> stop = [] { return false; };
  // Called before the agent is told: what is found so far, a batch from `first` on.
  std::function<void(const Found& found, std::size_t first)> heard = [](const Found&, std::size_t) {
  };
  std::function<void(std::int64_t done, double best)> progress = [](std::int64_t, double) {};
};

// What the store has is told to the agent without being evaluated again, and must be what the agent
// asks for at that step. Throws ConfigError if it is not (another build, or a store that was
// changed), or is of another space. What an evaluation throws ends the search once all that is
// finished is stored. A batch is cut where the budget or the feasible points end: a larger budget
// has the same points first.
Found search(const Run& run);

}  // namespace jacquard::search
