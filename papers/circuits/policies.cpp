// SPDX-License-Identifier: Apache-2.0
#include "papers/circuits/policies.hpp"

#include <fmt/format.h>

#include "jacquard/config/quantity_text.hpp"
#include "papers/circuits/circuit_runs.hpp"
#include "sim/train/machine_rows.hpp"
#include "systemc/train/run_step.hpp"

namespace jacquard::studies {
namespace {

using base::Picoseconds;
using machine::Decide;
using Latency = std::optional<Picoseconds>;

constexpr Decide kAll[] = {Decide::on_demand, Decide::last, Decide::predicted, Decide::overlapped,
                           Decide::held};

void set(const Latency& latency, experiment::SchedulerConfig& scheduler) {
  if (!latency) return;
  scheduler.kind = experiment::SchedulerKind::software;
  scheduler.timing = experiment::Timing::fixed;
  scheduler.latency = *latency;
}

PolicyPoint step_point(const PolicyOptions& o, Decide decide, const Latency& latency) {
  train::TrainConfig config = o.job;
  config.engine = "cycle";
  config.decide = decide;
  config.expert_routing.time += machine::kRemembered;  // steps before this one have been seen
  set(latency, config.exchange.scheduler);
  const train::StepAnswer answer = train::run_step(train::prepare(config, o.places));
  const train::MachineFigures f = train::machine_figures(*answer.machine);
  return {"step",     name_of(decide), latency,     answer.time, 0,
          f.decision, f.guard,         f.exchanges, f.bytes_lost};
}

PolicyPoint serving_point(const PolicyOptions& o, Decide decide, const Latency& latency) {
  AtOnce load{o.serving, o.requests, o.seed, o.threads};
  load.serving.fabric = "circuit";
  load.serving.decide = decide;
  set(latency, load.serving.exchange.scheduler);
  const serve::FabricFigures f = exchanges_of(load);
  return {"serving",  name_of(decide), latency,     f.time,      0,
          f.decision, f.guard,         f.simulated, f.bytes_lost};
}

using Run = PolicyPoint (*)(const PolicyOptions&, Decide, const Latency&);

void sweep(const PolicyOptions& o, Run run, std::vector<PolicyPoint>& points,
           const std::function<void(const std::string&)>& progress) {
  for (const Latency& latency : o.latencies) {
    Picoseconds on_demand{0};
    for (const Decide decide : kAll) {
      progress(fmt::format("{}, decision {}", name_of(decide),
                           latency ? config::show_quantity(*latency) : "own"));
      PolicyPoint point = run(o, decide, latency);
      if (decide == Decide::on_demand) on_demand = point.time;
      point.difference = on_demand.count() == 0 ? 0 : point.time / on_demand - 1;
      points.push_back(std::move(point));
    }
  }
}

}  // namespace

std::vector<PolicyPoint> policies(const PolicyOptions& o,
                                  const std::function<void(const std::string&)>& progress) {
  std::vector<PolicyPoint> points;
  if (!o.serving.model.empty()) serve::setup_of(o.serving);  // so that its faults are found first
  sweep(o, step_point, points, progress);
  if (!o.serving.model.empty()) sweep(o, serving_point, points, progress);
  return points;
}

const report::MetricTable<PolicyPoint>& policy_metrics() {
  using M = report::Metric<PolicyPoint>;
  using report::Unit;
  static const report::MetricTable<PolicyPoint> table(
      "policy", "A step, or a server's exchanges, under one policy of deciding.",
      {
          M("measure", Unit::text, &PolicyPoint::measure,
            "step: its time; serving: that all steps waited for exchanges.", "measure"),
          M("latency_ps", Unit::ps, &PolicyPoint::latency,
            "Of a decision on a whole schedule; null: the scheduler's own clocks.", "latency")
              .or_null(),
          M("decide", Unit::text, &PolicyPoint::decide, "The policy: docs/policies.md.", "decide"),
          M("time_ps", Unit::ps, &PolicyPoint::time, "Of the measure.", "time"),
          M("difference", Unit::ratio, &PolicyPoint::difference,
            "time_ps over that on demand at this latency, less 1.", "difference"),
          M("decision_ps", Unit::ps, &PolicyPoint::decision,
            "From each exchange's beginning until its last permutation was there; a sum.",
            "decision"),
          M("guard_ps", Unit::ps, &PolicyPoint::guard, "Of all settings; a sum.", "guard"),
          M("exchanges", Unit::count, &PolicyPoint::exchanges, "That were simulated."),
          M("bytes_lost", Unit::bytes, &PolicyPoint::bytes_lost, "Asked for and never delivered."),
      });
  return table;
}

}  // namespace jacquard::studies
