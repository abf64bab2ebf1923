// SPDX-License-Identifier: Apache-2.0
// 1. Does switching in 100 ns end the idle time of wide expert parallelism?
#include <fmt/format.h>

#include "papers/findings2026/all.hpp"

namespace jacquard::studies::findings2026 {
namespace {

constexpr int kEndless = 100'000;  // GB/s, which stands for a network that takes no time
const std::vector<int> kRates = {50, 100, 200, 400, 900, 1800};

struct Fabric {
  const char* name;
  const char* options;
};
const Fabric kFabrics[] = {
    {"packets", "--fabric packet"},
    {"circuits, few core", "--fabric circuit --set circuit.guard=100ns --set scheduler.name=few"},
    {"circuits, auto in no time",
     "--fabric circuit --set circuit.guard=100ns --set scheduler.name=auto --set "
     "scheduler.timing=fixed --set scheduler.latency=0s"},
    {"ideal", "--fabric ideal"},
};
constexpr const char* kIdeal = "ideal";
constexpr const char* kCore = "circuits, few core";

std::string name_of(const std::string& fabric, int rate) {
  return fmt::format("{} {}", fabric, rate);
}

std::string line_of(const Fabric& fabric, int rate, bool quick) {
  return fmt::format(
      "serve deepseek-v3 --system {{\"network\":{{\"topology\":\"Switch(64)\",\"bandwidth\":"
      "\"{}GB/s\",\"bandwidth_per\":\"npu\",\"latency\":\"250ns\"}},\"npu\":{{\"device\":"
      "\"h200_sxm\"}}}} --requests-count {} --rate 1000000000/s --input-tokens 32 --output-tokens "
      "{} --exchange-layers 1 {}",
      rate, quick ? 512 : 4096, quick ? 4 : 8, fabric.options);
}

std::vector<Run> runs(bool quick) {
  std::vector<Run> all;
  for (const Fabric& fabric : kFabrics) {
    for (const int rate : kRates) {
      if (quick && rate != 50 && rate != 900) continue;
      all.push_back({name_of(fabric.name, rate), line_of(fabric, rate, quick)});
    }
  }
  all.push_back({name_of(kIdeal, kEndless), line_of(kFabrics[3], kEndless, quick)});
  return all;
}

double token(const Answers& answers, const std::string& fabric, int rate) {
  return answers.number(name_of(fabric, rate), "tpot_p50_ps");
}

Answer answer(const Answers& answers) {
  const double without = token(answers, kIdeal, kEndless);
  const auto idle = [&](const std::string& fabric, int rate) {
    return idle_share(token(answers, fabric, rate), without);
  };
  Answer a;
  a.chart = {"Share of a decode step that waits for the network",
             "rate of a port (GB/s)",
             "idle share",
             true,
             {},
             true};
  Table table{"Share of a token's time that waits for the network", {"fabric"}, {}};
  for (const int rate : kRates) {
    if (answers.has(name_of(kIdeal, rate))) table.columns.push_back(fmt::format("{} GB/s", rate));
  }
  for (const Fabric& fabric : kFabrics) {
    report::Line line{fabric.name, {}};
    std::vector<std::string> cells = {fabric.name};
    for (const int rate : kRates) {
      if (!answers.has(name_of(fabric.name, rate))) continue;
      const double share = idle(fabric.name, rate);
      line.points.emplace_back(rate, share);
      cells.push_back(fmt::format("{:.1f} %", 100 * share));
    }
    a.chart.lines.push_back(std::move(line));
    table.rows.push_back(std::move(cells));
  }
  a.tables.push_back(std::move(table));
  a.at_a = idle(kIdeal, kRates.front());
  a.at_b = idle(kCore, kRates.front());
  a.verdict = a.at_b < 0.01 ? Verdict::holds : Verdict::fails;
  const double packets = idle("packets", kRates.front());
  a.words = fmt::format(
      "At 400 Gb/s a GPU waits {:.0f} % of a token's time on packets, {:.0f} % on circuits that "
      "switch in 100 ns, and {:.0f} % on an ideal fabric. {} Fast switching leaves it as it is, "
      "for the rate of a port makes it. At 900 GB/s circuits leave {:.1f} %. An ideal fabric "
      "leaves 1 % at {:.2g} TB/s a port.",
      100 * packets, 100 * a.at_b, 100 * a.at_a,
      packets > 0.5 ? "So today's share is about what is claimed."
                    : "Today's 60 % needs larger batches than these.",
      100 * idle(kCore, 900),
      rate_for_share(0.01, kRates.front(), token(answers, kIdeal, kRates.front()), without) / 1000);
  return a;
}

}  // namespace

double idle_share(double time, double without) { return 1 - without / time; }

double rate_for_share(double share, double rate, double time, double without) {
  return rate * (time - without) / without * (1 - share) / share;
}

Finding fast_switching() {
  return {
      1,
      "100 ns switching and idle GPUs",
      "Does a fabric of circuits that switch in 100 ns end the idle time of wide expert "
      "parallelism?",
      "Oriole Networks with AMD, PRISM, 2026",
      "With photons from chip to chip, GPUs' idle time falls from 60 % to less than 1 %.",
      "News of the announcement, which names no model, batch or rate of a port.",
      "Share of a token's time that waits for the network, at 400 Gb/s a port",
      0.01,
      "a fabric that takes the busiest port's bytes at its rate",
      "SystemC circuits, guard 100 ns, the few core at its own clocks",
      "A faster port, a smaller batch, or experts that are chosen evenly: then exchanges are "
      "shorter. Work that overlaps exchanges would hide them, where steps of decoding have any.",
      runs,
      answer,
  };
}

}  // namespace jacquard::studies::findings2026
