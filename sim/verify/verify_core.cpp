// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "jacquard/base/rng.hpp"
#include "jacquard/demand/quantise.hpp"
#include "jacquard/schedule/check.hpp"
#include "jacquard/schedule/core/lockstep.hpp"
#include "sim/verify/verify.hpp"

namespace jacquard::verify {
namespace {

using schedule::CoreInputs;
using schedule::CoreOutputs;
using schedule::CoreRun;
using schedule::Lockstep;
using schedule::Matching;

struct Emitted {
  std::vector<std::int64_t> holds;
  std::vector<Matching> settings;
};

Emitted emitted(const schedule::Schedule& schedule) {
  Emitted all;
  for (schedule::SettingCursor s(schedule); !s.done(); s.next()) {
    all.holds.push_back(s.hold());
    all.settings.push_back(s.columns());
  }
  return all;
}

// A user of the core who is slow, and presents what the core should ignore.
class Disturbance {
 public:
  Disturbance(const demand::QuantaMatrix& demand, const CoreInputs& options, base::Rng rng)
      : demand_(demand), options_(options), rng_(rng), ready_share_(0.25 + 0.75 * rng_.uniform()) {}

  // Loads, starts and drains; with `abort_after` >= 0 it aborts that many clocks after the start.
  Emitted run(Lockstep& core, std::int64_t abort_after) {
    load(core);
    Emitted got;
    CoreInputs in = options_;
    in.start = true;
    core.step(in);
    in.start = false;
    const bool reset_instead = rng_.chance(0.3);
    for (std::int64_t clock = 0;; ++clock) {
      if (clock == abort_after && reset_instead) {
        core.reset();
        return got;
      }
      in.abort = clock == abort_after;
      in.ready = rng_.chance(ready_share_);
      in.start = rng_.chance(0.1);
      in.load = rng_.chance(0.1);
      stray_row(in);
      const CoreOutputs& out = core.step(in);
      if (out.done) {
        abandon(core);
        return got;
      }
      if (out.valid && in.ready) {
        got.holds.push_back(out.hold);
        got.settings.push_back(out.columns);
      }
      if (in.abort) return got;
    }
  }

 private:
  void load(Lockstep& core) {
    CoreInputs in = options_;
    for (int row = 0; row < demand_.ports();) {
      in.abort = rng_.chance(0.5 / demand_.ports());
      in.load = rng_.chance(0.7);
      in.start = rng_.chance(0.1);  // too early: ignored
      in.ready = rng_.chance(0.5);
      stray_row(in);
      if (in.load) {
        for (std::size_t j = 0; j < in.row.size(); ++j) {
          in.row[j] = static_cast<std::uint32_t>(demand_.row(row)[j]);
        }
      }
      row += core.step(in).load_ready && in.load ? 1 : 0;
      if (in.abort) row = 0;
    }
  }

  // Done was seen together with a stray load, perhaps: leave the core empty.
  void abandon(Lockstep& core) {
    CoreInputs in = options_;
    in.abort = true;
    core.step(in);
  }

  void stray_row(CoreInputs& in) {
    in.row.resize(static_cast<std::size_t>(demand_.ports()));
    if (in.load) {
      for (std::uint32_t& count : in.row) count = static_cast<std::uint32_t>(rng_() & 1);
    }
  }

  const demand::QuantaMatrix& demand_;
  CoreInputs options_;
  base::Rng rng_;
  double ready_share_;
};

bool begins_with(const Emitted& whole, const Emitted& part) {
  return part.holds.size() <= whole.holds.size() &&
         std::equal(part.holds.begin(), part.holds.end(), whole.holds.begin()) &&
         std::equal(part.settings.begin(), part.settings.end(), whole.settings.begin());
}

// What did not hold in this case, or "".
std::string run_case(Lockstep& core, const demand::QuantaMatrix& demand, const CoreInputs& options,
                     base::Rng rng, CoreRun& undisturbed) {
  undisturbed = run_core(core, demand, options);
  const schedule::Verdict verdict = check(demand, undisturbed.schedule);
  const Emitted expected = emitted(undisturbed.schedule);
  Disturbance user(demand, options, rng);
  bool same = true;
  if (rng.chance(0.25)) {
    const std::int64_t abort_after = rng.between(0, undisturbed.cycles);
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
  demand::Quantisation how;
  how.bits = bits;
  return quantise(
      demand::generate(cases.demand_class, ports, cases.seed, static_cast<std::uint64_t>(index)),
      how);
}

Report verify_core(schedule::Core& golden, schedule::Core& device, const CoreInputs& options,
                   const Cases& cases, const Progress& progress) {
  const schedule::CoreShape& shape = golden.shape();
  Report report;
  double cycles = 0, efficiency = 0, permutations = 0;
  golden.reset();
  device.reset();
  for (std::int64_t index = 0; index < cases.count; ++index) {
    const demand::QuantaMatrix demand = demand_of_case(cases, index, shape.ports, shape.bits);
    Lockstep core(golden, device);
    CoreRun run{schedule::Schedule(shape.ports)};
    const std::string fault = run_case(
        core, demand, options,
        base::Rng(cases.seed, "verify/disturbance", static_cast<std::uint64_t>(index)), run);
    if (!fault.empty() && report.mismatches++ == 0) {
      report.first_mismatch = fmt::format("seed {}, case {}: {}", cases.seed, index, fault);
    }
    if (core.difference()) core.reset();
    ++report.cases;
    report.clocks += core.clocks();
    report.cycles_max = std::max(report.cycles_max, run.cycles);
    report.load_cycles = std::max(report.load_cycles, run.load_cycles);
    report.first_permutation_cycles_max =
        std::max(report.first_permutation_cycles_max, run.first_permutation_cycles);
    cycles += static_cast<double>(run.cycles);
    permutations += static_cast<double>(run.schedule.permutations());
    const std::int64_t slots = run.schedule.slots();
    efficiency += slots == 0
                      ? 1.0
                      : static_cast<double>(demand.largest_line_sum()) / static_cast<double>(slots);
    if (progress) progress(report.cases);
  }
  const double count = static_cast<double>(std::max<std::int64_t>(report.cases, 1));
  report.cycles_mean = cycles / count;
  report.permutations_mean = permutations / count;
  report.efficiency_mean = efficiency / count;
  return report;
}

}  // namespace jacquard::verify
