// SPDX-License-Identifier: Apache-2.0
#include "papers/circuits/bhavan.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "jacquard/base/error.hpp"
#include "jacquard/schedule/scheduler.hpp"
#include "sim/synth/core_cost.hpp"
#include "sim/synth/decision_time.hpp"
#include "sim/synth/scaling.hpp"

namespace jacquard::studies {
namespace {

using synth::CoreCost;
using synth::Decision;
using synth::Range;

const schedule::CoreShape kLadder{schedule::CoreKind::ladder, 64, 8, 4};
constexpr std::int64_t kMatrices = 20;

Decision decision_on(demand::DemandClass demand_class) {
  return synth::decide(kLadder, {kMatrices, 1, demand_class},
                       schedule::SchedulerOptions{}.top_offset);
}

double clocks(const Decision& d) { return static_cast<double>(d.load_cycles) + d.cycles_mean; }

report::Answer judged(const report::Question& question, double ours, std::string remark) {
  return {ours, report::compared(question.number, ours), std::move(remark), {}, {}, {}};
}

// An answer that needs the tools, or what is missing.
template <class Measure>
report::Answer measured(const Measure& measure) {
  try {
    return measure(synth::cost_of(kLadder, synth::Method::automatic,
                                  synth::cells_of(synth::kUsualLibrary, synth::kUsualCorner)));
  } catch (const base::ConfigError& missing) {
    const base::InputFault& fault = missing.fault();  // its source is a path of this machine
    return {nullptr, "machine", "not measured: it needs " + fault.expected, {}, {}, {}};
  }
}

}  // namespace

report::Answer bhavan_time(const report::Question& question) {
  return measured([&](const CoreCost& cost) {
    const Range clock = synth::clock_16nm_ns(cost.clock_ns);
    const Decision moe = decision_on(demand::DemandClass::moe);
    const Decision uniform = decision_on(demand::DemandClass::uniform);
    const double most = std::max(clocks(moe), clocks(uniform));
    return judged(
        question, most * clock.high * 1e-3,
        fmt::format(
            "BhaVaN's algorithm, clock and counter width are not disclosed; ours is the ladder "
            "core, "
            "8-bit counters, S = 4, at efficiency {:.3f} (moe) and {:.3f} (uniform), {:.0f} and "
            "{:.0f} clocks with the load of one row per clock, mean of {} matrices. Clock {:.2f} "
            "ns "
            "in OSU 180 nm cells by static timing, no wires; at 16 nm {:.3f} to {:.3f} ns: delay / "
            "{} to / {} (Stillmaker & Baas 2017), x {} to {} for wires; ours is the slow end, the "
            "fast one {:.3f} us. No place and route.",
            moe.efficiency_mean, uniform.efficiency_mean, clocks(moe), clocks(uniform), kMatrices,
            cost.clock_ns, clock.low, clock.high, synth::kFastest, synth::kSlowest,
            synth::kLeastWires, synth::kMostWires, most * clock.low * 1e-3));
  });
}

report::Answer bhavan_area(const report::Question& question) {
  return measured([&](const CoreCost& cost) {
    const Range area = synth::area_16nm_mm2(cost.area_um2);
    return judged(
        question, area.high,
        fmt::format(
            "the ladder core, 64 ports, 8-bit counters, S = 4: {:.2f} mm2 of OSU 180 nm "
            "cells, {} flip-flops of them, from two slices of the array; at 16 nm area / {} "
            "(Stillmaker & Baas 2017), with cells on {:.0f} to {:.0f} % of it {:.3f} to "
            "{:.3f} mm2; ours is the large end. BhaVaN's own contents are not disclosed. No "
            "place and route.",
            cost.area_um2 * 1e-6, cost.flip_flops, synth::kAreaShrink, 100 * synth::kMostFilled,
            100 * synth::kLeastFilled, area.low, area.high));
  });
}

}  // namespace jacquard::studies
