// SPDX-License-Identifier: Apache-2.0
#include "sim/platform/job_faults_family.hpp"

#include <cmath>

#include "jacquard/config/composed.hpp"
#include "systemc/train/on_machine.hpp"

namespace jacquard::platform {
namespace {

using base::Bytes;
using base::Picoseconds;
using C = JobFaultsExperiment;

struct Row {
  std::string variant;
  std::string point;
  Picoseconds time{0};
  Picoseconds sound{0};  // the step without the fault
  std::optional<Picoseconds> detected, replanned;
  std::int64_t decisions = 0, messages_lost = 0;
  Bytes asked{0}, delivered{0}, resent{0};
};

const report::MetricTable<Row>& row_metrics() {
  using M = report::Metric<Row>;
  using report::Unit;
  static const report::MetricTable<Row> table(
      "job_faults", "A step in which something goes wrong.",
      {
          M("variant", Unit::text, &Row::variant, "What goes wrong.", "fault"),
          M("point", Unit::text, &Row::point, "Of the sweep.", "point"),
          M("time_ps", Unit::ps, &Row::time, "Of the step.", "time"),
          M("without_faults_ps", Unit::ps, &Row::sound, "The same step when nothing fails."),
          M(
              "time_lost_ps", Unit::ps, [](const Row& r) { return r.time - r.sound; },
              "time_ps less without_faults_ps.", "lost"),
          M("detected_ps", Unit::ps, &Row::detected,
            "From the beginning of the exchange (a dead NPU: from its death) until the fault was "
            "known; null where nobody had to notice.",
            "detected")
              .or_null(),
          M("replanned_ps", Unit::ps, &Row::replanned,
            "The same until a schedule of what was left was there (a dead NPU: until the step "
            "began anew).",
            "replanned")
              .or_null(),
          M("decisions", Unit::count, &Row::decisions, "Of the scheduler.", "decisions"),
          M("messages_lost", Unit::count, &Row::messages_lost, "Of the control channel."),
          M("bytes_asked", Unit::bytes, &Row::asked, "By all exchanges.", "asked"),
          M("bytes_delivered", Unit::bytes, &Row::delivered,
            "Each once: a byte that comes twice ends the run with an error.", "delivered"),
          M("bytes_resent", Unit::bytes, &Row::resent, "That were lost on the way first.",
            "resent"),
      });
  return table;
}

// What a spare reads before it can take part: weights and the optimizer's state. Gradients and
// activations are made anew, as the step begins anew.
Picoseconds restored_in(const train::Step& step) {
  const workload::Memory& memory = step.memory.front();
  const auto bytes = static_cast<double>((memory.weights + memory.optimizer).count());
  const double seconds = bytes / step.fabric.all().back().bandwidth.count();
  return Picoseconds{std::llround(seconds * static_cast<double>(base::kPicosecondsPerSecond))};
}

void add(const train::OnMachine& on, Row& row) {
  for (const train::ExchangeOfStep& e : on.exchanges) {
    row.decisions += e.answer.decisions;
    row.messages_lost += e.answer.messages_lost;
    row.asked += e.answer.bytes + e.answer.bytes_lost;
    row.delivered += e.answer.bytes;
    row.resent += e.answer.bytes_resent;
    if (row.detected || e.answer.detected.count() == 0) continue;
    row.detected = e.answer.detected;
    row.replanned = e.answer.replanned;
  }
}

Row row_of(const Case<C>& one, const config::Place& place) {
  train::TrainConfig job = one.config.job;
  job.engine = "cycle";
  const train::Step step = train::prepare(job, place);
  const train::StepAnswer answer = train::run_step(step);
  const systemc::FaultConfig faults = job.exchange.faults;
  job.exchange.faults = {};
  Row row;
  row.variant = one.variant;
  row.point = one.point;
  row.sound = train::run_step(train::prepare(job, place)).time;
  row.time = answer.time;
  add(*answer.machine, row);
  if (one.config.npu_dies_at > 0) {
    const Picoseconds died{
        std::llround(static_cast<double>(answer.time.count()) * one.config.npu_dies_at)};
    row.detected = faults.patience;
    row.replanned = faults.patience + faults.spare_swap + restored_in(step);
    row.time += died + *row.replanned;
  }
  return row;
}

Answer run(const Question& question) {
  const auto& table = job_faults_fields();
  const C config = resolved(table, question);
  const config::Place place{question.path, "/job"};
  if (config.job.model.hidden < 1) place.fail("a job: a name of configs/jobs, or its keys", "none");
  return answer_of(table, config, cases_of(config, table), question.threads,
                   [&](const Case<C>& one) { return row_metrics()(row_of(one, place)); });
}

std::vector<report::RowKind> rows() { return {row_metrics().kind()}; }

}  // namespace

const config::FieldTable<C>& job_faults_fields() {
  static const config::FieldTable<C> table = [] {
    std::vector<config::Field<C>> all = experiment_fields_of<C>("job_faults");
    all.push_back(config::composed<C>(
        "job", [](auto& c) -> auto& { return c.job; }, train::train_fields(), "jobs"));
    all.push_back(config::field<C>(
        "npu_dies_at", [](auto& c) -> auto& { return c.npu_dies_at; },
        config::real_number(0.0, 1.0),
        "An NPU dies so far into the step, as a share of it: the step begins anew with a spare."));
    return config::FieldTable<C>("job_faults_experiment",
                                 "A step of a job in which things go wrong.", std::move(all));
  }();
  return table;
}

Family job_faults_family() { return {"job_faults", run, rows}; }

}  // namespace jacquard::platform
