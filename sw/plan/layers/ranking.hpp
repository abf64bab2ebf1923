// SPDX-License-Identifier: Apache-2.0
// Every strategy of a request, evaluated and in order, with the proof that it is every one.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "jacquard/plan/evaluate.hpp"

namespace jacquard::planner {

// What does not depend on the request.
struct Terms {
  bool ignore_memory = false;
  int threads = 0;  // 0: as many as the machine has
};

struct Outcome {
  plan::Strategy strategy;
  plan::Answer answer;
  bool fits = false;
  int rank = 0;  // from 1; 0: refused

  bool runs() const { return answer.refused.empty(); }
};

// That no strategy is missing, by the product over the model's parts of what each can take: s
// schemes on one level, and s x s on two where several nodes have several devices.
struct Certificate {
  std::string formula;        // "emb 6 x mlp 12"
  std::int64_t expected = 0;  // the product
  std::int64_t listed = 0;
  bool distinct = false;  // no two are the same
  bool complete() const { return distinct && listed == expected; }
};

struct Ranking {
  int devices = 0;
  bool ignores_memory = false;
  std::vector<Outcome> outcomes;  // by rank, then the refused ones
  Certificate certificate;
  std::int64_t refused = 0;
  std::int64_t fit = 0;
  std::int64_t too_big = 0;

  // The first that may be chosen: it fits, or memory is ignored. Null if there is none.
  const Outcome* best() const;
};

// Without rank.
Outcome evaluate(plan::Evaluator& evaluator, const plan::Strategy& strategy);
Outcome evaluate(const plan::Request& request, const plan::Strategy& strategy);

// All strategies: those that fit by time, then those that do not by time, then what is refused.
// With ignore_memory by time alone. Ties keep the order of the design space. The same for any
// number of threads.
Ranking rank_all(const plan::Request& request, const Terms& terms);

Certificate certify(const plan::Request& request, const std::vector<plan::Strategy>& strategies);

}  // namespace jacquard::planner
