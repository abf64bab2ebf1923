// SPDX-License-Identifier: Apache-2.0
#include "sim/search/evaluators.hpp"

#include "sim/tool/run_cases.hpp"

namespace jacquard::searching {
namespace {

using search::Measured;
using search::Point;

config::Document as_json(const Measured& measured) {
  return {{"why_not", measured.why_not}, {"metrics", measured.metrics}};
}

Measured measured_of(const config::Document& json) {
  Measured measured;
  measured.why_not = json.at("why_not").get<std::string>();
  for (const config::Document& value : json.at("metrics")) {
    measured.metrics.push_back(value.is_number() ? value.get<double>()
                                                 : std::numeric_limits<double>::quiet_NaN());
  }
  return measured;
}

}  // namespace

search::Evaluator make_evaluator(const search::Environment& environment, int workers) {
  if (!environment.isolated()) {
    return [&environment, workers](const std::vector<Point>& points) {
      std::vector<Measured> all(points.size());
      if (workers == 1 || points.size() == 1) {
        for (std::size_t i = 0; i < points.size(); ++i) all[i] = environment.evaluate(points[i]);
        return all;
      }
      tool::run_in_threads(static_cast<std::int64_t>(points.size()), workers, [&](std::int64_t k) {
        const auto i = static_cast<std::size_t>(k);
        all[i] = environment.evaluate(points[i]);
      });
      return all;
    };
  }
  return [&environment, workers](const std::vector<Point>& points) {
    tool::Cases cases;
    cases.what = "evaluation";
    cases.count = static_cast<std::int64_t>(points.size());
    cases.workers = workers;
    cases.evaluate = [&](std::int64_t k) {
      return as_json(environment.evaluate(points[static_cast<std::size_t>(k)]));
    };
    std::vector<Measured> all;
    for (const config::Document& json : tool::run_cases(cases)) all.push_back(measured_of(json));
    return all;
  };
}

}  // namespace jacquard::searching
