// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/verify/user_device.hpp"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>

#include "jacquard/base/error.hpp"
#include "jacquard/schedule/core/core_names.hpp"
#include "sim/cli/require_range.hpp"
#include "sim/tool/progress.hpp"
#include "sim/verify/demand_cases.hpp"
#include "sim/verify/power_ups.hpp"
#include "sim/verify/user_scheduler.hpp"

namespace jacquard::cli {
namespace {

constexpr int kMostLatency = 15;
constexpr std::int64_t kMostWait = 1'000'000;

const std::vector<std::string> kKinds{"arbiter",     "scheduler", "n-to-1", "allocator",
                                      "multi-cycle", "crossbar",  "matrix"};
const std::vector<std::string> kArbiterGoldens{"wwfa"};

std::vector<std::string> scheduler_goldens() {
  std::vector<std::string> names;
  for (const schedule::CoreName& core : schedule::core_names()) {
    // Holds that are sums of counters are wider than hold_o.
    if (!schedule::has_digits(core.kind)) names.emplace_back(core.name);
  }
  return names;
}

bool knows(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

[[noreturn]] void refuse(const char* option, const std::string& expected,
                         const std::string& found) {
  throw base::ConfigError({option, "", expected, found, ""});
}

std::vector<std::pair<std::string, int>> wished_parameters(const VerifyOptions& o) {
  std::vector<std::pair<std::string, int>> wished{{"N", o.ports}};
  if (o.kind == "arbiter") {
    if (o.latency) wished.emplace_back("LATENCY", *o.latency);
    return wished;
  }
  wished.emplace_back("B", o.bits);
  wished.emplace_back("S", o.groups_of_diagonals());
  if (const auto kind = schedule::core_named(o.golden)) {
    wished.emplace_back("KIND", static_cast<int>(*kind));
  }
  return wished;
}

// A parameter of the module, which must lie in 0..most; nothing if it has none of that name.
std::optional<int> parameter(const VerifyOptions& o, const rtl::Interface& found, const char* name,
                             int most) {
  const auto has = found.parameters.find(name);
  if (has == found.parameters.end()) return {};
  const long value = rtl::number_of(has->second, -1);
  if (value < 0 || value > most) {
    throw base::ConfigError({"module " + o.top, "",
                             fmt::format("a parameter {} in 0..{}", name, most), has->second, ""});
  }
  return static_cast<int>(value);
}

void read_arbiter(const VerifyOptions& o, UserDevice& device) {
  const rtl::Interface& found = device.elaborated.interface;
  verify::ArbiterRules& rules = device.rules;
  const std::optional<int> latency =
      o.latency ? o.latency : parameter(o, found, "LATENCY", kMostLatency);
  device.latency_known = latency.has_value();
  rules.latency = latency.value_or(0);
  if (parameter(o, found, "BY_DIAGONAL", 1).value_or(0) == 1) {
    device.order = rtl::PairOrder::diagonals;
  }
  rules.maximal = !o.no_maximal;
  rules.wwfa = o.golden == "wwfa";
  rules.priorities = found.find("prio_i") != nullptr;
  rules.valids = found.find("valid_i") != nullptr;
  rules.max_wait =
      o.max_wait.value_or(verify::default_max_wait(o.ports, rules.priorities, found.clocked));
  rules.min_efficiency = o.min_efficiency;
  rules.request_at = rtl::pair_places(*found.find("req_i"), o.ports, device.order);
  rules.grant_at = rtl::pair_places(*found.find("gnt_o"), o.ports, device.order);
}

// Puts the module behind ports of ours. Returns the outputs that nobody looks at.
std::vector<std::string> wire_arbiter(const VerifyOptions& o, const rtl::PortMap& map,
                                      UserDevice& device) {
  rtl::Elaborated& elaborated = device.elaborated;
  device.wiring = rtl::wire(o.top, elaborated.interface, map, rtl::RtlKind::arbiter,
                            {o.ports, o.ports, o.ports}, elaborated.spec.words);
  put_behind(device.wiring, elaborated);
  return device.wiring.unread;
}

// A module that has our ports is taken as it is; another arbiter is wired, as told or by its names.
std::vector<std::string> take_ports(const VerifyOptions& o, UserDevice& device) {
  const bool arbiter = o.kind == "arbiter";
  const rtl::PortMap map = port_map_of(o);
  if (!map.roles.empty() || !map.resets.empty() || !map.ties.empty()) {
    return wire_arbiter(o, map, device);
  }
  try {
    return rtl::check_ports(
        o.top,
        arbiter ? fmt::format("an arbiter of {} ports", o.ports)
                : fmt::format("a scheduler of {} ports and {} bits", o.ports, o.bits),
        device.elaborated.interface, device.expected);
  } catch (const base::ConfigError&) {
    if (!arbiter) throw;
    try {
      return wire_arbiter(o, map, device);
    } catch (const base::ConfigError&) {
    }
    throw;
  }
}

template <class Model, class Verification>
verify::Report go(Model& model, const UserRunOptions& options, const Verification& verification) {
  verify::Replay replay = options.replay;
  replay.dump = [&](bool on) { model.dump(on); };
  if (replay.only_case >= 0) model.dump(false);
  return verification(replay);
}

}  // namespace

void put_behind(const rtl::Wiring& wiring, rtl::Elaborated& elaborated) {
  elaborated.interface = rtl::wired_interface(wiring, elaborated.interface);
  elaborated.spec.text += wiring.text;
  elaborated.spec.top = rtl::Wiring::kTop;
  elaborated.spec.words.clear();  // the parameters are in the text
}

void check_own_options(const VerifyOptions& o) {
  if (!o.core.empty()) refuse("--core", "nothing, as --rtl brings its own", o.core);
  if (o.top.empty()) refuse("--top", "the name of the module to verify", "none");
  if (!knows(kKinds, o.kind)) base::throw_unknown_name("--kind", "a kind", o.kind, kKinds);
  const bool arbiter = o.kind == "arbiter", wired = is_wired_kind(o.kind);
  if (wired && !o.golden.empty()) refuse("--golden", "--kind arbiter or scheduler", o.kind);
  if (!wired && !o.contract.empty()) refuse("--contract", "a kind that has one", o.kind);
  if (!wired && !o.emit_bench.empty()) refuse("--emit-bench", "a kind with a contract", o.kind);
  if (o.outputs && o.kind != "allocator" && o.kind != "crossbar") {
    refuse("--outputs", "--kind allocator or crossbar", o.kind);
  }
  if (o.lanes && o.kind != "allocator") refuse("--lanes", "--kind allocator", o.kind);
  if (o.kind == "scheduler" && !(o.maps.empty() && o.resets.empty() && o.ties.empty())) {
    refuse("--map", "a kind of arbiter or crossbar", o.kind);
  }
  const auto goldens = arbiter ? kArbiterGoldens : scheduler_goldens();
  if (!o.golden.empty() && !knows(goldens, o.golden)) {
    base::throw_unknown_name("--golden", "a golden model for --kind " + o.kind, o.golden, goldens);
  }
  if (o.history && o.kind != "scheduler" && o.kind != "matrix" && o.kind != "multi-cycle") {
    refuse("--history",
           "--kind scheduler, matrix or multi-cycle, as a turn that goes round is a history",
           o.kind);
  }
  if (o.latency) require_range("--latency", *o.latency, 0, kMostLatency);
  if (o.latency && o.kind == "scheduler") {
    refuse("--latency", "nothing, as a scheduler has none", "a number");
  }
  if (o.no_maximal && !arbiter) refuse("--no-maximal", "--kind arbiter", o.kind);
  if (o.max_wait) require_range("--max-wait", *o.max_wait, 0, kMostWait);
  if (o.max_wait && o.kind == "scheduler") refuse("--max-wait", "--kind arbiter", o.kind);
  if (!(o.min_efficiency >= 0 && o.min_efficiency <= 1)) {
    refuse("--min-efficiency", "a number in 0..1", fmt::format("{}", o.min_efficiency));
  }
  if (o.min_efficiency > 0 && !arbiter) refuse("--min-efficiency", "--kind arbiter", o.kind);
  if (o.useless_pairs && arbiter) refuse("--useless-pairs", "--kind scheduler", o.kind);
  if (o.cycle_limit) require_range("--cycle-limit", *o.cycle_limit, 1, 1'000'000'000'000);
  if (o.cycle_limit && arbiter) refuse("--cycle-limit", "--kind scheduler", o.kind);
}

rtl::UserRtl user_sources(const VerifyOptions& o) {
  return sources_of(o, port_map_of(o).parameters);
}

rtl::PortMap port_map_of(const VerifyOptions& o) {
  rtl::PortMap map{o.maps, o.resets, o.ties, o.parameters, o.contract};
  rtl::read_port_map_files(map);
  return map;
}

UserModels build_models(const VerifyOptions& o, rtl::ModelSpec spec) {
  spec.waves = rtl::waves_of(o.trace);
  UserModels models;
  models.traced = rtl::build_model(spec);
  spec.coverage = o.coverage;
  models.judged = o.coverage ? rtl::build_model(spec) : models.traced;
  return models;
}

std::optional<rtl::Coverage> coverage_of(const VerifyOptions& o, const rtl::ModelSpec& spec,
                                         const std::string& folder) {
  if (!o.coverage) return {};
  return rtl::Coverage(o.top, spec.top == rtl::Wiring::kTop ? "dut" : spec.top, folder);
}

UserDevice build_user_device(const VerifyOptions& o) {
  const rtl::UserRtl sources = user_sources(o);
  const bool arbiter = o.kind == "arbiter";
  UserDevice device;
  device.elaborated = rtl::elaborate(sources, wished_parameters(o));
  device.expected = arbiter ? rtl::arbiter_ports(o.ports) : rtl::scheduler_ports(o.ports, o.bits);
  for (const std::string& name : take_ports(o, device)) {
    spdlog::info("the output {} is not looked at", name);
  }
  if (arbiter) read_arbiter(o, device);
  device.elaborated.spec.shim = arbiter ? "user_arbiter" : "user_scheduler";
  device.models = build_models(o, device.elaborated.spec);
  return device;
}

verify::Report run_user_device(const VerifyOptions& o, const Common& common,
                               const UserDevice& device, const UserRunOptions& options,
                               const tool::Pulse& pulse) {
  const verify::Cases cases{cases_of(o), common.seed, demand::demand_class(o.demand_class)};
  tool::Progress lines("verify " + o.top, "cases");
  const bool arbiter = o.kind == "arbiter";
  const std::int64_t all = arbiter
                               ? verify::user_arbiter_cases(o.ports, device.rules.priorities, cases)
                               : verify::DemandCases(o.ports, o.bits, cases).count();
  const auto progress = [&](std::int64_t done) {
    lines.at(static_cast<double>(done), static_cast<double>(all));
  };
  const rtl::UserRun run{options.coverage != nullptr ? device.models.judged : device.models.traced,
                         device.elaborated.interface,
                         static_cast<std::uint32_t>(common.seed),
                         options.trace,
                         pulse,
                         options.log,
                         options.coverage};
  const auto powered_up = [&](std::uint32_t k) {
    rtl::UserRun other = run;
    other.seed += k;
    other.trace.clear();
    other.log = nullptr;
    return other;
  };
  if (arbiter) {
    const auto model = rtl::make_user_arbiter(run, o.ports, device.order);
    verify::ArbiterPowerUps::Others others;
    for (std::uint32_t k = 1; k < verify::kPowerUps; ++k) {
      others.push_back(rtl::make_user_arbiter(powered_up(k), o.ports, device.order));
    }
    verify::ArbiterPowerUps powered(*model, std::move(others), device.rules.latency);
    return go(*model, options, [&](const verify::Replay& replay) {
      return verify::verify_user_arbiter(powered, o.ports, device.rules, cases, progress, replay);
    });
  }
  schedule::CoreShape shape{schedule::CoreKind::ladder, o.ports, o.bits, o.groups_of_diagonals()};
  shape.descend = o.descend;
  shape.kind = schedule::core_named(o.golden).value_or(shape.kind);
  const auto golden = o.golden.empty() ? nullptr : schedule::make_golden_core(shape);
  const auto model = rtl::make_user_scheduler(run, shape);
  verify::CorePowerUps::Others others;
  for (std::uint32_t k = 1; k < verify::kPowerUps; ++k) {
    others.push_back(rtl::make_user_scheduler(powered_up(k), shape));
  }
  verify::CorePowerUps core(*model, std::move(others));
  schedule::CoreInputs inputs;
  inputs.top_offset = top_offset_of(o);
  inputs.floor = o.floor;
  inputs.fill = !o.no_fill;
  const verify::SchedulerRules rules{o.cycle_limit.value_or(0), o.useless_pairs, o.history};
  return go(*model, options, [&](const verify::Replay& replay) {
    return verify::verify_user_scheduler(golden.get(), core, inputs, rules, cases, progress,
                                         replay);
  });
}

}  // namespace jacquard::cli
