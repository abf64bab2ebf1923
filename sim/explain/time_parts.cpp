// SPDX-License-Identifier: Apache-2.0
#include "sim/explain/time_parts.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "jacquard/base/error.hpp"
#include "jacquard/config/json_reader.hpp"
#include "jacquard/config/place.hpp"
#include "jacquard/report/html/palette.hpp"
#include "jacquard/report/html/text.hpp"

namespace jacquard::explain {
namespace {

using config::Json;
using config::Place;
using report::Unit;

constexpr double kMost = 9e18;          // ps that can be shown
constexpr double kWorthSaying = 0.005;  // of the time

double number(const Json& row, const char* key, const Place& place) {
  const auto at = row.find(key);
  const double value = at != row.end() && at->is_number() ? at->get<double>() : -1;
  if (!(value >= 0 && value <= kMost)) {
    (place / key)
        .fail("a number of at least 0, as jacquard prints",
              at == row.end() ? "no such key" : config::brief(*at));
  }
  return value;
}

std::string text(const Json& row, const char* key) {
  const auto at = row.find(key);
  return at != row.end() && at->is_string() ? at->get<std::string>() : std::string();
}

// What is left of the time after `wanted` of each part in turn is the last one.
TimeParts shared_out(std::string name, double time, double data, double decision, double guard) {
  TimeParts parts;
  parts.name = std::move(name);
  parts.time = time;
  double left = time;
  const auto take = [&left](double wanted) {
    const double taken = std::min(wanted, left);
    left -= taken;
    return taken;
  };
  parts.data = take(data);
  parts.guard = take(guard);
  parts.decision = take(decision);
  parts.other = left;
  return parts;
}

TimeParts of_fabric(const Json& row, const Place& place) {
  std::string name = text(row, "fabric");
  for (const char* key : {"traffic", "point"}) {
    if (!text(row, key).empty()) name += ", " + text(row, key);
  }
  const double time = number(row, "completion_mean_ps", place);
  const double guard = number(row, "guard_ps", place);
  // A decision goes on while settings are held: only time beside holds and guards waits for it.
  const double waiting = std::max(0.0, time - number(row, "hold_ps", place) - guard);
  return shared_out(name, time, number(row, "efficiency", place) * time,
                    std::min(number(row, "decision_ps", place), waiting), guard);
}

TimeParts of_schedule(const Json& row, const Place& place) {
  const double makespan = number(row, "makespan_ps", place);
  const double guard = number(row, "guard_ps", place);
  const double slots = number(row, "slots", place);
  const double data =
      slots > 0 ? (makespan - guard) * number(row, "max_line_quanta", place) / slots : 0;
  const double decision =
      row.contains("decision_wall_ns") ? number(row, "decision_wall_ns", place) * 1e3 : 0;
  return shared_out(text(row, "scheduler"), makespan + decision, data, decision, guard);
}

report::Metric<TimeParts> part(const char* key, double TimeParts::*member, const char* doc,
                               const char* heading) {
  return report::Metric<TimeParts>(key, Unit::ps, member, doc, heading);
}

}  // namespace

std::string command_of(const Json& json, const std::string& source) {
  const auto command = json.is_object() ? json.find("command") : json.end();
  if (!json.is_object() || command == json.end() || !command->is_string()) {
    Place{source, ""}.fail("what train, simulate or schedule --json printed", config::brief(json));
  }
  return command->get<std::string>();
}

std::vector<TimeParts> time_parts(const Json& json, const std::string& source) {
  const std::string command = command_of(json, source);
  const Place place{source, ""};
  if (command != "simulate" && command != "schedule") {
    (place / "command").fail("train, simulate or schedule", "\"" + command + "\"");
  }
  const auto rows = json.find("rows");
  if (rows == json.end() || !rows->is_array()) (place / "rows").fail("a list of rows", "none");
  std::vector<TimeParts> all;
  for (std::size_t k = 0; k < rows->size(); ++k) {
    const Json& row = (*rows)[k];
    const Place at = place / "rows" / k;
    if (!row.is_object()) at.fail("a row", config::brief(row));
    if (command == "simulate" && row.contains("fabric") && row.contains("efficiency")) {
      all.push_back(of_fabric(row, at));
    } else if (command == "schedule" && row.contains("makespan_ps")) {
      all.push_back(of_schedule(row, at));
    }
  }
  if (all.empty()) {
    (place / "rows")
        .fail("rows of fabrics or schedules",
              "none; experiments on memories and NPUs print their own shares");
  }
  return all;
}

const report::MetricTable<TimeParts>& time_part_metrics() {
  using R = TimeParts;
  using M = report::Metric<R>;
  static const report::MetricTable<R> table(
      "time", "Where the time of a fabric or a schedule went; the parts add up to the time.",
      {M("name", Unit::text, &R::name, "The fabric or scheduler, its traffic and point.", "name"),
       part("time_ps", &R::time, "Of the run; of a schedule with its decision.", "time"),
       part("data_ps", &R::data, "What the busiest port's bytes alone take at the link rate.",
            "data"),
       part("decision_ps", &R::decision, "Deciding, where nothing hides it.", "decision"),
       part("guard_ps", &R::guard, "While the crossbar changes its setting.", "guard"),
       part("other_ps", &R::other,
            "Headers, acknowledgements, slots that the busiest port does not fill, waiting.",
            "other"),
       M(
           "data_share", Unit::ratio, [](const R& r) { return r.time > 0 ? r.data / r.time : 1; },
           "Data / time.", "data share")});
  return table;
}

std::vector<train::Finding> findings(const std::vector<TimeParts>& runs) {
  const TimeParts& slowest = *std::max_element(
      runs.begin(), runs.end(),
      [](const TimeParts& a, const TimeParts& b) { return a.time - a.data < b.time - b.data; });
  std::vector<train::Finding> all;
  const auto add = [&](double part, const char* about, const char* what, const char* remedy) {
    const double share = slowest.time > 0 ? part / slowest.time : 0;
    if (share < kWorthSaying) return;
    all.push_back({about, share,
                   fmt::format("{}: {} takes {} of {}.", slowest.name, what,
                               report::time_text(base::Picoseconds{part}),
                               report::time_text(base::Picoseconds{slowest.time})),
                   remedy});
  };
  add(slowest.data, "data", "the busiest port's data",
      "A faster link, or traffic that is more even.");
  add(slowest.guard, "guard", "changing settings",
      "Fewer settings or a faster switch: jacquard advise names both.");
  add(slowest.decision, "decision", "deciding", "A core in hardware, or a faster scheduler.");
  add(slowest.other, "other", "all that is neither data, guard nor decision",
      "Larger payloads, fewer bits lost to rounding, less contention.");
  std::stable_sort(all.begin(), all.end(), [](const train::Finding& a, const train::Finding& b) {
    return a.share > b.share;
  });
  return all;
}

report::StackedBars picture(const std::vector<TimeParts>& runs) {
  report::StackedBars chart;
  chart.title = "Where the time went";
  chart.parts = {{"data", "#0072b2"},
                 {"decision", "#d55e00"},
                 {"guard", report::kGuardTone},
                 {"headers, acknowledgements, waiting", report::kRestTone}};
  double longest = 0;
  for (const TimeParts& run : runs) longest = std::max(longest, run.time);
  if (longest <= 0) longest = 1;
  for (const TimeParts& run : runs) {
    chart.bars.push_back(
        {run.name,
         {run.data / longest, run.decision / longest, run.guard / longest, run.other / longest},
         0,
         report::time_text(base::Picoseconds{run.time})});
  }
  return chart;
}

}  // namespace jacquard::explain
