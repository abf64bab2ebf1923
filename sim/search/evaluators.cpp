// SPDX-License-Identifier: Apache-2.0
#include "sim/search/evaluators.hpp"

#include "jacquard/tool/run_cases.hpp"
#include "sim/search/measured_text.hpp"

namespace jacquard::searching {
namespace {

using search::Point;

search::Evaluator in_threads(const search::Environment& environment, int workers) {
  return [&environment, workers](const std::vector<Point>& points, const search::Keep& keep) {
    tool::run_in_threads(static_cast<std::int64_t>(points.size()), workers, [&](std::int64_t k) {
      const auto i = static_cast<std::size_t>(k);
      keep(i, environment.evaluate(points[i]));
    });
  };
}

search::Evaluator in_processes(const search::Environment& environment, int workers) {
  return [&environment, workers](const std::vector<Point>& points, const search::Keep& keep) {
    tool::Cases cases;
    cases.what = "evaluation";
    cases.count = static_cast<std::int64_t>(points.size());
    cases.workers = workers;
    cases.evaluate = [&](std::int64_t k) {
      return as_json(environment.evaluate(points[static_cast<std::size_t>(k)]));
    };
    cases.on_result = [&](std::int64_t k, bool, const config::Document& json) {
      keep(static_cast<std::size_t>(k), measured_of(json));
    };
    tool::run_cases(cases);
  };
}

}  // namespace

search::Evaluator make_evaluator(const search::Environment& environment, int workers) {
  if (environment.isolated()) return in_processes(environment, workers);
  return workers == 1 ? search::in_order(environment) : in_threads(environment, workers);
}

}  // namespace jacquard::searching
