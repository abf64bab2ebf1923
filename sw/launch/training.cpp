// SPDX-License-Identifier: Apache-2.0
#include "jacquard/launch/training.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "jacquard/interop/recipes/layers_text.hpp"
#include "jacquard/workload/model_name.hpp"

namespace jacquard::launch {
namespace {

using config::Json;
using workload::Parallelism;
using workload::PipelineSchedule;
using workload::Recompute;

class Writer {
 public:
  Writer(const workload::StepRequest& request, int node, Framework framework)
      : r_(request), p_(request.parallelism), m_(request.model) {
    t_.framework = framework;
    const int npus = p_.npus();
    t_.npus_of_node = node > 0 && npus % node == 0 ? node : std::min(npus, 8);
    t_.nodes = std::max(1, npus / t_.npus_of_node);
  }

  Training take() && {
    job_ = {{"parallel", workload::parallelism_fields().show(p_)},
            {"model", workload::model_fields().show(m_)},
            {"batch", r_.batch},
            {"sequence", r_.tokens()},
            {"quantised_parameters", r_.quantised_parameters}};
    if (r_.kind != workload::StepKind::train)
      refuse("kind", "train", r_.kind == workload::StepKind::decode ? "decode" : "prefill");
    if (m_.encoder || m_.vocabulary == 0 || m_.patch_values > 0)
      refuse("model", "a decoder of tokens", m_.name);
    micro_batch_ = p_.micro_batch > 0 ? p_.micro_batch : workload::plan_of(r_).micro_batch;
    if (t_.framework == Framework::torchtitan) {
      of_torchtitan();
    } else {
      of_model();
      of_megatron();
    }
    if (!p_.placement.empty())
      refuse("parallel.placement", "the framework's own, tp first, pp last",
             "another order of axes");
    if (r_.optimizer != workload::Optimizer::adam)
      refuse("optimizer", "adam", workload::name_of(r_.optimizer));
    if (r_.offload.share > 0) refuse("offload.share", "0", "states on the host");
    if (r_.lora.freezes()) refuse("lora.rank", "0", std::to_string(r_.lora.rank));
    if (p_.tp_slices > 1) refuse("parallel.tp_slices", "1", std::to_string(p_.tp_slices));
    for (const auto& key : interop::recipes::keys()) add(key);
    return std::move(t_);
  }

 private:
  template <class Value>
  void set(const char* ours, const Value& value) {
    job_[Json::json_pointer(ours)] = value;
  }
  void refuse(const std::string& key, const std::string& expected, const std::string& found) {
    t_.refused.push_back({key, "", expected, found, ""});
  }

  // Numbers of 0 and options that are off are left out; files of NeMo say what is off.
  void add(const interop::recipes::Key& key) {
    const auto& theirs = key.of(t_.framework);
    const Json::json_pointer ours(key.ours);
    if (!theirs.written || !job_.contains(ours) || job_[ours].is_null()) return;
    Json value = job_[ours];
    if (value.is_boolean()) {
      value = value.get<bool>() != theirs.opposite;
      if (t_.framework != Framework::nemo && value == false) return;
    }
    if (value == 0 || value == "") return;
    if (value.is_number_float()) value = static_cast<std::int64_t>(value.get<double>());
    t_.settings.emplace_back(theirs.path, std::move(value));
  }

  void of_model() {
    const double own = static_cast<double>(m_.hidden) / m_.heads;
    if (m_.is_latent() || (m_.size_of_head() >= own && m_.size_of_head() <= own))
      set("/model/head_size", 0);
    const bool grouped = !m_.is_latent() && m_.kv_head_count() != m_.heads;
    if (!grouped) set("/model/kv_heads", 0);
    set("/x/grouped_queries", grouped);
    set("/x/latent", m_.is_latent());
    set("/x/positions", std::max(m_.positions, r_.tokens()));
    set("/x/position_type", m_.positions > 0 ? "learned_absolute" : "rope");
    set("/x/norm", m_.layer_norm ? "LayerNorm" : "RMSNorm");
    set("/model/qkv_bias", m_.qkv_bias && !m_.biases);
    const int windows = m_.layers_of(workload::Mixer::window);
    if (windows > 0 && windows < m_.layers)
      refuse("model.mixers", "all layers with windows or none",
             fmt::format("windows in {} of {} layers", windows, m_.layers));
    if (m_.window > 0) set("/x/window", fmt::format("({},0)", m_.window - 1));
    const bool others =
        m_.layers_of(workload::Mixer::linear) + m_.layers_of(workload::Mixer::chunk) > 0;
    if (others || m_.is_sparse()) refuse("model.mixers", "attention or windows", "others");
    if (!m_.has_experts()) return;
    if (m_.layers_of(workload::FeedForward::dense) > 0)
      set("/x/frequency", interop::recipes::text_of_experts(m_));
    set("/x/dispatcher", "alltoall");
    set("/x/grouped_gemm", true);
  }

  void of_megatron() {
    set("/parallel/micro_batch", std::max(1, micro_batch_));
    set("/parallel/sequence_parallel", p_.tp > 1 && p_.sequence_parallel);
    if (p_.virtual_stages > 1) set("/x/virtual", p_.virtual_stages);
    const bool edges = p_.uneven == workload::Uneven::edges;
    set("/x/embedding_counts", edges);
    set("/x/loss_counts", edges);
    if (!p_.stages.empty()) set("/x/layout", interop::recipes::layout_of_stages(p_.stages));
    if (p_.schedule != PipelineSchedule::one_f_one_b &&
        p_.schedule != PipelineSchedule::interleaved) {
      refuse("parallel.schedule", "1f1b or interleaved",
             job_[Json::json_pointer("/parallel/schedule")].get<std::string>());
    }
    if (m_.has_experts()) {
      set("/x/expert_parts", p_.expert_parts());
      set("/x/expert_tp", p_.expert_tp());
      if (p_.ep > 1 && p_.cp > 1 && !p_.folds(workload::Axis::cp))
        refuse("parallel.fold", "cp, over which its experts lie first", "experts that cp copies");
    }
    set("/x/sharded", p_.zero > 0);
    set("/x/gather_overlap", p_.zero > 0 && p_.overlap);
    if (p_.zero >= 2) {
      set("/x/fsdp", true);
      set("/x/strategy", p_.zero == 2 ? "optim_grads" : "optim_grads_params");
      set("/x/unfused_gradients", true);
      set("/x/checkpoints", "fsdp_dtensor");
    }
    of_recomputation();
    const bool below =
        r_.type == workload::NumberType::fp8 || r_.type == workload::NumberType::fp8_block;
    const bool blocks = r_.type == workload::NumberType::fp8_block;
    set("/x/bf16", r_.type != workload::NumberType::fp32);
    if (below) set("/x/fp8", blocks ? "e4m3" : "hybrid");
    if (blocks) set("/x/fp8_recipe", "blockwise");
    set("/x/gradients_bf16", r_.gradient_type == workload::NumberType::bf16);
  }

  void of_recomputation() {
    if (p_.recomputes() == Recompute::none) return;
    if (p_.recomputes() == Recompute::alternate)
      return refuse("parallel.recompute", "none, selective, core_attn or full", "alternate");
    set("/x/granularity", p_.recomputes() == Recompute::full ? "full" : "selective");
    if (p_.recomputes() == Recompute::full) {
      set("/x/method", "uniform");
      set("/x/recompute_layers", 1);
    } else if (p_.recomputes() == Recompute::core_attention || !m_.fused_attention) {
      set("/x/modules", Json{"core_attn"});
    } else if (p_.recomputes() == Recompute::experts) {
      set("/x/modules", Json{"layernorm", "moe", "moe_act"});
    } else {
      set("/x/modules", m_.has_experts() ? Json{"layernorm", "moe_act"} : Json{"layernorm"});
      t_.notes.emplace_back(
          "the activation function of dense layers is computed again by fused kernels alone");
    }
  }

  void of_torchtitan() {
    const int replicas = p_.replicas();
    const bool shards = p_.zero >= 2;
    set("/x/replicate", shards ? 1 : replicas);
    set("/x/shard", shards ? replicas : 1);
    if (shards) set("/x/reshard", p_.zero == 3 ? "always" : "never");
    if (m_.has_experts()) {
      set("/x/expert_parts", p_.expert_parts());
      set("/x/expert_tp", p_.expert_tp());
    }
    if (p_.pp > 1) {
      set("/x/schedule", p_.schedule == PipelineSchedule::gpipe           ? "GPipe"
                         : p_.schedule == PipelineSchedule::zero_bubble   ? "InterleavedZeroBubble"
                         : p_.schedule == PipelineSchedule::zero_bubble_v ? "ZBVZeroBubble"
                         : p_.virtual_stages > 1                          ? "Interleaved1F1B"
                                                                          : "1F1B");
      if (p_.schedule == PipelineSchedule::dualpipe)
        refuse("parallel.schedule", "gpipe, 1f1b, interleaved, zero-bubble or zb-v", "dualpipe");
      set("/x/stage_micro_batch", std::max(1, micro_batch_));
    }
    // Without stages a rank's batch is what it runs at once, and the rest is accumulated.
    set("/x/local_batch", p_.pp > 1 ? r_.batch / std::max(1, replicas) : std::max(1, micro_batch_));
    set("/x/recompute", p_.recomputes() == Recompute::none   ? "none"
                        : p_.recomputes() == Recompute::full ? "full"
                                                             : "selective");
    if (p_.recomputes() == Recompute::alternate) set("/x/recompute_option", "op");
    if (r_.type == workload::NumberType::fp32) set("/x/precision", "float32");
    if (r_.type == workload::NumberType::fp8) set("/x/converters", Json{"float8"});
    if (r_.type == workload::NumberType::fp8_block) set("/x/converters", Json{"mx"});
    of_name();
    if (p_.zero == 1)
      refuse("parallel.zero", "0, 2 or 3, as it has no sharded optimizer alone", "1");
    if (p_.recomputes() == Recompute::selective || p_.recomputes() == Recompute::core_attention ||
        p_.recomputes() == Recompute::experts)
      refuse("parallel.recompute", "none, alternate or full", "selective");
    if (p_.virtual_stages > 2)
      refuse("parallel.virtual_stages", "1 or 2", std::to_string(p_.virtual_stages));
    if (!p_.stages.empty() || p_.uneven != workload::Uneven::no)
      refuse("parallel.stages", "none, as it deals layers out itself", "stages");
    if (!p_.overlap || (p_.tp > 1 && !p_.sequence_parallel))
      refuse("parallel", "overlap and sequence_parallel", "none");
    if (r_.gradient_type != workload::NumberType::fp32) refuse("gradient_type", "fp32", "bf16");
  }

  // "llama3-70b" is llama3's flavor 70B.
  void of_name() {
    if (const auto name = workload::shipped_model_name(m_.name)) {
      const int own = workload::named_model(*name, {"model", ""}).layers;
      if (m_.layers != own)
        refuse("layers", fmt::format("the {} of {}'s flavor", own, m_.name),
               std::to_string(m_.layers));
    }
    constexpr const char* kOthers[][3] = {{"deepseek-v3", "deepseek_v3", "671B"},
                                          {"deepseek-v2-lite", "deepseek_v3", "16B"},
                                          {"llama4-scout", "llama4", "17bx16e"},
                                          {"llama4-maverick", "llama4", "17bx128e"}};
    for (const auto& other : kOthers) {
      if (m_.name != other[0]) continue;
      set("/x/model", other[1]);
      return set("/x/flavor", other[2]);
    }
    const std::string family = m_.name.substr(0, m_.name.find('-'));
    std::string flavor = m_.name.substr(std::min(family.size() + 1, m_.name.size()));
    if ((family != "llama3" && family != "qwen3") || !workload::shipped_model_name(m_.name))
      return refuse("model", "one that torchtitan has by name", m_.name);
    for (char& c : flavor) c = c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
    set("/x/model", family);
    set("/x/flavor", flavor);
  }

  const workload::StepRequest& r_;
  const Parallelism& p_;
  const workload::Model& m_;
  int micro_batch_ = 1;
  Json job_;
  Training t_;
};

}  // namespace

Training write_training(const workload::StepRequest& request, int node, Framework framework) {
  return Writer(request, node, framework).take();
}

Framework framework_of(const std::string& word) {
  std::vector<std::string> names;
  for (const Framework f : {Framework::megatron, Framework::nemo, Framework::torchtitan}) {
    names.emplace_back(interop::recipes::name_of(f));
    if (word == names.back()) return f;
  }
  base::throw_unknown_name("--launch", "a framework", word, names);
}

void require_runs(const Training& training) {
  if (training.refused.empty()) return;
  base::InputFault fault = training.refused.front();
  fault.source += fmt::format(" for --launch {}", interop::recipes::name_of(training.framework));
  throw base::ConfigError(std::move(fault));
}

}  // namespace jacquard::launch
