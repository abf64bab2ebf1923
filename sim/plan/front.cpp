// SPDX-License-Identifier: Apache-2.0
#include "sim/plan/front.hpp"

#include <algorithm>
#include <cstring>

#include "jacquard/base/comma_list.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/search/front.hpp"

namespace jacquard::planner {
namespace {

using Known = std::optional<double>;

const std::vector<Axis>& all_axes() {
  static const std::vector<Axis> axes = {
      {"memory", "memory of a device (GB)", true, false, false,
       [](const Figures& f, int) { return Known(f.memory.total() / 1e9); }},
      {"throughput", "thousand samples/s", false, false, false,
       [](const Figures& f, int) { return Known(f.throughput / 1e3); }},
      {"time", "time of a step (ms)", true, false, false,
       [](const Figures& f, int) { return Known(static_cast<double>(f.time.count()) / 1e9); }},
      {"devices", "devices", true, false, true,
       [](const Figures&, int devices) { return Known(devices); }},
      {"days", "days of the training", true, true, true,
       [](const Figures& f, int) { return f.days; }},
      {"gpu_hours", "GPU hours of the training", true, true, true,
       [](const Figures& f, int) { return f.gpu_hours; }},
      {"cost", "dollars of the training", true, true, true,
       [](const Figures& f, int) { return f.cost; }},
      {"cost_per_step", "dollars of a step", true, false, true,
       [](const Figures& f, int) { return f.cost_per_step; }},
  };
  return axes;
}

const Axis* axis_of(const std::string& word) {
  std::vector<std::string> known;
  for (const Axis& axis : all_axes()) {
    if (word == axis.name) return &axis;
    known.emplace_back(axis.name);
  }
  base::throw_unknown_name("--pareto", "a figure", word, known);
}

double figure_of(const Axis& axis, const StrategyRow& row) {
  const Known value = axis.of(*row.figures, row.devices);
  if (value) return axis.least ? *value : -*value;
  const bool price = std::strncmp(axis.name, "cost", 4) == 0;
  throw base::ConfigError({"--pareto", "", std::string("a figure that is known"), axis.name,
                           price && !(axis.of_training && !row.figures->days)
                               ? "--price gives dollars of a device and hour"
                               : "--tokens or --samples gives the size of the training"});
}

}  // namespace

Axes parse_axes(const std::string& text) {
  const std::vector<std::string> words = base::comma_list(text);
  if (words.size() != 2 || words[0] == words[1]) {
    throw base::ConfigError({"--pareto", "", "two figures such as memory,throughput",
                             '"' + text.substr(0, 60) + '"', ""});
  }
  return {axis_of(words[0]), axis_of(words[1])};
}

std::vector<std::size_t> front_rows(const std::vector<StrategyRow>& rows, const Axes& axes,
                                    bool ignore_memory) {
  const auto is_memory = [](const Axis* axis) { return std::strcmp(axis->name, "memory") == 0; };
  const bool any = ignore_memory || std::any_of(axes.begin(), axes.end(), is_memory);
  std::vector<std::size_t> places;
  std::vector<search::RewardsOf> points;  // less is better
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (!rows[i].figures || !(any || rows[i].fits)) continue;
    places.push_back(i);
    points.push_back({-figure_of(*axes[0], rows[i]), -figure_of(*axes[1], rows[i])});
  }
  std::vector<std::size_t> front = search::front_of(points, search::Equals::all);
  for (std::size_t& i : front) i = places[i];
  return front;
}

}  // namespace jacquard::planner
