// SPDX-License-Identifier: Apache-2.0
// How a model is spread over NPUs.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "jacquard/config/field_table.hpp"
#include "jacquard/workload/step_program.hpp"

namespace jacquard::workload {

enum class PipelineSchedule : std::uint8_t {
  gpipe,
  one_f_one_b,
  interleaved,
  zero_bubble,
  zero_bubble_v,
  dualpipe,
};
// What the backward pass computes again. selective: attention's products where a model would store
// their scores (Korthikanti et al. 2022 s5); of a model with fused attention norms and activation
// functions (Megatron-LM's selective modules). alternate: these, and every other matrix (of a gated
// layer K, the output of attention, and one of the two matrices into the inner width), as
// torchtitan's selection by operation. full: each layer, from its input. core_attention:
// attention's products, fused or not (Megatron-core's module core_attn). experts: what selective
// has, and layers of experts from what their norm gives, exchanges included (its module moe).
enum class Recompute : std::uint8_t { none, selective, alternate, full, core_attention, experts };
enum class Uneven : std::uint8_t { no, edges };

struct Parallelism {
  int dp = 1;  // replicas, experts' own replicas
  int tp = 1;
  int cp = 1;  // parts of a sequence
  int ep = 1;  // parts of the experts; other layers see ep x dp replicas
  int pp = 1;
  // What dp x cp (for layers without experts also x ep) shards beside the optimizer:
  //   0 nothing, not even the optimizer: gradients are all-reduced
  //   1 the optimizer: gradients reduce-scattered once a step, weights gathered after the update
  //   2 and gradients: reduce-scattered by every micro-batch, weights gathered once, in the first
  //     micro-batch's forward pass, and kept (FSDP that does not reshard after forward)
  //   3 and weights: gathered for every pass (FSDP)
  int zero = 0;
  int prefetch = 1;       // layers whose weights are gathered ahead
  int micro_batch = 0;    // sequences of one micro-batch and replica; 0: by micro_batches
  int micro_batches = 0;  // 0: 1 without stages, else the most that divide, at most 4 pp
  PipelineSchedule schedule = PipelineSchedule::one_f_one_b;
  int virtual_stages = 1;              // parts of the model that each stage holds (interleaved)
  std::optional<Recompute> recompute;  // nothing: what the software says, else none
  bool sequence_parallel = true;       // tp shards norms and residuals by tokens (Megatron-LM)
  // Partial all-gathers and reduce-scatters of tp, each beside the product of the slice before
  // (MeshSlice s3.1 on one row of chips); 1: whole ones.
  int tp_slices = 1;
  bool async_tp = false;  // tp communicates beside its products, part by part (asynchronous TP)
  bool overlap = true;    // gradients are reduced beside the backward pass, not behind it
  // Layers of each virtual stage (pp x virtual_stages numbers); empty: as `uneven` says.
  std::vector<int> stages;
  Uneven uneven = Uneven::no;  // edges: the first and the last have one layer fewer
  // Axes from the nearest on; those left out follow in the default order.
  std::vector<Axis> placement;
  // Of tp and cp, those whose members hold different experts, as those of ep do (Megatron-LM's
  // expert-tensor-parallel-size 1): experts are then not split by tp, nor copied by cp.
  std::vector<Axis> fold;

  int npus() const { return dp * tp * cp * ep * pp; }  // of degrees that were checked
  int replicas() const { return dp * ep; }             // of the batch
  bool folds(Axis axis) const;
  int expert_parts() const;  // NPUs that hold different experts, ep and what it folds
  Recompute recomputes() const { return recompute.value_or(Recompute::none); }
  int expert_tp() const { return folds(Axis::tp) ? 1 : tp; }  // parts of an expert's matrices
  RankGrid grid() const;
};

const config::FieldTable<Parallelism>& parallelism_fields();
config::Codec<Recompute> recompute_codec();

// "dp=64,tp=4,sp=4,zero=3": keys of the table, each at most once; `sp` is cp, `virtual` is
// virtual_stages; lists take "stages=7:8:8:7", "placement=tp:cp:dp". Throws ConfigError naming
// `source` and the key.
Parallelism parse_parallelism(const std::string& text, const std::string& source);
// The same text from a value: what differs from the defaults, "dp=1" where nothing does.
std::string text_of(const Parallelism& parallelism);
// What differs between two, as the second has it.
std::string text_of_change(const Parallelism& from, const Parallelism& to);
// As a job's "parallel": the text, or an object of the table's keys.
config::Codec<Parallelism> parallelism_codec();

}  // namespace jacquard::workload
