// SPDX-License-Identifier: Apache-2.0
#include "sim/train/step_report.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include "jacquard/base/at.hpp"
#include "jacquard/rounds/names.hpp"
#include "jacquard/topology/shape_text.hpp"
#include "jacquard/workload/model_parameters.hpp"
#include "jacquard/workload/pipeline_order.hpp"
#include "sim/train/machine_rows.hpp"
#include "sim/train/phase_text.hpp"
#include "systemc/train/changes.hpp"

namespace jacquard::train {
namespace {

using base::Picoseconds;
using workload::ClassProgram;
using workload::Memory;
using workload::OpKind;
using workload::StepOp;

double seconds(Picoseconds time) { return base::to_seconds(time).count(); }

// Of whole numbers, so that a mean of classes that are alike is what each has.
Picoseconds mean(std::int64_t sum, std::size_t count) {
  return Picoseconds{sum / static_cast<std::int64_t>(std::max<std::size_t>(count, 1))};
}

Shares shares_of(const StepAnswer& answer) {
  Shares sum;
  for (const auto& account : answer.accounts) {
    sum.compute = sum.compute + account.compute;
    sum.exposed = sum.exposed + account.exposed;
  }
  const std::size_t classes = answer.accounts.size();
  Shares shares{mean(sum.compute.count(), classes), mean(sum.exposed.count(), classes), {}};
  shares.bubble = answer.time - shares.compute - shares.exposed;
  return shares;
}

Memory mean_of(const std::vector<Memory>& all) {
  Memory sum;
  for (auto part : {&Memory::weights, &Memory::gradients, &Memory::optimizer, &Memory::activations,
                    &Memory::kv, &Memory::buffers}) {
    for (const Memory& m : all) sum.*part = sum.*part + m.*part;
    sum.*part = base::Bytes{(sum.*part).count() / static_cast<std::int64_t>(all.size())};
  }
  return sum;
}

bool is_product(const workload::ComputeWork& work) {
  return !std::holds_alternative<workload::ElementwiseWork>(work);
}

// Of products, by all NPUs, recomputation counted.
double computed_flops(const workload::StepProgram& program) {
  std::vector<double> of_work;
  for (const auto& work : program.works) {
    of_work.push_back(is_product(work) ? workload::amounts_of(work).flops : 0);
  }
  double sum = 0;
  for (const ClassProgram& c : program.classes) {
    for (const StepOp& op : c.ops) {
      if (op.kind == OpKind::compute && op.work >= 0) sum += base::at(of_work, op.work);
    }
  }
  return sum * program.grid.size() / static_cast<double>(program.classes.size());
}

// Those along which members differ at all.
std::string axes_text(const workload::RankGrid& grid, workload::AxisMask axes) {
  std::string text;
  for (std::size_t a = 0; a < workload::kAxes; ++a) {
    const auto axis = static_cast<workload::Axis>(a);
    if ((axes & workload::mask_of(axis)) == 0 || grid.degree[a] == 1) continue;
    text += (text.empty() ? "" : "+") + std::string(name_of(axis));
  }
  return text;
}

// Dispatch and combine of experts may be one communication: "ep_dispatch+ep_combine".
std::string labels_text(std::uint64_t labels) {
  std::string text;
  for (std::size_t l = 0; l < engine::step::kLabels; ++l) {
    if ((labels >> l & 1U) == 0) continue;
    text += (text.empty() ? "" : "+") + std::string(name_of(static_cast<workload::OpLabel>(l)));
  }
  return text;
}

std::vector<CollectiveRow> collective_rows(const Step& step, const StepAnswer& answer) {
  const auto& program = step.program;
  std::vector<CollectiveRow> rows(program.comms.size());
  std::vector<std::uint64_t> labels(program.comms.size());
  static_assert(engine::step::kLabels <= 64);
  for (const ClassProgram& c : program.classes) {
    for (const StepOp& op : c.ops) {
      const bool sends = op.kind == OpKind::send;
      if (op.work < 0 || (!sends && op.kind != OpKind::collective)) continue;
      CollectiveRow& row = base::at(rows, op.work);
      base::at(labels, op.work) |= std::uint64_t{1} << static_cast<unsigned>(op.label);
      row.kind = sends ? "send" : rounds::name_of(base::at(program.comms, op.work).kind);
      ++row.count;
    }
  }
  const auto classes = static_cast<double>(program.classes.size());
  const std::vector<std::string> ways = ways_of(step);
  std::vector<CollectiveRow> used;
  for (std::size_t c = 0; c < rows.size(); ++c) {
    CollectiveRow& row = rows[c];
    if (row.count == 0) continue;
    std::int64_t busy = 0;
    std::int64_t exposed = 0;
    for (const auto& account : answer.accounts) {
      busy += account.comm_busy[c].count();
      exposed += account.comm_exposed[c].count();
    }
    row.operation = labels_text(labels[c]);
    row.axes = axes_text(program.grid, program.comms[c].axes);
    row.way = ways[c];
    row.bytes = program.comms[c].bytes;
    row.members = row.kind == "send" ? 2 : program.grid.members(program.comms[c].axes);
    row.each = Picoseconds{std::llround(static_cast<double>(busy) / row.count)};
    row.total = mean(busy, program.classes.size());
    row.exposed = mean(exposed, program.classes.size());
    row.count /= classes;
    used.push_back(row);
  }
  std::stable_sort(used.begin(), used.end(),
                   [](const auto& a, const auto& b) { return a.total > b.total; });
  return used;
}

struct Purpose {
  OperationRow row;
  double flops = 0;
};

std::vector<OperationRow> operation_rows(const Step& step, const StepAnswer& answer) {
  if (answer.intervals.empty()) return {};
  using Key = std::pair<workload::OpLabel, workload::Phase>;
  std::map<Key, Purpose> purposes;
  for (std::size_t c = 0; c < step.program.classes.size(); ++c) {
    const ClassProgram& program = step.program.classes[c];
    for (std::size_t i = 0; i < program.ops.size(); ++i) {
      const StepOp& op = program.ops[i];
      if (op.kind != OpKind::compute) continue;
      Purpose& p = purposes[{op.label, op.phase}];
      ++p.row.count;
      p.row.time = p.row.time + answer.intervals[c][i].length();
      if (op.work < 0) continue;
      const workload::ComputeWork& work = base::at(step.program.works, op.work);
      if (is_product(work)) p.flops += workload::amounts_of(work).flops;
    }
  }
  for (const auto& on_path : answer.path) {
    const StepOp& op = base::at(step.program.classes, on_path.of_class).ops[on_path.op];
    if (op.kind != OpKind::compute) continue;
    OperationRow& row = purposes[{op.label, op.phase}].row;
    row.critical = row.critical + on_path.interval.length();
  }
  const double peak = peak_of(step.npu, step.request.type).count();
  const auto classes = static_cast<double>(step.program.classes.size());
  std::vector<OperationRow> rows;
  for (auto& [key, p] : purposes) {
    p.row.operation = name_of(key.first);
    p.row.phase = phase_text(key.second);
    if (p.flops > 0 && p.row.time.count() > 0) {
      p.row.flops_per_s = p.flops / seconds(p.row.time);
      p.row.share_of_peak = *p.row.flops_per_s / peak;
    }
    p.row.count /= classes;
    p.row.time = mean(p.row.time.count(), step.program.classes.size());
    rows.push_back(p.row);
  }
  std::stable_sort(rows.begin(), rows.end(),
                   [](const auto& a, const auto& b) { return a.time > b.time; });
  return rows;
}

int layers_of(const Step& step, int stage) {
  int layers = 0;
  const workload::Parallelism& p = step.request.parallelism;
  for (int chunk = 0; chunk < step.plan.chunks; ++chunk) {
    layers +=
        base::at(step.plan.virtual_layers, workload::place_of(p.schedule, stage, chunk, p.pp));
  }
  return layers;
}

}  // namespace

StepRow step_row(const Step& step, const StepAnswer& answer) {
  const TrainConfig& config = step.config;
  const auto& program = step.program;
  StepRow row;
  row.model = step.request.model.name;
  row.engine = config.engine;
  row.law = step.node > 0 ? "reached" : "links";
  row.mode = engine::name_of(config.mode);
  row.parallel = workload::text_of(config.parallel);
  row.npus = program.grid.size();
  row.batch = config.batch;
  row.sequence = step.request.tokens();
  row.micro_batches = step.plan.micro_batches;
  row.time = answer.time;
  row.shares = shares_of(answer);
  const double npu_seconds = seconds(answer.time) * row.npus;
  const double peak = peak_of(step.npu, step.request.type).count();
  if (npu_seconds > 0) {
    row.model_flops_per_s = program.model_flops / npu_seconds;
    // Where a multiply-add counts once, the peak counts it once too.
    const double counted = config.counting == workload::Counting::macs ? 0.5 : 1;
    row.mfu = counted * row.model_flops_per_s / peak;
    row.hfu = computed_flops(program) / npu_seconds / peak;
    const bool decodes = step.request.kind == workload::StepKind::decode;  // one each
    row.tokens_per_s = static_cast<double>(row.batch) *
                       (decodes ? 1 : static_cast<double>(row.sequence)) / seconds(answer.time);
  }
  row.memory = mean_of(step.memory);
  for (const Memory& m : step.memory) row.largest_memory = std::max(row.largest_memory, m.total());
  if (step.npu.memory.count() > 0) row.memory_limit = step.npu.memory;
  for (const ClassProgram& c : program.classes) {
    row.operations += static_cast<std::int64_t>(c.ops.size());
  }
  row.events = answer.events;
  row.simulated_npus = answer.simulated_npus;
  if (answer.machine) row.machine = machine_figures(*answer.machine);
  return row;
}

std::vector<report::Printed> train_rows(const Step& step, const StepAnswer& answer) {
  std::vector<report::Printed> rows = {step_metrics()(step_row(step, answer))};
  const int classes = static_cast<int>(step.program.classes.size());
  for (int c = 0; c < classes; ++c) {
    const auto& account = base::at(answer.accounts, c);
    const int stage = base::at(step.program.classes, c).stage;
    rows.push_back(class_metrics()({stage,
                                    step.program.grid.size() / classes,
                                    layers_of(step, stage),
                                    {account.compute, account.exposed, account.bubble},
                                    base::at(step.memory, stage)}));
  }
  for (std::size_t d = 0; d < answer.dimensions.size(); ++d) {
    const topology::Dimension& in = step.fabric.dimension(static_cast<int>(d));
    rows.push_back(dimension_metrics()({static_cast<int>(d), topology::block_name(in.block),
                                        in.size, in.bandwidth, answer.dimensions[d].bytes,
                                        answer.dimensions[d].utilisation}));
  }
  for (const auto& row : collective_rows(step, answer)) rows.push_back(collective_metrics()(row));
  for (const auto& row : operation_rows(step, answer)) rows.push_back(operation_metrics()(row));
  if (step.packed) rows.push_back(document_metrics()(*step.packed));
  if (answer.machine) {
    for (const auto& row : exchange_rows(step, *answer.machine)) {
      rows.push_back(exchange_metrics()(row));
    }
  }
  if (step.config.mode == engine::Mode::faithful) {
    for (const auto& row : changes_of(step, answer.time)) rows.push_back(change_metrics()(row));
  }
  return rows;
}

report::StepReasons reasons_of(const Step& step, const StepAnswer& answer) {
  report::StepReasons reasons{answer.path, {}};
  for (int c = 0; c < static_cast<int>(answer.intervals.size()); ++c) {
    const std::vector<engine::Interval>& times = base::at(answer.intervals, c);
    reasons.idle.push_back(
        engine::step::idle_of(step.program, c, {times.data(), times.size()}, answer.time));
  }
  return reasons;
}

}  // namespace jacquard::train
