// SPDX-License-Identifier: Apache-2.0
#include "jacquard/workload/decode_loop.hpp"

#include <array>

#include "jacquard/base/at.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/workload/job_of_program.hpp"
#include "jacquard/workload/training.hpp"

namespace jacquard::workload {
namespace {

using Durations = std::vector<base::Picoseconds>;

Increment growth(const OpNode& now, const OpNode& next) {
  Increment more;
  if (now.flops) more.flops = base::Flops{next.flops->count() - now.flops->count()};
  if (now.moved[0]) more.moved[0] = *next.moved[0] - *now.moved[0];
  return more;
}

// What is first and last in each stream of a step, and the tokens that the first stage receives.
std::vector<LoopNode::Carried> carried(const ClassProgram& program) {
  std::vector<LoopNode::Carried> all;
  std::array<std::int64_t, kStreams> first{};
  std::array<std::int64_t, kStreams> last{};
  first.fill(-1);
  for (std::size_t i = 0; i < program.ops.size(); ++i) {
    const auto stream = program.ops[i].stream;
    if (first[stream] < 0) first[stream] = static_cast<std::int64_t>(i);
    last[stream] = static_cast<std::int64_t>(i);
  }
  for (std::size_t s = 0; s < kStreams; ++s) {
    if (first[s] >= 0) {
      all.push_back({static_cast<std::uint64_t>(last[s]), static_cast<std::uint64_t>(first[s])});
    }
  }
  if (program.stage != 0) return all;
  for (std::size_t i = 0; i < program.ops.size(); ++i) {
    if (program.ops[i].kind != OpKind::receive) continue;
    for (std::size_t j = 0; j < program.ops.size(); ++j) {
      const bool embeds = program.ops[j].label == OpLabel::embedding;
      if (embeds && program.ops[j].micro_batch == program.ops[i].micro_batch) {
        all.push_back({i, j});
      }
    }
  }
  return all;
}

base::Picoseconds slope(base::Picoseconds first, base::Picoseconds last, int steps) {
  return steps == 1 ? base::Picoseconds{0}
                    : base::Picoseconds{(last.count() - first.count()) / (steps - 1)};
}

}  // namespace

std::vector<LoopNode> decode_loops(const StepRequest& request, int steps, const Durations& first,
                                   const Durations& last) {
  JQ_CHECK(request.kind == StepKind::decode && steps >= 1, "a decode loop is of decode steps");
  StepRequest longer = request;
  longer.sequence = request.tokens() + 1;
  const StepProgram now = inference_program(request);
  const StepProgram next = inference_program(longer);
  const Durations none(now.works.size());
  const Job here = job_of(now, first.empty() ? none : first);
  const Job there = job_of(next, none);
  std::vector<LoopNode> loops;
  for (std::size_t c = 0; c < here.graphs.size(); ++c) {
    const ClassProgram& program = now.classes[c];
    LoopNode loop;
    loop.name = "decode, stage " + std::to_string(program.stage);
    loop.count = steps;
    for (int i = 0; i < here.graphs[c].size(); ++i) {
      const StepOp& op = base::at(program.ops, i);
      OpNode node = here.graphs[c].node(i);
      node.micro_batch = -1;  // which would number the steps
      Increment more = growth(node, there.graphs[c].node(i));
      if (op.kind == OpKind::compute && !last.empty()) {
        more.duration = slope(node.duration, base::at(last, op.work), steps);
      }
      loop.body.push_back({std::move(node), more});
    }
    loop.carried = carried(program);
    loops.push_back(std::move(loop));
  }
  return loops;
}

}  // namespace jacquard::workload
