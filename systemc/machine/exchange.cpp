// SPDX-License-Identifier: Apache-2.0
#include "systemc/machine/exchange.hpp"

#include <algorithm>

#include "jacquard/base/at.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/base/rng.hpp"
#include "jacquard/config/quantity_text.hpp"
#include "jacquard/rtl/slot_arbiter.hpp"
#include "systemc/experiment/technologies.hpp"

namespace jacquard::machine {
namespace {

using base::Bytes;
using base::Picoseconds;
using demand::DemandMatrix;

struct Named {
  Carrier carrier;
  const char* name;
};
constexpr Named kNames[] = {{Carrier::circuit, "circuit"},
                            {Carrier::packet, "packet"},
                            {Carrier::photonic, "photonic"},
                            {Carrier::ideal, "ideal"}};

experiment::ExperimentConfig experiment_of(const ExchangeConfig& config) {
  experiment::ExperimentConfig experiment;
  experiment.fabric = config.fabric;
  experiment.circuit = config.circuit;
  experiment.scheduler = config.scheduler;
  experiment.faults = config.faults;
  return experiment;
}

DemandMatrix between_ports(const DemandMatrix& demand) {
  DemandMatrix between = demand;
  for (int port = 0; port < demand.ports(); ++port) between.set(port, port, Bytes{0});
  return between;
}

// One sender after the other.
std::vector<std::vector<Arrival>> ideal_arrivals(const DemandMatrix& demand,
                                                 const systemc::LinkConfig& links) {
  std::vector<std::vector<Arrival>> arrivals(base::index(demand.ports()));
  for (int to = 0; to < demand.ports(); ++to) {
    std::int64_t received = 0;
    for (int from = 0; from < demand.ports(); ++from) {
      const std::int64_t bytes = demand.at(from, to).count();
      received += bytes;
      const Picoseconds at =
          base::transfer_time(Bytes{received}, links.rate) + 2 * links.link_delay;
      if (bytes > 0) base::at(arrivals, to).push_back({at, bytes});
    }
  }
  return arrivals;
}

// Each line of the matrix at the rate of a link, and the way to the switch and from it.
Exchanged ideal_exchange(const DemandMatrix& demand, const systemc::LinkConfig& links) {
  Exchanged out;
  const int ports = demand.ports();
  for (int port = 0; port < ports; ++port) {
    std::int64_t sent = 0, received = 0;
    for (int other = 0; other < ports; ++other) {
      sent += demand.at(port, other).count();
      received += demand.at(other, port).count();
    }
    out.bytes += Bytes{sent};
    const std::int64_t most = std::max(sent, received);
    out.done.push_back(most == 0
                           ? Picoseconds{0}
                           : base::transfer_time(Bytes{most}, links.rate) + 2 * links.link_delay);
    out.completion = std::max(out.completion, out.done.back());
  }
  if (out.completion.count() > 0) out.wait = 2 * links.link_delay;
  return out;
}

// With `arrivals`, those too.
void finish_ports(const std::vector<demand::Flow>& flows, const std::vector<Picoseconds>& times,
                  bool arrivals, Exchanged& out) {
  for (std::size_t f = 0; f < flows.size(); ++f) {
    for (const int port : {flows[f].source, flows[f].destination}) {
      Picoseconds& done = base::at(out.done, port);
      done = std::max(done, times[f]);
    }
  }
  if (!arrivals) return;
  out.arrivals.resize(out.done.size());
  for (std::size_t f = 0; f < flows.size(); ++f) {
    base::at(out.arrivals, flows[f].destination).push_back({times[f], flows[f].size.count()});
  }
  for (std::vector<Arrival>& port : out.arrivals) {
    std::stable_sort(port.begin(), port.end(),
                     [](const Arrival& a, const Arrival& b) { return a.at < b.at; });
  }
}

void require_photonic(const ExchangeConfig& config) {
  systemc::require_consistent(config.appliance, {"appliance", ""});
  systemc::require_consistent(config.photonic, {"photonic", ""});
  if (config.appliance.modules == config.fabric.ports) return;
  throw base::ConfigError(
      {"appliance", "/modules", std::to_string(config.fabric.ports) + ", as many as NPUs exchange",
       std::to_string(config.appliance.modules), "appliance=pfa has 16, pfa_next has 64"});
}

Exchanged photonic_exchange(const ExchangeConfig& config, const DemandMatrix& demand,
                            std::uint64_t seed) {
  const std::vector<demand::Flow> flows = demand::flows_of(demand);
  const bool rtl = config.appliance.fabric.arbiter == systemc::kRtlArbiter;
  const systemc::ApplianceExchangeFigures figures =
      systemc::run_exchange(config.appliance, config.photonic, {flows.data(), flows.size()}, seed,
                            rtl ? rtl::make_rtl_slot_arbiter(config.appliance.modules) : nullptr);
  Exchanged out;
  out.completion = figures.time;
  out.wait = figures.time -
             base::transfer_time(demand.largest_line_sum(), config.appliance.module.port.rate());
  out.bytes = figures.delivered;
  out.bytes_lost = demand.total() - figures.delivered;
  out.done.assign(base::index(demand.ports()), Picoseconds{0});
  finish_ports(flows, figures.flows, config.arrivals, out);
  return out;
}

}  // namespace

config::Codec<Carrier> carrier_codec() {
  config::Words<Carrier> words;
  for (const Named& one : kNames) words.emplace_back(one.name, one.carrier);
  return config::choice(std::move(words));
}

const char* name_of(Carrier carrier) {
  const auto* const it = std::find_if(std::begin(kNames), std::end(kNames),
                                      [&](const Named& one) { return one.carrier == carrier; });
  return it->name;
}

base::Picoseconds guard_of(const ExchangeConfig& config) {
  if (config.circuit.guard) return *config.circuit.guard;
  if (config.circuit.technology.empty()) return systemc::kDefaultGuard;
  return experiment::find_technology(config.circuit.technology).slowest;
}

void use_links(int ports, base::BitsPerSecond rate, base::Picoseconds delay,
               ExchangeConfig& config) {
  const systemc::LinkConfig usual;
  const auto refuse = [](const char* key, const std::string& network, const std::string& said) {
    throw base::ConfigError({"fabric", key, network + ", as the network has", said,
                             "leave the key out: the network's is taken"});
  };
  systemc::LinkConfig& said = config.fabric;
  if (said.ports != usual.ports && said.ports != ports) {
    refuse("/ports", std::to_string(ports), std::to_string(said.ports));
  }
  if (said.rate != usual.rate && said.rate != rate) {
    refuse("/rate", config::show_quantity(rate), config::show_quantity(said.rate));
  }
  if (said.link_delay != usual.link_delay && said.link_delay != delay) {
    refuse("/link_delay", config::show_quantity(delay), config::show_quantity(said.link_delay));
  }
  said.ports = ports;
  // Parallel switches share what an NPU has.
  const bool shares = config.carrier == Carrier::circuit && config.circuit.switches > 1;
  said.rate = shares ? base::BitsPerSecond{rate.count() / config.circuit.switches} : rate;
  said.link_delay = delay;
}

void require_kept(const ExchangeConfig& config, Decide decide) {
  if (!config.circuit.keep_settings) return;
  const auto refuse = [](const char* option, const char* key, const char* expected,
                         const char* found) {
    throw base::ConfigError({option, key,
                             std::string(expected) + " where circuit.keep_settings is true", found,
                             "circuit.keep_settings=false"});
  };
  if (decide != Decide::on_demand && decide != Decide::turned) {
    refuse("--decide", "", "on_demand or turned", name_of(decide));
  }
  if (config.scheduler.kind == experiment::SchedulerKind::file) {
    refuse("scheduler", "/kind", "software or rtl", "file");
  }
}

struct Exchanger::Impl {
  ExchangeConfig config;
  std::uint64_t seed;
  std::unique_ptr<systemc::Fabric> fabric;  // none where it is ideal
};

Exchanger::Exchanger(const ExchangeConfig& config, std::uint64_t seed, const std::string& waveform)
    : impl_(std::make_unique<Impl>(Impl{config, seed, nullptr})) {
  if (config.carrier == Carrier::ideal) return;
  if (config.carrier == Carrier::photonic) {
    require_photonic(config);
    return;
  }
  const experiment::FabricKind& kind = experiment::fabric_kind(name_of(config.carrier));
  const experiment::ExperimentConfig experiment = experiment_of(config);
  if (kind.check != nullptr) kind.check(experiment);
  if (kind.is_measured != nullptr && kind.is_measured(experiment)) {
    throw base::ConfigError(
        {"scheduler", "/timing", "auto, cycles or fixed in a job", "measured",
         "jacquard simulate measures: scheduler.timing=fixed, and its latency"});
  }
  impl_->fabric = kind.make(experiment, seed, waveform);
}

Exchanger::~Exchanger() = default;
Exchanger::Exchanger(Exchanger&&) noexcept = default;

Exchanged Exchanger::carry(const DemandMatrix& demand, std::uint64_t index,
                           const systemc::Foresight* foresight, const systemc::Before* before) {
  const systemc::LinkConfig& links = impl_->config.fabric;
  if (demand.ports() != links.ports) {
    throw base::ConfigError({"fabric", "/ports",
                             std::to_string(demand.ports()) + ", as the exchange has",
                             std::to_string(links.ports), ""});
  }
  const DemandMatrix between = between_ports(demand);
  Exchanged out;
  const bool photonic = impl_->config.carrier == Carrier::photonic;
  if (photonic && between.total().count() > 0) {
    return photonic_exchange(impl_->config, between,
                             base::Rng(impl_->seed, "exchange on an appliance", index)());
  }
  if (impl_->fabric == nullptr || between.total().count() == 0) {
    Exchanged ideal = ideal_exchange(between, links);
    if (impl_->config.arrivals) ideal.arrivals = ideal_arrivals(between, links);
    if (before != nullptr) ideal.left = before->last;
    return ideal;
  }
  const std::vector<demand::Flow> flows = demand::flows_of(between);
  std::optional<systemc::Foresight> ahead;
  if (foresight != nullptr) ahead = {between_ports(foresight->expected), foresight->lead};
  const systemc::RunFigures figures = impl_->fabric->run(
      {between, {flows.data(), flows.size()}, true, index, ahead ? &*ahead : nullptr, before},
      impl_->seed, nullptr);
  const auto circuits = systemc::own_figures<systemc::CircuitFigures>(figures);
  out.completion = figures.completion;
  out.decision = circuits.decision;
  out.guard = circuits.guard;
  out.hold = circuits.hold;
  out.wait = figures.completion - figures.bound;
  out.permutations = circuits.permutations;
  out.decisions = circuits.decisions;
  out.schedule_hash = circuits.schedule_hash;
  out.left = circuits.left;
  out.struck = circuits.struck;
  out.messages_lost = circuits.messages_lost;
  out.detected = circuits.detected;
  out.replanned = circuits.replanned;
  out.bytes_resent = figures.bytes_resent;
  out.bytes = figures.bytes_delivered;
  out.bytes_lost = figures.bytes_asked - figures.bytes_delivered;
  out.events = figures.events - circuits.scheduler_events;
  out.done.assign(base::index(demand.ports()), Picoseconds{0});
  finish_ports(flows, figures.flow_times, impl_->config.arrivals, out);
  return out;
}

}  // namespace jacquard::machine
