// SPDX-License-Identifier: Apache-2.0
#include "sim/plan/sentences.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "jacquard/config/quantity_text.hpp"
#include "jacquard/report/html/text.hpp"
#include "sim/plan/shown.hpp"

namespace jacquard::planner {
namespace {

std::string step_of(const StrategyRow& row) {
  return report::time_text(row.figures->time) + " a step";
}

std::string over_fsdp(const StrategyRow& row) {
  const double speedup = row.figures->speedup.value_or(1);
  if (std::abs(speedup - 1) < 0.005) return "";  // as fast, or FSDP itself
  return fmt::format(", {:.2f} times as fast as FSDP, whether that fits or not", speedup);
}

// Of which tables leave some out.
std::string words_of_table(const std::vector<StrategyRow>& rows, int top) {
  const std::vector<bool> all = shown(rows, 0);
  const auto different = static_cast<int>(std::count(all.begin(), all.end(), true));
  std::string text;
  if (top > 0 && top < different)
    text = fmt::format("The first {} are shown; --top 0 has all.", top);
  if (different == static_cast<int>(rows.size())) return text;
  return text + (text.empty() ? "" : " ") +
         fmt::format("{} of {} are others in two levels of one scheme, and left out.",
                     static_cast<int>(rows.size()) - different, rows.size());
}

}  // namespace

std::string words_of_ranking(const std::vector<StrategyRow>& rows, const Ranking& ranking,
                             int top) {
  const StrategyRow& first = rows.front();
  std::string text;
  if (!first.figures) {
    text = fmt::format("No strategy can run on {} devices: {}.", ranking.devices, first.refused);
  } else if (ranking.best() == nullptr) {
    text =
        fmt::format("No strategy fits into memory on {} devices; the fastest that does not is {}.",
                    ranking.devices, first.strategy);
  } else {
    text = fmt::format("{} is the fastest strategy {}on {} devices: {}{}.", first.strategy,
                       ranking.ignores_memory ? "" : "that fits ", ranking.devices, step_of(first),
                       over_fsdp(first));
  }
  const std::string table = words_of_table(rows, top);
  return table.empty() ? text : text + "\n" + table;
}

std::string words_of_given(const StrategyRow& row, const Ranking& ranking) {
  const auto run = ranking.fit + ranking.too_big;
  std::string text = fmt::format("{} takes {} on {} devices{}", row.strategy, step_of(row),
                                 row.devices, over_fsdp(row));
  if (row.rank > 0) text += fmt::format("; its rank is {} of {}", row.rank, run);
  return text + (row.fits ? "." : ". It does not fit into memory.");
}

std::string words_of_front(const std::vector<StrategyRow>& front, std::size_t strategies,
                           const std::string& axes) {
  const std::vector<bool> all = shown(front, 0);
  const auto comma = axes.find(',');
  return fmt::format("{} of {} strategies are such that none beats them in both {} and {}.",
                     std::count(all.begin(), all.end(), true), strategies, axes.substr(0, comma),
                     axes.substr(std::min(axes.size(), comma + 1)));
}

std::string words_of_fewest(const Fewest& fewest, const PlanConfig& config) {
  std::string asked = config.deadline.empty() ? "" : " within " + config.deadline;
  if (config.memory_limit.count() > 0) {
    asked += fmt::format(" in {} of memory each", config::show_quantity(config.memory_limit));
  }
  if (!fewest.found()) {
    return fmt::format("No count of nodes up to {} runs {}{}.", config.most_nodes,
                       config.model.name, asked);
  }
  const Tried& last = fewest.tried.back();
  std::string text = fmt::format("{} devices ({} nodes) are the fewest that run {}{}: {} takes {}",
                                 last.best.devices, last.nodes, config.model.name, asked,
                                 last.best.strategy, step_of(last.best));
  if (last.best.figures->days) text += fmt::format(", {:.3g} days", *last.best.figures->days);
  return text + ".";
}

}  // namespace jacquard::planner
