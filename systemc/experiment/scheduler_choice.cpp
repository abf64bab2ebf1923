// SPDX-License-Identifier: Apache-2.0
#include "systemc/experiment/scheduler_choice.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "jacquard/base/error.hpp"
#include "jacquard/base/file.hpp"
#include "jacquard/rtl/rtl_core.hpp"
#include "jacquard/schedule/check.hpp"
#include "jacquard/schedule/core/core_names.hpp"
#include "jacquard/schedule/core/shift_shape.hpp"
#include "jacquard/schedule/option_fields.hpp"
#include "jacquard/schedule/schedule_file.hpp"
#include "jacquard/tool/stopwatch.hpp"
#include "systemc/control/ahead_decision.hpp"
#include "systemc/control/core_decision.hpp"
#include "systemc/control/relayed_decision.hpp"
#include "systemc/control/timed_decision.hpp"

namespace jacquard::experiment {
namespace {

using base::ConfigError;
using base::Picoseconds;
using config::boolean;
using config::choice;
using config::field;
using config::optional;
using config::quantity;
using config::text;
using config::whole_number;
using schedule::kMostCoreBits;
using systemc::AheadDecision;
using systemc::CoreDecision;
using systemc::TimedDecision;
using S = SchedulerConfig;

constexpr std::uint32_t kPowerUpSeed = 1;
constexpr std::size_t kTimedDemands = 5;
constexpr int kTimedRuns = 3;
constexpr const char* kProgram = "scheduler.program";
constexpr double kPatience_s = 60;
constexpr Picoseconds kLongest{1'000 * base::kPicosecondsPerSecond};
constexpr Picoseconds kLongestClock{base::kPicosecondsPerSecond / 1'000};

schedule::CoreInputs run_time_options(const S& c) {
  schedule::CoreInputs in;
  in.top_offset = c.options.top_offset;
  in.floor = c.options.floor;
  in.fill = c.options.fill;
  return in;
}

[[noreturn]] void fail(const std::string& key, const std::string& expected,
                       const std::string& found) {
  throw ConfigError({"scheduler", "/" + key, expected, found, ""});
}

std::vector<config::Field<S>> shown_fields() {
  return {
      field<S>(
          "kind", [](auto& s) -> auto& { return s.kind; },
          choice<SchedulerKind>({{"software", SchedulerKind::software},
                                 {"rtl", SchedulerKind::rtl},
                                 {"file", SchedulerKind::file},
                                 {"program", SchedulerKind::program}}),
          "software; rtl: the Verilated jq_scheduler, clock by clock; file: a saved schedule; "
          "program: one of yours, over JSON lines."),
      field<S>(
          "name", [](auto& s) -> auto& { return s.name; },
          text("the name of a scheduler (jacquard schedule --list)"),
          "Which one; rtl: ladder, unit, minhold, shift, few or choose."),
      field<S>(
          "timing", [](auto& s) -> auto& { return s.timing; },
          choice<Timing>({{"auto", Timing::automatic},
                          {"cycles", Timing::cycles},
                          {"fixed", Timing::fixed},
                          {"measured", Timing::measured}}),
          "software: when permutations are there. cycles: as the core's golden model shows "
          "them, clock by clock. fixed: all after `latency`. measured: all after what this "
          "machine takes. auto: cycles for those of rtl with `bits`, else fixed."),
      field<S>(
          "latency", [](auto& s) -> auto& { return s.latency; }, quantity(Picoseconds{0}, kLongest),
          "fixed, file, program: of a decision."),
      field<S>(
          "clock", [](auto& s) -> auto& { return s.clock; },
          quantity(Picoseconds{2}, kLongestClock),
          "rtl, cycles: period of the core's clock, even."),
      field<S>(
          "overlap", [](auto& s) -> auto& { return s.overlap; }, boolean(),
          "Transfer begins with the first permutation that is there; else with the last."),
      field<S>(
          "bits", [](auto& s) -> auto& { return s.bits; }, optional(whole_number(1, 32)),
          "Width of a demand counter; rtl: up to 16. None: exact bytes."),
      field<S>(
          "rows_per_clock", [](auto& s) -> auto& { return s.rows_per_clock; },
          whole_number(1, schedule::kMostRowsPerClock),
          "rtl, cycles, ladder: rows of a demand that the core loads per clock; divides the "
          "ports."),
      field<S>(
          "file", [](auto& s) -> auto& { return s.file; },
          text("the path of a schedule, or nothing"), "file: one that --save wrote."),
      field<S>(
          "program", [](auto& s) -> auto& { return s.program; },
          text("a command of the shell, or nothing"),
          "program: a command that answers demands with schedules (docs/schedulers.md)."),
  };
}

// Keys of a job of `jacquard schedule`.
std::vector<config::Field<S>> job_fields() {
  std::vector<config::Field<S>> fields = {
      field<S>(
          "rate", [](auto& s) -> auto& { return s.terms.rate; },
          optional(quantity(base::BitsPerSecond{1})), ""),
      field<S>(
          "guard", [](auto& s) -> auto& { return s.terms.guard; },
          optional(quantity(Picoseconds{0}, kLongest)), ""),
      field<S>(
          "guard_per", [](auto& s) -> auto& { return s.terms.guard_per_slot; },
          optional(choice<bool>({{"permutation", false}, {"slot", true}})), ""),
      config::refused<S>("slot", "circuit.slot says it"),
  };
  for (const char* key : {"bytes_per_token", "demand_unit", "drop_diagonal"}) {
    fields.push_back(config::refused<S>(key, std::string("traffic.") + key + " says it"));
  }
  for (const char* key : {"ports", "experts", "top_k"}) {
    fields.push_back(config::refused<S>(key, "only jacquard schedule reads routing logs"));
  }
  return fields;
}

}  // namespace

const config::FieldTable<SchedulerConfig>& scheduler_fields() {
  static const config::FieldTable<SchedulerConfig> table = [] {
    auto fields = shown_fields();
    for (auto& f : config::flattened<S>(&S::options, schedule::option_fields())) {
      fields.push_back(std::move(f));
    }
    return config::FieldTable<SchedulerConfig>(
        "scheduler", "Who decides what the circuit switches do, and how long that takes.",
        std::move(fields), job_fields());
  }();
  return table;
}

schedule::CoreShape core_shape(const S& c, int ports) {
  schedule::CoreShape shape{*schedule::core_named(c.name), ports, *c.bits,
                            std::min(c.options.diagonals_per_clock, ports)};
  shape.descend = shape.kind == schedule::CoreKind::ladder && c.options.descend;
  shape.rows_per_clock = c.rows_per_clock;
  if (!schedule::has_digits(shape.kind)) return shape;
  return with_digits(shape, schedule::core_digits(c.options.shape, ports, {"scheduler", "/shape"}));
}

bool takes_cycles(const S& c) {
  if (c.kind == SchedulerKind::rtl || c.timing == Timing::cycles) return true;
  return c.kind == SchedulerKind::software && c.timing == Timing::automatic &&
         schedule::core_named(c.name) && c.bits && *c.bits <= kMostCoreBits;
}

void check(const S& c, int ports) {
  if (c.kind == SchedulerKind::file) {
    if (c.file.empty()) fail("file", "the path of a schedule, as kind is file", "none");
    return;
  }
  if (c.kind == SchedulerKind::program) {
    if (c.program.empty()) fail("program", "a command, as kind is program", "none");
    if (c.timing == Timing::cycles || c.timing == Timing::measured) {
      fail("timing", "auto or fixed, as a program takes `latency`", "another");
    }
    return;
  }
  schedule::find_scheduler(c.name, "scheduler/name");
  if (!takes_cycles(c)) return;
  if (!schedule::core_named(c.name))
    fail("name", "ladder, unit, minhold, shift, few or choose, the cores there are in RTL", c.name);
  if (!c.bits || *c.bits > kMostCoreBits) {
    fail("bits", fmt::format("1..{}, as a core counts", kMostCoreBits),
         c.bits ? std::to_string(*c.bits) : "none");
  }
  if (ports > schedule::kMostCorePorts) {
    fail("name",
         fmt::format("a core for {} ports ({} has up to {}), or scheduler.timing=fixed", ports,
                     c.name, schedule::kMostCorePorts),
         c.name);
  }
  if (c.rows_per_clock != 1 && schedule::core_named(c.name) != schedule::CoreKind::ladder) {
    fail("rows_per_clock", "1, as only the ladder core loads more",
         std::to_string(c.rows_per_clock));
  }
  schedule::require_rows_per_clock(c.rows_per_clock, ports, {"scheduler", "/rows_per_clock"});
  if (c.clock.count() % 2 != 0) {
    fail("clock", "an even number of picoseconds", config::show_quantity(c.clock));
  }
}

Picoseconds measured_latency(const S& c, const std::vector<demand::DemandMatrix>& some,
                             const demand::Quantisation& counting) {
  const schedule::Scheduler& scheduler = schedule::find_scheduler(c.name, "scheduler/name");
  double ms = 0;
  const std::size_t count = std::min(some.size(), kTimedDemands);
  for (std::size_t k = 0; k < count; ++k) {
    const auto quanta = quantise(some[k], counting);
    ms += tool::best_ms(kTimedRuns, [&] { (void)scheduler.run(quanta, c.options); });
  }
  return Picoseconds{std::llround(ms * 1e9 / static_cast<double>(count))};
}

Scheduling::Scheduling(const S& config, int ports, const std::string& waveform)
    : config_(config), traced_(!waveform.empty()) {
  check(config, ports);
  if (takes_cycles(config)) {
    shape_ = core_shape(config, ports);
    core_ =
        config.kind == SchedulerKind::rtl
            ? std::unique_ptr<schedule::Core>(rtl::make_rtl_core(*shape_, kPowerUpSeed, waveform))
            : schedule::make_golden_core(*shape_);
    if (config.kind == SchedulerKind::rtl && !waveform.empty()) {
      recorded_.emplace(*core_);
      pins_ = std::filesystem::path(waveform).replace_extension(".waves.json").string();
    }
  }
  if (config.kind == SchedulerKind::file) {
    const schedule::ScheduleFile file = schedule::read_schedule(config.file);
    saved_ = file.schedule;
    if (file.quantum > base::Bytes{0}) quantum_ = file.quantum;
    if (saved_->ports() != ports) {
      throw ConfigError({config.file, "", fmt::format("a schedule for {} ports", ports),
                         fmt::format("one for {}", saved_->ports()), ""});
    }
  }
  if (config.kind == SchedulerKind::program) {
    program_.emplace(kProgram, config.program, kPatience_s, config.options.seed);
  }
}

Scheduling::~Scheduling() {
  if (!recorded_) return;
  try {
    base::write_file(pins_, recorded_->json(config_.name, config_.clock.count()));
  } catch (
      const base::ConfigError&) {  // the folder that has gone is said where results are written
  }
}

std::unique_ptr<systemc::Decision> Scheduling::make() {
  if (!shape_ || !schedule::has_digits(shape_->kind)) return make_plain();
  return std::make_unique<systemc::RelayedDecision>(make_plain(), digits_of(*shape_));
}

std::unique_ptr<systemc::Decision> Scheduling::make_plain() {
  if (config_.kind == SchedulerKind::rtl && (traced_ || recorded_)) {
    schedule::Core& core = recorded_ ? static_cast<schedule::Core&>(*recorded_) : *core_;
    return std::make_unique<CoreDecision>("scheduler", core, config_.clock,
                                          run_time_options(config_));
  }
  if (config_.kind == SchedulerKind::rtl) {
    return std::make_unique<AheadDecision>("scheduler", *core_, config_.clock,
                                           run_time_options(config_));
  }
  return std::make_unique<TimedDecision>(
      "scheduler", [this](const demand::QuantaMatrix& d) { return decide(d); });
}

systemc::TimedSchedule Scheduling::decide(const demand::QuantaMatrix& d) {
  if (config_.kind == SchedulerKind::file) {
    const schedule::Verdict verdict = schedule::check(d, *saved_);
    if (!verdict.valid) {
      throw ConfigError({config_.file, "", "a schedule of permutations that covers the demand",
                         verdict.fault,
                         "circuit.charge_acks=false if it is made for the data alone"});
    }
    return systemc::all_at_once(d, *saved_, config_.latency);
  }
  if (program_) {
    const schedule::ScheduleFile file = program_->run(d, "demand", asked_++);
    const schedule::Verdict verdict = schedule::check(d, file.schedule);
    if (!verdict.valid) {
      throw ConfigError(
          {kProgram, "", "a schedule of permutations that covers the demand", verdict.fault, ""});
    }
    return systemc::all_at_once(d, file.schedule, config_.latency);
  }
  if (core_) {
    core_->reset();
    return systemc::at_clocks(schedule::run_core(*core_, d, run_time_options(config_)),
                              config_.clock);
  }
  const auto& scheduler = schedule::find_scheduler(config_.name, "scheduler/name");
  return systemc::all_at_once(d, scheduler.run(d, config_.options), config_.latency);
}

}  // namespace jacquard::experiment
