// SPDX-License-Identifier: Apache-2.0
// 5. Parallel switches, with the time that deciding takes.
#include <fmt/format.h>

#include "papers/findings2026/all.hpp"

namespace jacquard::studies::findings2026 {
namespace {

constexpr const char* kExchange = "--set traffic.demands=decoding-skewed:64 --set fabric.ports=64";
constexpr const char* kGuard = "10 us";
constexpr const char* kLatency = "100us";

struct Latency {
  const char* given;
  double us;
};
const Latency kLatencies[] = {{"1us", 1}, {"10us", 10}, {"100us", 100}, {"1ms", 1000}};
const std::vector<std::string> kGuards = {"10 ns", "1 us", "10 us", "100 us"};
constexpr const char* kCore = "core";

std::string simulated(const std::string& options) {
  return fmt::format("simulate parallel --fabrics one,four-by-settings {} {}", kExchange, options);
}

std::vector<Run> runs(bool /*quick*/) {
  std::vector<Run> all;
  for (const Latency& latency : kLatencies) {
    all.push_back({latency.given,
                   simulated(fmt::format("--set scheduler.timing=fixed --set scheduler.latency={}",
                                         latency.given))});
  }
  // The golden model of the core, at its clocks; the experiment's variant has no name of its own.
  all.push_back({kCore, fmt::format("simulate parallel --fabrics four-ladder {} --set "
                                    "scheduler.name=few",
                                    kExchange)});
  const char* checked =
      "schedule --demand decoding-skewed:64 --bits 8 --guard 10us --scheduler "
      "holds-first,exact";
  all.push_back({"one", fmt::format("{} --rate 800Gb/s", checked)});
  all.push_back({"four", fmt::format("{} --rate 200Gb/s --switches 4", checked)});
  return all;
}

double carried(const Answers& answers, const std::string& run, const char* fabric,
               const std::string& guard) {
  return answers.where(run, {{"fabric", fabric}, {"point", guard}})
      .at("completion_mean_ps")
      .get<double>();
}

double gain(const Answers& answers, const std::string& run, const std::string& guard) {
  return carried(answers, run, "one", guard) / carried(answers, run, "four-by-settings", guard);
}

double makespan(const Answers& answers, const char* switches, const char* scheduler) {
  return answers.where(switches, {{"scheduler", scheduler}}).at("makespan_ps").get<double>();
}

Answer answer(const Answers& answers) {
  Answer a;
  a.at_a = makespan(answers, "one", "holds-first") / makespan(answers, "four", "holds-first");
  a.at_b = gain(answers, kLatency, kGuard);
  a.chart = {"One switch over four: the time of a decode exchange",
             "a decision takes (us)",
             "time over time",
             false,
             {},
             true};
  a.chart.y_from_zero = true;
  const auto core_gain = [&](const std::string& guard) {
    return carried(answers, kLatencies[0].given, "one", guard) /
           carried(answers, kCore, "four-ladder", guard);
  };
  Table table{"Time on one switch over four, of which each decides for itself", {"guard"}, {}};
  for (const Latency& latency : kLatencies)
    table.columns.push_back(fmt::format("{} us", latency.us));
  table.columns.emplace_back("few core");
  for (const std::string& guard : kGuards) {
    report::Line line{"guard " + guard, {}};
    std::vector<std::string> cells = {guard};
    for (const Latency& latency : kLatencies) {
      line.points.emplace_back(latency.us, gain(answers, latency.given, guard));
      cells.push_back(fmt::format("{:.2f}", line.points.back().second));
    }
    cells.push_back(fmt::format("{:.2f}", core_gain(guard)));
    a.chart.lines.push_back(std::move(line));
    table.rows.push_back(std::move(cells));
  }
  a.tables.push_back(std::move(table));
  const double baseline =
      makespan(answers, "four", "exact") / makespan(answers, "four", "holds-first");
  a.verdict = a.at_b > 0.9 * a.at_a ? Verdict::holds : Verdict::depends;
  a.words = fmt::format(
      "Birkhoff's settings dealt out to four switches take {:.2f} times as long as fewest "
      "settings, "
      "at a guard of 10 us and without a decision; the paper has 1.9 against its baseline. Four "
      "switches are {:.2f} times as fast as one of their total rate. A decision of 100 us makes "
      "that {:.2f}, and at a guard of 1 us it leaves {:.2f} of {:.2f}. A core for each switch "
      "leaves {:.2f} and {:.2f}.",
      baseline, a.at_a, a.at_b, gain(answers, kLatency, "1 us"),
      gain(answers, kLatencies[0].given, "1 us"), core_gain("10 us"), core_gain("1 us"));
  return a;
}

}  // namespace

Finding parallel_switches() {
  return {
      5,
      "Parallel switches with decision time",
      "What is left of the gain of parallel optical switches when deciding takes time?",
      "Spectra, arXiv 2603.07373, 2026",
      "On parallel switches its schedules are 1.4 times shorter than a baseline's on GPT, 1.9 "
      "times "
      "on experts and 2.4 times on benchmarks. No time is counted for deciding.",
      "Its abstract and the beginning of its text.",
      "Time of a decode exchange on one switch over four of a quarter of its rate, guard 10 us",
      std::nullopt,
      "the checker's makespans, decisions for free",
      "SystemC circuits, a decision of 100 us",
      "A decision that is short against the guards of an exchange: a core in hardware, or demands "
      "known ahead, as in a step of training.",
      runs,
      answer,
  };
}

}  // namespace jacquard::studies::findings2026
