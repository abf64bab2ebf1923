// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>

#include "jacquard/base/error.hpp"
#include "sim/cli/progress.hpp"
#include "sim/cli/verify/options.hpp"
#include "sim/cli/verify/table_row.hpp"
#include "sim/rtl/rtl_arbiter.hpp"
#include "sim/rtl/rtl_core.hpp"
#include "sim/rtl/rtl_crossbar.hpp"
#include "sim/tool/interrupt.hpp"
#include "sim/verify/verify.hpp"

namespace jacquard::cli {
namespace {

schedule::CoreKind kind_of(const std::string& core) {
  if (core == "unit") return schedule::CoreKind::unit;
  return core == "minhold" ? schedule::CoreKind::minhold : schedule::CoreKind::ladder;
}

schedule::CoreShape shape_of(const VerifyOptions& o) {
  schedule::CoreShape shape;
  shape.kind = kind_of(o.core);
  shape.ports = o.ports;
  shape.bits = o.bits;
  shape.diagonals_per_clock = o.groups_of_diagonals();
  return shape;
}

// One verification from the beginning; with `only_case` only that case is written to `trace`.
verify::Report run(const VerifyOptions& o, const Common& common, const std::string& trace,
                   std::int64_t only_case, double& wall_s) {
  const std::int64_t count = cases_of(o);
  const verify::Cases cases{count, common.seed, demand::demand_class(o.demand_class)};
  Progress lines("verify " + o.core);
  std::atomic<std::int64_t> cases_done{0};
  const tool::LastWords words(
      [&] { return fmt::format("{} of {} cases were done", cases_done.load(), count); });
  const auto progress = [&](std::int64_t done) {
    cases_done = done;
    lines(done, count);
  };
  const auto model_seed = static_cast<std::uint32_t>(common.seed);
  const auto timed = [&](auto& device, const auto& verification) {
    if (only_case >= 0) device.dump(false);
    const verify::Replay replay{only_case, [&](bool on) { device.dump(on); }};
    const auto start = std::chrono::steady_clock::now();
    const verify::Report report = verification(device, replay);
    const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - start;
    wall_s = std::max(wall.count(), 1e-9);  // the building of the model left out
    return report;
  };
  if (o.core == "wwfa") {
    const schedule::ArbiterShape shape{o.ports, !o.no_rotate};
    const auto golden = schedule::make_golden_wwfa(shape);
    const auto device = rtl::make_rtl_wwfa(shape, model_seed, trace);
    return timed(*device, [&](auto& core, const auto& replay) {
      return verify::verify_arbiter(*golden, core, o.ports, cases, progress, replay);
    });
  }
  if (o.core == "crossbar") {
    schedule::CrossbarShape shape;
    shape.ports = o.ports;
    shape.hold_bits = o.bits;
    const auto golden = schedule::make_golden_crossbar(shape);
    const auto device = rtl::make_rtl_crossbar(shape, model_seed, trace);
    return timed(*device, [&](auto& core, const auto& replay) {
      return verify::verify_crossbar(*golden, core, cases, progress, replay);
    });
  }
  const auto golden = schedule::make_golden_core(shape_of(o));
  const auto device = rtl::make_rtl_core(shape_of(o), model_seed, trace);
  schedule::CoreInputs options;
  options.top_offset = top_offset_of(o);
  options.floor = o.floor;
  options.fill = !o.no_fill;
  return timed(*device, [&](auto& core, const auto& replay) {
    return verify::verify_core(*golden, core, options, cases, progress, replay);
  });
}

report::Row row_of(const VerifyOptions& o, const verify::Report& report, double wall_s) {
  report::Row row;
  row["core"] = o.core;
  row["ports"] = o.ports;
  if (o.core != "wwfa") row["bits"] = o.bits;
  if (o.core != "wwfa" && o.core != "crossbar") {
    row["diagonals_per_clock"] = shape_of(o).diagonals_per_clock;
  }
  row["demand_class"] = o.demand_class;
  row["pass"] = report.mismatches == 0;
  row["fault"] = report.first_mismatch.substr(0, report.first_mismatch.find('\n'));
  row["failing_case"] = report.first_mismatch_case;
  row["cases"] = report.cases;
  row["mismatches"] = report.mismatches;
  row["cycles_mean"] = report.cycles_mean;
  row["cycles_max"] = report.cycles_max;
  row["load_cycles"] = report.load_cycles;
  row["first_permutation_cycles_max"] = report.first_permutation_cycles_max;
  if (o.core != "wwfa") row["permutations_mean"] = report.permutations_mean;
  row["efficiency_mean"] = report.efficiency_mean;
  row["clocks_compared"] = report.clocks;
  row["clocks_per_wall_s"] = static_cast<double>(report.clocks) / wall_s;
  return row;
}

// The model that can trace is another build, whose state may start from other random bits.
std::string replayed(const VerifyOptions& o, const Common& common, std::int64_t failing_case) {
  if (!o.trace.empty()) return "the waveform is in " + o.trace;
  const std::string path = waveform_path(o, common, o.core, failing_case);
  verify::Report again;
  try {
    double wall_s = 0;
    again = run(o, common, path, failing_case, wall_s);
  } catch (const base::ConfigError& error) {  // the verdict stands
    return fmt::format("the waveform of case {} could not be written: {}", failing_case,
                       error.what());
  }
  return fmt::format("the waveform of case {} is in {}{}", failing_case, path,
                     again.first_mismatch_case == failing_case
                         ? ""
                         : ", but this time it did not fail: does it depend on how state starts?");
}

}  // namespace

int verify_our_core(const VerifyOptions& o, const Common& common) {
  const nlohmann::json identity{
      {"core", o.core},       {"ports", o.ports},
      {"bits", o.bits},       {"diagonals_per_clock", shape_of(o).diagonals_per_clock},
      {"cases", cases_of(o)}, {"demand_class", o.demand_class},
      {"floor", o.floor},     {"top_offset", top_offset_of(o)},
      {"fill", !o.no_fill},   {"rotate", !o.no_rotate}};
  report::Result result("verify", common.seed, identity);
  double wall_s = 0;
  const verify::Report report = run(o, common, o.trace, -1, wall_s);
  const report::Row row = row_of(o, report, wall_s);
  result.add(common.json ? row : table_row(row));
  print(result, common);
  if (report.mismatches == 0) return 0;
  complain(fmt::format("jacquard: {} does not equal its golden model: {}\njacquard: {}", o.core,
                       report.first_mismatch, replayed(o, common, report.first_mismatch_case)));
  return kCheckDidNotHold;
}

}  // namespace jacquard::cli
