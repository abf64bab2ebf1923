// SPDX-License-Identifier: Apache-2.0
// jacquard demo: a real routing matrix through every scheduler, then through the Verilog.
#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <memory>
#include <optional>

#include "jacquard/base/data_path.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/base/file.hpp"
#include "jacquard/demand/quantise.hpp"
#include "jacquard/report/html/page.hpp"
#include "jacquard/report/html/text.hpp"
#include "jacquard/report/metric_table.hpp"
#include "jacquard/report/schedule_row.hpp"
#include "jacquard/rtl/ladder_run.hpp"
#include "jacquard/schedule/core/core_schedulers.hpp"
#include "jacquard/tool/temporary_folder.hpp"
#include "sim/cli/command_line.hpp"
#include "sim/cli/commands/all.hpp"
#include "sim/cli/demand_source.hpp"
#include "sim/cli/run_schedulers.hpp"

namespace jacquard::cli {
namespace {

using report::Unit;

constexpr int kCheckDidNotHold = 1;
constexpr int kBits = 8;
constexpr const char* kTrace = "configs/traces/esft_16x16_token_matrices.jsonl";
constexpr int kTraceIndex = 171;  // translation, layer 8, the most loaded experts placed together

struct Options {
  bool no_rtl = false;
};

struct Demo {
  demand::DemandMatrix bytes;
  demand::QuantaMatrix quanta;
  std::vector<report::SchedulerRun> runs;
  std::optional<report::RtlRun> rtl;
  std::string why_no_rtl;
};

Demo run_all(const Common& common, const Options& o, const std::string& folder) {
  demand::ReadOptions reading;
  reading.bytes_per_token = base::Bytes{32'768};  // hidden size 16,384 in bf16, as in Chronos s8.1
  demand::Quantisation how;
  how.bits = kBits;
  how.guard = base::Picoseconds{1'000'000};  // 1 us, an optical switch: enough to tell them apart
  demand::DemandMatrix bytes = demand::read_demand(base::data_path(kTrace), kTraceIndex, reading);
  demand::QuantaMatrix quanta = quantise(bytes, how);
  Demo demo{std::move(bytes), std::move(quanta), {}, std::nullopt, ""};
  schedule::SchedulerOptions options;
  options.seed = common.seed;
  for (const schedule::Scheduler& scheduler : schedule::schedulers()) {
    if (scheduler.reference) continue;
    demo.runs.push_back(run_scheduler(scheduler, demo.bytes, demo.quanta, options));
    if (common.no_timing) demo.runs.back().decision_wall_ns.reset();
  }
  if (o.no_rtl) return demo;
  try {
    demo.rtl = rtl::run_ladder_rtl(demo.quanta, kBits, options,
                                   schedule::ladder(demo.quanta, options), folder);
  } catch (const base::ConfigError& error) {
    demo.why_no_rtl = error.what();
  }
  return demo;
}

const report::MetricTable<report::RtlRun>& rtl_metrics() {
  using R = report::RtlRun;
  using M = report::Metric<R>;
  static const report::MetricTable<R> table(
      "rtl", "The RTL core beside its C++ model.",
      {
          M("core", Unit::text, &R::core, "Which core.", "core"),
          M("ports", Unit::count, &R::ports, "Ports of the switch.", "ports"),
          M("bits", Unit::count, &R::bits, "Width of a demand counter.", "bits"),
          M("diagonals_per_clock", Unit::count, &R::diagonals_per_clock, "S, wave fronts a clock.",
            "diagonals_per_clock"),
          M("load_cycles", Unit::cycles, &R::load_cycles, "Clocks to load the demand.",
            "load_cycles"),
          M("first_permutation_cycles", Unit::cycles, &R::first_permutation_cycles,
            "From start to the first setting.", "first_permutation_cycles"),
          M("cycles", Unit::cycles, &R::cycles, "From start to done.", "cycles"),
          M("permutations", Unit::count, &R::permutations, "Settings it emitted.", "permutations"),
          M("slots", Unit::slots, &R::slots, "Slots of its schedule.", "slots"),
          M("efficiency", Unit::ratio, &R::efficiency, "Largest line sum / slots.", "efficiency"),
          M("compared_cycles", Unit::cycles, &R::compared_cycles,
            "Clocks in which every output was compared.", "compared_cycles"),
          M("mismatches", Unit::count, &R::mismatches,
            "1 once an output differed, where comparing stops.", "mismatches"),
          M("valid", Unit::flag, &R::valid, "The checker's verdict on what it emitted.", "valid"),
      });
  return table;
}

report::Result result_of(const Demo& demo, const Common& common) {
  report::Result result("demo", common.seed, {{"demand", kTrace}, {"index", kTraceIndex}});
  for (const report::SchedulerRun& run : demo.runs) {
    report::ScheduleRow row{run.name, run.figures, run.decision_wall_ns};
    row.row_kind = "scheduler";
    result.add(report::schedule_metrics()(row));
  }
  if (demo.rtl) result.add(rtl_metrics()(*demo.rtl));
  return result;
}

void tell_before(const Demo& demo) {
  fmt::print(
      "A mixture-of-experts layer has just routed its tokens. Each of 16 GPUs must now send {}\n"
      "in all to the 16 that hold the experts, over a switch that connects each sender to one\n"
      "receiver at a time ({}, real routing of DeepSeek-V2-Lite).\n\n"
      "The busiest port has {} quanta of {} to move, so no single-hop schedule takes fewer\n"
      "slots. Every change of setting costs {}. What the schedulers of the field make of it:\n\n",
      report::size_text(demo.bytes.total()), std::string(kTrace).substr(15),
      report::grouped(demo.quanta.largest_line_sum()),
      report::size_text(demo.quanta.clock().quantum), report::time_text(demo.quanta.clock().guard));
}

void tell_after(const Demo& demo, const std::string& folder, const Common& common) {
  if (demo.rtl) {
    const report::RtlRun& r = *demo.rtl;
    fmt::print("\nThe same demand through our Verilog, clock by clock beside its C++ model: {}.\n",
               r.mismatches == 0
                   ? fmt::format("all {} clocks agree, bit for bit", r.compared_cycles)
                   : "they differ: " + r.first_mismatch);
    fmt::print(
        "The first permutation came {} clocks after start, the last of {} after {}; at 1 GHz that\n"
        "would be {:.2f} us for the whole decomposition.\n",
        r.first_permutation_cycles, r.permutations, r.cycles, static_cast<double>(r.cycles) / 1000);
  }
  if (!common.no_report) {
    fmt::print("\nLook at it:\n  {}/report.html\n", folder);
    if (demo.rtl) fmt::print("  gtkwave {}/{}\n", folder, demo.rtl->save_file);
  }
  fmt::print("Next: jacquard schedule --demand moe:64 --bits 8 --guard \"10 ns\"\n");
}

bool all_hold(const Demo& demo) {
  for (const report::SchedulerRun& run : demo.runs) {
    if (!run.figures.valid) return false;
  }
  return !demo.rtl || (demo.rtl->mismatches == 0 && demo.rtl->valid);
}

int run_demo(const Options& o, const Common& common) {
  std::optional<tool::TemporaryFolder> passing;  // under --no-report, which keeps no waveform
  if (common.no_report) passing.emplace();
  const std::string folder = passing              ? passing->path()
                             : common.out.empty() ? "out/demo"
                                                  : common.out;
  Demo demo = run_all(common, o, folder);
  if (!common.no_report) {
    base::write_file(
        folder + "/report.html",
        report::html_page(
            {"A routing matrix becomes a circuit schedule",
             fmt::format("{}[{}]: tokens of one mixture-of-experts layer, 32 KiB each", kTrace,
                         kTraceIndex),
             command_line(common.words), demo.bytes, demo.quanta, demo.runs, demo.rtl}));
  }
  report::Result result = result_of(demo, common);
  if (common.for_people()) tell_before(demo);
  print(result, common);
  if (common.for_people()) tell_after(demo, folder, common);
  if (!demo.why_no_rtl.empty()) {
    throw base::ConfigError(
        {"the RTL run", "", "a simulator for it (or --no-rtl)", demo.why_no_rtl, ""});
  }
  return all_hold(demo) ? 0 : kCheckDidNotHold;
}

std::function<int()> setup(Arguments& app, const Common& common) {
  auto o = std::make_shared<Options>();
  app.add_flag("--no-rtl", o->no_rtl, "Leave out the Verilog (needs no Verilator)");
  return [o, &common] { return run_demo(*o, common); };
}

}  // namespace

Command demo_command() {
  return {"demo",
          "A real routing matrix through every scheduler and through the Verilog",
          "  jacquard demo\n"
          "  jacquard demo --out /tmp/demo\n",
          setup,
          false,
          true,
          [] {
            report::RowKind schedules = report::schedule_metrics().kind();
            schedules.name = "scheduler";
            return std::vector{schedules, rtl_metrics().kind()};
          },
          {{"scheduler", "makespan_ps", "time to send everything", {"scheduler"}}}};
}

}  // namespace jacquard::cli
