// SPDX-License-Identifier: Apache-2.0
#include "papers/stack/stack_study.hpp"

#include <algorithm>

#include "jacquard/base/at.hpp"
#include "jacquard/demand/slot_duration.hpp"
#include "systemc/experiment/technologies.hpp"

namespace jacquard::studies {
namespace {

using report::Metric;
using report::MetricTable;
using report::Unit;

constexpr base::Picoseconds kElectronic{10'000};
constexpr double kLlama3ParametersPerLayer = 2.8e9;  // Chronos s6
constexpr const char* kModelOfTheFormula = "llama3-405b";
constexpr double kFarApart = 2;

std::vector<base::Picoseconds> guards_of(const std::string& technology) {
  if (technology == "electronic") return {kElectronic};
  const experiment::Technology found = experiment::find_technology(technology);
  if (found.slowest / found.fastest <= kFarApart) return {found.slowest};
  return {found.fastest, found.slowest};
}

double over(base::Picoseconds step, base::Picoseconds other) {
  return other.count() > 0 ? step / other : 0;
}

base::Bytes smallest_message(const stack::Plan& plan) {
  base::Bytes least{0};
  for (const stack::Call& call : plan.calls) {
    if (call.kind != stack::Call::Kind::data) continue;
    const stack::Template& of = plan.template_of(call);
    for (int r = of.first_round; r < of.first_round + of.rounds; ++r) {
      const base::Bytes bytes = base::at(plan.rounds.rounds, r).bytes;
      if (bytes.count() > 0 && (least.count() == 0 || bytes < least)) least = bytes;
    }
  }
  return least;
}

}  // namespace

std::vector<CircuitSwitch> circuit_switches(const std::vector<std::string>& technologies) {
  std::vector<CircuitSwitch> all;
  for (const std::string& technology : technologies) {
    for (const base::Picoseconds guard : guards_of(technology)) {
      all.push_back({technology, guard, stack::Sync::per_slot});
      all.push_back({technology, guard, stack::Sync::on_dependency});
    }
  }
  return all;
}

const MetricTable<StackStudyRow>& stack_study_metrics() {
  using R = StackStudyRow;
  using M = Metric<R>;
  static const MetricTable<R> table(
      "", "study stack: a step on one fabric.",
      {M("job", Unit::text, &R::job, "Which job."),
       M("fabric", Unit::text, &R::fabric, "packets or circuits."),
       M("technology", Unit::text, &R::technology,
         "Of the circuit switches; how the packets were tuned."),
       M(
           "guard_ps", Unit::ps,
           [](const R& r) { return r.circuits ? std::optional(r.circuits->guard) : std::nullopt; },
           "What a change of setting takes, t_x.")
           .or_null(),
       M(
           "sync", Unit::text,
           [](const R& r) -> std::optional<std::string> {
             if (!r.circuits) return std::nullopt;
             return r.circuits->sync == stack::Sync::per_slot ? "per-slot" : "on-dependency";
           },
           "When t_x and t_max are paid.")
           .or_null(),
       M(
           "slot_ps", Unit::ps,
           [](const R& r) { return r.circuits ? std::optional(r.slot) : std::nullopt; },
           "T, chosen for the shortest step.")
           .or_null(),
       M("step_ps", Unit::ps, &R::step, "The step."),
       M("lower_bound_ps", Unit::ps, &R::bound, "No schedule on such ports is shorter."),
       M(
           "over_bound", Unit::ratio, [](const R& r) { return over(r.step, r.bound); },
           "Step over the bound."),
       M(
           "over_packets", Unit::ratio, [](const R& r) { return over(r.step, r.packets); },
           "Step over the shortest on packets.")},
      report::Columns::all);
  return table;
}

const MetricTable<LossRow>& loss_metrics() {
  using R = LossRow;
  using M = Metric<R>;
  const auto share = [](auto part) {
    return [part](const R& r) {
      const report::PortTime sum = r.times.sum();
      return sum.slots.count() > 0 ? sum.*part / sum.slots : 0.0;
    };
  };
  static const MetricTable<R> table(
      "losses", "study stack: what slots lose, by the paper's formula and by all pieces.",
      {M("job", Unit::text, &R::job, "Which job."),
       M("technology", Unit::text, &R::technology, "Of the circuit switches, per-slot."),
       M("formula_piece_bytes", Unit::bytes, &R::formula_piece,
         "4 x 2.8e9 / (TP x DP), of Llama 3 405B.")
           .or_null(),
       M("formula_loss", Unit::ratio, &R::formula, "1 - b/c / (b/c + t_max + t_x) of it.")
           .or_null(),
       M("smallest_piece_bytes", Unit::bytes, &R::smallest, "Least message of the stack."),
       M("slot_ps", Unit::ps, &R::slot, "T, chosen."),
       M(
           "slots_loss", Unit::ratio, [](const R& r) { return 1 - r.times.slot_efficiency(); },
           "1 - (bytes/c of all pieces) / (their slots x T)."),
       M("guard_share", Unit::ratio, share(&report::PortTime::guard), "Of it t_x."),
       M("flight_share", Unit::ratio, share(&report::PortTime::flight), "Of it t_max."),
       M("unfilled_share", Unit::ratio, share(&report::PortTime::unfilled),
         "Of it the unfilled ends of slots."),
       M("step_loss", Unit::ratio, &R::step, "1 - bound / step.")},
      report::Columns::all);
  return table;
}

double formula_loss(base::Bytes piece, const stack::Fabric& fabric) {
  return 1 - demand::SlotDuration{piece, fabric.rate, fabric.flight, fabric.guard}.eta();
}

LossRow losses_of(const std::string& job, const genstack::GenstackConfig& config,
                  const stack::Stack& stack) {
  LossRow row;
  row.job = job;
  const workload::Parallelism& p = config.job.parallel;
  if (config.job.model.name == kModelOfTheFormula) {
    row.formula_piece = demand::gradient_chunk(kLlama3ParametersPerLayer, p.tp, p.dp);
    row.formula = formula_loss(*row.formula_piece, stack.fabric);
  }
  row.smallest = smallest_message(stack.plan);
  row.slot = stack.clock.slot;
  const stack::Routes routes(stack.plan, stack.fabric, stack.sizes, stack.seating,
                             {"--fabric", ""});
  row.times = report::port_times(stack, routes);
  row.step = 1 - stack.bound.time() / stack.timeline.step;
  return row;
}

}  // namespace jacquard::studies
