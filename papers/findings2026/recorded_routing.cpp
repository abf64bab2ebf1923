// SPDX-License-Identifier: Apache-2.0
// 8. Do tokens that are made up represent recorded routing?
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <sstream>

#include "jacquard/base/comma_list.hpp"
#include "jacquard/base/data_path.hpp"
#include "jacquard/base/file.hpp"
#include "papers/findings2026/all.hpp"

namespace jacquard::studies::findings2026 {
namespace {

struct Routing {
  const char* name;
  const char* given;
};
const Routing kRoutings[] = {
    {"forced balance", "uniform"},
    {"drifting", "drifting"},
    {"power law of 1.2", "power_law:1.2"},
    {"recorded", "configs/traces/esft_16x16_token_matrices.jsonl"},
};
constexpr int kBalance = 0, kDrifting = 1, kPowerLaw = 2, kRecorded = 3;
const std::vector<std::string> kSchedulers = {"few", "ladder", "exact"};
const std::vector<std::string> kServers = {"few", "ladder", "auto"};

std::string step_name(const Routing& routing, const std::string& scheduler) {
  return fmt::format("steps {} {}", routing.name, scheduler);
}
std::string token_name(const Routing& routing, const std::string& scheduler) {
  return fmt::format("token {} {}", routing.name, scheduler);
}
std::string event_name(const Routing& routing) { return fmt::format("events {}", routing.name); }

std::vector<Run> runs(bool quick) {
  std::vector<Run> all;
  const char* step =
      "train deepseek-v2-lite --system {\"network\":{\"topology\":\"Switch(16)\",\"bandwidth\":"
      "\"50GB/s\",\"bandwidth_per\":\"npu\",\"latency\":\"250ns\"},\"npu\":{\"device\":"
      "\"h200_sxm\"}} --parallel ep=16 --batch 16 --sequence 2048 --layers 4";
  for (const Routing& routing : kRoutings) {
    all.push_back({event_name(routing),
                   fmt::format("{} --engine event --expert-routing {}", step, routing.given)});
    for (const std::string& scheduler : kSchedulers) {
      all.push_back({step_name(routing, scheduler),
                     fmt::format("{} --engine cycle --steps {} --set hbm= --set circuit.guard=1us "
                                 "--set scheduler.name={} --expert-routing {}",
                                 step, quick ? 8 : 52, scheduler, routing.given)});
    }
    for (const std::string& scheduler : kServers) {
      all.push_back(
          {token_name(routing, scheduler),
           fmt::format("serve deepseek-v2-lite --system circuit_64 --npus 16 --requests-count 128 "
                       "--rate 1000000000/s --input-tokens 32 --output-tokens {} "
                       "--exchange-layers {} --fabric circuit --set circuit.guard=1us --set "
                       "scheduler.name={} --expert-routing {}",
                       quick ? 8 : 32, quick ? 2 : 4, scheduler, routing.given)});
    }
  }
  return all;
}

double step(const Answers& answers, int routing, const std::string& scheduler, const char* key) {
  return answers.number(step_name(kRoutings[routing], scheduler), key);
}

std::string best_of(const std::vector<std::string>& names,
                    const std::function<double(const std::string&)>& time) {
  return *std::min_element(names.begin(), names.end(),
                           [&](auto& a, auto& b) { return time(a) < time(b); });
}

std::string in_ms(double ps) { return fmt::format("{:.4g}", ps * 1e-9); }

Table steps(const Answers& answers) {
  Table table{"A training step of DeepSeek-V2-Lite on 16 GPUs, ms",
              {"routing", "events", "few", "ladder", "exact", "longest, few", "best"},
              {}};
  for (int r = 0; r <= kRecorded; ++r) {
    std::vector<std::string> cells = {kRoutings[r].name,
                                      in_ms(answers.number(event_name(kRoutings[r]), "time_ps"))};
    for (const std::string& s : kSchedulers) cells.push_back(in_ms(step(answers, r, s, "mean_ps")));
    cells.push_back(in_ms(step(answers, r, "few", "longest_ps")));
    cells.push_back(best_of(kSchedulers, [&](auto& s) { return step(answers, r, s, "mean_ps"); }));
    table.rows.push_back(std::move(cells));
  }
  return table;
}

Table tokens(const Answers& answers) {
  Table table{"Decoding on 16 GPUs, ms a token", {"routing", "few", "ladder", "auto", "best"}, {}};
  for (const Routing& routing : kRoutings) {
    const auto time = [&](const std::string& s) {
      return answers.number(token_name(routing, s), "tpot_p50_ps");
    };
    std::vector<std::string> cells = {routing.name};
    for (const std::string& s : kServers) cells.push_back(in_ms(time(s)));
    cells.push_back(best_of(kServers, time));
    table.rows.push_back(std::move(cells));
  }
  return table;
}

// Mean over tasks and layers of the recorded counts.
struct Uneven {
  double gini = 0;
  std::vector<std::pair<int, double>> busiest;  // NPUs, their busiest's tokens over a mean one's
};

Uneven recorded() {
  std::istringstream in(
      base::read_file(base::data_path("configs/traces/esft_deepseek_v2_lite_expert_counts.csv")));
  Uneven mean;
  for (const int npus : {4, 8, 16, 32, 64}) mean.busiest.emplace_back(npus, 0);
  int rows = 0;
  std::string line;
  std::getline(in, line);  // names
  while (std::getline(in, line)) {
    const auto cells = base::comma_list(line);
    std::vector<double> counts;
    for (std::size_t k = 3; k < cells.size(); ++k) counts.push_back(std::stod(cells[k]));
    mean.gini += gini(counts);
    for (auto& [npus, ratio] : mean.busiest) ratio += busiest_over_mean(counts, npus);
    ++rows;
  }
  mean.gini /= rows;
  for (auto& [npus, ratio] : mean.busiest) ratio /= rows;
  return mean;
}

Table unevenness(const Uneven& uneven) {
  Table table{
      "Recorded tokens of the busiest over a mean one, 4 tasks and 26 layers", {"of"}, {{"ratio"}}};
  for (const auto& [npus, ratio] : uneven.busiest) {
    table.columns.push_back(npus == 64 ? "64 experts" : fmt::format("{} GPUs", npus));
    table.rows[0].push_back(fmt::format("{:.2f}", ratio));
  }
  return table;
}

Answer answer(const Answers& answers) {
  Answer a;
  const auto events = [&](int r) { return answers.number(event_name(kRoutings[r]), "time_ps"); };
  const auto mean = [&](int r) { return step(answers, r, "few", "mean_ps"); };
  a.at_a = events(kBalance) / events(kRecorded);
  a.at_b = mean(kBalance) / mean(kRecorded);
  a.chart = {"A training step by routing", "", "ms", false, {}, false, false};
  for (int r = 0; r <= kRecorded; ++r) a.chart.x_names.emplace_back(r, kRoutings[r].name);
  a.chart.margins = true;
  a.chart.y_from_zero = true;
  for (const std::string& s : kSchedulers) {
    report::Line line{s, {}};
    for (int r = 0; r <= kRecorded; ++r)
      line.points.emplace_back(r, step(answers, r, s, "mean_ps") * 1e-9);
    line.joined = false;
    a.chart.lines.push_back(std::move(line));
  }
  report::Line longest{"few, the longest step", {}};
  for (int r = 0; r <= kRecorded; ++r)
    longest.points.emplace_back(r, step(answers, r, "few", "longest_ps") * 1e-9);
  longest.joined = false;
  a.chart.lines.push_back(std::move(longest));
  const Uneven uneven = recorded();
  a.tables = {steps(answers), tokens(answers), unevenness(uneven)};
  constexpr double near = 0.05;
  a.verdict = std::abs(a.at_b - 1) > near ? Verdict::holds : Verdict::fails;
  const auto best = [&](int r) {
    return best_of(kSchedulers, [&](auto& s) { return step(answers, r, s, "mean_ps"); });
  };
  a.words = fmt::format(
      "Forced balance makes a step {:.0f} % shorter than recorded routing, and a power law {:.0f} "
      "% "
      "longer. Drifting routing comes within {:.1f} %, but its longest step is {:.0f} ms where the "
      "log's is {:.0f} ms. The best of three schedulers is {} on the log and {} on the power law, "
      "so "
      "made-up tokens may choose the wrong one. Recorded counts have a Gini index of {:.2f}. The "
      "busiest of 4 GPUs has {:.2f} times the mean, the busiest of 32 {:.2f} times.",
      100 * (1 - a.at_b), 100 * (mean(kPowerLaw) / mean(kRecorded) - 1),
      100 * std::abs(mean(kDrifting) / mean(kRecorded) - 1),
      step(answers, kDrifting, "few", "longest_ps") * 1e-9,
      step(answers, kRecorded, "few", "longest_ps") * 1e-9, best(kRecorded), best(kPowerLaw),
      uneven.gini, uneven.busiest.front().second, uneven.busiest[3].second);
  return a;
}

}  // namespace

double gini(std::vector<double> counts) {
  std::sort(counts.begin(), counts.end());
  const auto n = static_cast<double>(counts.size());
  double weighted = 0;
  for (std::size_t k = 0; k < counts.size(); ++k) {
    weighted += (2 * static_cast<double>(k) - n + 1) * counts[k];
  }
  return weighted / (n * std::accumulate(counts.begin(), counts.end(), 0.0));
}

double busiest_over_mean(const std::vector<double>& counts, int npus) {
  std::vector<double> loads(static_cast<std::size_t>(npus));
  for (std::size_t k = 0; k < counts.size(); ++k) {
    loads[k * loads.size() / counts.size()] += counts[k];
  }
  const double all = std::accumulate(loads.begin(), loads.end(), 0.0);
  return *std::max_element(loads.begin(), loads.end()) * npus / all;
}

Finding recorded_routing() {
  return {
      8,
      "Made-up tokens against recorded routing",
      "Do benchmarks with made-up tokens say what a step, its tail and the best scheduler are?",
      "DODOCO, arXiv 2605.20982, 2026",
      "They do not: made-up tokens overstate the Gini index of routing up to 2.35 times. More "
      "expert parallelism changes the ratio of the busiest expert to a mean one by 5 % at most.",
      "Its abstract.",
      "A training step with balanced routing over one with recorded routing",
      std::nullopt,
      "event engine, one step",
      "SystemC circuits, the mean of steps while the log goes on, few core",
      "A router that is balanced as it serves, or redundant experts. The log is of one small model "
      "on four tasks; another model's would give other numbers.",
      runs,
      answer,
  };
}

}  // namespace jacquard::studies::findings2026
