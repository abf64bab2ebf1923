// SPDX-License-Identifier: Apache-2.0
#include "sim/plan/knobs/launch.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace jacquard::knobs {
namespace {

using workload::Parallelism;
using workload::Recompute;

class Line {
 public:
  void flag(const std::string& name) { text_ += (text_.empty() ? "" : " ") + name; }
  template <class Value>
  void option(const std::string& name, const Value& value) {
    flag(fmt::format("{} {}", name, value));
  }
  void note(const std::string& text) { notes_ += (notes_.empty() ? "" : "; ") + text; }
  LaunchRow row(std::string framework) && {
    return {std::move(framework), std::move(text_), std::move(notes_)};
  }

 private:
  std::string text_;
  std::string notes_;
};

// Processes of the job: one for each NPU.
void add_torchrun(const train::TrainConfig& config, const char* program, Line& line) {
  const int npus = config.parallel.npus();
  const int node = config.system.node > 0 && npus % config.system.node == 0 ? config.system.node
                                                                            : std::min(npus, 8);
  line.flag("torchrun");
  line.option("--nnodes", std::max(1, npus / node));
  line.option("--nproc_per_node", node);
  line.flag(program);
}

void add_attention(const workload::Model& m, Line& line) {
  line.option("--num-attention-heads", m.heads);
  if (m.is_latent()) {
    line.flag("--multi-latent-attention");
    if (m.latent.q_rank > 0) line.option("--q-lora-rank", m.latent.q_rank);
    line.option("--kv-lora-rank", m.latent.kv_rank);
    line.option("--qk-head-dim", m.latent.nope);
    line.option("--qk-pos-emb-head-dim", m.latent.rope);
    line.option("--v-head-dim", m.latent.value);
    return;
  }
  if (m.kv_head_count() != m.heads) {
    line.flag("--group-query-attention");
    line.option("--num-query-groups", m.kv_head_count());
  }
  const double own = static_cast<double>(m.hidden) / m.heads;
  if (m.size_of_head() < own || m.size_of_head() > own) {
    line.option("--kv-channels", m.size_of_head());
  }
}

// "([0]*3+[1]*58)": which layers have experts.
std::string frequency(const workload::Model& m) {
  std::string text;
  for (int layer = 0, run = 0; layer < m.layers; ++layer) {
    ++run;
    const bool experts = m.feed(layer) == workload::FeedForward::experts;
    const bool last = layer + 1 == m.layers || m.feed(layer + 1) != m.feed(layer);
    if (!last) continue;
    text += fmt::format("{}[{}]*{}", text.empty() ? "" : "+", experts ? 1 : 0, run);
    run = 0;
  }
  return "(" + text + ")";
}

void add_experts(const train::TrainConfig& config, Line& line) {
  const workload::Model& m = config.model;
  if (!m.has_experts()) return;
  line.option("--num-experts", m.experts.count);
  line.option("--moe-router-topk", m.experts.top_k);
  line.option("--moe-ffn-hidden-size", m.experts.inner);
  if (m.experts.shared_inner > 0) {
    line.option("--moe-shared-expert-intermediate-size", m.experts.shared_inner);
  }
  if (m.layers_of(workload::FeedForward::dense) > 0) {
    line.option("--moe-layer-freq", "'" + frequency(m) + "'");
  }
  line.option("--moe-token-dispatcher-type", "alltoall");
  line.flag("--moe-grouped-gemm");
  line.option("--expert-model-parallel-size", config.parallel.expert_parts());
  line.option("--expert-tensor-parallel-size", config.parallel.expert_tp());
}

void add_model(const train::TrainConfig& config, Line& line) {
  const workload::Model& m = config.model;
  line.option("--num-layers", config.layers > 0 ? config.layers : m.layers);
  line.option("--hidden-size", m.hidden);
  if (m.inner > 0) line.option("--ffn-hidden-size", m.inner);
  add_attention(m, line);
  line.option("--seq-length", tokens_of(config));
  line.option("--max-position-embeddings", std::max(m.positions, tokens_of(config)));
  if (m.gated) line.flag("--swiglu");
  line.option("--normalization", m.layer_norm ? "LayerNorm" : "RMSNorm");
  line.option("--position-embedding-type", m.positions > 0 ? "learned_absolute" : "rope");
  if (!m.biases) line.flag("--disable-bias-linear");
  if (m.qkv_bias && !m.biases) line.flag("--add-qkv-bias");
  if (!m.tied_embeddings) line.flag("--untie-embeddings-and-output-weights");
  if (m.window > 0) line.option("--window-size", fmt::format("'({},0)'", m.window - 1));
  if (m.encoder) line.note("an encoder is not what pretrain_gpt.py trains");
  if (m.vocabulary > 0) line.option("--vocab-size", m.vocabulary);
}

void add_degrees(const Parallelism& p, Line& line) {
  line.option("--tensor-model-parallel-size", p.tp);
  line.option("--pipeline-model-parallel-size", p.pp);
  if (p.virtual_stages > 1) {
    line.option("--num-virtual-stages-per-pipeline-rank", p.virtual_stages);
  }
  if (p.uneven == workload::Uneven::edges) {
    line.flag("--account-for-embedding-in-pipeline-split");
    line.flag("--account-for-loss-in-pipeline-split");
  }
  if (!p.stages.empty()) {
    line.note("stages of given lengths are a --pipeline-model-parallel-layout of your own");
  }
  if (p.schedule == workload::PipelineSchedule::gpipe ||
      p.schedule == workload::PipelineSchedule::zero_bubble) {
    line.note("the pipeline's schedule has no option: 1F1B runs");
  }
  line.option("--context-parallel-size", p.cp);
  if (p.tp > 1 && p.sequence_parallel) line.flag("--sequence-parallel");
  if (p.async_tp) line.flag("--tp-comm-overlap");
  if (!p.placement.empty()) {
    line.note("the order of axes is Megatron-LM's own, tp-cp-ep-dp-pp");
  }
}

void add_sharding(const Parallelism& p, Line& line) {
  if (p.replicas() * p.cp == 1) return;
  if (p.zero > 0) line.flag("--use-distributed-optimizer");
  if (p.zero >= 2) {
    line.flag("--use-megatron-fsdp");
    line.option("--data-parallel-sharding-strategy",
                p.zero == 2 ? "optim_grads" : "optim_grads_params");
    line.flag("--no-gradient-accumulation-fusion");
    line.option("--ckpt-format", "fsdp_dtensor");
  }
  if (p.overlap) line.flag("--overlap-grad-reduce");
  if (p.overlap && p.zero > 0) line.flag("--overlap-param-gather");
}

void add_recomputation(const train::TrainConfig& config, Line& line) {
  const workload::Model& m = config.model;
  switch (config.parallel.recompute) {
    case Recompute::none:
      return;
    case Recompute::full:
      line.option("--recompute-granularity", "full");
      line.option("--recompute-method", "uniform");
      line.option("--recompute-num-layers", 1);
      return;
    case Recompute::core_attention:
      line.option("--recompute-granularity", "selective");
      return line.option("--recompute-modules", "core_attn");
    case Recompute::selective:
      line.option("--recompute-granularity", "selective");
      if (!m.fused_attention) return line.option("--recompute-modules", "core_attn");
      line.option("--recompute-modules", m.has_experts() ? "layernorm moe_act" : "layernorm");
      line.note("the activation function of dense layers is computed again by fused kernels alone");
      return;
    default:
      line.note("this recomputation has no option");
  }
}

void add_numbers(const train::TrainConfig& config, Line& line) {
  line.flag("--bf16");
  if (config.type == workload::NumberType::fp8) {
    line.option("--fp8-format", "hybrid");
  } else if (config.type == workload::NumberType::fp8_block) {
    line.option("--fp8-format", "e4m3");
    line.option("--fp8-recipe", "blockwise");
  } else if (config.type == workload::NumberType::fp32) {
    line.note("fp32 runs without --bf16");
  }
  if (config.gradient_type == workload::NumberType::bf16) line.flag("--grad-reduce-in-bf16");
}

const char* word_of(Recompute recompute) {
  switch (recompute) {
    case Recompute::none:
      return "none";
    case Recompute::full:
      return "full";
    default:
      return "selective";
  }
}

}  // namespace

LaunchRow megatron_launch(const train::TrainConfig& config) {
  const Parallelism& p = config.parallel;
  Line line;
  add_torchrun(config, "pretrain_gpt.py", line);
  add_model(config, line);
  add_degrees(p, line);
  add_experts(config, line);
  line.option("--micro-batch-size", std::max(1, p.micro_batch));
  line.option("--global-batch-size", config.batch);
  add_sharding(p, line);
  add_recomputation(config, line);
  add_numbers(config, line);
  return std::move(line).row("Megatron-LM");
}

LaunchRow torchtitan_launch(const train::TrainConfig& config) {
  const Parallelism& p = config.parallel;
  Line line;
  add_torchrun(config, "-m torchtitan.train", line);
  const int replicas = p.replicas();
  const bool shards = p.zero >= 2;
  line.option("--parallelism.data_parallel_replicate_degree", shards ? 1 : replicas);
  line.option("--parallelism.data_parallel_shard_degree", shards ? replicas : 1);
  if (shards) {
    line.option("--parallelism.fsdp_reshard_after_forward", p.zero == 3 ? "always" : "never");
  }
  line.option("--parallelism.tensor_parallel_degree", p.tp);
  line.option("--parallelism.context_parallel_degree", p.cp);
  line.option("--parallelism.expert_parallel_degree", p.ep);
  line.option("--parallelism.pipeline_parallel_degree", p.pp);
  if (p.pp > 1) {
    line.option("--parallelism.pipeline_parallel_schedule",
                p.virtual_stages > 1 ? "Interleaved1F1B" : "1F1B");
    line.option("--parallelism.pipeline_parallel_microbatch_size", std::max(1, p.micro_batch));
  }
  line.option("--activation_checkpoint.mode", word_of(p.recompute));
  // Without stages a rank's batch is what it runs at once, and the rest is accumulated.
  line.option("--training.local_batch_size",
              p.pp > 1 ? config.batch / std::max(1, replicas) : std::max(1, p.micro_batch));
  line.option("--training.global_batch_size", config.batch);
  line.option("--training.seq_len", tokens_of(config));
  if (p.zero == 1) line.note("torchtitan has no sharded optimizer alone (ZeRO-1)");
  line.note("the model is the name of one that torchtitan has");
  return std::move(line).row("torchtitan");
}

}  // namespace jacquard::knobs
