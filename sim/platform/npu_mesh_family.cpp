// SPDX-License-Identifier: Apache-2.0
#include "sim/platform/npu_mesh_family.hpp"

#include <algorithm>

#include "jacquard/base/file.hpp"
#include "jacquard/gemm/cost/gemm_cost.hpp"
#include "jacquard/gemm/picoseconds.hpp"
#include "jacquard/memory/fidelity_words.hpp"
#include "jacquard/report/timeline/trace_events.hpp"
#include "sim/platform/memory_metrics.hpp"
#include "sim/platform/npu_experiment.hpp"
#include "sim/platform/npu_mesh_timeline.hpp"

namespace jacquard::platform {
namespace {

using base::Picoseconds;
using gemm::CycleAnswer;
using MeshCase = Case<NpuMeshExperiment>;

constexpr int kIntervals = 400;  // of a picture

struct NpuMeshRow {
  std::string variant;
  std::string point;
  NpuMeshExperiment config;
  CycleAnswer run;
  gemm::GemmCost cost;
  gemm::MemoryNeeds needs;
  MemorySummary memory;
  Picoseconds longest{0};  // product
  Picoseconds shortest{0};

  Picoseconds closed_form() const { return gemm::to_picoseconds(cost.time); }
  Picoseconds closed_form_compute() const { return gemm::to_picoseconds(cost.compute); }
  double seconds() const { return base::to_seconds(run.outcome.time).count(); }
  double memory_share() const { return memory.figures.achieved() / memory.figures.peak; }
  double link_share() const {
    const double offered = seconds() * std::max(run.outcome.network.links, 1);
    return run.outcome.network.busy.count() / offered;
  }
};

std::vector<report::Metric<NpuMeshRow>> product_metrics() {
  using R = NpuMeshRow;
  using M = report::Metric<R>;
  using report::Unit;
  const auto shown = [](const char* key) {
    return [key](const R& r) { return npu_mesh_fields().show(r.config).at(key); };
  };
  return {
      M("variant", Unit::text, &R::variant, "Of the experiment.", "variant"),
      M("point", Unit::text, &R::point, "Of the sweep.", "point"),
      M("algorithm", Unit::text, shown("algorithm"), "Of the distributed product."),
      M("dataflow", Unit::text, shown("dataflow"), "Which matrix stays."),
      M("mesh", Unit::text, shown("mesh"), "Rows x columns of chips."),
      M("shape", Unit::text, shown("shape"), "m x n x k."),
      M(
          "slices", Unit::count, [](const R& r) { return r.config.slices; },
          "Of the product; 1 where nothing is sliced."),
      M(
          "tile", Unit::count, [](const R& r) { return r.config.tile; },
          "Side of the tiles that were asked for."),
      M("fidelity", Unit::text, shown("fidelity"), "How memories are simulated."),
  };
}

std::vector<report::Metric<NpuMeshRow>> time_metrics() {
  using R = NpuMeshRow;
  using M = report::Metric<R>;
  using report::Unit;
  return {
      M(
          "time_ps", Unit::ps, [](const R& r) { return r.run.outcome.time; }, "Of the product.",
          "time"),
      M("closed_form_ps", Unit::ps, &R::closed_form,
        "Of MeshSlice's model with the chip's figures; it knows no memory.", "closed form"),
      M(
          "difference", Unit::ratio,
          [](const R& r) { return r.run.outcome.time / r.closed_form() - 1; },
          "time_ps / closed_form_ps - 1.", "difference"),
      M(
          "compute_ps", Unit::ps, [](const R& r) { return r.run.answer.compute; },
          "All products of the NPU that computes longest, waits for memory included.", "compute"),
      M(
          "stall_ps", Unit::ps,
          [](const R& r) { return r.run.answer.compute - r.closed_form_compute(); },
          "compute_ps beyond the products' flops at the chip's effective rate: first tiles, last "
          "tiles, and tiles that memory gave late.",
          "stall"),
      M(
          "slow_down", Unit::ratio, [](const R& r) { return r.longest / r.shortest; },
          "The longest product over the shortest, where all have one size: os has no "
          "communication beside the last one.",
          "slow-down"),
      M(
          "need_bytes_per_s", Unit::bytes_per_s, [](const R& r) { return r.needs.cores; },
          "What tiles take while all arrays work: 2 F / T, and C where it is added to.", "need"),
      M(
          "links_bytes_per_s", Unit::bytes_per_s, [](const R& r) { return r.needs.links; },
          "What links take while all carry.", "links need"),
      M(
          "bound_slow_down", Unit::ratio,
          [](const R& r) {
            return bound_slow_down(r.needs.cores, r.memory.figures.peak, r.needs.links);
          },
          "slow_down by need, links and peak alone, while all links carry.", "by rates"),
      M(
          "exposed_comm_ps", Unit::ps, [](const R& r) { return r.run.answer.exposed; },
          "time_ps - compute_ps.", "exposed"),
      M("hbm_utilisation", Unit::ratio, &R::memory_share, "Bytes asked for over the peak.", "HBM"),
      M("link_utilisation", Unit::ratio, &R::link_share,
        "Of the links that were used: time in which they carried a message, its sync included.",
        "links"),
      M(
          "simulated_npus", Unit::count, [](const R& r) { return r.run.outcome.simulated; },
          "1 where one stood for all."),
      M(
          "accesses", Unit::count, [](const R& r) { return r.run.accesses; },
          "To all memories that were simulated."),
      M(
          "accesses_per_wall_s", Unit::per_s,
          [](const R& r) { return r.run.accesses / std::max(r.run.wall.count(), 1e-9); },
          "Simulated in a second of wall clock."),
  };
}

const report::MetricTable<NpuMeshRow>& row_metrics() {
  static const report::MetricTable<NpuMeshRow> table(
      "npu_mesh", "A distributed product on NPUs whose cores and links share a memory.", [] {
        auto all = product_metrics();
        for (auto& m : time_metrics()) all.push_back(std::move(m));
        for (auto& m :
             memory_metrics<NpuMeshRow>([](const auto& r) -> auto& { return r.memory; })) {
          all.push_back(std::move(m));
        }
        return all;
      }());
  return table;
}

// One operation of a program, and what the memory did meanwhile.
struct NpuMeshStep {
  std::string point;
  std::string unit;
  std::string operation;
  int step = 0;
  engine::Interval when;
  base::BytesPerSecond cores{0};  // mean, of the memory
  base::BytesPerSecond links{0};
};

const report::MetricTable<NpuMeshStep>& step_metrics() {
  using R = NpuMeshStep;
  using M = report::Metric<R>;
  using report::Unit;
  static const report::MetricTable<R> table(
      "npu_mesh_step", "An operation of NPU 0 in the last run, and its memory meanwhile.",
      {M("point", Unit::text, &R::point, "Of the sweep.", "point"),
       M("unit", Unit::text, &R::unit, "cores, or a direction's links.", "unit"),
       M("operation", Unit::text, &R::operation, "The buffer that it fills.", "operation"),
       M("step", Unit::count, &R::step, "Of the loop over slices.", "step"),
       M(
           "begin_ps", Unit::ps, [](const R& r) { return r.when.begin; },
           "A communication's launch included.", "begin"),
       M(
           "end_ps", Unit::ps, [](const R& r) { return r.when.end; }, "When it ended.", "end"),
       M("hbm_cores_bytes_per_s", Unit::bytes_per_s, &R::cores, "Memory traffic of the cores.",
         "HBM, cores"),
       M("hbm_links_bytes_per_s", Unit::bytes_per_s, &R::links, "And of the links.",
         "HBM, links")});
  return table;
}

Picoseconds interval_of(const gemm::GemmCost& cost) {
  return std::max(Picoseconds{gemm::to_picoseconds(cost.time).count() / kIntervals},
                  Picoseconds{1'000});
}

CycleAnswer run_case(const MeshCase& one, const config::Place& place, Picoseconds interval) {
  gemm::RunConfig run = run_of(one.config, place);
  run.cycle.interval = interval;
  return gemm::cycle_of(run, npu_of(one.config), run.cycle);
}

NpuMeshRow row_of(const MeshCase& one, const config::Place& place) {
  NpuMeshRow row;
  row.variant = one.variant;
  row.point = one.point;
  row.config = one.config;
  const gemm::RunConfig run = run_of(one.config, place);
  row.cost = gemm::cost_of(run.request, run.chip, gemm::Mode::paper);
  row.run = run_case(one, place, Picoseconds{0});
  row.needs = gemm::needs_of(row.run.program, run.chip, npu_of(one.config), run.cycle);
  const gemm::Program& program = row.run.program;
  for (std::size_t i = 0; i < program.ops.size(); ++i) {
    if (program.ops[i].kind != gemm::OpKind::multiply) continue;
    const Picoseconds length = base::at(row.run.answer.intervals, i).length();
    row.longest = std::max(row.longest, length);
    row.shortest = row.shortest.count() == 0 ? length : std::min(row.shortest, length);
  }
  row.memory = summary_of(std::move(row.run.outcome.network.memory));
  return row;
}

std::vector<report::Printed> steps_of(const MeshCase& one, const MeshTimeline& timeline) {
  std::vector<report::Printed> rows;
  const gemm::Program& program = timeline.run.program;
  const auto& traffic = timeline.run.outcome.traffic;
  for (std::size_t i = 0; i < program.ops.size(); ++i) {
    const gemm::Op& op = program.ops[i];
    const engine::Interval& when = base::at(timeline.run.answer.intervals, i);
    if (when.length().count() == 0) continue;
    NpuMeshStep step{one.point,
                     op.kind == gemm::OpKind::multiply ? "cores" : gemm::name_of(op.direction),
                     program.buffer(op.to).name,
                     op.step,
                     when,
                     {},
                     {}};
    base::Bytes cores{0}, links{0};
    const auto first = static_cast<std::size_t>(when.begin / timeline.interval);
    const auto past =
        std::min(static_cast<std::size_t>(when.end / timeline.interval) + 1, traffic.size());
    for (std::size_t t = first; t < past; ++t) {
      cores += traffic[t].cores;
      links += traffic[t].links;
    }
    const double seconds = base::to_seconds(timeline.interval).count() *
                           static_cast<double>(std::max(past, first + 1) - first);
    step.cores = base::BytesPerSecond{static_cast<double>(cores.count()) / seconds};
    step.links = base::BytesPerSecond{static_cast<double>(links.count()) / seconds};
    rows.push_back(step_metrics()(step));
  }
  return rows;
}

Answer run(const Question& question) {
  if (!question.requests.empty()) {
    throw base::ConfigError({"--requests", "", "nothing, as experiments of kind npu_mesh read none",
                             "'" + question.requests + "'", ""});
  }
  const auto& table = npu_mesh_fields();
  const NpuMeshExperiment config = resolved(table, question);
  const auto cases = cases_of(config, table);
  const config::Place place{question.path, ""};
  for (const MeshCase& one : cases) {
    run_of(one.config, place);
    npu_of(one.config);
  }
  Answer answer = answer_of(table, config, cases, question.threads,
                            [&](const MeshCase& one) { return row_metrics()(row_of(one, place)); });
  const MeshCase& last = cases.back();
  const gemm::RunConfig of_last = run_of(last.config, place);
  const Picoseconds interval =
      interval_of(gemm::cost_of(of_last.request, of_last.chip, gemm::Mode::paper));
  const CycleAnswer timed = run_case(last, place, interval);
  const MeshTimeline mesh{timed, interval, npu_of(last.config).memory.organisation.peak()};
  for (report::Printed& row : steps_of(last, mesh)) answer.rows.push_back(std::move(row));
  if (!question.out.empty()) {
    const report::Timeline timeline = timeline_of(mesh, config.title);
    base::write_file(question.out + "/timeline.svg", timeline_svg(mesh, timeline));
    base::write_file(question.out + "/trace.json", report::trace_events(timeline));
  }
  return answer;
}

std::vector<report::RowKind> rows() { return {row_metrics().kind(), step_metrics().kind()}; }

}  // namespace

Family npu_mesh_family() { return {"npu_mesh", run, rows}; }

}  // namespace jacquard::platform
