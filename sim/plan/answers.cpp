// SPDX-License-Identifier: Apache-2.0
#include "sim/plan/answers.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "jacquard/base/error.hpp"
#include "jacquard/launch/training.hpp"
#include "jacquard/plan/layers/question.hpp"
#include "jacquard/plan/layers/refuse_idle.hpp"
#include "sim/plan/fewest.hpp"
#include "sim/plan/layers_launch.hpp"
#include "sim/plan/sentences.hpp"
#include "sim/plan/shown.hpp"
#include "sim/plan/space_row.hpp"
#include "sim/plan/strategy_row.hpp"

namespace jacquard::planner {
namespace {

Outcome given_strategy(const PlanConfig& config, const Ranking& ranking,
                       const plan::Request& request) {
  const plan::Strategy strategy =
      plan::parse_strategy(config.strategy, request.model, request.cluster, "--strategy");
  const std::string text = plan::text_of(strategy);
  const auto listed =
      std::find_if(ranking.outcomes.begin(), ranking.outcomes.end(),
                   [&](const Outcome& each) { return plan::text_of(each.strategy) == text; });
  // Two levels where the cluster has one are not of the design space, and refused.
  const Outcome outcome = listed != ranking.outcomes.end() ? *listed : evaluate(request, strategy);
  if (!outcome.runs()) {
    const Outcome& first = ranking.outcomes.front();
    const std::string other =
        !first.runs() ? "none can here"
                      : fmt::format("the {} is {}", ranking.best() == nullptr ? "fastest" : "best",
                                    plan::text_of(first.strategy));
    throw base::ConfigError({"--strategy", "", "a strategy that can run; " + other,
                             '"' + text + '"', outcome.answer.refused});
  }
  return outcome;
}

void add_ranking(const PlanConfig& config, const Ranking& ranking, const plan::Request& request,
                 Answers& answers) {
  const RowMaker maker(config, request);
  for (const Outcome& outcome : ranking.outcomes) answers.all.push_back(maker.row_of(outcome));
}

// Tables show some of them.
void add_rows(const report::MetricTable<StrategyRow>& metrics, const std::vector<StrategyRow>& rows,
              int top, Answers& answers) {
  const std::vector<bool> in_tables = shown(rows, top);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    report::Printed printed = metrics(rows[i]);
    if (!in_tables[i]) printed.cells = nullptr;
    answers.rows.push_back(std::move(printed));
  }
}

void answer_front(const PlanConfig& config, const plan::Request& request, const Terms& terms,
                  const OnProgress& progress, Answers& answers) {
  answers.axes = parse_axes(config.pareto);
  const bool several = (*answers.axes)[0]->of_devices || (*answers.axes)[1]->of_devices;
  std::vector<report::Printed> spaces;
  for (const int nodes : node_counts(config, several)) {
    progress(fmt::format("strategies on {} nodes", nodes));
    const plan::Request here = on_nodes(request, nodes);
    const Ranking ranking = rank_all(here, terms);
    add_ranking(config, ranking, here, answers);
    spaces.push_back(space_metrics()(ranking));
  }
  answers.front = front_rows(answers.all, *answers.axes, config.ignore_memory);
  std::vector<StrategyRow> front;
  for (const std::size_t i : answers.front) front.push_back(answers.all[i]);
  add_rows(front_metrics(), front, 0, answers);
  answers.sentence = words_of_front(front, answers.all.size(), config.pareto);
  for (report::Printed& space : spaces) answers.rows.push_back(std::move(space));
}

void answer_fewest(const PlanConfig& config, const plan::Request& request, const Terms& terms,
                   const OnProgress& progress, Answers& answers) {
  const Fewest fewest = fewest_nodes(config, request, terms, [&](int nodes) {
    progress(fmt::format("strategies on {} nodes and more", nodes));
  });
  answers.met = fewest.found();
  for (const Tried& tried : fewest.tried) answers.rows.push_back(tried_metrics()(tried));
  answers.sentence = words_of_fewest(fewest, config);
  if (!answers.met) return;
  answers.request = on_nodes(request, fewest.tried.back().nodes);
  const Ranking ranking = rank_all(answers.request, terms);
  add_ranking(config, ranking, answers.request, answers);
  answers.rows.push_back(strategy_metrics()(answers.all.front()));
  answers.best = *ranking.best();
}

void answer_ranking(const PlanConfig& config, const plan::Request& request, const Terms& terms,
                    const OnProgress& progress, int top, Answers& answers) {
  progress("strategies");
  const Ranking ranking = rank_all(request, terms);
  if (config.strategy.empty()) {
    add_ranking(config, ranking, request, answers);
    add_rows(strategy_metrics(), answers.all, top, answers);
    answers.rows.push_back(space_metrics()(ranking));
    answers.sentence = words_of_ranking(answers.all, ranking, top);
    if (ranking.best() != nullptr) answers.best = *ranking.best();
    return;
  }
  answers.best = given_strategy(config, ranking, request);
  answers.all.push_back(RowMaker(config, request).row_of(*answers.best));
  answers.rows.push_back(strategy_metrics()(answers.all.front()));
  answers.sentence = words_of_given(answers.all.front(), ranking);
}

// Of the best where --pareto shows a front.
void find_best(const Terms& terms, Answers& answers) {
  const Ranking ranking = rank_all(answers.request, terms);
  if (ranking.best() != nullptr) answers.best = *ranking.best();
}

}  // namespace

Answers answers_to(const PlanConfig& config, int threads, const OnProgress& progress, int top,
                   const std::string& framework) {
  refuse_idle({config.strategy, config.pareto, config.deadline, config.fewest});
  if (!framework.empty()) launch::framework_of(framework);
  refuse_beside(!config.nodes.empty(), "--nodes", config.nodes, config.pareto.empty(),
                "nothing without --pareto");
  const plan::Request request = request_of(config);
  const Terms terms{config.ignore_memory, threads};
  Answers answers;
  answers.request = request;
  if (!config.pareto.empty()) {
    answer_front(config, request, terms, progress, answers);
    find_best(terms, answers);
  } else if (config.fewest) {
    answer_fewest(config, request, terms, progress, answers);
  } else {
    answer_ranking(config, request, terms, progress, top, answers);
  }
  if (answers.best) {
    answers.plan_row = RowMaker(config, answers.request).row_of(*answers.best);
  }
  if (answers.best) {
    const auto row = launch_of(answers.request, *answers.best, framework);
    if (row) answers.rows.push_back(knobs::launch_metrics()(*row));
    if (!framework.empty() && row) {
      answers.rows.back().cells = nullptr;  // its file is printed
      answers.launch = row;
    }
  }
  if (!framework.empty() && !answers.launch) {
    throw base::ConfigError({"--launch", "", "a plan of a language model's training", "none", ""});
  }
  if (config.sensitivity && answers.best) {
    progress("resources");
    answers.sensitivity = sensitivity_of(answers.request, *answers.best, terms);
    for (const ResourceRow& row : answers.sensitivity->rows) {
      answers.rows.push_back(resource_metrics()(row));
    }
    answers.rows.push_back(limit_metrics()(answers.sensitivity->limit));
  }
  return answers;
}

std::vector<report::RowKind> plan_row_kinds() {
  return {strategy_metrics().kind(), space_metrics().kind(),    front_metrics().kind(),
          tried_metrics().kind(),    resource_metrics().kind(), limit_metrics().kind()};
}

}  // namespace jacquard::planner
