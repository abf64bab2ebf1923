// SPDX-License-Identifier: Apache-2.0
#include "sim/verify/user_scheduler.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "jacquard/base/at.hpp"
#include "jacquard/base/rng.hpp"
#include "jacquard/rtl/model_stopped.hpp"
#include "jacquard/schedule/check.hpp"
#include "jacquard/schedule/core/lockstep.hpp"
#include "sim/verify/demand_cases.hpp"
#include "sim/verify/stressing_user.hpp"
#include "sim/verify/tally.hpp"
#include "sim/verify/watched_core.hpp"

namespace jacquard::verify {
namespace {

using schedule::CoreInputs;
using schedule::CoreRun;
using schedule::Lockstep;

constexpr int kWidestShown = 8;
constexpr std::int64_t kRandomInHistory = 4;  // demands, beside the directed ones

// How a run of the same demand differs; "" if it does not.
std::string difference(const CoreRun& alone, const CoreRun& after) {
  if (after.load_cycles != alone.load_cycles) {
    return fmt::format("its load takes {} clocks, after a reset {}", after.load_cycles,
                       alone.load_cycles);
  }
  const Emitted here = emitted(after.schedule), there = emitted(alone.schedule);
  if (here.holds != there.holds || here.settings != there.settings) {
    return "its schedule is another than after a reset";
  }
  if (after.cycles != alone.cycles) {
    return fmt::format("it takes {} clocks, after a reset {}", after.cycles, alone.cycles);
  }
  return after.shown_cycles == alone.shown_cycles
             ? ""
             : "its permutations come in other clocks than after a reset";
}

std::string shown(const demand::QuantaMatrix& demand) {
  if (demand.ports() > kWidestShown) return "";
  std::string text = "\n  demand in quanta, inputs down:";
  for (int i = 0; i < demand.ports(); ++i) {
    text += fmt::format("\n    {}", fmt::join(demand.row(i).begin(), demand.row(i).end(), " "));
  }
  return text;
}

class UserSchedulerRun {
 public:
  UserSchedulerRun(schedule::Core* golden, schedule::Core& device, const CoreInputs& options,
                   const SchedulerRules& rules, const Cases& cases)
      : golden_(golden),
        device_(device),
        options_(options),
        rules_(rules),
        cases_(cases),
        demands_(device.shape().ports, device.shape().bits, cases) {
    if (rules_.cycle_limit == 0) {
      rules_.cycle_limit = default_cycle_limit(device.shape().ports, device.shape().bits);
    }
  }

  Report run(const Progress& progress, const Replay& replay) {
    report_.directed_cases = demands_.directed();
    std::int64_t index = 0;
    try {
      reset();
      for (; index < demands_.count() && !over_; ++index) {
        if (index == replay.only_case) replay.dump(true);
        run_case(index);
        if (progress) progress(index + 1);
        over_ = over_ || index == replay.only_case;
      }
      if (rules_.history && !over_ && report_.mismatches == 0) run_history(replay, index);
    } catch (const rtl::ModelStopped& stopped) {
      report_.stopped_by_assertion = stopped.is_assertion();
      over_ = true;
      report_.stopped = fmt::format("seed {}, {}: {}", cases_.seed, describe(index), stopped.why);
      if (report_.first_mismatch_case < 0) report_.first_mismatch_case = index;
    }
    report_.ended_early = over_;
    tally_.fill(report_);
    return report_;
  }

 private:
  // Demands in pairs, numbered from `index` on: the second is to run as it does after a reset.
  void run_history(const Replay& replay, std::int64_t& index) {
    const std::int64_t count = std::min(demands_.directed() + kRandomInHistory, demands_.count());
    std::vector<CoreRun> alone;
    for (std::int64_t k = 0; k < count; ++k) {
      reset();
      WatchedCore core(device_, rules_.cycle_limit);
      alone.push_back(run_core(core, demands_.at(k), options_));
    }
    for (std::int64_t pair = 0; pair < 2 * count * count && !over_; ++pair, ++index) {
      const std::int64_t before = pair / 2 / count, demand = pair / 2 % count;
      const bool aborted = pair % 2 == 1;
      if (index == replay.only_case) replay.dump(true);
      reset();
      WatchedCore core(device_, rules_.cycle_limit);
      std::string fault;
      try {
        precede(core, before, base::at(alone, before).cycles, aborted);
        fault = difference(base::at(alone, demand), run_core(core, demands_.at(demand), options_));
      } catch (const BrokenRule& broken) {
        fault = broken.what;
      }
      report_.clocks += core.clocks();
      ++report_.history_cases;
      over_ = index == replay.only_case || !fault.empty();
      if (fault.empty()) continue;
      report_.mismatch_in(index);
      report_.first_mismatch_case = index;
      report_.fault =
          fmt::format("history: {} after {}{}: {}", describe(demand), describe(before),
                      aborted ? ", which was aborted" : "", fault.substr(0, fault.find('\n')));
      report_.first_mismatch = fmt::format("seed {}, case {}, {}{}", cases_.seed, index,
                                           report_.fault, shown(demands_.at(demand)));
    }
  }

  void precede(WatchedCore& core, std::int64_t before, std::int64_t cycles, bool aborted) {
    const demand::QuantaMatrix demand = demands_.at(before);
    if (!aborted) {
      run_core(core, demand, options_);
      return;
    }
    base::Rng rng(cases_.seed, "verify/history", static_cast<std::uint64_t>(before));
    StressingUser(demand, options_, rng).run(core, cycles / 2);
  }

  void run_case(std::int64_t index) {
    const demand::QuantaMatrix demand = demands_.at(index);
    base::Rng rng(cases_.seed, "verify/disturbance", static_cast<std::uint64_t>(index));
    std::string fault;
    try {
      fault = golden_ != nullptr ? in_lockstep(demand, rng) : watched(demand, rng);
    } catch (const BrokenRule& broken) {
      fault = broken.what;
      over_ = true;
    }
    if (index >= demands_.directed()) ++report_.cases;
    if (fault.empty()) return;
    reset();
    if (!report_.mismatch_in(index)) return;
    report_.first_mismatch_case = index;
    report_.fault = fault.substr(0, fault.find('\n'));
    report_.first_mismatch =
        fmt::format("seed {}, {}: {}{}", cases_.seed, describe(index), fault, shown(demand));
  }

  std::string in_lockstep(const demand::QuantaMatrix& demand, base::Rng rng) {
    Lockstep core(*golden_, device_);
    both(core, demand, rng, [](const Emitted&) { return std::string(); });
    report_.clocks += core.clocks();
    return core.difference() ? core.difference()->text() : "";
  }

  std::string watched(const demand::QuantaMatrix& demand, base::Rng rng) {
    WatchedCore core(device_, rules_.cycle_limit);
    std::string fault;
    try {
      fault = both(core, demand, rng, [&](const Emitted& emitted) {
        return judge(demand, schedule_of(emitted, demand.ports()));
      });
    } catch (const BrokenRule& broken) {
      fault = broken.what;
      over_ = over_ || broken.ends_the_run;
    }
    report_.clocks += core.clocks();
    return fault;
  }

  template <class Judge>
  std::string both(schedule::Core& core, const demand::QuantaMatrix& demand, base::Rng rng,
                   const Judge& judge) {
    const CoreRun plain = run_core(core, demand, options_);
    tally_.add(demand, plain);
    std::string fault = judge(emitted(plain.schedule));
    if (!fault.empty()) return fault;
    StressingUser user(demand, options_, rng);
    if (rng.chance(0.25)) user.run(core, rng.between(0, plain.cycles));
    fault = judge(user.run(core, -1));
    return fault.empty() ? "" : "under back-pressure, gaps or aborts: " + fault;
  }

  std::string judge(const demand::QuantaMatrix& demand, const schedule::Schedule& schedule) const {
    const schedule::Verdict verdict = check(demand, schedule);
    if (!verdict.valid) return "the schedule is invalid: " + verdict.fault;
    if (verdict.useless_pairs > 0 && !rules_.useless_pairs) {
      return fmt::format("{} pairs are connected with nothing left to send", verdict.useless_pairs);
    }
    return "";
  }

  void reset() {
    if (golden_ != nullptr) golden_->reset();
    device_.reset();
  }

  std::string describe(std::int64_t index) const {
    return fmt::format("case {} ({})", index, demands_.label(index));
  }

  schedule::Core* golden_;
  schedule::Core& device_;
  CoreInputs options_;
  SchedulerRules rules_;
  Cases cases_;
  DemandCases demands_;
  Report report_;
  Tally tally_;
  bool over_ = false;
};

}  // namespace

std::int64_t default_cycle_limit(int ports, int bits) {
  return 100'000 + 8 * (std::int64_t{ports} << bits);
}

Report verify_user_scheduler(schedule::Core* golden, schedule::Core& device,
                             const CoreInputs& options, const SchedulerRules& rules,
                             const Cases& cases, const Progress& progress, const Replay& replay) {
  return UserSchedulerRun(golden, device, options, rules, cases).run(progress, replay);
}

}  // namespace jacquard::verify
