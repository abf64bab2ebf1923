// SPDX-License-Identifier: Apache-2.0
#include "systemc/rotor/rotor_fabric.hpp"

#include <fmt/format.h>

#include "jacquard/base/error.hpp"
#include "jacquard/config/quantity_text.hpp"
#include "systemc/fabric/records.hpp"
#include "systemc/frames/pair_queue.hpp"
#include "systemc/rotor/matchings.hpp"
#include "systemc/rotor/rotor_run.hpp"

namespace jacquard::systemc {
namespace {

using base::Picoseconds;

bool has_diagonal(const demand::DemandMatrix& demand) {
  for (int i = 0; i < demand.ports(); ++i) {
    if (demand.at(i, i) > base::Bytes{0}) return true;
  }
  return false;
}

void require_room(const RotorConfig& config, const Framing& link, Picoseconds guard) {
  const Picoseconds least = guard + link.time(link.mtu.count());
  const std::int64_t parts = config.staggered ? config.switches : 1;
  if (config.slot >= least && config.slot.count() % parts == 0) return;
  throw base::ConfigError(
      {"rotor", "/slot",
       config.slot < least ? "a guard and a packet, " + config::show_quantity(least) + ", or more"
                           : fmt::format("a multiple of {} ps, as staggered is true", parts),
       config::show_quantity(config.slot), ""});
}

void record(const RotorRun& run, const RotorClock& clock, Picoseconds guard, std::int64_t slices,
            report::FabricRun& trace) {
  for (int i = 0; i < clock.ports(); ++i) {
    for (int s = 0; s < clock.switches(); ++s) {
      const auto& used = base::at(run.used(), i * clock.switches() + s);
      trace.links.push_back(link_record(fmt::format("npu {} up {}", i, s), used.bytes, used.busy,
                                        Picoseconds{0}, Picoseconds{0}, run.completion()));
    }
  }
  for (std::int64_t slice = 0; slice < slices; ++slice) {
    for (int s = 0; s < clock.switches(); ++s) {
      if (!clock.changes(s, slice)) continue;
      const Picoseconds from = clock.start_of(slice);
      const Picoseconds guard_from = slice == 0 ? from : from - guard;
      trace.settings.push_back({fmt::format("rotor {}", s), guard_from, from,
                                clock.closes(s, slice), clock.matching(s, slice)});
    }
  }
}

}  // namespace

RunFigures Rotors::run(const Offer& offer, std::uint64_t seed, report::FabricRun* trace) {
  if (offer.foresight != nullptr || offer.before != nullptr) {
    throw base::ConfigError(
        {"fabrics", "/kind", "circuit where exchanges are decided on", "rotor", ""});
  }
  Framing link = framing_;
  link.rate = base::BitsPerSecond{framing_.rate.count() / config_.switches};
  require_room(config_, link, guard_);
  const int ports = offer.demand.ports();
  RunFigures f = figures_of(offer, framing_.rate);
  if (config_.matchings == Matchings::random && ports > kMostRandomPorts) {
    throw base::ConfigError({"rotor", "/matchings",
                             fmt::format("shifts above {} ports", kMostRandomPorts), "random", ""});
  }
  const RotorClock clock(
      config_, guard_,
      dealt_out(rotor_matchings(config_.matchings, ports, has_diagonal(offer.demand), seed),
                config_.switches));
  const std::int64_t most_relayed = config_.relay_packets
                                        ? link.mtu.count() * *config_.relay_packets
                                        : payload_in(config_.slot - guard_, link);
  RotorRun run(config_, clock, link, link_delay_, most_relayed, offer.flows);
  run.go();
  f.completion = run.completion();
  for (std::size_t k = 0; k < offer.flows.size(); ++k) {
    f.flow_times.push_back(run.finish()[k] - offer.flows[k].start);
  }
  f.bytes_delivered = f.bytes_asked;
  f.events = run.events();
  f.own = run.figures();
  if (trace != nullptr) {
    trace->completion = f.completion;
    record_flows(offer, run.finish(), *trace);
    record(run, clock, guard_, run.figures().slices, *trace);
  }
  return f;
}

}  // namespace jacquard::systemc
