// SPDX-License-Identifier: Apache-2.0
#include "sim/validate/training_errors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace jacquard::validate {
namespace {

struct Group {
  std::string by;    // "model", ...; "" of all
  std::string name;  // "llama3-70b", ...
  std::int64_t rows = 0;
  Errors step;
  Errors memory;
};

using NameOf = std::string (*)(const ErrorOfStep&);

struct Grouping {
  const char* by;
  NameOf name_of;
};

constexpr Grouping kGroupings[] = {
    {"model", [](const ErrorOfStep& e) { return e.model; }},
    {"device", [](const ErrorOfStep& e) { return e.device; }},
    {"type", [](const ErrorOfStep& e) { return e.type; }},
    {"generation",
     [](const ErrorOfStep& e) { return e.generation.empty() ? "not said" : e.generation; }},
    {"class",
     [](const ErrorOfStep& e) {
       return fmt::format("{} {} {}", e.has_experts ? "experts" : "dense", e.device, e.type);
     }},
};

Group group_of(const std::vector<const ErrorOfStep*>& members) {
  Group group;
  std::vector<double> steps;
  std::vector<double> memories;
  for (const ErrorOfStep* e : members) {
    ++group.rows;
    if (e->step) steps.push_back(*e->step);
    if (e->memory) memories.push_back(*e->memory);
  }
  group.step = errors_of(std::move(steps));
  group.memory = errors_of(std::move(memories));
  return group;
}

using M = report::Metric<Group>;
using report::Unit;

std::vector<M> error_metrics() {
  return {
      M("rows", Unit::count, &Group::rows, "How many.", "rows"),
      M(
          "mape", Unit::ratio, [](const Group& g) { return g.step.mape; },
          "Mean of |step_error|; absent where no time was measured.", "mape"),
      M(
          "median_error", Unit::ratio, [](const Group& g) { return g.step.median; },
          "Median of |step_error|.", "median"),
      M(
          "bias", Unit::ratio, [](const Group& g) { return g.step.bias; },
          "Mean of step_error: above 0 we are slower.", "bias"),
      M(
          "memory_mape", Unit::ratio, [](const Group& g) { return g.memory.mape; },
          "Mean of |memory_error|; absent where no memory was measured.", "mape (memory)"),
      M(
          "memory_median_error", Unit::ratio, [](const Group& g) { return g.memory.median; },
          "Median of |memory_error|.", "median (memory)"),
      M(
          "memory_bias", Unit::ratio, [](const Group& g) { return g.memory.bias; },
          "Mean of memory_error.", "bias (memory)"),
  };
}

const report::MetricTable<Group>& summary_metrics() {
  static const report::MetricTable<Group> table(
      "summary", "All measured training steps of a table.", error_metrics());
  return table;
}

const report::MetricTable<Group>& group_metrics() {
  static const report::MetricTable<Group> table(
      "training_group", "Measured training steps that have something in common (--summary).", [] {
        std::vector<M> all = {
            M("by", Unit::text, &Group::by,
              "What they have in common: model, device, type, generation, or class, which is the "
              "device, the type, and whether the model has experts.",
              "by"),
            M("name", Unit::text, &Group::name, "Which of them.", "name"),
        };
        for (M& metric : error_metrics()) all.push_back(std::move(metric));
        return all;
      }());
  return table;
}

}  // namespace

Errors errors_of(std::vector<double> all) {
  if (all.empty()) return {};
  const auto count = static_cast<double>(all.size());
  double sum = 0;
  double absolute = 0;
  for (double& error : all) {
    sum += error;
    error = std::abs(error);
    absolute += error;
  }
  std::sort(all.begin(), all.end());
  const std::size_t half = all.size() / 2;
  const double median = all.size() % 2 == 1 ? all[half] : (all[half - 1] + all[half]) / 2;
  return {absolute / count, median, sum / count};
}

void take_groups(const std::vector<ErrorOfStep>& errors, const TakeRow& take) {
  for (const Grouping& grouping : kGroupings) {
    std::map<std::string, std::vector<const ErrorOfStep*>> members;
    for (const ErrorOfStep& e : errors) members[grouping.name_of(e)].push_back(&e);
    for (const auto& [name, of_group] : members) {
      Group group = group_of(of_group);
      group.by = grouping.by;
      group.name = name;
      take(group_metrics()(group));
    }
  }
}

void take_summary(const std::vector<ErrorOfStep>& errors, const TakeRow& take) {
  std::vector<const ErrorOfStep*> all;
  for (const ErrorOfStep& e : errors) all.push_back(&e);
  take(summary_metrics()(group_of(all)));
}

std::vector<report::RowKind> training_error_rows() {
  return {summary_metrics().kind(), group_metrics().kind()};
}

}  // namespace jacquard::validate
