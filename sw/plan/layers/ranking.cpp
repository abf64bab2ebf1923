// SPDX-License-Identifier: Apache-2.0
#include "jacquard/plan/layers/ranking.hpp"

#include <fmt/format.h>
#include <tbb/enumerable_thread_specific.h>

#include <algorithm>
#include <set>
#include <tuple>

#include "jacquard/tool/run_cases.hpp"

namespace jacquard::planner {
namespace {

using plan::Part;

constexpr double kLongestStep = 4e6;   // seconds, 46 days, as the engines have it
constexpr std::int64_t kTogether = 8;  // strategies of a job

std::tuple<bool, bool, double> order_of(const Outcome& outcome, const Terms& terms) {
  if (!outcome.runs()) return {true, false, 0};
  return {false, !outcome.fits && !terms.ignore_memory, outcome.answer.times.time};
}

}  // namespace

const Outcome* Ranking::best() const {
  if (outcomes.empty() || !outcomes.front().runs()) return nullptr;
  return outcomes.front().fits || ignores_memory ? &outcomes.front() : nullptr;
}

Outcome evaluate(plan::Evaluator& evaluator, const plan::Strategy& strategy) {
  Outcome outcome{strategy, evaluator.evaluate(strategy), false, 0};
  plan::Answer& answer = outcome.answer;
  if (!answer.refused.empty()) return outcome;
  if (!(answer.times.serialized() <= kLongestStep) || !(answer.memory.total() < 9e18)) {
    answer.refused = "a step beyond 46 days or 9 EB of memory";
    return outcome;
  }
  outcome.fits = answer.fits;
  return outcome;
}

Outcome evaluate(const plan::Request& request, const plan::Strategy& strategy) {
  plan::Evaluator evaluator(request);
  return evaluate(evaluator, strategy);
}

Ranking rank_all(const plan::Request& request, const Terms& terms) {
  const std::vector<plan::Strategy> strategies =
      plan::all_strategies(request.model, request.cluster);
  Ranking ranking;
  ranking.devices = request.cluster.total();
  ranking.ignores_memory = terms.ignore_memory;
  ranking.certificate = certify(request, strategies);
  ranking.outcomes.resize(strategies.size());
  const auto count = static_cast<std::int64_t>(strategies.size());
  const auto evaluate_part = [&](plan::Evaluator& evaluator, std::int64_t first, std::int64_t end) {
    for (std::int64_t i = first; i < std::min(count, end); ++i) {
      const auto at = static_cast<std::size_t>(i);
      ranking.outcomes[at] = evaluate(evaluator, strategies[at]);
    }
  };
  if (terms.threads == 1) {  // perhaps in a thread itself
    plan::Evaluator evaluator(request);
    evaluate_part(evaluator, 0, count);
  } else {
    tbb::enumerable_thread_specific<plan::Evaluator> evaluators(
        [&] { return plan::Evaluator(request); });
    tool::run_in_threads(
        (count + kTogether - 1) / kTogether, terms.threads, [&](std::int64_t part) {
          evaluate_part(evaluators.local(), part * kTogether, (part + 1) * kTogether);
        });
  }
  std::stable_sort(
      ranking.outcomes.begin(), ranking.outcomes.end(),
      [&](const Outcome& a, const Outcome& b) { return order_of(a, terms) < order_of(b, terms); });
  int rank = 0;
  for (Outcome& outcome : ranking.outcomes) {
    if (outcome.runs()) outcome.rank = ++rank;
    (!outcome.runs() ? ranking.refused : outcome.fits ? ranking.fit : ranking.too_big) += 1;
  }
  return ranking;
}

Certificate certify(const plan::Request& request, const std::vector<plan::Strategy>& strategies) {
  const bool two_levels = request.cluster.nodes > 1 && request.cluster.devices > 1;
  Certificate certificate;
  certificate.expected = 1;
  certificate.listed = static_cast<std::int64_t>(strategies.size());
  for (const Part part : {Part::mlp, Part::blocks, Part::embedding}) {
    if (!plan::has_part(request.model, part)) continue;
    const int schemes = part == Part::embedding ? 2 : 3;  // MAD-Max s2.2
    const int ways = schemes + (two_levels ? schemes * schemes : 0);
    certificate.expected *= ways;
    certificate.formula +=
        fmt::format("{}{} {}", certificate.formula.empty() ? "" : " x ", plan::name_of(part), ways);
  }
  std::set<std::string> texts;
  for (const plan::Strategy& strategy : strategies) texts.insert(plan::text_of(strategy));
  certificate.distinct = texts.size() == strategies.size();
  return certificate;
}

}  // namespace jacquard::planner
