// SPDX-License-Identifier: Apache-2.0
#include "sim/plan/layers_launch.hpp"

#include <algorithm>

#include "jacquard/base/at.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/plan/model_noun.hpp"
#include "jacquard/plan/physical/system.hpp"
#include "jacquard/systems/cluster_system.hpp"

namespace jacquard::planner {
namespace {

using plan::Scheme;

constexpr std::int64_t kMostBatch = 1 << 30;  // that a job can say

bool is_llm(const plan::Model& m) {
  return m.vocabulary > 0 && m.blocks.layers > 0 && m.blocks.heads > 0 &&
         m.bottom.layers + m.top.layers == 0;
}

void note(knobs::LaunchRow& row, const std::string& text) {
  row.notes += (row.notes.empty() ? "" : "; ") + text;
}

}  // namespace

std::optional<knobs::LaunchRow> launch_of(const plan::Request& request, const Outcome& outcome,
                                          const std::string& asked) {
  if (!is_llm(request.model) || request.task.kind == plan::TaskKind::inference) return std::nullopt;
  if (request.batch() > kMostBatch) return std::nullopt;
  train::TrainConfig job;
  try {
    job.model = plan::transformer_of(request.model, {"MODEL", ""});
  } catch (const base::ConfigError&) {  // the planner's rules need no heads that divide hidden
    return std::nullopt;
  }
  job.system = systems::system_of(request.cluster);
  job.batch = static_cast<int>(request.batch());
  workload::Parallelism& p = job.parallel;
  const plan::Levels& levels = outcome.strategy.of(plan::Part::blocks);
  bool ddp = false;
  for (int i = 0; i < levels.count; ++i) {
    const plan::Level& level = base::at(levels.level, i);
    (level.scheme == Scheme::tp ? p.tp : p.dp) *= level.degree;
    ddp = ddp || level.scheme == Scheme::ddp;
    if (level.scheme == Scheme::fsdp) p.zero = 3;
  }
  if (job.model.heads % p.tp != 0) return std::nullopt;
  const std::int64_t local = request.batch() / p.dp;
  p.micro_batch = static_cast<int>(std::max<std::int64_t>(1, local / outcome.answer.micro_batches));
  if (outcome.answer.recompute) p.recompute = workload::Recompute::full;
  knobs::LaunchRow row = asked.empty() ? knobs::launch_row(job, launch::Framework::megatron)
                                       : knobs::asked_launch_row(job, asked);
  note(row, "a language model; norms, positions and gates are guessed: the components do not say");
  if (p.zero == 3 && ddp) {
    note(row, "FSDP inside the node alone is hybrid sharding: set Megatron-FSDP's outer strategy");
  }
  if (levels.count == 2 && levels.level[1].scheme == Scheme::tp &&
      levels.level[0].scheme != Scheme::tp) {
    note(row, "TP across nodes needs another order of ranks than Megatron-LM's");
  }
  if (outcome.strategy.of(plan::Part::embedding).level[0].scheme == Scheme::mp) {
    note(row, "the embedding is split by TP, not over all devices");
  }
  if (request.task.kind == plan::TaskKind::finetune) {
    note(row, "the checkpoint to load, and what is frozen, are not of this line");
  }
  return row;
}

}  // namespace jacquard::planner
