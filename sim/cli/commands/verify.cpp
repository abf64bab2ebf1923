// SPDX-License-Identifier: Apache-2.0
// jacquard verify: an RTL core against its golden model, cycle by cycle.
#include "sim/verify/verify.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>

#include "jacquard/base/error.hpp"
#include "jacquard/schedule/scheduler.hpp"
#include "sim/cli/commands/all.hpp"
#include "sim/cli/progress.hpp"
#include "sim/rtl/rtl_arbiter.hpp"
#include "sim/rtl/rtl_core.hpp"
#include "sim/rtl/rtl_crossbar.hpp"

namespace jacquard::cli {
namespace {

constexpr int kCheckDidNotHold = 1;
constexpr std::int64_t kMostCases = 1'000'000'000'000;
const std::vector<std::string> kCores{"unit", "ladder", "minhold", "wwfa", "crossbar"};

struct Options {
  std::string core;
  std::string demand_class = "mixed";
  std::string trace;
  int ports = 16;
  int bits = 8;
  std::optional<int> diagonals_per_clock;
  std::optional<int> top_offset;
  int floor = 0;
  bool no_fill = false;
  bool no_rotate = false;
  bool list = false;
  std::int64_t cases = 100;
};

int list_cores(const Common& common) {
  report::Result result("verify", common.seed, {{"list", true}});
  result.add({{"core", "unit"},
              {"module", "jq_scheduler KIND=0"},
              {"summary", "a wave per clock, each taking one quantum from every cell it grants"}});
  result.add({{"core", "ladder"},
              {"module", "jq_scheduler KIND=1"},
              {"summary", "waves of power-of-two levels, with a strong and a fill lap"}});
  result.add({{"core", "minhold"},
              {"module", "jq_scheduler KIND=2"},
              {"summary", "a matching at a time, held for the smallest counter it grants"}});
  result.add({{"core", "wwfa"},
              {"module", "jq_slot_arbiter"},
              {"summary", "wrapped wave front arbiter, one matching per clock"}});
  result.add({{"core", "crossbar"},
              {"module", "jq_crossbar"},
              {"summary", "data path with a double-buffered configuration and guard clocks"}});
  print(result, common);
  return 0;
}

void require_range(const char* option, int value, int low, int high) {
  if (value >= low && value <= high) return;
  throw base::ConfigError(
      {option, "", fmt::format("a whole number in {}..{}", low, high), std::to_string(value), ""});
}

schedule::CoreKind kind_of(const std::string& core) {
  if (core == "unit") return schedule::CoreKind::unit;
  return core == "minhold" ? schedule::CoreKind::minhold : schedule::CoreKind::ladder;
}

schedule::CoreShape shape_of(const Options& o) {
  schedule::CoreShape shape;
  shape.kind = kind_of(o.core);
  shape.ports = o.ports;
  shape.bits = o.bits;
  shape.diagonals_per_clock = o.diagonals_per_clock.value_or(std::min(4, o.ports));
  return shape;
}

// The default of the ladder scheduler, where the counters are wide enough to have it.
int top_offset_of(const Options& o) {
  return o.top_offset.value_or(std::min(schedule::SchedulerOptions{}.top_offset, o.bits - 1));
}

void check_options(const Options& o) {
  if (std::find(kCores.begin(), kCores.end(), o.core) == kCores.end()) {
    base::throw_unknown_name("--core", "a core", o.core, kCores);
  }
  require_range("--ports", o.ports, 1, 64);
  require_range("--bits", o.bits, 1, 16);
  if (o.diagonals_per_clock) {
    require_range("--diagonals-per-clock", *o.diagonals_per_clock, 1, o.ports);
  }
  if (o.top_offset) require_range("--top-offset", *o.top_offset, 0, o.bits - 1);
  require_range("--floor", o.floor, 0, o.bits - 1);
  if (o.cases < 1 || o.cases > kMostCases) {
    throw base::ConfigError({"--cases", "", fmt::format("a whole number in 1..{}", kMostCases),
                             std::to_string(o.cases), ""});
  }
}

struct TimedReport {
  verify::Report report;
  double wall_s;  // of the comparison, the building of the model left out
};

template <class Verify>
TimedReport timed(const Verify& verify) {
  const auto start = std::chrono::steady_clock::now();
  TimedReport timed{verify(), 0};
  const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - start;
  timed.wall_s = std::max(wall.count(), 1e-9);
  return timed;
}

TimedReport run(const Options& o, const Common& common) {
  const verify::Cases cases{o.cases, common.seed, demand::demand_class(o.demand_class)};
  Progress lines("verify " + o.core);
  const auto progress = [&](std::int64_t done) { lines(done, o.cases); };
  const auto model_seed = static_cast<std::uint32_t>(common.seed);
  if (o.core == "wwfa") {
    const schedule::ArbiterShape shape{o.ports, !o.no_rotate};
    const auto golden = schedule::make_golden_wwfa(shape);
    const auto device = rtl::make_rtl_wwfa(shape, model_seed, o.trace);
    return timed(
        [&] { return verify::verify_arbiter(*golden, *device, o.ports, cases, progress); });
  }
  if (o.core == "crossbar") {
    schedule::CrossbarShape shape;
    shape.ports = o.ports;
    shape.hold_bits = o.bits;
    const auto golden = schedule::make_golden_crossbar(shape);
    const auto device = rtl::make_rtl_crossbar(shape, model_seed, o.trace);
    return timed([&] { return verify::verify_crossbar(*golden, *device, cases, progress); });
  }
  const auto golden = schedule::make_golden_core(shape_of(o));
  const auto device = rtl::make_rtl_core(shape_of(o), model_seed, o.trace);
  schedule::CoreInputs options;
  options.top_offset = top_offset_of(o);
  options.floor = o.floor;
  options.fill = !o.no_fill;
  return timed([&] { return verify::verify_core(*golden, *device, options, cases, progress); });
}

report::Row row_of(const Options& o, const TimedReport& timed) {
  const verify::Report& report = timed.report;
  report::Row row;
  row["core"] = o.core;
  row["ports"] = o.ports;
  if (o.core != "wwfa") row["bits"] = o.bits;
  if (o.core != "wwfa" && o.core != "crossbar") {
    row["diagonals_per_clock"] = shape_of(o).diagonals_per_clock;
  }
  row["demand_class"] = o.demand_class;
  row["cases"] = report.cases;
  row["mismatches"] = report.mismatches;
  row["cycles_mean"] = report.cycles_mean;
  row["cycles_max"] = report.cycles_max;
  row["load_cycles"] = report.load_cycles;
  row["first_permutation_cycles_max"] = report.first_permutation_cycles_max;
  if (o.core != "wwfa") row["permutations_mean"] = report.permutations_mean;
  row["efficiency_mean"] = report.efficiency_mean;
  row["clocks_compared"] = report.clocks;
  row["clocks_per_wall_s"] = static_cast<double>(report.clocks) / timed.wall_s;
  return row;
}

int run_verify(const Options& o, const Common& common) {
  if (o.list) return list_cores(common);
  check_options(o);
  const nlohmann::json identity{
      {"core", o.core},     {"ports", o.ports},
      {"bits", o.bits},     {"diagonals_per_clock", shape_of(o).diagonals_per_clock},
      {"cases", o.cases},   {"demand_class", o.demand_class},
      {"floor", o.floor},   {"top_offset", top_offset_of(o)},
      {"fill", !o.no_fill}, {"rotate", !o.no_rotate}};
  report::Result result("verify", common.seed, identity);
  const TimedReport timed = run(o, common);
  result.add(row_of(o, timed));
  print(result, common);
  if (timed.report.mismatches == 0) return 0;
  complain(fmt::format("jacquard: {} does not equal its golden model: {}", o.core,
                       timed.report.first_mismatch));
  return kCheckDidNotHold;
}

}  // namespace

Command verify_command() {
  return {"verify", "Run an RTL core in lockstep with its golden model",
          "  jacquard verify --core ladder --ports 16 --bits 8 --cases 1000\n"
          "  jacquard verify --core unit --ports 5 --bits 4 --diagonals-per-clock 3 --json\n"
          "  jacquard verify --core ladder --ports 64 --demand-class moe --top-offset 2\n"
          "  jacquard verify --core wwfa --ports 32 --cases 1000 --seed 7\n"
          "  jacquard verify --core crossbar --ports 16\n"
          "  jacquard verify --core ladder --ports 8 --cases 1 --trace ladder.fst",
          [](CLI::App& app, const Common& common) -> std::function<int()> {
            const auto o = std::make_shared<Options>();
            app.add_option("--core", o->core, "unit, ladder, minhold, wwfa or crossbar");
            app.add_option("--ports", o->ports, "N, 1..64")->capture_default_str();
            app.add_option("--bits", o->bits, "B, width of a demand counter, 1..16")
                ->capture_default_str();
            app.add_option("--cases", o->cases,
                           "Demand matrices (wwfa: requests; crossbar: schedules) to run")
                ->capture_default_str();
            app.add_option("--demand-class", o->demand_class,
                           "uniform, moe, sparse, hotspot, permutation or mixed")
                ->capture_default_str();
            app.add_option("--diagonals-per-clock", o->diagonals_per_clock,
                           "S, 1..N (4, or N if that is less)");
            app.add_option("--top-offset", o->top_offset,
                           "ladder: levels to start below the largest entry's (1; 0 if B is 1)");
            app.add_option("--floor", o->floor, "ladder: lowest level")->capture_default_str();
            app.add_flag("--no-fill", o->no_fill, "ladder: no fill lap");
            app.add_flag("--no-rotate", o->no_rotate, "wwfa: fixed priority");
            app.add_option("--trace", o->trace, "Write the RTL's waveform to this FST file");
            app.add_flag("--list", o->list, "List the cores");
            return [o, &common] { return run_verify(*o, common); };
          }};
}

}  // namespace jacquard::cli
