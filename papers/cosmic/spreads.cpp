// SPDX-License-Identifier: Apache-2.0
// Fig. 4(d): the slowest over the fastest design of the whole space.
#include <fmt/format.h>

#include "papers/cosmic/answers.hpp"
#include "papers/cosmic/lab.hpp"

namespace jacquard::cosmic {
namespace {

constexpr std::int64_t kEvaluations = 4000;

struct Spread {
  Best fastest;
  Best slowest;
  double ratio() const { return fastest.time_s > 0 ? slowest.time_s / fastest.time_s : 0; }
};

Spread spread_of(Rules rules, bool bounded) {
  Experiment experiment;
  experiment.space = "cosmic_system2";
  experiment.rules = rules;
  experiment.patch["ignore_memory"] = !bounded;
  experiment.reward = "time";
  Spread spread;
  spread.fastest = best_found(experiment, "", kEvaluations);
  experiment.reward = "slowness";
  spread.slowest = best_found(experiment, "", kEvaluations);
  return spread;
}

}  // namespace

report::Answer full_spread(const report::Question& question) {
  const Spread astra = spread_of(Rules::astra, false);
  const Spread bounded = spread_of(Rules::astra, true);
  const Spread ours = spread_of(Rules::faithful, false);
  report::Answer answer;
  answer.ours = astra.ratio();
  answer.physical = config::Json(ours.ratio());
  answer.verdict = report::compared(question.number, astra.ratio());
  answer.remark = fmt::format(
      "slowest over fastest that agents find, astra-unaware, memory not bounded: {:.4g} s ({}) "
      "over "
      "{:.4g} s ({}); within 24 GB {:.3g}x; faithful {:.3g}x. The paper does not say whether "
      "invalid points count",
      astra.slowest.time_s, astra.slowest.text, astra.fastest.time_s, astra.fastest.text,
      bounded.ratio(), ours.ratio());
  return answer;
}

}  // namespace jacquard::cosmic
