// SPDX-License-Identifier: Apache-2.0
#include "sim/search/evaluations_csv.hpp"

#include <fmt/format.h>

#include "jacquard/report/metric_table.hpp"

namespace jacquard::searching {
namespace {

std::string number(const std::vector<double>& values, std::size_t at) {
  return at < values.size() ? fmt::format(",{}", values[at]) : ",";
}

}  // namespace

std::string evaluations_csv(const Session& session, const search::Found& found) {
  const auto& metrics = session.environment().metrics();
  const auto& rewards = session.question().rewards;
  std::string text = "step,valid";
  for (const std::string& reward : rewards) text += ",reward_" + reward;
  for (const search::Knob& knob : session.space().knobs()) {
    text += "," + report::csv_field(knob.name);
  }
  for (const std::string& metric : metrics) text += "," + metric;
  text += ",why_not\n";
  for (std::size_t i = 0; i < found.evaluations.size(); ++i) {
    const search::Evaluation& one = found.evaluations[i];
    text += fmt::format("{},{}", one.step + 1, found.scores[i].valid ? "true" : "false");
    for (std::size_t r = 0; r < rewards.size(); ++r) text += number(found.scores[i].rewards, r);
    for (std::size_t k = 0; k < one.point.size(); ++k) {
      const search::Value& value = session.space().knobs()[k].values[one.point[k]];
      text += "," + report::csv_field(search::text_of(value));
    }
    for (std::size_t m = 0; m < metrics.size(); ++m) text += number(one.measured.metrics, m);
    text += "," + report::csv_field(one.measured.why_not) + "\n";
  }
  return text;
}

}  // namespace jacquard::searching
