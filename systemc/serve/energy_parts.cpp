// SPDX-License-Identifier: Apache-2.0
#include "systemc/serve/energy_parts.hpp"

#include <fmt/format.h>

#include "jacquard/schedule/core/core_names.hpp"
#include "jacquard/serve/energy/core_power.hpp"
#include "jacquard/serve/energy/dram_energy.hpp"
#include "systemc/experiment/scheduler_choice.hpp"
#include "systemc/serve/interconnect_fits.hpp"
#include "systemc/serve/paper_batch.hpp"

namespace jacquard::serve {
namespace {

using base::Joules;

Joules over(base::Watts power, base::Seconds time) { return Joules{power.count() * time.count()}; }

void add_to(std::string& all, const std::string& what) {
  if (!what.empty()) all += (all.empty() ? "" : "; ") + what;
}

void leave_out(EnergyParts& parts, const std::string& what) { add_to(parts.left_out, what); }
void assume(EnergyParts& parts, const std::string& what) { add_to(parts.assumed, what); }

// Each with a link to every NPU.
int parallel_switches(const Setup& setup) {
  return setup.config.fabric == "circuit" ? setup.config.exchange.circuit.switches : 1;
}

void add_boards(const Setup& setup, int npus, const energy::Work& work, EnergyParts& parts) {
  const Deployment& d = setup.deployment;
  // An interconnect has the way to pooled memory, as it is on all the time.
  const bool alone = !setup.config.interconnect.empty();
  const auto boards = alone ? board_energy_of(setup, npus, work) : energy_of(setup, npus, work);
  parts.memories = energy::dram_energy(d.device, npus, work.time, work.bytes);
  if (!boards) leave_out(parts, fmt::format("NPUs: no power of {} is known", d.device.name));
  if (!parts.memories) {
    leave_out(parts, fmt::format("memories: the kind of {}'s is not known{}", d.device.name,
                                 boards ? ", so they are among its NPUs" : ""));
  }
  if (boards) parts.npus = parts.memories ? *boards - *parts.memories : *boards;
}

void add_interconnect(const Setup& setup, int npus, const energy::Work& work,
                      const std::optional<FabricFigures>& exchanges, EnergyParts& parts) {
  const ServeConfig& config = setup.config;
  if (config.interconnect.empty()) {
    leave_out(parts, is_appliance(config.system)
                         ? "links and switch: bits to memory are among its NPUs, others need "
                           "--interconnect"
                         : "links and switch: no --interconnect says what they are");
    return;
  }
  const Interconnect one = interconnect_of(config.interconnect, {"--interconnect", ""});
  parts.interconnect = one.name;
  if (npus == 1 && !is_appliance(config.system)) {
    leave_out(parts, "links and switch: one NPU is joined to none");
    return;
  }
  const auto rate = port_rate(setup, one, npus);
  if (!rate) {
    leave_out(parts, fmt::format("links and switch: no rate of {}'s links is known",
                                 setup.deployment.device.name));
    return;
  }
  const InterconnectPower power = power_of(one, npus, *rate, parallel_switches(setup));
  assume(parts, power.assumed);
  assume(parts, shorter_guard(setup, one));
  if (power.links) parts.links = over(*power.links, work.time);
  if (power.a_switch) parts.a_switch = over(*power.a_switch, work.time);
  if (!power.unknown.empty()) leave_out(parts, power.unknown + " is not known");
  if (!exchanges || exchanges->simulated == 0 || !power.link_bit || !power.switch_bit) return;
  const double bits = 8 * static_cast<double>(exchanges->moved.count());
  parts.moved = (*power.link_bit + *power.switch_bit) * bits;
  if (power.switch_bit->count() == 0) *parts.moved += *parts.a_switch;
}

void add_scheduler(const Setup& setup, int npus, const energy::Work& work, EnergyParts& parts) {
  const bool racked = setup.racks && npus > setup.racks->npus;
  if (racked && setup.config.scale_out == "circuit") leave_out(parts, "scheduler: those of rails");
  if (setup.config.fabric != "circuit") return;
  const experiment::SchedulerConfig& scheduler = setup.config.exchange.scheduler;
  if (!experiment::takes_cycles(scheduler)) {
    leave_out(parts, "scheduler: not a core, and its host's power is not known");
    return;
  }
  // A switch of each rack has its own.
  const int ports = racked ? setup.racks->npus : npus;
  const char* const core = schedule::name_of(experiment::core_shape(scheduler, ports).kind);
  const auto known = energy::core_power(core, ports, energy::shipped_cores());
  if (!known) {
    leave_out(parts, fmt::format("scheduler: no power of the {} core was measured", core));
    return;
  }
  const double cores =
      static_cast<double>(systemc::schedulers_of(setup.config.exchange.circuit)) * npus / ports;
  parts.scheduler = over(known->at(scheduler.clock), work.time) * cores;
  if (known->extrapolated) {
    assume(parts, fmt::format("the scheduler of {} ports is extrapolated", ports));
  }
}

}  // namespace

std::optional<Joules> EnergyParts::all() const {
  std::optional<Joules> sum;
  for (const auto& part : {npus, memories, links, a_switch, scheduler}) {
    if (part) sum = sum.value_or(Joules{0}) + *part;
  }
  return sum;
}

EnergyParts energy_parts(const Setup& setup, int npus, const energy::Work& work,
                         const std::optional<FabricFigures>& exchanges) {
  EnergyParts parts;
  add_boards(setup, npus, work, parts);
  add_interconnect(setup, npus, work, exchanges, parts);
  add_scheduler(setup, npus, work, parts);
  return parts;
}

}  // namespace jacquard::serve
