// SPDX-License-Identifier: Apache-2.0
#include "sim/plan/ranking.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <tuple>

#include "sim/tool/run_cases.hpp"

namespace jacquard::planner {
namespace {

using plan::Part;

constexpr double kLongestStep = 4e6;     // seconds, 46 days, as the engines have it
constexpr std::int64_t kTogether = 256;  // strategies that share an evaluator

std::tuple<bool, bool, double> order_of(const Outcome& outcome, const Terms& terms) {
  if (!outcome.runs()) return {true, false, 0};
  return {false, !outcome.fits && !terms.ignore_memory, outcome.answer.times.time};
}

}  // namespace

const Outcome* Ranking::best() const {
  if (outcomes.empty() || !outcomes.front().runs()) return nullptr;
  return &outcomes.front();
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
  ranking.certificate = certify(request, strategies);
  ranking.outcomes.resize(strategies.size());
  const auto count = static_cast<std::int64_t>(strategies.size());
  const auto evaluate_part = [&](std::int64_t part) {
    plan::Evaluator evaluator(request);
    for (std::int64_t i = part * kTogether; i < std::min(count, (part + 1) * kTogether); ++i) {
      const auto at = static_cast<std::size_t>(i);
      ranking.outcomes[at] = evaluate(evaluator, strategies[at]);
    }
  };
  const std::int64_t parts = (count + kTogether - 1) / kTogether;
  if (terms.threads == 1) {  // perhaps in a thread itself
    for (std::int64_t part = 0; part < parts; ++part) evaluate_part(part);
  } else {
    tool::run_in_threads(parts, terms.threads, evaluate_part);
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
