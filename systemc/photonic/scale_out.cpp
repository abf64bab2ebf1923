// SPDX-License-Identifier: Apache-2.0
#include "systemc/photonic/scale_out.hpp"

#include <array>
#include <cmath>
#include <string>

#include "jacquard/config/quantity_text.hpp"

namespace jacquard::systemc {
namespace {

using rounds::CollectiveKind;

struct Stage {
  ApplianceConfig appliance;
  ApplianceCollective collective;
  bool between = false;
};

// A switch of the second tier with the modules that it joins is an appliance to a ring, which asks
// nothing of its memories.
ApplianceConfig second_tier(ApplianceConfig appliance, const ScaleOut& scale_out) {
  PortConfig& port = appliance.module.port;
  port.lane_rate = base::BitsPerSecond{scale_out.uplink.count() / port.lanes};
  appliance.modules = scale_out.appliances;
  return appliance;
}

std::array<Stage, 3> stages_of(const ApplianceConfig& appliance, const ScaleOut& scale_out,
                               const ApplianceCollective& collective) {
  std::array<Stage, 3> stages = {Stage{appliance, collective},
                                 Stage{second_tier(appliance, scale_out), collective, true},
                                 Stage{appliance, collective}};
  const base::Bytes part{collective.bytes.count() / appliance.modules};
  stages[0].collective.kind = CollectiveKind::reduce_scatter;
  stages[1].collective.bytes = stages[2].collective.bytes = part;
  stages[1].collective.algorithm = ApplianceAlgorithm::ring;
  stages[2].collective.kind = CollectiveKind::all_gather;
  return stages;
}

base::Picoseconds scaled(base::Picoseconds time, double share) {
  return base::Picoseconds{std::llround(static_cast<double>(time.count()) * share)};
}

// `more` ran after `sum`; `share` of it is this appliance's.
void add(memory::Figures& sum, const memory::Figures& more, double share) {
  using memory::BusTimes;
  using memory::EnergyParts;
  sum.elapsed = base::plus(sum.elapsed, more.elapsed);
  sum.read += more.read;
  sum.written += more.written;
  for (auto part : {&BusTimes::data, &BusTimes::refresh, &BusTimes::turnaround, &BusTimes::activate,
                    &BusTimes::idle}) {
    sum.bus.*part += scaled(more.bus.*part, share);
  }
  for (auto part : {&EnergyParts::activate, &EnergyParts::read, &EnergyParts::write,
                    &EnergyParts::refresh, &EnergyParts::io, &EnergyParts::background}) {
    sum.energy.*part += more.energy.*part * share;
  }
}

void add(ApplianceFigures& sum, const ApplianceFigures& more, double share) {
  sum.time += more.time;
  sum.writing += more.writing;
  sum.reading += more.reading;
  sum.written += more.written;
  sum.read += more.read;
  sum.sent += base::Bytes{std::llround(static_cast<double>(more.sent.count()) * share)};
  sum.latencies.insert(sum.latencies.end(), more.latencies.begin(), more.latencies.end());
  sum.counts.reads += more.counts.reads;
  sum.counts.read_hits += more.counts.read_hits;
  sum.counts.writes += more.counts.writes;
  sum.counts.write_hits += more.counts.write_hits;
  add(sum.hbm, more.hbm, share);
  add(sum.ddr, more.ddr, share);
  sum.port_energy += more.port_energy * share;
  sum.switch_energy += more.switch_energy * share;
  sum.cells += std::llround(static_cast<double>(more.cells) * share);
}

}  // namespace

void require_consistent(const ScaleOut& scale_out, const ApplianceCollective& collective,
                        const ApplianceConfig& appliance, const config::Place& place) {
  if (scale_out.appliances == 1) return;
  if (collective.kind != CollectiveKind::all_reduce) {
    (place / "collective").fail("all-reduce, where there are several appliances");
  }
  const std::int64_t parts = std::int64_t{appliance.modules} * scale_out.appliances;
  if (collective.bytes.count() % parts != 0) {
    (place / "bytes")
        .fail("a multiple of " + std::to_string(parts) + " B, as each XPU has a part",
              config::show_quantity(collective.bytes));
  }
  if (scale_out.uplink.count() % appliance.module.port.lanes != 0) {
    (place / "uplink")
        .fail("equal rates of " + std::to_string(appliance.module.port.lanes) + " lanes",
              config::show_quantity(scale_out.uplink));
  }
}

ScaleOutFigures run_scale_out(const ApplianceConfig& appliance, const ScaleOut& scale_out,
                              const ApplianceCollective& collective, std::uint64_t seed,
                              const MakeArbiter& arbiter) {
  if (scale_out.appliances == 1) {
    return {run_collective(appliance, collective, seed, arbiter(appliance.modules)),
            base::Picoseconds{0}};
  }
  ScaleOutFigures figures;
  bool first = true;
  for (const Stage& stage : stages_of(appliance, scale_out, collective)) {
    const ApplianceFigures one =
        run_collective(stage.appliance, stage.collective, seed, arbiter(stage.appliance.modules));
    // A switch above serves one module of each appliance, and there is one for each module.
    const double share = static_cast<double>(appliance.modules) / stage.appliance.modules;
    if (first) {
      figures.all = one;
    } else {
      add(figures.all, one, share);
    }
    first = false;
    if (stage.between) figures.between = one.time;
  }
  return figures;
}

CollectiveForm closed_form(const ApplianceConfig& appliance, const ScaleOut& scale_out,
                           const ApplianceCollective& collective) {
  if (scale_out.appliances == 1) return closed_form(appliance, collective);
  CollectiveForm sum;
  base::Picoseconds longest{0};
  for (const Stage& stage : stages_of(appliance, scale_out, collective)) {
    const CollectiveForm one = closed_form(stage.appliance, stage.collective);
    sum.time += one.time;
    sum.writing += one.writing;
    sum.reading += one.reading;
    if (one.time > longest) {
      longest = one.time;
      sum.bound = one.bound;
    }
  }
  return sum;
}

}  // namespace jacquard::systemc
