// SPDX-License-Identifier: Apache-2.0
// 2. Does a Birkhoff-von Neumann schedule's fragmentation eat the overlap with experts?
#include <fmt/format.h>

#include "papers/findings2026/all.hpp"

namespace jacquard::studies::findings2026 {
namespace {

constexpr const char* kBvn = "exact";
constexpr const char* kGreedy = "greedy-max-weight";
const std::vector<std::string> kSchedulers = {kBvn, kGreedy, "holds-first"};
const std::vector<std::string> kStarts = {"end", "setting", "group:2", "group:4", "group:8"};
const std::vector<std::string> kDecodeStarts = {"end", "setting", "group:8", "group:32"};
constexpr const char* kClosed = "closed form";
constexpr std::int64_t kGuard = 1'000'000;  // ps

std::string step_name(const std::string& scheduler, const std::string& start) {
  return "step " + scheduler + " " + start;
}

std::string token_name(const std::string& scheduler, const std::string& start) {
  return "token " + scheduler + " " + start;
}

std::string decided_by(const std::string& scheduler, const char* guard) {
  return fmt::format(
      "--set scheduler.name={} --set scheduler.timing=fixed --set scheduler.latency=0s --set "
      "circuit.guard={}",
      scheduler, guard);
}

std::vector<Run> runs(bool quick) {
  std::vector<Run> all = {
      {kClosed, "study optical --schedulers exact,greedy-max-weight,holds-first"}};
  for (const std::string& scheduler : kSchedulers) {
    for (const std::string& start : kStarts) {
      all.push_back({step_name(scheduler, start),
                     fmt::format("train mixtral_64 --engine cycle --set hbm= --expert-start {} {}",
                                 start, decided_by(scheduler, "1us"))});
    }
    for (const std::string& start : kDecodeStarts) {
      all.push_back(
          {token_name(scheduler, start),
           fmt::format("serve deepseek-v3 --system circuit_64 --requests-count 512 --rate "
                       "1000000000/s --input-tokens 32 --output-tokens {} --exchange-layers 1 "
                       "--fabric circuit --expert-start {} {}",
                       quick ? 4 : 20, start, decided_by(scheduler, "100ns"))});
    }
  }
  return all;
}

// Of a layer of a case, what kernels that take what has come save over one at the end.
double closed_gain(const Answers& answers, const std::string& of_case,
                   const std::string& scheduler) {
  double whole = 0, come = 0;
  for (const report::Row& row : answers.rows(kClosed)) {
    if (row.at("row_kind") != "optical_point" || row.at("case") != of_case ||
        row.at("method") != scheduler || row.at("switches") != 1 || row.at("guard_ps") != kGuard) {
      continue;
    }
    whole += row.at("layer_whole_ps").get<double>();
    come += row.at("layer_as_they_come_ps").get<double>();
  }
  return 1 - come / whole;
}

double step_time(const Answers& answers, const std::string& scheduler, const std::string& start) {
  return answers.number(step_name(scheduler, start), "time_ps");
}

double step_gain(const Answers& answers, const std::string& scheduler, const std::string& start) {
  return 1 - step_time(answers, scheduler, start) / step_time(answers, scheduler, "end");
}

double token_time(const Answers& answers, const std::string& scheduler, const std::string& start) {
  return answers.number(token_name(scheduler, start), "tpot_p50_ps");
}

template <class Value>
Table table_of(const char* heading, const std::vector<std::string>& columns, Value value) {
  Table table{heading, {"schedule"}, {}};
  table.columns.insert(table.columns.end(), columns.begin(), columns.end());
  for (const std::string& scheduler : kSchedulers) {
    std::vector<std::string> cells = {scheduler};
    for (const std::string& column : columns) cells.push_back(value(scheduler, column));
    table.rows.push_back(std::move(cells));
  }
  return table;
}

Answer answer(const Answers& answers) {
  Answer a;
  a.at_a = closed_gain(answers, "skewed", kBvn) / closed_gain(answers, "skewed", kGreedy);
  a.at_b = step_gain(answers, kBvn, "setting") / step_gain(answers, kGreedy, "setting");
  a.chart = {"A training step against when experts start",
             "a kernel starts with each",
             "step saved (%)",
             false,
             {},
             true};
  a.chart.x_names = {{1, "setting"}, {2, "two"}, {4, "four"}, {8, "eight"}};
  for (const std::string& scheduler : kSchedulers) {
    report::Line line{scheduler, {}};
    for (const auto& [settings, start] : {std::pair{1, "setting"}, std::pair{2, "group:2"},
                                          std::pair{4, "group:4"}, std::pair{8, "group:8"}}) {
      line.points.emplace_back(settings, 100 * step_gain(answers, scheduler, start));
    }
    a.chart.lines.push_back(std::move(line));
  }
  a.tables.push_back(
      table_of("Training step of mixtral_64, ms", kStarts, [&](auto& s, auto& start) {
        return fmt::format("{:.1f}", step_time(answers, s, start) * 1e-9);
      }));
  a.tables.push_back(table_of("Decoding DeepSeek-V3 on 64 GPUs, ms a token", kDecodeStarts,
                              [&](auto& s, auto& start) {
                                return fmt::format("{:.1f}", token_time(answers, s, start) * 1e-9);
                              }));
  a.tables.push_back(table_of(
      "Saved of a layer by kernels that take what has come, guard 1 us, closed form",
      {"recorded", "sparse", "skewed", "uniform", "decoding"}, [&](auto& s, auto& of_case) {
        return fmt::format("{:.1f} %", 100 * closed_gain(answers, of_case, s));
      }));
  const bool eats = a.at_b < 1;
  a.verdict = eats && a.at_a >= 1 ? Verdict::depends : eats ? Verdict::holds : Verdict::fails;
  a.words = fmt::format(
      "It depends on when a kernel starts. With a kernel for each setting BvN saves {:.1f} % of a "
      "training step, greedy max-weight {:.1f} %, and few long holds {:.1f} %. A kernel that takes "
      "all that has come keeps BvN's gain: {:.0f} % of a layer against {:.0f} %. Decoding should "
      "wait for the end: a kernel for each setting makes a token {:.0f} times as long, whatever "
      "the schedule.",
      100 * step_gain(answers, kBvn, "setting"), 100 * step_gain(answers, kGreedy, "setting"),
      100 * step_gain(answers, "holds-first", "setting"),
      100 * closed_gain(answers, "skewed", kBvn), 100 * closed_gain(answers, "skewed", kGreedy),
      token_time(answers, kGreedy, "setting") / token_time(answers, kGreedy, "end"));
  return a;
}

}  // namespace

Finding fragments() {
  return {
      2,
      "Fragments of a Birkhoff-von Neumann schedule",
      "Do its many short settings eat what overlap with experts gains, and with which start of "
      "experts do they not?",
      "Amponsah and Addanki, arXiv 2605.26845, 2026",
      "Overlap is possible, but so many matchings cut experts' work into small batches, whose "
      "fixed "
      "costs lose it. A bounded number of greedy max-weight matchings keeps it.",
      "Its abstract.",
      "What overlap saves under BvN, over what it saves under greedy max-weight",
      std::nullopt,
      "closed form of a layer: a kernel takes what has come (skewed demand, guard 1 us)",
      "SystemC machine, mixtral_64, a kernel for each setting, guard 1 us",
      "A kernel that starts for free, or one kernel that polls for tokens. With a guard of 10 us "
      "and more, decoding loses with any schedule of 62 settings.",
      runs,
      answer,
  };
}

}  // namespace jacquard::studies::findings2026
