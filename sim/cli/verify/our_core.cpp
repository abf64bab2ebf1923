// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>

#include "jacquard/base/error.hpp"
#include "jacquard/base/file.hpp"
#include "jacquard/report/metric_table.hpp"
#include "jacquard/rtl/rtl_arbiter.hpp"
#include "jacquard/rtl/rtl_core.hpp"
#include "jacquard/rtl/rtl_crossbar.hpp"
#include "jacquard/schedule/core/core_names.hpp"
#include "jacquard/schedule/core/recorder.hpp"
#include "jacquard/schedule/core/shift_shape.hpp"
#include "jacquard/tool/interrupt.hpp"
#include "sim/cli/verify/junit.hpp"
#include "sim/cli/verify/options.hpp"
#include "sim/tool/progress.hpp"
#include "sim/verify/verify.hpp"

namespace jacquard::cli {
namespace {

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

schedule::CoreShape shape_of(const VerifyOptions& o) {
  schedule::CoreShape shape;
  shape.kind = schedule::core_named(o.core).value_or(shape.kind);
  shape.ports = o.ports;
  shape.bits = o.bits;
  if (schedule::has_diagonals(shape.kind)) shape.diagonals_per_clock = o.groups_of_diagonals();
  shape.descend = o.descend;
  shape.rows_per_clock = o.rows_per_clock;
  shape.parity = o.parity;
  if (!schedule::has_digits(shape.kind)) return shape;
  return with_digits(shape, schedule::core_digits(o.shape, o.ports, {"--shape", ""}));
}

schedule::CoreInputs run_time_options(const VerifyOptions& o) {
  schedule::CoreInputs options;
  options.top_offset = top_offset_of(o);
  options.floor = o.floor;
  options.fill = !o.no_fill;
  return options;
}

// One verification from the beginning; with `only_case` only that case is written to `trace`.
verify::Report run(const VerifyOptions& o, const Common& common, const std::string& trace,
                   std::int64_t only_case, double& wall_s) {
  const std::int64_t count = cases_of(o);
  const verify::Cases cases{count, common.seed, demand::demand_class(o.demand_class)};
  tool::Progress lines("verify " + o.core, "cases");
  std::atomic<std::int64_t> cases_done{0};
  const tool::LastWords words(
      [&] { return fmt::format("{} of {} cases were done", cases_done.load(), count); });
  const auto progress = [&](std::int64_t done) {
    cases_done = done;
    lines.at(static_cast<double>(done), static_cast<double>(count));
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
  return timed(*device, [&](auto& core, const auto& replay) {
    return verify::verify_core(*golden, core, run_time_options(o), cases, progress, replay);
  });
}

// The pins of a decomposition's RTL in the first case, run plain.
void write_pins(const VerifyOptions& o, const Common& common) {
  if (common.out.empty() || !schedule::core_named(o.core)) return;
  const verify::Cases cases{cases_of(o), common.seed, demand::demand_class(o.demand_class)};
  const auto device = rtl::make_rtl_core(shape_of(o), static_cast<std::uint32_t>(common.seed));
  schedule::Recorder recorded(*device);
  recorded.reset();
  run_core(recorded, verify::demand_of_case(cases, 0, o.ports, o.bits), run_time_options(o));
  base::write_file(common.out + "/" + o.core + ".waves.json", recorded.json(o.core));
}

struct CoreRow {
  const VerifyOptions& o;
  const verify::Report& report;
  double wall_s;

  bool is(const char* core) const { return o.core == core; }
};

// Something that only some cores have.
template <class Get>
auto where(bool (*has)(const CoreRow&), Get get) {
  return [has, get](const CoreRow& r) {
    return has(r) ? std::optional(std::invoke(get, r)) : std::nullopt;
  };
}

bool counts(const CoreRow& r) { return !r.is("wwfa"); }
bool decomposes(const CoreRow& r) { return schedule::core_named(r.o.core).has_value(); }
bool has_diagonals(const CoreRow& r) {
  const auto kind = schedule::core_named(r.o.core);
  return kind && schedule::has_diagonals(*kind);
}
bool has_digits(const CoreRow& r) {
  const auto kind = schedule::core_named(r.o.core);
  return kind && schedule::has_digits(*kind);
}

const report::MetricTable<CoreRow>& metrics() {
  using R = CoreRow;
  using M = report::Metric<R>;
  using report::Unit;
  using verify::Report;
  const auto of = [](auto member) { return [member](const R& r) { return r.report.*member; }; };
  static const report::MetricTable<R> table(
      "", "An RTL core of ours beside its golden model.",
      {
          M(
              "core", Unit::text, [](const R& r) { return r.o.core; }, "Which core.", "core"),
          M(
              "ports", Unit::count, [](const R& r) { return r.o.ports; }, "Ports of the switch.",
              "ports"),
          M("bits", Unit::count, where(counts, [](const R& r) { return r.o.bits; }),
            "Width of a demand counter; not of wwfa.", "bits"),
          M("diagonals_per_clock", Unit::count,
            where(has_diagonals, [](const R& r) { return shape_of(r.o).diagonals_per_clock; }),
            "S, wave fronts a clock, of a decomposition.", "diagonals_per_clock"),
          M("shape", Unit::text,
            where(has_digits, [](const R& r) { return text_of(digits_of(shape_of(r.o))); }),
            "Values of the ports' digits, of shift and choose."),
          M(
              "demand_class", Unit::text, [](const R& r) { return r.o.demand_class; },
              "Class of the random demands."),
          M(
              "pass", Unit::flag, [](const R& r) { return r.report.mismatches == 0; },
              "Nothing differed.", "pass"),
          M(
              "fault", Unit::text, [](const R& r) { return first_line(r.report.first_mismatch); },
              "The first difference; empty if none."),
          M("failing_case", Unit::count, of(&Report::first_mismatch_case), "Its case; -1 if none."),
          M("cases", Unit::count, of(&Report::cases), "Cases run.", "cases"),
          M("mismatches", Unit::count, of(&Report::mismatches),
            "Cases in which something did not hold.", "mismatches"),
          M("cycles_mean", Unit::cycles, of(&Report::cycles_mean),
            "Start to done; an arbiter: request to answer.", "cycles_mean"),
          M("cycles_max", Unit::cycles, of(&Report::cycles_max), "The most of them.", "cycles_max"),
          M("load_cycles", Unit::cycles, of(&Report::load_cycles), "Clocks to load a demand."),
          M("cycles_with_load_mean", Unit::cycles,
            where(decomposes,
                  [](const R& r) {
                    return static_cast<double>(r.report.load_cycles) + r.report.cycles_mean;
                  }),
            "The mean with the load, of a decomposition.", "cycles_with_load"),
          M("first_permutation_cycles_max", Unit::cycles, of(&Report::first_permutation_cycles_max),
            "The most from start to the first setting."),
          M("permutations_mean", Unit::count, where(counts, of(&Report::permutations_mean)),
            "Settings of a schedule; not of wwfa."),
          M("efficiency_mean", Unit::ratio, of(&Report::efficiency_mean),
            "Largest line sum / slots; an arbiter: granted / maximum; the crossbar: share of "
            "clocks connected.",
            "efficiency_mean"),
          M("clocks_compared", Unit::count, of(&Report::clocks),
            "Clocks in which every output was compared."),
          M(
              "clocks_per_wall_s", Unit::per_s,
              [](const R& r) { return static_cast<double>(r.report.clocks) / r.wall_s; },
              "Compared on this machine.", "clocks_per_wall_s"),
      });
  return table;
}

// The model that can trace is another build, whose state may start from other random bits.
std::string replayed(const VerifyOptions& o, const Common& common, std::int64_t failing_case) {
  if (!o.trace.empty()) return "the waveform is in " + o.trace;
  if (common.no_report) return "there is no waveform, as --no-report writes no files";
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
      {"shape", o.shape},     {"fill", !o.no_fill},
      {"descend", o.descend}, {"rows_per_clock", o.rows_per_clock},
      {"parity", o.parity},   {"rotate", !o.no_rotate}};
  report::Result result("verify", common.seed, identity);
  double wall_s = 0;
  const verify::Report report = run(o, common, o.trace, -1, wall_s);
  result.add(metrics()({o, report, wall_s}));
  if (!o.junit.empty()) write_junit(o.junit, o.core, checks_of_cases(report.cases, report));
  print(result, common);
  if (report.mismatches == 0) {
    write_pins(o, common);
    return 0;
  }
  complain(fmt::format("jacquard: {} does not equal its golden model: {}\njacquard: {}", o.core,
                       report.first_mismatch, replayed(o, common, report.first_mismatch_case)));
  return kCheckDidNotHold;
}

report::RowKind our_core_rows() { return metrics().kind(); }

}  // namespace jacquard::cli
