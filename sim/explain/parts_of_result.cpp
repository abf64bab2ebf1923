// SPDX-License-Identifier: Apache-2.0
#include "sim/explain/parts_of_result.hpp"

#include <fmt/format.h>

#include <vector>

#include "jacquard/base/error.hpp"
#include "sim/explain/time_parts.hpp"

namespace jacquard::explain {
namespace {

using config::Json;

std::string word(const Json& row, const char* key) {
  const auto at = row.find(key);
  return at != row.end() && at->is_string() ? at->get<std::string>() : std::string();
}

double figure(const Json& row, const char* key) {
  const auto at = row.find(key);
  return at != row.end() && at->is_number() ? at->get<double>() : 0;
}

// Operations that nothing hides, collectives that are waited for, the bubble; what no row names is
// "else". They add up to the step's time.
void add_step(const Json& rows, const std::string& of, Parts& parts) {
  double named = 0;
  for (const Json& row : rows) {
    const std::string kind = word(row, "row_kind");
    const bool computes = kind == "operation";
    if (!computes && kind != "collective") continue;
    const double time = figure(row, computes ? "critical_ps" : "exposed_ps");
    const std::string what = computes ? "compute: " : "waiting for ";
    parts[{of, what + word(row, "operation")}] += time;
    named += time;
  }
  for (const Json& row : rows) {
    if (word(row, "row_kind") != "step") continue;
    const double bubble = figure(row, "bubble_ps");
    parts[{of, "bubble"}] = bubble;
    parts[{of, "else"}] = figure(row, "time_ps") - bubble - named;
  }
}

void add_times(const Json& result, const std::string& source, const std::string& point,
               Parts& parts) {
  std::vector<TimeParts> times;
  try {
    times = time_parts(result, source);
  } catch (const base::ConfigError&) {
    return;  // a memory, a mesh: their rows have no such parts
  }
  const bool schedules = command_of(result, source) == "schedule";
  std::map<std::string, int> seen;
  for (const TimeParts& one : times) {
    // One time in each result is compared whatever it is called.
    std::string of = times.size() > 1 ? one.name : point.empty() ? "time" : "";
    if (!point.empty()) of = point + (of.empty() ? "" : ", " + of);
    if (const int before = seen[of]++; before > 0) of += fmt::format(" #{}", before + 1);
    parts[{of, "data"}] = one.data;
    parts[{of, "decision"}] = one.decision;
    parts[{of, "guard"}] = one.guard;
    parts[{of, schedules ? "slots beyond the busiest port's" : "other"}] = one.other;
  }
}

}  // namespace

Parts parts_of_result(const Json& result, const std::string& source) {
  const std::string command = command_of(result, source);
  Parts parts;
  if (command != "train" && command != "simulate" && command != "schedule") return parts;
  std::map<std::string, Json> by_point;
  for (Json row : result.at("rows")) {
    row.erase("decision_wall_ns");
    by_point[word(row, "sweep_point")].push_back(std::move(row));
  }
  for (const auto& [point, rows] : by_point) {
    if (command == "train") {
      add_step(rows, point.empty() ? "step" : point, parts);
    } else {
      add_times({{"command", command}, {"rows", rows}}, source, point, parts);
    }
  }
  return parts;
}

}  // namespace jacquard::explain
