// SPDX-License-Identifier: Apache-2.0
// 4. Rails that are set where a step's parallelism changes.
#include <fmt/format.h>

#include <functional>

#include "papers/findings2026/all.hpp"

namespace jacquard::studies::findings2026 {
namespace {

struct Guard {
  const char* name;   // of the experiment's point
  const char* given;  // as an option takes it
  double ms;
};
const Guard kGuards[] = {{"1 us", "1us", 1e-3},
                         {"1 ms", "1ms", 1},
                         {"10 ms", "10ms", 10},
                         {"25 ms", "25ms", 25},
                         {"100 ms", "100ms", 100}};
constexpr int kKeyGuard = 3;
constexpr const char* kPhases = "phases";
constexpr const char* kPackets = "packets";
constexpr const char* kStep = "train llama3_8b_64 --engine cycle --set hbm=";

std::string name_of(const std::string& collectives, const Guard& guard) {
  return collectives + " " + guard.name;
}

std::vector<Run> runs(bool /*quick*/) {
  std::vector<Run> all = {{kPhases, "simulate phase_boundaries"},
                          {kPackets, fmt::format("{} --detail packet", kStep)}};
  for (const char* collectives : {"stack", "rounds"}) {
    for (const Guard& guard : kGuards) {
      all.push_back({name_of(collectives, guard),
                     fmt::format("{} --set collectives={} --set circuit.guard={}", kStep,
                                 collectives, guard.given)});
    }
  }
  return all;
}

double phase_time(const Answers& answers, const char* variant, const Guard& guard) {
  return answers.where(kPhases, {{"variant", variant}, {"point", guard.name}})
      .at("alone_ps")
      .get<double>();
}

Answer answer(const Answers& answers) {
  struct Way {
    std::string name;
    std::function<double(const Guard&)> time;
    double base;
  };
  const Guard& least = kGuards[0];
  const auto phases = [&](const char* variant) {
    return Way{fmt::format("rail, {}", variant),
               [&answers, variant](const Guard& g) { return phase_time(answers, variant, g); },
               phase_time(answers, variant, least)};
  };
  const double packets = answers.number(kPackets, "time_ps");
  const auto on_machine = [&](const char* name, const char* collectives, double base) {
    return Way{name,
               [&answers, collectives](const Guard& g) {
                 return answers.number(name_of(collectives, g), "time_ps");
               },
               base};
  };
  const double planned = answers.number(name_of("stack", least), "time_ps");
  const std::vector<Way> ways = {
      phases("1F1B"), phases("each exchange when it comes"),
      on_machine("stack, over itself at 1 us", "stack", planned),
      on_machine("stack, over packets", "stack", packets),
      on_machine("circuits as messages come, over packets", "rounds", packets)};
  Answer a;
  a.chart = {
      "What slow switches add to a training step", "guard (ms)", "added (%)", true, {}, true};
  Table table{"Added to a step by the guard", {"way"}, {}};
  for (const Guard& guard : kGuards) table.columns.emplace_back(guard.name);
  for (const Way& way : ways) {
    report::Line line{way.name, {}};
    std::vector<std::string> cells = {way.name};
    for (const Guard& guard : kGuards) {
      const double more = 100 * (way.time(guard) / way.base - 1);
      if (guard.ms >= 1) line.points.emplace_back(guard.ms, more);
      cells.push_back(fmt::format("{:.1f} %", more));
    }
    a.chart.lines.push_back(std::move(line));
    table.rows.push_back(std::move(cells));
  }
  a.tables.push_back(std::move(table));
  const auto added = [&](int way, int guard) {
    const Way& w = ways[static_cast<std::size_t>(way)];
    return w.time(kGuards[guard]) / w.base - 1;
  };
  a.at_a = added(0, kKeyGuard);
  a.at_b = added(3, kKeyGuard);
  constexpr double claimed = 0.06;
  a.verdict = a.at_a < claimed && a.at_b < claimed     ? Verdict::holds
              : a.at_a >= claimed && a.at_b >= claimed ? Verdict::fails
                                                       : Verdict::depends;
  a.words = fmt::format(
      "At a guard of 25 ms a rail set at phase boundaries adds {:.1f} %, by a closed form of one "
      "step. Our stack on Llama 3 8B with 64 GPUs adds {:.1f} % to itself there, and {:.1f} % to "
      "packets. Up to 10 ms it adds {:.1f} % to packets, nearly all of it the price of the "
      "order and not of the guard. Circuits made as messages come add {:.0f} % at 25 ms. At 100 ms "
      "no way stays below 6 %.",
      100 * a.at_a, 100 * added(2, kKeyGuard), 100 * a.at_b, 100 * added(3, 2),
      100 * added(4, kKeyGuard));
  return a;
}

}  // namespace

Finding phase_rails() {
  return {
      4,
      "Rails set at phase boundaries",
      "What does a training step lose on optical rails that are set only where its parallelism "
      "changes?",
      "Opus, arXiv 2602.12521, 2026",
      "Less than 6 % at reconfiguration latencies of production, in simulation of up to 2,048 GPUs "
      "and on a testbed.",
      "Its abstract, which names no latency.",
      "Time that a guard of 25 ms adds to a step, as a share",
      0.06,
      "closed form of phases, 16 GPUs of one rail",
      "SystemC machine in a stack's order, Llama 3 8B on 64 GPUs, over packets",
      "Longer computations between phases hide longer guards. A faster switch does: at 10 ms and "
      "below the guard is hardly seen.",
      runs,
      answer,
  };
}

}  // namespace jacquard::studies::findings2026
