// SPDX-License-Identifier: Apache-2.0
// Fig. 10: how many evaluations each agent needs.
#include <fmt/format.h>

#include <algorithm>

#include "papers/cosmic/answers.hpp"
#include "papers/cosmic/lab.hpp"

namespace jacquard::cosmic {
namespace {

constexpr std::int64_t kSteps = 1200;  // as the figure has
constexpr double kNear = 0.01;

struct Kind {
  const char* printed;
  const char* name;
  int seeds;
};
constexpr Kind kKinds[] = {
    {"RW", "random", 20}, {"GA", "ga", 20}, {"ACO", "aco", 20}, {"BO", "bo", 3}};

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

struct Steps {
  double to_peak = 0;  // of each run's own best
  double share = 0;    // of the best known reward that it reaches
};

Steps steps_of(const Kind& kind, Rules rules, double best_known) {
  Experiment experiment;
  experiment.space = "cosmic_system2";
  experiment.rules = rules;
  std::vector<double> steps;
  std::vector<double> shares;
  for (int seed = 1; seed <= kind.seeds; ++seed) {
    const Best best = best_of(experiment, "", kind.name, kSteps, static_cast<std::uint64_t>(seed));
    steps.push_back(static_cast<double>(best.steps_to_best));
    shares.push_back(best.reward / best_known);
  }
  return {median(steps), median(shares)};
}

double best_known(Rules rules) {
  Experiment experiment;
  experiment.space = "cosmic_system2";
  experiment.rules = rules;
  return best_found(experiment, "", 3 * kSteps).reward;
}

}  // namespace

report::Answer steps_to_peak(const report::Question& question) {
  const std::string& id = question.number.id;
  const std::string printed = id.substr(id.rfind('/') + 1);
  const Kind& kind = *std::find_if(std::begin(kKinds), std::end(kKinds),
                                   [&](const Kind& k) { return printed == k.printed; });
  const Steps astra = steps_of(kind, Rules::astra, best_known(Rules::astra));
  const Steps ours = steps_of(kind, Rules::faithful, best_known(Rules::faithful));
  report::Answer answer;
  answer.ours = astra.to_peak;
  answer.physical = config::Json(ours.to_peak);
  answer.verdict = "differs";
  answer.remark = fmt::format(
      "step of a run's own best among 1,200 on the whole of System 2's space, median of {} seeds; "
      "it "
      "reaches {:.3g} of the best known reward (faithful {:.3g}), so \"all agents reach the same "
      "optimum\" {}",
      kind.seeds, astra.share, ours.share,
      std::min(astra.share, ours.share) >= 1 - kNear ? "stands for it" : "falls");
  return answer;
}

}  // namespace jacquard::cosmic
