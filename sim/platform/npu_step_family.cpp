// SPDX-License-Identifier: Apache-2.0
#include "sim/platform/npu_step_family.hpp"

#include <algorithm>

#include "jacquard/config/composed.hpp"
#include "sim/platform/memory_metrics.hpp"
#include "systemc/engines/engines.hpp"
#include "systemc/npu/npu_job.hpp"
#include "systemc/train/run_step.hpp"

namespace jacquard::platform {
namespace {

using base::Picoseconds;
using StepCase = Case<NpuStepExperiment>;

constexpr const char* kEngine = "cycle";
constexpr const char* kReference = "event";

struct NpuStepRow {
  std::string variant;
  std::string point;
  int npus = 0;
  Picoseconds time{0};
  Picoseconds compute{0};  // of the NPU that computes longest
  Picoseconds engine_time{0};
  systemc::NpuRoundsOutcome network;
  MemorySummary memory;
};

const report::MetricTable<NpuStepRow>& row_metrics() {
  using R = NpuStepRow;
  using M = report::Metric<R>;
  using report::Unit;
  static const report::MetricTable<R> table(
      "npu_step", "A step whose computations and collectives share each NPU's memory.", [] {
        std::vector<M> all = {
            M("variant", Unit::text, &R::variant, "Of the experiment.", "variant"),
            M("point", Unit::text, &R::point, "Of the sweep.", "point"),
            M("npus", Unit::count, &R::npus, "That take part.", "npus"),
            M("time_ps", Unit::ps, &R::time, "Of the step.", "time"),
            M("engine_time_ps", Unit::ps, &R::engine_time,
              "By the event engine: computations and sums have the memory's peak to themselves.",
              "engine"),
            M(
                "difference", Unit::ratio, [](const R& r) { return r.time / r.engine_time - 1; },
                "time_ps / engine_time_ps - 1.", "difference"),
            M("compute_ps", Unit::ps, &R::compute,
              "Of the NPU that computes longest: its computations, waits for memory included.",
              "compute"),
            M(
                "messages", Unit::count, [](const R& r) { return r.network.messages; },
                "Of all NPUs, those to themselves included."),
            M(
                "link_bytes", Unit::bytes, [](const R& r) { return r.network.on_links; },
                "Payload on all links."),
            M(
                "hbm_read_bytes", Unit::bytes, [](const R& r) { return r.memory.figures.read; },
                "Read from all memories.", "read"),
            M(
                "hbm_written_bytes", Unit::bytes,
                [](const R& r) { return r.memory.figures.written; }, "Written to all memories.",
                "written"),
        };
        for (M& m : memory_metrics<R>([](const auto& r) -> auto& { return r.memory; })) {
          all.push_back(std::move(m));
        }
        return all;
      }());
  return table;
}

NpuStepRow row_of(const StepCase& one) {
  const NpuStepExperiment& e = one.config;
  NpuStepRow row;
  const train::Step step = train::prepare(e.job, {"job", ""});
  engine::job::JobWork work = train::job_work(step);
  work.roofline = {step.npu.peak, e.npu.memory.organisation.peak()};
  engine::Scenario scenario = train::scenario_of(step, work);
  if (e.npu.nic.adding == systemc::Adding::in_passing) {
    scenario.rules.local_memory_bandwidth = base::BytesPerSecond{1e18};
  }
  row.engine_time = run::run_on(kReference, scenario).time;
  systemc::NpuJobMachine machine;
  machine.platform = e.npu;
  scenario.machine = &machine;
  const engine::Result result = run::run_on(kEngine, scenario);
  auto& outcome = engine::answer_of_machine<systemc::NpuJobOutcome>(result);
  row.variant = one.variant;
  row.point = one.point;
  row.npus = work.job.npus();
  row.time = outcome.time;
  row.compute = *std::max_element(outcome.compute.begin(), outcome.compute.end());
  row.memory = summary_of(std::move(outcome.network.memory));
  row.network = std::move(outcome.network);
  return row;
}

Answer run(const Question& question) {
  const auto& table = npu_step_fields();
  const NpuStepExperiment config = resolved(table, question);
  const auto cases = cases_of(config, table);
  for (const StepCase& one : cases) require_consistent(one.config.npu, {question.path, ""});
  return answer_of(table, config, cases, question.threads,
                   [](const StepCase& one) { return row_metrics()(row_of(one)); });
}

std::vector<report::RowKind> rows() { return {row_metrics().kind()}; }

}  // namespace

const config::FieldTable<NpuStepExperiment>& npu_step_fields() {
  using C = NpuStepExperiment;
  static const config::FieldTable<C> table = [] {
    std::vector<config::Field<C>> all = experiment_fields_of<C>("npu_step");
    all.push_back(config::composed<C>(
        "job", [](auto& c) -> auto& { return c.job; }, train::train_fields(), "jobs"));
    all.push_back(config::nested<C>(
        "nic", [](auto& c) -> auto& { return c.npu.nic; }, systemc::nic_fields()));
    all.push_back(config::composed<C>(
        "memory", [](auto& c) -> auto& { return c.npu.memory; }, memory::memory_fields(),
        memory::kMemories));
    return config::FieldTable<C>("npu_step_experiment",
                                 "A step on NPUs, whose links are those of the job's network.",
                                 std::move(all));
  }();
  return table;
}

Family npu_step_family() { return {"npu_step", run, rows}; }

}  // namespace jacquard::platform
