// SPDX-License-Identifier: Apache-2.0
#include "sim/plan/fewest.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "jacquard/base/error.hpp"
#include "jacquard/plan/layers/duration.hpp"
#include "jacquard/tool/run_cases.hpp"

namespace jacquard::planner {
namespace {

constexpr int kTogether = 16;  // counts that are tried side by side

Tried try_nodes(const PlanConfig& config, const plan::Request& base, const Terms& terms, int nodes,
                double deadline_days) {
  const plan::Request request = on_nodes(base, nodes);
  const RowMaker maker(config, request);
  const Ranking ranking = rank_all(request, terms);
  Tried tried;
  tried.nodes = nodes;
  tried.best.devices = request.cluster.total();
  const Outcome& first = ranking.outcomes.front();
  if (!first.runs()) {
    tried.why_not = "no strategy can run: " + first.answer.refused;
    return tried;
  }
  tried.best = maker.row_of(first);
  if (ranking.best() == nullptr) {
    tried.why_not = "no strategy fits into memory";
  } else if (deadline_days > 0 && *tried.best.figures->days > deadline_days) {
    tried.why_not = fmt::format("{:.4g} days", *tried.best.figures->days);
  }
  tried.meets = tried.why_not.empty();
  return tried;
}

double deadline_days_of(const PlanConfig& config, const plan::Request& request) {
  if (config.deadline.empty()) {
    if (config.memory_limit.count() > 0) return 0;
    throw base::ConfigError(
        {"--fewest", "", "--deadline or --memory-limit beside it", "neither", ""});
  }
  if (!training_of(config, request)) {
    throw base::ConfigError({"--deadline", "", "a training whose size is known",
                             '"' + config.deadline + '"',
                             "--tokens or --samples gives it, with --task pretrain or finetune"});
  }
  return seconds_of(config.deadline, {"--deadline", ""}) / kSecondsOfDay;
}

}  // namespace

Fewest fewest_nodes(const PlanConfig& config, const plan::Request& request, const Terms& terms,
                    const std::function<void(int nodes)>& told) {
  const double deadline_days = deadline_days_of(config, request);
  Terms alone = terms;
  alone.threads = 1;  // of each count
  Fewest fewest;
  for (int first = 1; first <= config.most_nodes; first += kTogether) {
    const int count = std::min(kTogether, config.most_nodes - first + 1);
    told(first);
    std::vector<Tried> tried(static_cast<std::size_t>(count));
    tool::run_in_threads(count, terms.threads, [&](std::int64_t i) {
      tried[static_cast<std::size_t>(i)] =
          try_nodes(config, request, alone, first + static_cast<int>(i), deadline_days);
    });
    for (Tried& each : tried) {
      fewest.tried.push_back(std::move(each));
      if (fewest.tried.back().meets) return fewest;
    }
  }
  return fewest;
}

const report::MetricTable<Tried>& tried_metrics() {
  using M = report::Metric<Tried>;
  using report::Unit;
  using T = Tried;
  using Days = std::optional<double>;
  static const report::MetricTable<T> table(
      "nodes", "A count of nodes that --fewest tried.",
      {M("nodes", Unit::count, &T::nodes, "Of the system's kind.", "nodes"),
       M(
           "devices", Unit::count, [](const T& t) { return t.best.devices; }, "Of them.",
           "devices"),
       M("meets", Unit::flag, &T::meets, "The best strategy meets what was asked.", "meets"),
       M("why_not", Unit::text, &T::why_not, "What it misses; empty if nothing.", "why not"),
       M(
           "strategy", Unit::text, [](const T& t) { return t.best.strategy; },
           "The best one; empty if none can run.", "strategy"),
       M(
           "time_ps", Unit::ps,
           [](const T& t) {
             return t.best.figures ? std::optional<base::Picoseconds>(t.best.figures->time)
                                   : std::nullopt;
           },
           "Of its step.", "time"),
       M(
           "days", Unit::ratio,
           [](const T& t) { return t.best.figures ? t.best.figures->days : Days(); },
           "Of the training.")
           .or_null()});
  return table;
}

}  // namespace jacquard::planner
