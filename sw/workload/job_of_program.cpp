// SPDX-License-Identifier: Apache-2.0
#include "jacquard/workload/job_of_program.hpp"

#include <cmath>

#include "jacquard/base/at.hpp"

namespace jacquard::workload {
namespace {

const char* word_of(Phase phase) {
  switch (phase) {
    case Phase::forward:
      return "forward ";
    case Phase::backward:
      return "backward ";
    case Phase::update:
      return "update ";
    case Phase::prefill:
      return "prefill ";
    case Phase::decode:
      return "decode ";
    case Phase::none:
      break;
  }
  return "";
}

// Digits of the job's places, which are the grid's axes in their order.
int digit_of(Axis axis, const RankGrid& grid) {
  int digit = 0;
  while (base::at(grid.order, digit) != axis) ++digit;
  return digit;
}

std::string name_of_group(AxisMask axes) {
  std::string name;
  for (std::size_t a = 0; a < kAxes; ++a) {
    if ((axes & mask_of(static_cast<Axis>(a))) == 0) continue;
    name += (name.empty() ? "" : "+") + std::string(name_of(static_cast<Axis>(a)));
  }
  return name;
}

void add_groups(const StepProgram& program, Job& job) {
  const RankGrid& grid = program.grid;
  std::vector<int> radices;
  for (const Axis axis : grid.order) radices.push_back(base::at(grid.degree, axis));
  job.places = base::MixedRadix(radices);
  for (const CommWork& comm : program.comms) {
    const int group = group_of(comm.axes, grid);
    if (group == 0 || comm.kind == CollectiveKind::send || job.partitions.count(group) > 0)
      continue;
    std::vector<int> digits;
    for (std::size_t d = 0; d < kAxes; ++d) {
      if ((comm.axes & mask_of(grid.order[d])) != 0) digits.push_back(static_cast<int>(d));
    }
    job.partitions.emplace(group, digits);
    job.group_names.emplace(group, name_of_group(comm.axes));
  }
}

class GraphWriter {
 public:
  GraphWriter(const StepProgram& program, const std::vector<base::Picoseconds>& durations,
              const std::vector<std::optional<base::Picoseconds>>& timed)
      : program_(program), durations_(durations), timed_(timed) {
    for (const ComputeWork& work : program.works) amounts_.push_back(amounts_of(work));
    stages_ = digit_of(Axis::pp, program.grid);
  }

  OpGraph graph(const ClassProgram& program) const {
    std::vector<OpNode> nodes(program.ops.size());
    std::array<std::int64_t, kStreams> last{};
    last.fill(-1);
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      const StepOp& op = program.ops[i];
      fill(nodes[i], op, program, i);
      if (last[op.stream] >= 0) {
        nodes[i].control_after.push_back(static_cast<std::uint64_t>(last[op.stream]));
      }
      last[op.stream] = static_cast<std::int64_t>(i);
    }
    return {program_.source + ", stage " + std::to_string(program.stage), std::move(nodes)};
  }

 private:
  void fill(OpNode& node, const StepOp& op, const ClassProgram& program, std::size_t i) const {
    node.id = i;
    node.name = name_of(op);
    node.kind = op.kind;
    node.stream = stream_of(op.kind);
    node.phase = op.phase;
    node.layer = op.layer;
    node.micro_batch = op.micro_batch;
    const auto first = program.dependencies.begin() + op.first_dependency;
    node.data_after.assign(first, first + op.dependencies);
    if (op.kind == OpKind::compute) {
      const Amounts& amounts = base::at(amounts_, op.work);
      node.duration = base::at(durations_, op.work);
      node.flops = base::Flops{amounts.flops};
      node.moved[0] = base::Bytes{std::ceil(amounts.bytes)};
      return;
    }
    const CommWork& comm = base::at(program_.comms, op.work);
    node.bytes = comm.bytes;
    if (op.kind == OpKind::collective) {
      node.collective = comm.kind;
      node.group = group_of(comm.axes, program_.grid);
      node.unpredictable = op.label == OpLabel::ep_dispatch || op.label == OpLabel::ep_combine;
      time(node, op);
      return;
    }
    node.peer_digit = stages_;
    node.tag = op.tag;
    node.from = op.kind == OpKind::send ? program.stage : op.peer;
    node.to = op.kind == OpKind::send ? op.peer : program.stage;
  }

  void time(OpNode& node, const StepOp& op) const {
    if (base::index(op.work) >= timed_.size() || !base::at(timed_, op.work)) return;
    node.timed = true;
    node.duration = *base::at(timed_, op.work);
  }

  const StepProgram& program_;
  const std::vector<base::Picoseconds>& durations_;
  const std::vector<std::optional<base::Picoseconds>>& timed_;
  std::vector<Amounts> amounts_;
  int stages_ = 0;
};

}  // namespace

std::string name_of(const StepOp& op) {
  std::string name;
  if (op.layer >= 0) name = "layer " + std::to_string(op.layer) + " ";
  name += word_of(op.phase);
  name += name_of(op.label);
  return name;
}

int group_of(AxisMask axes, const RankGrid& grid) {
  return grid.members(axes) == grid.size() ? 0 : axes;
}

Job job_of(const StepProgram& program, const std::vector<base::Picoseconds>& durations,
           const std::vector<std::optional<base::Picoseconds>>& timed) {
  Job job;
  add_groups(program, job);
  const GraphWriter writer(program, durations, timed);
  job.graphs.reserve(program.classes.size());
  for (const ClassProgram& one : program.classes) job.graphs.push_back(writer.graph(one));
  const int npus = program.grid.size();
  job.class_of.resize(base::index(npus));
  const int stride = program.grid.stride(Axis::pp);
  const int stages = base::at(program.grid.degree, Axis::pp);
  for (int npu = 0; npu < npus; ++npu) base::at(job.class_of, npu) = npu / stride % stages;
  return job;
}

}  // namespace jacquard::workload
