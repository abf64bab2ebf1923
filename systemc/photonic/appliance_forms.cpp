// SPDX-License-Identifier: Apache-2.0
#include "systemc/photonic/appliance_forms.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "jacquard/base/error.hpp"
#include "jacquard/memory/address_map.hpp"
#include "jacquard/memory/closed_forms.hpp"
#include "systemc/photonic/ring_run.hpp"

namespace jacquard::systemc {
namespace {

using rounds::CollectiveKind;

// In picoseconds, not rounded.
double time_of(double bytes, base::BytesPerSecond rate) {
  return bytes / rate.count() * base::kPicosecondsPerSecond;
}
double real(base::Bytes bytes) { return static_cast<double>(bytes.count()); }
double real(base::Picoseconds time) { return static_cast<double>(time.count()); }
base::BytesPerSecond bound_of(const memory::MemoryConfig& memory) {
  const bool ideal = memory.fidelity == memory::Fidelity::ideal;
  return ideal ? memory.organisation.peak() : memory::streaming_bound(memory);
}
base::Picoseconds rounded(double time) { return base::Picoseconds{std::llround(time)}; }

// What the rates and latencies of an appliance say of one piece.
class Pieces {
 public:
  Pieces(const ApplianceConfig& appliance, base::Bytes access)
      : fabric_(appliance.fabric), port_(appliance.module.port), access_(access) {}

  double lanes(base::Bytes payload, base::Bytes header) const {
    return time_of(real(on_lanes(payload, header, port_)), port_.peak());
  }
  double slots(double cells) const {
    return time_of(cells * real(fabric_.on_wire()), port_.peak());
  }
  double through_switch(base::Bytes payload) const {
    return slots(static_cast<double>(fabric_.cells(payload))) + real(fabric_.latency);
  }
  base::Bytes access() const { return access_; }
  const PortConfig& port() const { return port_; }
  const SwitchConfig& fabric() const { return fabric_; }

  // There and back, an unloaded memory's time in between.
  double round_trip(bool writes, bool at_home, double memory) const {
    const base::Bytes there = writes ? access_ : base::Bytes{0};
    const base::Bytes back = writes ? base::Bytes{0} : access_;
    return lanes(there, port_.request_header) + lanes(back, port_.response_header) +
           2 * real(port_.latency) + memory +
           (at_home ? 0 : through_switch(there) + through_switch(back));
  }

 private:
  SwitchConfig fabric_;
  PortConfig port_;
  base::Bytes access_;
};

struct Phase {
  bool writes;
  double busiest;  // bytes of the XPU that moves most
  double all;      // of all XPUs
  double lines;    // bytes that differ: the others are read again
  bool at_home;    // each XPU's accesses are to its own module
};

// A buffer of one block is in the module of its XPU, and so is a part of the shared one.
std::vector<Phase> phases_of(const ApplianceCollective& collective,
                             const ApplianceConfig& appliance) {
  const double n = appliance.modules, b = real(collective.bytes);
  const bool own = collective.bytes <= appliance.interleave;
  const bool part = collective.bytes == appliance.interleave * appliance.modules;
  switch (collective.kind) {
    case CollectiveKind::all_gather:
      return {{true, b, n * b, n * b, own}, {false, n * b, n * n * b, n * b, false}};
    case CollectiveKind::broadcast:
      return {{true, b, b, b, false}, {false, b, (n - 1) * b, b, false}};
    case CollectiveKind::reduce_scatter:
      return {{true, b, n * b, n * b, own}, {false, b, n * b, n * b, false}};
    default:
      return {{true, b, n * b, n * b, own},
              {false, b, n * b, n * b, false},
              {true, b / n, b, b, part},
              {false, b, n * b, b, false}};
  }
}

// All XPUs that read a line read the same bursts of it. Where the mapping keeps a line in one bank
// group, these follow each other tCCD_L apart, not tCCD_S. Lines of the fullest module go round
// the groups of all channels. From DDR a line is read once, and registers answer the others.
double of_busiest_group(const Phase& phase, const ApplianceConfig& appliance,
                        const ApplianceCollective& collective, const memory::MemoryConfig& hbm) {
  if (phase.writes || !collective.warm || hbm.fidelity == memory::Fidelity::ideal) return 0;
  const memory::Organisation& o = hbm.organisation;
  const base::Bytes line = appliance.module.cache.line;
  const memory::AddressMap map(o, hbm.controller.mapping, config::Place{"hbm", "/mapping"});
  const memory::BurstAddress first = map(0),
                             last = map(static_cast<std::uint64_t>(line.count() - 1));
  if (first.channel != last.channel || first.group != last.group) return 0;
  const double block = std::min(real(appliance.interleave), phase.lines);
  const double blocks = std::ceil(phase.lines / block / appliance.modules);
  const double groups = static_cast<double>(o.channels) * o.stack_ids * o.bank_groups;
  const double lines = std::ceil(blocks * block / real(line) / groups);
  const double bursts = std::ceil(real(line) / real(o.burst()));
  return phase.all / phase.lines * lines * bursts * real(hbm.timing.tCCD_L);
}

struct PhaseTime {
  double time;
  Bound bound;
};

PhaseTime time_of(const Phase& phase, const ApplianceConfig& appliance,
                  const ApplianceCollective& collective) {
  const Pieces pieces(appliance, collective.access);
  const double n = appliance.modules, access = real(collective.access);
  const base::Bytes there = phase.writes ? collective.access : base::Bytes{0};
  const base::Bytes back = phase.writes ? base::Bytes{0} : collective.access;
  const double own = phase.busiest / access, mean = phase.all / access / n;
  const double remote = phase.at_home ? 0 : (n - 1) / n;
  const SwitchConfig& fabric = appliance.fabric;

  const memory::MemoryConfig hbm = appliance.module.all_hbm(), ddr = appliance.module.all_ddr();
  const double missed = phase.writes || !collective.warm ? phase.lines / n : 0;
  const double in_hbm = phase.writes && !collective.warm ? 0 : phase.all / n;
  const std::array<PhaseTime, 4> resources = {
      PhaseTime{own * std::max(pieces.lanes(there, pieces.port().request_header),
                               pieces.lanes(back, pieces.port().response_header)),
                Bound::port},
      PhaseTime{pieces.slots(remote *
                             (own * static_cast<double>(fabric.cells(collective.access)) + mean)),
                Bound::fabric},
      PhaseTime{std::max(time_of(in_hbm, bound_of(hbm)),
                         of_busiest_group(phase, appliance, collective, hbm)),
                Bound::hbm},
      PhaseTime{time_of(missed, bound_of(ddr)), Bound::ddr}};
  PhaseTime slowest =
      *std::max_element(resources.begin(), resources.end(),
                        [](const PhaseTime& a, const PhaseTime& b) { return a.time < b.time; });

  const bool from_ddr = phase.writes || !collective.warm;
  const memory::MemoryConfig& memory = from_ddr ? ddr : hbm;
  const memory::Timing& t = memory.timing;
  const double unloaded = real(appliance.module.cache.tags) +
                          (phase.writes ? real(t.tRCDWR + t.tCWL) : real(t.tRCDRD + t.tCL));
  slowest.time += pieces.round_trip(phase.writes, phase.at_home, unloaded);
  return slowest;
}

CollectiveForm of_shared_memory(const ApplianceConfig& appliance,
                                const ApplianceCollective& collective) {
  CollectiveForm form;
  double writing = 0, reading = 0, longest = 0;
  for (const Phase& phase : phases_of(collective, appliance)) {
    const PhaseTime one = time_of(phase, appliance, collective);
    (phase.writes ? writing : reading) += one.time;
    if (one.time > longest) {
      longest = one.time;
      form.bound = one.bound;
    }
  }
  form.writing = rounded(writing);
  form.reading = rounded(reading);
  form.time = form.writing + form.reading;
  return form;
}

CollectiveForm of_ring(const ApplianceConfig& appliance, const ApplianceCollective& collective) {
  const base::Bytes step = ring_step_bytes(collective, appliance.modules);
  const base::Bytes piece = std::min(step, collective.access);
  const Pieces pieces(appliance, piece);
  const double out = pieces.lanes(piece, pieces.port().request_header);
  const double slots = pieces.slots(static_cast<double>(pieces.fabric().cells(piece)));
  const double in = pieces.lanes(piece, pieces.port().response_header);
  const double slowest = std::max({out, slots, in});
  const double first =
      out + slots + in + 2 * real(pieces.port().latency) + real(pieces.fabric().latency);
  const double others = real(step) / real(piece) - 1;

  CollectiveForm form;
  form.bound = slots > std::max(out, in) ? Bound::fabric : Bound::port;
  const bool forwards = collective.kind == CollectiveKind::broadcast;
  const double hops = forwards
                          ? appliance.modules - 1
                          : static_cast<double>(ring_steps(collective.kind, appliance.modules));
  form.time = rounded(hops * first + (forwards ? 1 : hops) * others * slowest);
  return form;
}

}  // namespace

const char* name_of(Bound bound) {
  switch (bound) {
    case Bound::port:
      return "port";
    case Bound::fabric:
      return "switch";
    case Bound::hbm:
      return "hbm";
    default:
      return "ddr";
  }
}

CollectiveForm closed_form(const ApplianceConfig& appliance,
                           const ApplianceCollective& collective) {
  return collective.algorithm == ApplianceAlgorithm::ring ? of_ring(appliance, collective)
                                                          : of_shared_memory(appliance, collective);
}

}  // namespace jacquard::systemc
