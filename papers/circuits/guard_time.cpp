// SPDX-License-Identifier: Apache-2.0
#include "papers/circuits/guard_time.hpp"

#include <algorithm>
#include <cmath>

#include "jacquard/base/error.hpp"
#include "jacquard/demand/generate.hpp"
#include "jacquard/demand/quantise.hpp"
#include "jacquard/schedule/bound.hpp"
#include "jacquard/schedule/check.hpp"
#include "jacquard/schedule/core/core_names.hpp"
#include "jacquard/tool/stopwatch.hpp"
#include "papers/circuits/ladder_choice.hpp"

namespace jacquard::studies {
namespace {

using demand::QuantaMatrix;
using schedule::CoreKind;

// Matrices to choose the ladder's options on, so that those it is judged on are new to it.
constexpr std::uint64_t kTrainingSeedOffset = 0x9e3779b9;
constexpr int kTimedRuns = 3;  // the fastest counts: a scheduler that has been running

// Lines of unequal load in whole bytes, where counters of a few bits would make them alike. Cores
// have such counters, and an arbiter decides for every quantum: those count in bits there too.
bool in_bytes(const std::string& demand_class, const std::string& scheduler) {
  if (demand_class != "unbalanced" || schedule::core_of_scheduler(scheduler)) return false;
  return scheduler != "wwfa" && scheduler != "islip" && scheduler != "qps";
}

// A guard is as long in either case: so many times what a quantum of `bits` takes.
std::vector<QuantaMatrix> matrices_of(const GuardTimeOptions& o, const GuardTimePoint& p,
                                      std::uint64_t seed, int count, bool bytes) {
  demand::Quantisation how;
  how.bits = o.bits;
  std::vector<QuantaMatrix> all;
  for (int k = 0; k < count; ++k) {
    const demand::DemandMatrix drawn = demand::generate(
        demand::demand_class(p.demand_class), p.ports, seed, static_cast<std::uint64_t>(k));
    const QuantaMatrix counted = quantise(drawn, how);
    demand::SlotClock clock;
    clock.guard = base::Picoseconds{std::llround(p.guard * static_cast<double>(o.slot.count()))};
    if (bytes) {
      const auto bits = 8e12 * static_cast<double>(counted.clock().quantum.count());
      clock.rate = base::BitsPerSecond{std::llround(bits / static_cast<double>(o.slot.count()))};
    } else {
      clock.slot = o.slot;
      clock.quantum = base::bytes_carried(o.slot, clock.rate);
    }
    const QuantaMatrix exact = bytes ? quantise(drawn, {}) : counted;
    const auto counts = exact.row_major();
    all.emplace_back(p.ports, std::vector<std::int64_t>(counts.begin(), counts.end()), clock);
  }
  return all;
}

double over(double quanta, const QuantaMatrix& demand) {
  return quanta / static_cast<double>(std::max<std::int64_t>(demand.largest_line_sum(), 1));
}

void require_valid(const std::string& name, const QuantaMatrix& demand,
                   const schedule::Schedule& schedule) {
  const schedule::Verdict verdict = check(demand, schedule);
  JQ_CHECK(verdict.valid, (name + " gives a valid schedule").c_str());
}

GuardTimeSums run_software(const schedule::Scheduler& scheduler,
                           const std::vector<QuantaMatrix>& demands, const GuardTimeOptions& o) {
  GuardTimeSums sums;
  for (const QuantaMatrix& demand : demands) {
    const schedule::Schedule schedule = scheduler.run(demand, {});
    const double decision_ns =
        o.timed ? 1e6 * tool::best_ms(kTimedRuns, [&] { (void)scheduler.run(demand, {}); }) : 0;
    require_valid(scheduler.name, demand, schedule);
    const double guard = demand.clock().guard_in_slots();
    const double slot_ps = demand.clock().slot_ps();
    const double decided = decision_ns * 1e3 / slot_ps;
    const auto bound = static_cast<double>(schedule::lower_bound(demand, scheduler.hops).count());
    sums.makespan += over(completion(schedule, guard, 0.0), demand);
    sums.completion += over(completion(schedule, guard, decided), demand);
    sums.bound += over(bound / slot_ps, demand);
    sums.permutations += static_cast<double>(schedule.permutations());
    sums.decision_ns += decision_ns;
  }
  return sums;
}

GuardTimeSums run_hardware(const schedule::CoreShape& shape, const schedule::CoreInputs& options,
                           const std::vector<QuantaMatrix>& demands, const GuardTimeOptions& o,
                           double guard) {
  GuardTimeSums sums;
  for (const QuantaMatrix& demand : demands) {
    const auto d = decide_in_hardware(shape, options, demand, o.clock_quanta);
    require_valid("a core", demand, d.schedule);
    sums.makespan += over(completion(d.schedule, guard, 0.0), demand);
    sums.completion += over(completion(d.schedule, guard, d.ready), demand);
    sums.bound += over(schedule::lower_bound(demand, 1) / o.slot, demand);
    sums.permutations += static_cast<double>(d.schedule.permutations());
    sums.decision_ns +=
        static_cast<double>(d.cycles) * o.clock_quanta * static_cast<double>(o.slot.count()) * 1e-3;
  }
  return sums;
}

}  // namespace

const report::MetricTable<GuardTimeRow>& guard_time_metrics() {
  using R = GuardTimeRow;
  using M = report::Metric<R>;
  using report::Unit;
  const auto mean = [](auto member) { return [member](const R& r) { return r.means.*member; }; };
  const auto input = [](auto member) {
    return [member](const R& r) {
      return r.chosen ? std::optional((*r.chosen).*member) : std::nullopt;
    };
  };
  static const report::MetricTable<R> table(
      "", "study guard-time: a scheduler at a point of the sweep, means over matrices.",
      {
          M("scheduler", Unit::text, &R::scheduler, "Which scheduler."),
          M(
              "demand_class", Unit::text, [](const R& r) { return r.point.demand_class; },
              "Class of the demands."),
          M(
              "ports", Unit::count, [](const R& r) { return r.point.ports; },
              "Ports of the switch."),
          M(
              "guard_quanta", Unit::quanta, [](const R& r) { return r.point.guard; },
              "What changing a setting takes."),
          M("makespan_over_max_line", Unit::ratio, mean(&GuardTimeSums::makespan),
            "Slots and guards / largest line sum."),
          M("bound_over_max_line", Unit::ratio, mean(&GuardTimeSums::bound),
            "No schedule of so many hops takes less."),
          M("permutations", Unit::count, mean(&GuardTimeSums::permutations), "Settings."),
          M(
              "decided_by", Unit::text, [](const R& r) { return r.by_core ? "core" : "software"; },
              "core or software."),
          M("floor", Unit::count, input(&schedule::CoreInputs::floor),
            "Chosen for the ladder core, else null.")
              .or_null(),
          M("top_offset", Unit::count, input(&schedule::CoreInputs::top_offset),
            "Chosen for the ladder core, else null.")
              .or_null(),
          M("decision_wall_ns", Unit::ns, mean(&GuardTimeSums::decision_ns),
            "A core's clocks, or what this machine took."),
          M("completion_wall_over_max_line", Unit::ratio, mean(&GuardTimeSums::completion),
            "Decision, slots and guards / largest line sum."),
      },
      report::Columns::all);
  return table;
}

GuardTimeRow guard_time_row(const GuardTimeOptions& o, const GuardTimePoint& p,
                            const schedule::Scheduler& scheduler) {
  const bool bytes = in_bytes(p.demand_class, scheduler.name);
  const auto demands = matrices_of(o, p, o.seed, o.matrices, bytes);
  const std::optional<CoreKind> kind = schedule::core_of_scheduler(scheduler.name);
  GuardTimeRow row{scheduler.name, p, {}, kind && p.ports <= schedule::kMostTimedPorts, {}};
  schedule::CoreInputs chosen;
  GuardTimeSums sums;
  if (row.by_core) {
    const schedule::CoreShape shape{*kind, p.ports, o.bits, std::min(4, p.ports)};
    if (kind == CoreKind::ladder) {
      const auto training = matrices_of(o, p, o.seed + kTrainingSeedOffset, o.training, false);
      chosen = choose_ladder_options(shape, training, p.guard, o.clock_quanta);
      row.chosen = chosen;
    }
    sums = run_hardware(shape, chosen, demands, o, p.guard);
  } else {
    sums = run_software(scheduler, demands, o);
  }
  const double count = o.matrices;
  row.means = {sums.makespan / count, sums.bound / count, sums.completion / count,
               sums.permutations / count, sums.decision_ns / count};
  return row;
}

}  // namespace jacquard::studies
