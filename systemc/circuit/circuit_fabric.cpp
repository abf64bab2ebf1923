// SPDX-License-Identifier: Apache-2.0
#include "systemc/circuit/circuit_fabric.hpp"

#include <algorithm>
#include <systemc>
#include <tuple>

#include "jacquard/base/at.hpp"
#include "jacquard/base/divide_up.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/config/quantity_text.hpp"
#include "systemc/circuit/acknowledgements.hpp"
#include "systemc/circuit/bulk.hpp"
#include "systemc/control/early_decision.hpp"
#include "systemc/control/kept_decision.hpp"
#include "systemc/control/watched_decision.hpp"
#include "systemc/kernel/simulation.hpp"
#include "systemc/kernel/time.hpp"

namespace jacquard::systemc {
namespace {

using base::Bytes;
using base::ConfigError;
using base::Picoseconds;
using config::show_quantity;

constexpr std::int64_t kFlapsPerDemand = 100;
constexpr std::int64_t kMostSlots = 10'000'000;  // each is a transfer of its own

const char* name_of(Why why) {
  return why == Why::guard ? "a guard window" : "a setting that leads elsewhere";
}

// Gives lost bytes back to who sent them; or ends the run, if they should not have been lost.
class Losses final : public LossSink {
 public:
  Losses(bool is_error, std::vector<std::unique_ptr<Nic>>& nics)
      : is_error_(is_error), nics_(nics) {}
  void report_to(Controller& controller) { controller_ = &controller; }

  void lost(const Transfer& t, ByteRange bytes, Why why) override {
    total_ += Bytes{bytes.count};
    if (why != Why::outage && is_error_) {
      controller_->fail(std::make_exception_ptr(ConfigError(
          {"circuit/t_max", "", "settings that last while data pass",
           show_quantity(Bytes{bytes.count}) + " from NPU " + std::to_string(t.source) +
               " to NPU " + std::to_string(t.destination) + " that met " + name_of(why) + " at " +
               show_quantity(t.head) + ", sent from " + show_quantity(t.path[0].head),
           "a larger circuit.t_max, or circuit.loss_is_error=false to count them"})));
    }
    base::at(nics_, t.source)->give_back(t.destination, bytes);
  }

  void fail(base::InputFault fault) {
    controller_->fail(std::make_exception_ptr(ConfigError(std::move(fault))));
  }

  Bytes total() const { return total_; }

 private:
  bool is_error_;
  std::vector<std::unique_ptr<Nic>>& nics_;
  Controller* controller_ = nullptr;
  Bytes total_{0};
};

CrossbarHardware hardware_of(const CircuitScenario& s, ClockedCrossbar::Complain complain) {
  const CircuitParameters& p = s.parameters;
  if (p.crossbar_clock.count() == 0) return {};
  JQ_CHECK(s.crossbar != nullptr, "a fabric with a crossbar in hardware is given one");
  const std::int64_t clock = p.crossbar_clock.count();
  ClockedCrossbar::Timing timing;
  timing.period = p.crossbar_clock;
  timing.phase = Picoseconds{p.distances.farthest().count() % clock};
  timing.guard_clocks = static_cast<int>(p.crossbars.guard.count() / clock);
  return {s.crossbar, timing, std::move(complain)};
}

// At the least: a line is carried on the links to all switches at the same time.
Picoseconds least_time(const CircuitParameters& p, const demand::DemandMatrix& demand) {
  const std::int64_t all = p.framing.time(demand.largest_line_sum().count()).count();
  return Picoseconds{base::divide_up(all, p.crossbars.switches)};
}

void require_size(const CircuitParameters& p, const demand::DemandMatrix& demand) {
  const auto ports = static_cast<int>(p.distances.delay.size());
  if (demand.ports() != ports) {
    throw ConfigError({"fabric/ports", "",
                       "as many as the demand has, " + std::to_string(demand.ports()),
                       std::to_string(ports), ""});
  }
  const Picoseconds least = least_time(p, demand);
  if (least > kLongestRunOfCircuits) {
    throw ConfigError({"fabric/rate", "", "a run of at most a day of simulated time",
                       "a demand that takes at least " + show_quantity(least), ""});
  }
  if (p.slot.count() == 0) return;
  const std::int64_t slots = demand.largest_entry().count() / p.slot_bytes.count();
  if (slots > kMostSlots) {
    throw ConfigError({"circuit/slot", "",
                       "slots of which the largest entry of the demand fills at most " +
                           std::to_string(kMostSlots),
                       std::to_string(slots) + " slots of " + show_quantity(p.slot_bytes), ""});
  }
}

std::vector<std::unique_ptr<Nic>> make_nics(const demand::DemandMatrix& demand,
                                            const demand::DemandMatrix& carried,
                                            const Framing& framing, LossSink& losses,
                                            Shuffle& shuffle) {
  std::vector<std::unique_ptr<Nic>> nics;
  const int n = demand.ports();
  const auto all = carried.row_major();
  for (int i = 0; i < n; ++i) {
    std::vector<Message> awaits;
    awaits.reserve(base::index(n));
    for (int source = 0; source < n; ++source) {
      awaits.push_back({demand.at(source, i).count(), carried.at(source, i).count()});
    }
    const base::Span<const std::int64_t> owes(all.data() + static_cast<std::ptrdiff_t>(i) * n,
                                              static_cast<std::size_t>(n));
    nics.push_back(std::make_unique<Nic>(i, owes, std::move(awaits), framing, losses, shuffle));
  }
  return nics;
}

std::unique_ptr<Decision> watched(const FaultConfig& faults, std::unique_ptr<Decision> decision) {
  if (!faults.stuck_after) return decision;
  return std::make_unique<WatchedDecision>("watched", std::move(decision), *faults.stuck_after,
                                           faults.watchdog);
}

// The scheduler is told of the expected demand as NPUs report one.
std::optional<EarlySchedule> decided_early(const CircuitScenario& s, const MakeDecision& decide) {
  if (s.foresight == nullptr) return std::nullopt;
  const demand::DemandMatrix expected =
      with_acknowledgements(s.foresight->expected, s.parameters.framing);
  Simulation simulation;
  const Simulation::Scope scope(simulation);
  const std::unique_ptr<Decision> decision = decide();
  return decide_early(*decision, quantise(expected, s.counting));
}

std::unique_ptr<Decision> decision_of(const CircuitScenario& s, std::optional<EarlySchedule> early,
                                      const MakeDecision& decide) {
  std::unique_ptr<Decision> decision = watched(s.faults, decide());
  if (!early) return decision;
  const Picoseconds began = s.parameters.report_latency - s.foresight->lead;
  return std::make_unique<EarlyDecision>("early", std::move(*early), began, std::move(decision));
}

schedule::Connected connected_of(const CircuitScenario& s) {
  const bool follows = s.before != nullptr && s.before->last != nullptr;
  return follows ? s.before->last->connected : schedule::Connected();
}

void collect(const demand::DemandMatrix& demand, const demand::DemandMatrix& carried,
             const std::vector<std::unique_ptr<Nic>>& nics, CircuitOutcome& out) {
  const int n = demand.ports();
  out.flow_finish.assign(demand.row_major().size(), Picoseconds{0});
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < n; ++j) {
      if (demand.at(i, j).count() == 0) continue;
      const Nic& to = *base::at(nics, j);
      const Picoseconds finish = *to.finished(i);
      out.flow_finish[base::cell(i, j, n)] = finish;
      out.bytes_delivered += Bytes{to.received(i)} - (carried.at(i, j) - demand.at(i, j));
    }
    out.completion = std::max(out.completion, base::at(nics, i)->last_arrival());
  }
}

bool allows_bulk(const CircuitScenario& s) {
  const CircuitParameters& p = s.parameters;
  const bool plain = p.crossbars.leaves == 0 && p.crossbar_clock.count() == 0 && p.loss_is_error;
  return s.in_bulk && plain && !s.keep && s.event_order == 0 && !expects_faults(s.faults);
}

CircuitOutcome simulate(const CircuitScenario& s, bool in_bulk, const demand::DemandMatrix& demand,
                        const MakeDecision& decide) {
  const CircuitParameters& p = s.parameters;
  const demand::DemandMatrix carried =
      s.carried != nullptr ? *s.carried : with_acknowledgements(demand, p.framing);
  require_size(p, carried);
  const Picoseconds horizon = least_time(p, carried);
  const Faults faults = draw_faults(s.faults, demand.ports(), base::times(horizon, kFlapsPerDemand),
                                    p.report_latency, s.seed, s.index);

  std::optional<EarlySchedule> early = decided_early(s, decide);
  Simulation simulation;
  const Simulation::Scope scope(simulation);
  std::vector<std::unique_ptr<Nic>> nics;
  Shuffle shuffle(s.event_order);
  Losses losses(p.loss_is_error, nics);
  nics = make_nics(demand, carried, p.framing, losses, shuffle);
  for (const auto& nic : nics) nic->set_forward(p.forward);
  const auto complain = [&](const std::string& found) {
    losses.fail({"circuit/crossbar", "", "hardware that does what it is told", found, ""});
  };
  Places places(demand.ports());
  const auto crossbars =
      in_bulk ? make_bulk_crossbar(p.crossbars, nics)
              : make_crossbars(p.crossbars, {nics, faults.outages, losses, shuffle, places},
                               hardware_of(s, complain));
  if (s.keep) {
    crossbars->keep_settings();
    for (const auto& nic : nics) nic->keep_transfers();
  }
  const AnnouncedSlots clock(p.distances, s.seed);
  std::unique_ptr<Decision> decision = decision_of(s, std::move(early), decide);
  KeptDecision* kept = nullptr;
  if (s.before != nullptr) {
    const bool orders = p.keep_settings && s.foresight == nullptr;
    auto own = std::make_unique<KeptDecision>("kept", *s.before, orders, std::move(decision));
    kept = own.get();
    decision = std::move(own);
  }
  Controller controller(
      "controller", {p, s.counting, s.faults, faults, clock, *decision, *crossbars, nics, s.overlap,
                     !p.loss_is_error || expects_faults(s.faults), s.keep || s.keep_schedule,
                     s.seed, s.index, connected_of(s)});
  losses.report_to(controller);

  sc_core::sc_start();
  if (controller.failure() != nullptr) std::rethrow_exception(controller.failure());
  for (const auto& nic : nics) {
    if (nic->has_received_all()) continue;
    throw ConfigError({"simulate", "", "a run that delivers everything",
                       "one that stalls at " + show_quantity(now()) + ": " + controller.waits_for(),
                       ""});
  }

  CircuitOutcome out;
  collect(demand, carried, nics, out);
  out.bytes_lost = losses.total();
  out.controller = controller.record();
  if (kept != nullptr) out.left = kept->leaves(out.controller.connected);
  for (std::size_t i = 0; i < nics.size(); ++i) {
    std::vector<Picoseconds> sending;
    sending.reserve(base::index(p.crossbars.switches));
    for (int k = 0; k < p.crossbars.switches; ++k) sending.push_back(nics[i]->sending(k));
    out.npus.push_back({std::move(sending), faults.ready[i], nics[i]->sent()});
    out.events += nics[i]->sends();
    const auto& arrived = nics[i]->arrived();
    out.transfers.insert(out.transfers.end(), arrived.begin(), arrived.end());
  }
  // As they were sent. On parallel links an NPU begins several at the same time.
  std::sort(out.transfers.begin(), out.transfers.end(), [](const Transfer& a, const Transfer& b) {
    return std::make_tuple(a.path[0].head, a.source, a.head, a.destination, a.bytes.first) <
           std::make_tuple(b.path[0].head, b.source, b.head, b.destination, b.bytes.first);
  });
  out.places = places.names();
  out.ports = crossbars->ports();
  out.settings = crossbars->settings();
  // The controller acts at the scheduler's pace.
  out.scheduler_events = decision->activations() + out.controller.activations;
  out.events += crossbars->deliveries() + out.scheduler_events;
  const bool got_stuck = s.faults.stuck_after && out.controller.decisions > 1;
  out.struck = strikes(faults, out.completion) || out.controller.messages_lost > 0 || got_stuck;
  out.in_bulk = in_bulk;
  return out;
}

}  // namespace

CircuitOutcome simulate_circuit(const CircuitScenario& s, const demand::DemandMatrix& demand,
                                const MakeDecision& decide) {
  if (allows_bulk(s)) {
    try {
      return simulate(s, true, demand, decide);
    } catch (const NotInBulk&) {
    }
  }
  return simulate(s, false, demand, decide);
}

}  // namespace jacquard::systemc
