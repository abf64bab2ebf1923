// SPDX-License-Identifier: Apache-2.0
#include "sim/experiment/run_case.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "jacquard/base/at.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/base/hash.hpp"
#include "sim/experiment/details.hpp"
#include "sim/experiment/technologies.hpp"
#include "sim/rtl/rtl_crossbar.hpp"
#include "systemc/packet/packet_fabric.hpp"

namespace jacquard::experiment {
namespace {

using base::Bytes;
using base::Picoseconds;

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

std::uint64_t hash_of(const systemc::ControllerRecord& r) {
  std::string text;
  for (std::size_t k = 0; k < r.columns.size(); ++k) {
    for (const int column : r.columns[k]) text += std::to_string(column) + ",";
    text += fmt::format(";{};{};", r.holds[k], r.starts[k].count());
  }
  return base::fnv1a(text);
}

RunFigures figures_of(const TrafficItem& item, base::BitsPerSecond rate) {
  RunFigures f;
  f.bytes_asked = item.demand.total();
  f.bound = base::transfer_time(item.demand.largest_line_sum(), rate);
  return f;
}

constexpr int kWordBits = 8;
constexpr std::uint32_t kPowerUpSeed = 1;

int hold_bits(const SchedulerConfig& scheduler) {
  constexpr int kMost = 16;
  if (scheduler.bits && *scheduler.bits <= kMost) return *scheduler.bits;
  throw base::ConfigError({"scheduler", "/bits", "1..16 where circuit.crossbar is rtl",
                           scheduler.bits ? std::to_string(*scheduler.bits) : "none", ""});
}

}  // namespace

systemc::FabricBasics basics_of(const systemc::PacketConfig& fabric) {
  return {fabric.ports, fabric.rate,   fabric.link_delay,
          fabric.mtu,   fabric.header, fabric.ack_bytes};
}

demand::Quantisation counting_of(const ExperimentConfig& config,
                                 const systemc::CircuitParameters& circuit) {
  demand::Quantisation counting;
  counting.rate = circuit.framing.rate;
  counting.bits = config.scheduler.bits;
  counting.guard = circuit.crossbars.guard;
  if (circuit.slot_bytes > Bytes{0}) counting.quantum = circuit.slot_bytes;
  return counting;
}

systemc::CircuitParameters circuit_of(const ExperimentConfig& config, std::uint64_t seed) {
  std::optional<Picoseconds> guard;
  if (!config.circuit.technology.empty()) {
    guard = find_technology(config.circuit.technology).slowest;
  }
  return systemc::resolve(config.circuit, basics_of(config.fabric), guard, seed);
}

CaseRunner::CaseRunner(const Case& c, std::uint64_t seed, const std::string& waveform) : case_(c) {
  const ExperimentConfig& config = case_.config;
  if (c.kind == FabricKind::packet) {
    (void)systemc::resolve(config.fabric);
    return;
  }
  circuit_ = circuit_of(config, seed);
  scheduling_ = std::make_unique<Scheduling>(config.scheduler, config.fabric.ports, waveform);
  if (circuit_->crossbar_clock.count() > 0) {
    crossbar_ = rtl::make_rtl_crossbar(
        {config.fabric.ports, kWordBits, hold_bits(config.scheduler), systemc::kCrossbarGuardBits},
        kPowerUpSeed);
  }
}

CaseRunner::~CaseRunner() = default;
CaseRunner::CaseRunner(CaseRunner&&) noexcept = default;

RunFigures CaseRunner::run(const TrafficItem& item, std::uint64_t seed, report::FabricRun* run) {
  if (run != nullptr) {
    run->fabric = case_.fabric;
    run->traffic = item.name;
  }
  const auto start = std::chrono::steady_clock::now();
  RunFigures figures = case_.kind == FabricKind::circuit ? run_circuit(item, seed, run)
                                                         : run_packet(item, seed, run);
  figures.wall_s = seconds_since(start);
  return figures;
}

RunFigures CaseRunner::run_circuit(const TrafficItem& item, std::uint64_t seed,
                                   report::FabricRun* run) {
  if (!item.all_start_at_once) {
    throw base::ConfigError({"traffic", "/file",
                             "flows that all start at 0, as a circuit fabric takes one demand",
                             "flows that start later", ""});
  }
  systemc::CircuitScenario scenario;
  scenario.parameters = *circuit_;
  scenario.counting = counting_of(case_.config, *circuit_);
  if (scheduling_->quantum()) scenario.counting.quantum = scheduling_->quantum();
  scenario.faults = case_.config.faults;
  scenario.overlap = case_.config.scheduler.overlap;
  scenario.keep = true;
  scenario.crossbar = crossbar_.get();
  scenario.seed = seed;
  scenario.index = item.index;
  const auto out =
      systemc::simulate_circuit(scenario, item.demand, [&] { return scheduling_->make(); });
  RunFigures f = figures_of(item, circuit_->framing.rate);
  f.completion = f.without_faults = out.completion;
  if (systemc::expects_faults(scenario.faults)) {
    scenario.faults = {};
    f.without_faults = systemc::simulate_circuit(scenario, item.demand, [&] {
                         return scheduling_->make();
                       }).completion;
  }
  for (const demand::Flow& flow : item.flows) {
    f.flow_times.push_back(
        base::at(out.flow_finish, flow.source * item.demand.ports() + flow.destination));
  }
  f.bytes_delivered = out.bytes_delivered;
  f.bytes_resent = out.bytes_lost;
  f.events = out.events;
  f.decision = out.controller.decided;
  f.guard = out.controller.guard;
  f.hold = out.controller.hold;
  f.permutations = out.controller.permutations;
  f.decisions = out.controller.decisions;
  f.messages_lost = out.controller.messages_lost;
  f.schedule_hash = hash_of(out.controller);
  if (run != nullptr) describe(item, *circuit_, out, *run);
  return f;
}

RunFigures CaseRunner::run_packet(const TrafficItem& item, std::uint64_t seed,
                                  report::FabricRun* run) {
  systemc::PacketRunOptions options;
  options.seed = seed;
  options.rate_changes = run != nullptr;
  const auto out = systemc::simulate_packets(case_.config.fabric, item.flows, options);
  RunFigures f = figures_of(item, case_.config.fabric.rate);
  f.completion = out.completion;
  for (std::size_t k = 0; k < item.flows.size(); ++k) {
    f.flow_times.push_back(out.flow_finish[k] - item.flows[k].start);
  }
  f.bytes_delivered = out.bytes_delivered;
  f.bytes_resent = out.bytes_resent;
  f.events = out.events;
  f.data_packets = out.data_packets;
  f.marked = out.marked;
  f.rate_cuts = out.rate_cuts;
  f.pauses = out.pauses;
  f.drops = out.drops;
  f.largest_queue = out.largest_queue;
  f.first_cut = out.first_cut;
  if (run != nullptr) describe(item, out, *run);
  return f;
}

}  // namespace jacquard::experiment
