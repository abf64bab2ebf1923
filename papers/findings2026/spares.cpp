// SPDX-License-Identifier: Apache-2.0
// 9. What is a spare GPU that is swapped in within a second worth to 16,384 others?
#include <fmt/format.h>

#include <cmath>

#include "papers/findings2026/all.hpp"
#include "papers/findings2026/goodput.hpp"

namespace jacquard::studies::findings2026 {
namespace {

constexpr double kGpus = 16'384;
constexpr double kDay = 86'400;
// Of Llama 3's 54 days on so many GPUs: unexpected interruptions, and those by GPUs, their memories
// and processors.
constexpr double kDays = 54, kInterruptions = 419, kByGpus = 148 + 72 + 19 + 17;
constexpr double kEffective = 0.9;
constexpr double kBetween = kDays * kDay / kInterruptions;
constexpr double kLink = 50e9;  // bytes/s
constexpr double kRestart = 600, kWrite = 30;
const std::vector<double> kWrites = {5, 30, 120};
const std::vector<double> kRestarts = {1, 10, 60, 300, 600, 1800, 3600};
constexpr double kWalked = 100 * kDays * kDay;

std::vector<Run> runs(bool /*quick*/) {
  return {{"step", "train llama3_405b_16384 --engine analytic"}};
}

Failing failing(double write, double restart) {
  Failing f;
  f.between = kBetween;
  f.write = write;
  f.interval = best_interval(kBetween, write);
  f.restart = restart;
  return f;
}

Failing with_spares(Failing f, double swap) {
  f.swap = swap;
  f.swapped = kByGpus / kInterruptions;
  return f;
}

double walked(const Failing& f) { return walked_goodput(f, kWalked, 1); }

Answer answer(const Answers& answers) {
  Answer a;
  const double state = answers.number("step", "memory_weights_bytes") +
                       answers.number("step", "memory_optimizer_bytes");
  const double step = answers.number("step", "time_ps") * 1e-12;
  const double swap = 1 + state / kLink;
  const auto gain = [&](double write, double restart, double (*goodput)(const Failing&)) {
    const Failing f = failing(write, restart);
    return goodput(with_spares(f, swap)) - goodput(f);
  };
  a.at_a = gain(kWrite, kRestart, daly_goodput);
  a.at_b = gain(kWrite, kRestart, walked);
  a.chart = {
      "Useful share of the time of 16,384 GPUs", "restart (s)", "useful (%)", false, {}, true};
  a.chart.y_from_zero = false;
  Table table{"Useful share of the time without spares, and gained by spares (minutes of restart)",
              {"checkpoint takes", "interval"},
              {}};
  for (const double restart : {60., 600., 3600.}) {
    table.columns.push_back(fmt::format("{:.0f} min", restart / 60));
    table.columns.push_back(fmt::format("gained at {:.0f}", restart / 60));
  }
  for (const double write : kWrites) {
    report::Line closed{fmt::format("checkpoint of {:.0f} s", write), {}, false};
    for (const double restart : kRestarts) {
      closed.points.emplace_back(restart, 100 * daly_goodput(failing(write, restart)));
    }
    std::vector<std::string> cells = {fmt::format("{:.0f} s", write),
                                      fmt::format("{:.0f} s", best_interval(kBetween, write))};
    for (const double restart : {60., 600., 3600.}) {
      cells.push_back(fmt::format("{:.1f} %", 100 * daly_goodput(failing(write, restart))));
      cells.push_back(fmt::format("{:.1f} %", 100 * gain(write, restart, daly_goodput)));
    }
    table.rows.push_back(std::move(cells));
    a.chart.lines.push_back(std::move(closed));
  }
  report::Line dots{"checkpoint of 30 s, walked", {}};
  report::Line spared{"the same, GPUs swapped in a second", {}};
  for (const double restart : kRestarts) {
    const Failing f = failing(kWrite, restart);
    dots.points.emplace_back(restart, 100 * walked(f));
    spared.points.emplace_back(restart, 100 * walked(with_spares(f, swap)));
  }
  dots.joined = false;
  a.chart.lines.push_back(std::move(dots));
  a.chart.lines.push_back(std::move(spared));
  a.tables.push_back(std::move(table));
  a.verdict = Verdict::depends;
  const Failing now = failing(kWrite, kRestart);
  a.words = fmt::format(
      "With a failure every {:.1f} hours, checkpoints of 30 s and restarts of 10 minutes, {:.1f} % "
      "of "
      "the time is useful. Spares for GPUs, which are {:.0f} % of the failures, gain {:.1f} % of "
      "it, as "
      "much as {:.0f} GPUs more. What is lost since the last checkpoint stays lost: {:.1f} % even "
      "if "
      "all restarts took no time, where a swap itself is short even against a step of {:.1f} s. "
      "Meta's "
      "90 % would be restarts of {:.0f} minutes here.",
      kBetween / 3600, 100 * daly_goodput(now), 100 * kByGpus / kInterruptions, 100 * a.at_a,
      a.at_a / daly_goodput(now) * kGpus, 100 * (1 - daly_goodput(failing(kWrite, 0))), step,
      restart_for(kEffective, now) / 60);
  return a;
}

}  // namespace

Finding spares() {
  return {
      9,
      "A spare GPU within a second, at 16,384",
      "What is it worth to swap a failed GPU for a spare within a second?",
      "Lumion, arXiv 2505.23105, 2025",
      "A fabric that is set anew swaps a failed GPU and restarts the job within about a second, "
      "with no rack held in reserve; fine-tuning nearly doubles its throughput.",
      "Its abstract. Failures are those of Llama 3's run (arXiv 2407.21783), read in news of it.",
      "Share of all time that spares gain, restarts of 10 minutes, checkpoints of 30 s",
      std::nullopt,
      "Daly's closed form at Young's interval",
      "a walk from failure to failure, 14.8 years of work",
      "Checkpoints that take less: then less is lost, and restarts are most of what is left. "
      "Failures of switches, cables and software, which no spare GPU mends.",
      runs,
      answer,
  };
}

}  // namespace jacquard::studies::findings2026
