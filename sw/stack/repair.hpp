// SPDX-License-Identifier: Apache-2.0
// A stack for what is left of its fabric (Chronos s7: "map in appropriate standby components").
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "jacquard/stack/compose.hpp"
#include "jacquard/stack/failures.hpp"
#include "jacquard/stack/stack.hpp"

namespace jacquard::stack {

// The same job on fewer ranks.
struct SmallerPlan {
  Plan plan;
  std::vector<int> was;  // of each of its ranks, the rank it had in the larger job
};

struct RepairOptions {
  // Ranks of failed ports move to free ones. Else the plan is made anew without them.
  bool use_spares = true;
  // The plan without at least these ranks (ascending); throws ConfigError saying why there is none.
  // Nothing: the job is not known, and ranks that find no port are an error.
  std::function<SmallerPlan(const std::vector<int>& lost)> smaller;
};

struct Move {
  int rank = 0;
  int from = 0;  // ports
  int to = 0;
};

struct Repaired {
  Stack stack;
  std::vector<Move> moves;
  int lost_ranks = 0;            // that compute no more; the job's replicas with failed NPUs
  bool composed = false;         // slots are new; else each message has the slots it had
  std::int64_t exceptions = 0;   // circuits that the rule of routes does not say
  std::int64_t conflicts = 0;    // pairs of settings that cannot share a slot
  int patterns_cut = 0;          // in more settings than before
};

// Failed ports: their ranks move to free ports, first to one of the same place in its leaf, where
// the rule of routes mostly says the same link. Failed links: patterns take other links; where a
// pattern would be cut for it and ports are free, the rank whose place has the number of the link
// moves. Slots are composed anew only if a pattern is cut otherwise or two are in each other's way
// that were not. The length of a slot stays. Throws ConfigError at `place` where ranks are left
// over and `smaller` gives no plan.
Repaired repaired(const Stack& stack, const Failures& failures, const RepairOptions& options,
                  const config::Place& place);

}  // namespace jacquard::stack
