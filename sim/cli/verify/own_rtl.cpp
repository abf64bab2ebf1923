// SPDX-License-Identifier: Apache-2.0
#include "sim/rtl/own_rtl.hpp"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <chrono>

#include "jacquard/base/error.hpp"
#include "sim/cli/progress.hpp"
#include "sim/cli/require_range.hpp"
#include "sim/cli/verify/options.hpp"
#include "sim/rtl/own_models.hpp"
#include "sim/tool/isolated.hpp"
#include "sim/verify/arbiter_requests.hpp"
#include "sim/verify/demand_cases.hpp"
#include "sim/verify/own_arbiter.hpp"
#include "sim/verify/own_scheduler.hpp"
#include "sim/verify/report_json.hpp"

namespace jacquard::cli {
namespace {

constexpr int kMostLatency = 15;
constexpr std::chrono::seconds kPatience{20};  // for one clock of the model

const std::vector<std::string> kKinds{"arbiter", "scheduler"};
const std::vector<std::string> kArbiterGoldens{"wwfa"};
const std::vector<std::string> kSchedulerGoldens{"unit", "ladder", "minhold"};

bool knows(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

[[noreturn]] void refuse(const char* option, const std::string& expected,
                         const std::string& found) {
  throw base::ConfigError({option, "", expected, found, ""});
}

void check_options(const VerifyOptions& o) {
  if (!o.core.empty()) refuse("--core", "nothing, as --rtl brings its own", o.core);
  if (o.top.empty()) refuse("--top", "the name of the module to verify", "none");
  if (!knows(kKinds, o.kind)) base::throw_unknown_name("--kind", "a kind", o.kind, kKinds);
  const bool arbiter = o.kind == "arbiter";
  const auto& goldens = arbiter ? kArbiterGoldens : kSchedulerGoldens;
  if (!o.golden.empty() && !knows(goldens, o.golden)) {
    base::throw_unknown_name("--golden", "a golden model for --kind " + o.kind, o.golden, goldens);
  }
  if (o.latency) require_range("--latency", *o.latency, 0, kMostLatency);
  if (o.latency && !arbiter) refuse("--latency", "nothing, as a scheduler has none", "a number");
  if (o.no_maximal && !arbiter) refuse("--no-maximal", "--kind arbiter", o.kind);
  if (o.useless_pairs && arbiter) refuse("--useless-pairs", "--kind scheduler", o.kind);
  if (o.cycle_limit) require_range("--cycle-limit", *o.cycle_limit, 1, 1'000'000'000'000);
  if (o.cycle_limit && arbiter) refuse("--cycle-limit", "--kind scheduler", o.kind);
}

struct OwnDevice {
  rtl::Elaborated elaborated;
  std::string model;  // path
  int latency = 0;
  bool latency_known = true;
  bool priorities = false;
};

std::vector<std::pair<std::string, int>> wished_parameters(const VerifyOptions& o) {
  std::vector<std::pair<std::string, int>> wished{{"N", o.ports}};
  if (o.kind == "arbiter") {
    if (o.latency) wished.emplace_back("LATENCY", *o.latency);
    return wished;
  }
  wished.emplace_back("B", o.bits);
  wished.emplace_back("S", o.groups_of_diagonals());
  for (std::size_t kind = 0; kind < kSchedulerGoldens.size(); ++kind) {
    if (o.golden == kSchedulerGoldens[kind]) wished.emplace_back("KIND", static_cast<int>(kind));
  }
  return wished;
}

int latency_of(const VerifyOptions& o, OwnDevice& device) {
  if (o.latency) return *o.latency;
  const auto& parameters = device.elaborated.interface.parameters;
  const auto found = parameters.find("LATENCY");
  device.latency_known = found != parameters.end();
  if (!device.latency_known) return 0;
  const long latency = rtl::number_of(found->second, -1);
  if (latency < 0 || latency > kMostLatency) {
    throw base::ConfigError({"module " + o.top, "",
                             fmt::format("a parameter LATENCY in 0..{}", kMostLatency),
                             found->second, ""});
  }
  return static_cast<int>(latency);
}

OwnDevice build(const VerifyOptions& o) {
  rtl::OwnRtl sources{o.top, {}, o.include_folders, o.defines, o.parameters};
  for (const std::string& list : o.file_lists) rtl::read_file_list(list, sources);
  sources.files.insert(sources.files.end(), o.rtl.begin(), o.rtl.end());
  if (sources.files.empty()) refuse("--rtl", "at least one file", "none");
  const bool arbiter = o.kind == "arbiter";
  OwnDevice device;
  device.elaborated = rtl::elaborate(sources, wished_parameters(o));
  const std::vector<std::string> unread = rtl::check_ports(
      o.top,
      arbiter ? fmt::format("an arbiter of {} ports", o.ports)
              : fmt::format("a scheduler of {} ports and {} bits", o.ports, o.bits),
      device.elaborated.interface,
      arbiter ? rtl::arbiter_ports(o.ports) : rtl::scheduler_ports(o.ports, o.bits));
  for (const std::string& name : unread) spdlog::info("the output {} is not looked at", name);
  for (const rtl::Port& port : device.elaborated.interface.ports) {
    device.priorities = device.priorities || port.name == "prio_i";
  }
  if (arbiter) device.latency = latency_of(o, device);
  device.elaborated.spec.shim = arbiter ? "own_arbiter" : "own_scheduler";
  device.model = rtl::build_model(device.elaborated.spec);
  return device;
}

verify::Report run(const VerifyOptions& o, const Common& common, const OwnDevice& device,
                   const std::string& trace, std::int64_t only_case, const tool::Pulse& pulse) {
  const verify::Cases cases{o.cases, common.seed, demand::demand_class(o.demand_class)};
  Progress lines("verify " + o.top);
  const std::int64_t all = o.kind == "arbiter"
                               ? verify::ArbiterRequests(o.ports, device.priorities, cases).count()
                               : verify::DemandCases(o.ports, o.bits, cases).count();
  const auto progress = [&](std::int64_t done) { lines(done, all); };
  const auto seed = static_cast<std::uint32_t>(common.seed);
  const auto go = [&](auto& model, const auto& verification) {
    if (only_case >= 0) model.dump(false);
    return verification(model, verify::Replay{only_case, [&](bool on) { model.dump(on); }});
  };
  if (o.kind == "arbiter") {
    const auto model = rtl::make_own_arbiter(device.model, o.ports, seed, trace, pulse);
    const verify::ArbiterRules rules{device.latency, !o.no_maximal, o.golden == "wwfa",
                                     device.priorities};
    return go(*model, [&](auto& arbiter, const verify::Replay& replay) {
      return verify::verify_own_arbiter(arbiter, o.ports, rules, cases, progress, replay);
    });
  }
  schedule::CoreShape shape{schedule::CoreKind::ladder, o.ports, o.bits, o.groups_of_diagonals()};
  for (std::size_t kind = 0; kind < kSchedulerGoldens.size(); ++kind) {
    if (o.golden == kSchedulerGoldens[kind]) shape.kind = static_cast<schedule::CoreKind>(kind);
  }
  const auto golden = o.golden.empty() ? nullptr : schedule::make_golden_core(shape);
  const auto model = rtl::make_own_scheduler(device.model, shape, seed, trace, pulse);
  schedule::CoreInputs options;
  options.top_offset = top_offset_of(o);
  options.floor = o.floor;
  options.fill = !o.no_fill;
  const verify::SchedulerRules rules{o.cycle_limit.value_or(0), o.useless_pairs};
  return go(*model, [&](auto& scheduler, const verify::Replay& replay) {
    return verify::verify_own_scheduler(golden.get(), scheduler, options, rules, cases, progress,
                                        replay);
  });
}

bool failed(const verify::Report& report) {
  return report.mismatches > 0 || !report.stopped.empty();
}

report::Row row_of(const VerifyOptions& o, const OwnDevice& device, const verify::Report& report,
                   const std::string& waveform, double wall_s) {
  const bool arbiter = o.kind == "arbiter";
  report::Row row;
  row["top"] = o.top;
  row["kind"] = o.kind;
  row["golden"] = o.golden;
  row["ports"] = o.ports;
  if (arbiter) {
    row["latency_cycles"] = device.latency;
  } else {
    row["bits"] = o.bits;
  }
  row["demand_class"] = o.demand_class;
  row["cases"] = report.cases;
  row["directed_cases"] = report.directed_cases;
  if (arbiter) row["exhaustive_cases"] = report.exhaustive_cases;
  row["mismatches"] = report.mismatches;
  row["cycles_mean"] = report.cycles_mean;
  row["cycles_max"] = report.cycles_max;
  row["load_cycles"] = report.load_cycles;
  row["first_permutation_cycles_max"] = report.first_permutation_cycles_max;
  if (!arbiter) row["permutations_mean"] = report.permutations_mean;
  row["efficiency_mean"] = report.efficiency_mean;
  row["clocks_compared"] = report.clocks;
  row["waveform"] = waveform;
  row["clocks_per_wall_s"] = static_cast<double>(report.clocks) / wall_s;
  return row;
}

struct Outcome {
  verify::Report report;
  std::string waveform;
  double wall_s = 0;
};

// In a process of its own, for the RTL may crash or loop for ever.
Outcome isolated(const VerifyOptions& o, const Common& common, const OwnDevice& device) {
  const auto start = std::chrono::steady_clock::now();
  const std::string answer =
      tool::run_isolated("module " + o.top, kPatience, [&](const tool::Pulse& pulse) {
        nlohmann::json told;
        const verify::Report report = run(o, common, device, o.trace, -1, pulse);
        std::string waveform = o.trace;
        if (failed(report) && waveform.empty()) {
          waveform = waveform_path(o, common, o.top, report.first_mismatch_case);
          run(o, common, device, waveform, report.first_mismatch_case, pulse);
        }
        told["report"] = report;
        told["waveform"] = waveform;
        return told.dump(-1, ' ', true, nlohmann::json::error_handler_t::replace);
      });
  const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - start;
  const nlohmann::json told = nlohmann::json::parse(answer);
  return {told.at("report"), told.at("waveform"), std::max(wall.count(), 1e-9)};
}

}  // namespace

int verify_own_rtl(const VerifyOptions& o, const Common& common) {
  check_options(o);
  const OwnDevice device = build(o);
  const Outcome outcome = isolated(o, common, device);
  const verify::Report& report = outcome.report;
  if (!report.stopped.empty() && !report.stopped_by_assertion && report.mismatches == 0) {
    throw base::ConfigError({"module " + o.top, "", "that it runs to the end", "",
                             report.stopped + "; the waveform is in " + outcome.waveform});
  }
  const nlohmann::json identity{{"text", device.elaborated.spec.text},
                                {"words", device.elaborated.spec.words},
                                {"kind", o.kind},
                                {"golden", o.golden},
                                {"cases", o.cases},
                                {"demand_class", o.demand_class},
                                {"latency", device.latency},
                                {"floor", o.floor},
                                {"top_offset", top_offset_of(o)},
                                {"fill", !o.no_fill},
                                {"maximal", !o.no_maximal}};
  report::Result result("verify", common.seed, identity);
  result.add(row_of(o, device, report, outcome.waveform, outcome.wall_s));
  print(result, common);
  if (!failed(report)) return 0;
  std::string text = report.first_mismatch;
  if (!report.stopped.empty()) text += (text.empty() ? "" : "\n  and stopped: ") + report.stopped;
  const bool as_if_late =
      text.find("did not ask") != text.npos || text.find("not max") != text.npos;
  if (!device.latency_known && as_if_late) {
    text += "\n  Answers were due in the clock of the request; if they come later, give --latency.";
  }
  complain(fmt::format("jacquard: {} does not hold: {}\njacquard: the waveform is in {}", o.top,
                       text, outcome.waveform));
  return kCheckDidNotHold;
}

}  // namespace jacquard::cli
