// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "jacquard/base/rng.hpp"
#include "jacquard/demand/quantise.hpp"
#include "jacquard/schedule/core/check_core.hpp"
#include "jacquard/schedule/core/lockstep.hpp"
#include "sim/verify/stressing_user.hpp"
#include "sim/verify/tally.hpp"
#include "sim/verify/verify.hpp"

namespace jacquard::verify {
namespace {

using schedule::CoreInputs;
using schedule::CoreRun;
using schedule::Lockstep;

constexpr base::Picoseconds kSlot{10'000};

bool begins_with(const Emitted& whole, const Emitted& part) {
  return part.holds.size() <= whole.holds.size() &&
         std::equal(part.holds.begin(), part.holds.end(), whole.holds.begin()) &&
         std::equal(part.settings.begin(), part.settings.end(), whole.settings.begin());
}

// What did not hold in this case, or "".
std::string run_case(Lockstep& core, const demand::QuantaMatrix& demand, const CoreInputs& options,
                     base::Rng rng, CoreRun& plain) {
  plain = run_core(core, demand, options);
  const schedule::Verdict verdict = check_core(core.shape(), demand, plain);
  const Emitted expected = emitted(plain.schedule);
  StressingUser user(demand, options, rng);
  bool same = true;
  if (rng.chance(0.25)) {
    const std::int64_t abort_after = rng.between(0, plain.cycles);
    same = begins_with(expected, user.run(core, abort_after));
  }
  const Emitted again = user.run(core, -1);
  same = same && again.holds == expected.holds && again.settings == expected.settings;

  if (core.difference()) return core.difference()->text();
  if (!verdict.valid) return "the schedule is invalid: " + verdict.fault;
  if (verdict.useless_pairs > 0) return "the schedule sets pairs that have nothing left";
  if (!same) return "back-pressure or an abort changed what is emitted";
  return "";
}

}  // namespace

demand::QuantaMatrix demand_of_case(const Cases& cases, std::int64_t index, int ports, int bits) {
  const auto nth = static_cast<std::uint64_t>(index);
  demand::Quantisation how;
  how.bits = bits;
  const demand::QuantaMatrix counted =
      quantise(demand::generate(cases.demand_class, ports, cases.seed, nth), how);
  // A guard of 0 up to the most, each as likely as twice as much.
  base::Rng rng(cases.seed, "verify/guard", nth);
  const double guard = std::pow(static_cast<double>(schedule::kMostGuard), rng.uniform()) - 1;
  demand::SlotClock clock;
  clock.slot = kSlot;
  clock.guard = base::times(kSlot, std::llround(guard));
  clock.quantum = base::bytes_carried(kSlot, clock.rate);
  const auto counts = counted.row_major();
  return {ports, {counts.begin(), counts.end()}, clock};
}

Report verify_core(schedule::Core& golden, schedule::Core& device, const CoreInputs& options,
                   const Cases& cases, const Progress& progress, const Replay& replay) {
  const schedule::CoreShape& shape = golden.shape();
  Report report;
  Tally tally;
  golden.reset();
  device.reset();
  for (std::int64_t index = 0; index < cases.count; ++index) {
    if (index == replay.only_case) replay.dump(true);
    const demand::QuantaMatrix demand = demand_of_case(cases, index, shape.ports, shape.bits);
    Lockstep core(golden, device);
    CoreRun run{schedule::Schedule(shape.ports), 0, 0, 0, {}, false};
    const std::string fault = run_case(
        core, demand, options,
        base::Rng(cases.seed, "verify/disturbance", static_cast<std::uint64_t>(index)), run);
    if (!fault.empty() && report.mismatch_in(index)) {
      report.first_mismatch_case = index;
      report.first_mismatch = fmt::format("seed {}, case {}: {}", cases.seed, index, fault);
    }
    if (core.difference()) core.reset();
    ++report.cases;
    report.clocks += core.clocks();
    tally.add(seen_by(run, demand), run);
    if (progress) progress(report.cases);
    if (index == replay.only_case) break;
  }
  tally.fill(report);
  return report;
}

}  // namespace jacquard::verify
