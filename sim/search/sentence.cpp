// SPDX-License-Identifier: Apache-2.0
#include "sim/search/sentence.hpp"

#include <fmt/format.h>

#include "jacquard/report/html/text.hpp"

namespace jacquard::searching {
namespace {

std::string over_base(const Session& session, double best) {
  const std::optional<DesignRow> base = base_design(session);
  if (!base || !base->score.valid) return "";
  const double of_base = base->score.rewards.front();
  if (of_base <= 0 || best <= 0) return "";
  return fmt::format(", {:.3g} times the base's", best / of_base);
}

std::string whether_better(const SummaryRow& summary) {
  const search::Found& found = *summary.found;
  const double feasible = summary.session->set().feasible();
  if (static_cast<double>(found.feasible) >= feasible) {
    return fmt::format("Certified: these are all {} feasible designs.",
                       report::number_text(feasible));
  }
  if (summary.certified) {
    return fmt::format("Certified: bounds rule out the rest of {} feasible designs.",
                       report::number_text(feasible));
  }
  return fmt::format("Not certified: there are {} feasible designs.",
                     report::number_text(feasible));
}

}  // namespace

std::string words_of_search(const SummaryRow& summary) {
  const search::Found& found = *summary.found;
  if (found.best < 0) return "";
  const auto step = static_cast<std::size_t>(found.best);
  const double reward = found.scores[step].rewards.front();
  std::string text = fmt::format(
      "The best of {} different designs has {} {:.4g}{}: {}.\n{}", report::grouped(found.distinct),
      summary.session->question().rewards.front(), reward, over_base(*summary.session, reward),
      summary.session->space().text(found.evaluations[step].point), whether_better(summary));
  if (found.ending == search::Ending::repeats) text += "\n" + words_of_repeats(summary);
  return text;
}

std::string words_of_repeats(const SummaryRow& summary) {
  return fmt::format("The agent repeats itself, so it was given up after {} proposals.",
                     report::grouped(static_cast<std::int64_t>(summary.found->evaluations.size())));
}

}  // namespace jacquard::searching
