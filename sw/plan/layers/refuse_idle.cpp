// SPDX-License-Identifier: Apache-2.0
#include "jacquard/plan/layers/refuse_idle.hpp"

#include "jacquard/base/error.hpp"

namespace jacquard::planner {

void refuse_beside(bool given, const char* option, const std::string& value, bool other,
                   const char* why) {
  if (given && other) throw base::ConfigError({option, "", why, value, ""});
}

void refuse_idle(const Asked& a) {
  const bool strategy = !a.strategy.empty(), pareto = !a.pareto.empty();
  refuse_beside(pareto, "--pareto", a.pareto, strategy, "nothing beside --strategy");
  refuse_beside(pareto, "--pareto", a.pareto, a.fewest, "nothing beside --fewest");
  refuse_beside(strategy, "--strategy", a.strategy, a.fewest, "nothing beside --fewest");
  refuse_beside(!a.deadline.empty(), "--deadline", a.deadline, !a.fewest, "--fewest beside it");
}

}  // namespace jacquard::planner
