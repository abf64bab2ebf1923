// SPDX-License-Identifier: Apache-2.0
#include "sim/plan/answers.hpp"

#include <algorithm>

#include "jacquard/base/error.hpp"
#include "sim/plan/question.hpp"
#include "sim/plan/space_row.hpp"
#include "sim/plan/strategy_row.hpp"

namespace jacquard::planner {
namespace {

using Rows = std::vector<report::Printed>;

Rows one_strategy(const PlanConfig& config, const plan::Request& request, const Terms& terms) {
  const plan::Strategy strategy =
      plan::parse_strategy(config.strategy, request.model, request.cluster, "--strategy");
  const std::string text = plan::text_of(strategy);
  const RowMaker maker(config, request, terms);
  const Ranking ranking = rank_all(request, terms);
  const auto outcome =
      std::find_if(ranking.outcomes.begin(), ranking.outcomes.end(),
                   [&](const Outcome& each) { return plan::text_of(each.strategy) == text; });
  JQ_CHECK(outcome != ranking.outcomes.end(), "a strategy that was read is in the design space");
  if (!outcome->runs()) {
    const std::string other = ranking.best() == nullptr
                                  ? "none can here"
                                  : "the best is " + plan::text_of(ranking.best()->strategy);
    throw base::ConfigError({"--strategy", "", "a strategy that can run; " + other,
                             '"' + text + '"', outcome->answer.refused});
  }
  return {strategy_metrics()(maker.row_of(*outcome))};
}

Rows all_strategies(const PlanConfig& config, const plan::Request& request, const Terms& terms) {
  const RowMaker maker(config, request, terms);
  const Ranking ranking = rank_all(request, terms);
  Rows rows;
  for (const Outcome& outcome : ranking.outcomes) {
    rows.push_back(strategy_metrics()(maker.row_of(outcome)));
  }
  rows.push_back(space_metrics()(ranking));
  return rows;
}

}  // namespace

Terms terms_of(const PlanConfig& config, int threads) {
  return {memory_limit_of(config), config.ignore_memory, threads};
}

std::vector<report::Printed> plan_rows(const PlanConfig& config, int threads) {
  const plan::Request request = request_of(config);
  const Terms terms = terms_of(config, threads);
  return config.strategy.empty() ? all_strategies(config, request, terms)
                                 : one_strategy(config, request, terms);
}

std::vector<report::RowKind> plan_row_kinds() {
  return {strategy_metrics().kind(), space_metrics().kind()};
}

}  // namespace jacquard::planner
