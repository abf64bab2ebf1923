// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "jacquard/search/search.hpp"
#include "sim/search/question.hpp"
#include "sim/tool/ranks.hpp"

namespace jacquard::searching {

// Evaluates on all ranks, of which this must be rank 0, with so many threads (0: its share of the
// machine) on each. `environment` is the question's; `ranks` must outlive what is returned.
search::Evaluator on_ranks(const tool::Ranks& ranks, const Question& question,
                           const search::Environment& environment, int threads);

// What the other ranks do until rank 0 lets them go.
void serve_rank(const tool::Ranks& ranks);

}  // namespace jacquard::searching
