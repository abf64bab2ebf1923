// SPDX-License-Identifier: Apache-2.0
#include "systemc/experiment/circuit_kind.hpp"

#include <fmt/format.h>

#include "jacquard/base/error.hpp"
#include "jacquard/base/file.hpp"
#include "jacquard/base/hash.hpp"
#include "jacquard/config/quantity_text.hpp"
#include "jacquard/rtl/rtl_crossbar.hpp"
#include "jacquard/schedule/core/core_names.hpp"
#include "systemc/circuit/acknowledgements.hpp"
#include "systemc/circuit/parallel_circuits.hpp"
#include "systemc/circuit/scheduled_circuits.hpp"
#include "systemc/experiment/experiment.hpp"
#include "systemc/experiment/technologies.hpp"
#include "systemc/frames/arriving_circuits.hpp"
#include "systemc/frames/pair_queue.hpp"

namespace jacquard::experiment {
namespace {

constexpr int kWordBits = 8;
constexpr std::uint32_t kPowerUpSeed = 1;

config::Document keys(const ExperimentConfig& config) {
  config::Document all;
  all["link"] = systemc::link_fields().show(config.fabric);
  all["circuit"] = systemc::circuit_fields().show(config.circuit);
  all["scheduler"] = scheduler_fields().show(config.scheduler);
  all["faults"] = systemc::fault_fields().show(config.faults);
  return all;
}

std::string inputs(const ExperimentConfig& config, std::uint64_t seed) {
  std::string text;
  if (config.scheduler.kind == SchedulerKind::file) {
    text = base::fnv1a_hex(base::read_file(config.scheduler.file)) + ';';
  }
  return text + fmt::format("{};", circuit_of(config, seed).crossbars.guard.count());
}

int hold_bits(const SchedulerConfig& scheduler, int ports) {
  constexpr int kMost = 16;
  if (scheduler.bits && *scheduler.bits <= kMost) {
    const auto core = schedule::core_named(scheduler.name);
    if (!core || !schedule::has_digits(*core)) return *scheduler.bits;
    const int bits = schedule::hold_bits(core_shape(scheduler, ports));
    if (bits <= kMost) return bits;
  }
  throw base::ConfigError({"scheduler", "/bits", "1..16 where circuit.crossbar is rtl",
                           scheduler.bits ? std::to_string(*scheduler.bits) : "none", ""});
}

bool decides_again(const systemc::CircuitConfig& circuit) {
  return circuit.frame || circuit.guarded_ports == systemc::GuardedPorts::changed;
}

// One crossbar of the model, on which nothing fails and all clocks are right.
void require_plain(const ExperimentConfig& config) {
  const systemc::CircuitConfig& c = config.circuit;
  const auto refuse = [](const char* source, const char* key, const char* expected,
                         const char* found) {
    throw base::ConfigError(
        {source, key,
         std::string(expected) + " where flows arrive, or circuit.frame or guarded_ports is given",
         found, ""});
  };
  const systemc::CircuitParameters p = circuit_of(config, 1);
  if (config.scheduler.kind == SchedulerKind::rtl) {
    refuse("scheduler", "/kind", "software, whose cores take the same clocks,", "rtl");
  }
  if (systemc::expects_faults(config.faults)) refuse("faults", "", "none", "some");
  if (c.slotted) refuse("circuit", "/slotted", "false", "true");
  if (c.leaves > 0) refuse("circuit", "/leaves", "0", "leaves");
  if (c.switches > 1) refuse("circuit", "/switches", "1", "several");
  if (c.crossbar == systemc::CrossbarKind::rtl) refuse("circuit", "/crossbar", "model", "rtl");
  if (c.distance_spread.count() > 0) refuse("circuit", "/distance_spread", "0", "a spread");
  if (p.slack.count() > 0) refuse("circuit", "/t_max", "0 (compensated, no skew)", "more");
  if (c.frame && systemc::payload_in(*c.frame - p.crossbars.guard, p.framing) == 0) {
    throw base::ConfigError(
        {"circuit", "/frame",
         "longer than circuit.guard, " + config::show_quantity(p.crossbars.guard),
         config::show_quantity(*c.frame), ""});
  }
}

// The circuits with all that they refer to.
class OwningCircuits final : public systemc::Fabric {
 public:
  OwningCircuits(const ExperimentConfig& config, std::uint64_t seed, const std::string& waveform)
      : config_(config) {
    systemc::CircuitScenario scenario;
    scenario.parameters = circuit_of(config, seed);
    scheduling_.emplace(config.scheduler, config.fabric.ports, waveform);
    scenario.counting = counting_of(config, scenario.parameters);
    if (scheduling_->quantum()) scenario.counting.quantum = scheduling_->quantum();
    scenario.faults = config.faults;
    scenario.overlap = config.scheduler.overlap;
    // A run in bulk may have to be done again: a program would be asked twice, a waveform be of
    // two.
    scenario.in_bulk = config.scheduler.kind != SchedulerKind::program && waveform.empty();
    if (scenario.parameters.crossbar_clock.count() > 0) {
      const int bits = hold_bits(config.scheduler, config.fabric.ports);
      crossbar_ = rtl::make_rtl_crossbar(
          {config.fabric.ports, kWordBits, bits, systemc::kCrossbarGuardBits}, kPowerUpSeed);
    }
    scenario.crossbar = crossbar_.get();
    circuits_.emplace(std::move(scenario), [this] { return scheduling_->make(); });
    if (systemc::is_divided(config.circuit)) {
      parallel_.emplace(*circuits_, config.circuit.switches, config.circuit.division);
    }
    if (decides_again(config.circuit)) arriving();
  }
  OwningCircuits(const OwningCircuits&) = delete;
  OwningCircuits& operator=(const OwningCircuits&) = delete;

  systemc::RunFigures run(const systemc::Offer& offer, std::uint64_t seed,
                          report::FabricRun* trace) override {
    if (arriving_ || !offer.all_start_at_once) return arriving().run(offer, seed, trace);
    return parallel_ ? parallel_->run(offer, seed, trace) : circuits_->run(offer, seed, trace);
  }

 private:
  systemc::ArrivingCircuits& arriving() {
    if (!arriving_) {
      require_plain(config_);
      const systemc::CircuitScenario& s = circuits_->scenario();
      arriving_.emplace(systemc::ArrivingCircuits::Terms{
          s.parameters, s.counting, config_.circuit.frame, config_.circuit.guarded_ports, s.overlap,
          [this](const demand::QuantaMatrix& demand) { return scheduling_->decide(demand); }});
    }
    return *arriving_;
  }

  ExperimentConfig config_;
  std::optional<Scheduling> scheduling_;
  std::unique_ptr<schedule::CrossbarCore> crossbar_;
  std::optional<systemc::ScheduledCircuits> circuits_;
  std::optional<systemc::ParallelCircuits> parallel_;
  std::optional<systemc::ArrivingCircuits> arriving_;
};

std::unique_ptr<systemc::Fabric> make(const ExperimentConfig& config, std::uint64_t seed,
                                      const std::string& waveform) {
  return std::make_unique<OwningCircuits>(config, seed, waveform);
}

// Of what is decided for one crossbar.
void check_switches(const ExperimentConfig& config) {
  if (config.circuit.switches == 1) return;
  const auto one_switch = [&](bool asked, const char* key) {
    if (!asked) return;
    throw base::ConfigError({"circuit", "/switches", std::string("1 with ") + key,
                             std::to_string(config.circuit.switches), ""});
  };
  one_switch(config.scheduler.kind == SchedulerKind::file && systemc::is_divided(config.circuit),
             "scheduler.kind=file, unless circuit.division is dealt");
  one_switch(config.circuit.keep_settings, "circuit.keep_settings");
  one_switch(systemc::expects_faults(config.faults), "faults");
}

void check_terms(const ExperimentConfig& config) {
  check_switches(config);
  const JobTerms& terms = config.scheduler.terms;
  const auto require = [](const char* key, const auto& meant, const auto& is, const char* ours) {
    if (!meant || *meant == is) return;
    throw base::ConfigError({"scheduler", std::string("/") + key,
                             config::show_quantity(is) + ", as " + ours + " says",
                             config::show_quantity(*meant), "they must agree"});
  };
  require("rate", terms.rate, config.fabric.rate, "fabric.rate");
  if (terms.guard)
    require("guard", terms.guard, circuit_of(config, 1).crossbars.guard, "circuit.guard");
  if (terms.guard_per_slot && *terms.guard_per_slot != config.circuit.slotted) {
    throw base::ConfigError({"scheduler", "/guard_per",
                             config.circuit.slotted ? "slot, as circuit.slotted says"
                                                    : "permutation, as circuit.slotted says",
                             *terms.guard_per_slot ? "slot" : "permutation", "they must agree"});
  }
}

bool is_measured(const ExperimentConfig& config) {
  return config.scheduler.kind == SchedulerKind::software &&
         config.scheduler.timing == Timing::measured;
}

std::vector<std::string> measured(const ExperimentConfig& config,
                                  const std::vector<TrafficItem>& traffic, std::uint64_t seed) {
  check(config.scheduler, config.fabric.ports);
  const systemc::CircuitParameters circuit = circuit_of(config, seed);
  std::vector<demand::DemandMatrix> demands;
  for (const TrafficItem& item : traffic) {
    demands.push_back(systemc::with_acknowledgements(item.demand, circuit.framing));
  }
  const base::Picoseconds latency =
      measured_latency(config.scheduler, demands, counting_of(config, circuit));
  return {"scheduler.timing=fixed", "scheduler.latency=" + config::show_quantity(latency)};
}

std::optional<schedule::CoreShape> rtl_core(const ExperimentConfig& config) {
  if (config.scheduler.kind != SchedulerKind::rtl) return std::nullopt;
  return core_shape(config.scheduler, config.fabric.ports);
}

}  // namespace

FabricKind circuit_kind() {
  return {"circuit",   keys,        inputs,   make,    circuit_figures,
          check_terms, is_measured, measured, rtl_core};
}

systemc::CircuitParameters circuit_of(const ExperimentConfig& config, std::uint64_t seed) {
  std::optional<base::Picoseconds> guard;
  if (!config.circuit.technology.empty()) {
    guard = find_technology(config.circuit.technology).slowest;
  }
  return systemc::resolve(config.circuit, config.fabric, guard, seed);
}

demand::Quantisation counting_of(const ExperimentConfig& config,
                                 const systemc::CircuitParameters& circuit) {
  demand::Quantisation counting;
  counting.rate = circuit.framing.rate;
  counting.bits = config.scheduler.bits;
  counting.guard = circuit.crossbars.guard;
  counting.forward = circuit.distances.farthest() * 2 + circuit.forward;
  if (circuit.slot_bytes > base::Bytes{0}) counting.quantum = circuit.slot_bytes;
  return counting;
}

}  // namespace jacquard::experiment
