// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "jacquard/base/error.hpp"
#include "jacquard/base/parse_number.hpp"
#include "jacquard/launch/serving.hpp"

namespace jacquard::launch {
namespace {

using F = ServingForm;
using E = Software;
constexpr int kMostOfDegree = 4096;

// Methods whose names say how many bits weights have.
constexpr const char* kMethods =
    "fp8=fp8 fp8=modelopt fp8=modelopt_fp8 fp8=w8a8_fp8 fp8=fbgemm_fp8 fp8=ptpc_fp8 "
    "fp4=modelopt_fp4 fp4=nvfp4 fp4=petit_nvfp4 auto=mxfp4 int4=awq int4=gptq int4=awq_marlin "
    "int4=gptq_marlin int4=marlin";

// Numbers of a key, `usual` where there is none.
int number(const ServingKeys& keys, const char* key, int usual) {
  const auto found = keys.find(key);
  return found == keys.end() ? usual : base::parse_number<int>(found->second).value_or(0);
}

void scale(ServingKeys& keys, int times, int over) {
  for (const char* key : {"max_sequences", "max_batched_tokens"}) {
    const std::int64_t value = std::int64_t{number(keys, key, 0)} * times / over;
    if (value > 0) keys[key] = std::to_string(value);
  }
}

bool take_flag(ServingKeys& keys, const char* key) {
  const bool is = keys.count(key) > 0 && keys[key] == "true";
  keys.erase(key);
  return is;
}

}  // namespace

const ServingTable& serving_table(Software engine) {
  static const ServingTable tables[] = {
      {"vLLM",
       {{"model", "model"},
        {"tensor_parallel_size tp", "tp"},
        {"pipeline_parallel_size pp", "pp"},
        {"data_parallel_size dp", "dp"},
        {"enable_expert_parallel ep", "expert_parallel", F::flag},
        {"quantization q", "precision", F::value, kMethods},
        {"kv_cache_dtype", "kv_precision", F::value,
         "fp8=fp8 fp8=fp8_e4m3 fp8=fp8_e5m2 bf16=bfloat16 bf16=float16 auto=auto"},
        {"max_num_seqs", "max_sequences"},
        {"max_num_batched_tokens", "max_batched_tokens"},
        {"max_model_len", "max_model_length"},
        {"gpu_memory_utilization", "memory_share"},
        {"block_size", "block"},
        {"enable_chunked_prefill", "chunked_prefill", F::flag},
        {"enable_prefix_caching", "prefix_caching", F::flag}},
       "speculative_config enforce_eager cpu_offload_gb kv_offloading_size enable_lora enable_eplb "
       "enable_dbo decode_context_parallel_size dcp prefill_context_parallel_size pcp "
       "no_async_scheduling scheduling_policy num_gpu_blocks_override kv_cache_memory_bytes "
       "compilation_config attention_backend all2all_backend kv_transfer_config "
       "disable_custom_all_reduce max_cudagraph_capture_size cudagraph_capture_sizes dtype"},
      {"TensorRT-LLM",
       {{"model model_path", "model"},
        {"tensor_parallel_size tp_size", "tp"},
        {"pipeline_parallel_size pp_size", "pp"},
        {"moe_expert_parallel_size ep_size", "ep"},
        {"enable_attention_dp", "attention_dp", F::flag},
        {"kv_cache_config.dtype kv_cache_dtype", "kv_precision", F::value, "fp8=fp8 auto=auto"},
        {"max_batch_size", "max_sequences"},
        {"max_num_tokens", "max_batched_tokens"},
        {"max_seq_len", "max_model_length"},
        {"kv_cache_config.free_gpu_memory_fraction free_gpu_memory_fraction "
         "kv_cache_free_gpu_memory_fraction",
         "memory_share"},
        {"kv_cache_config.tokens_per_block", "block"},
        {"kv_cache_config.enable_block_reuse", "prefix_caching", F::flag},
        {"enable_chunked_prefill", "chunked_prefill", F::flag}},
       "speculative_config cuda_graph_config disable_overlap_scheduler context_parallel_size "
       "cp_size moe_config moe_cluster_parallel_size moe_tensor_parallel_size attn_backend "
       "allreduce_strategy attention_dp_config scheduler_config quant_config lora_config "
       "kv_cache_config.max_tokens kv_cache_config.host_cache_size torch_compile_config "
       "sparse_attention_config cache_transceiver_config max_beam_width dtype"},
      {"SGLang",
       {{"model_path model", "model"},
        {"tp_size tensor_parallel_size tp", "tp"},
        {"pp_size pipeline_parallel_size pp", "pp"},
        {"dp_size data_parallel_size dp", "dp"},
        {"enable_dp_attention", "attention_dp", F::flag},
        {"ep_size expert_parallel_size ep", "ep"},
        {"quantization", "precision", F::value, kMethods},
        {"kv_cache_dtype", "kv_precision", F::value,
         "fp8=fp8_e4m3 fp8=fp8_e5m2 bf16=bfloat16 bf16=bf16 auto=auto"},
        {"max_running_requests", "max_sequences"},
        {"chunked_prefill_size", "max_batched_tokens"},
        {"context_length", "max_model_length"},
        {"mem_fraction_static", "memory_share"},
        {"page_size", "block"},
        {"disable_radix_cache", "prefix_caching", F::off_flag}},
       "speculative_algorithm disable_cuda_graph cuda_graph_max_bs cpu_offload_gb enable_lora "
       "enable_eplb enable_two_batch_overlap moe_a2a_backend moe_runner_backend attention_backend "
       "moe_dense_tp_size schedule_policy schedule_conservativeness enable_mixed_chunk "
       "disable_overlap_schedule enable_hierarchical_cache max_total_tokens disaggregation_mode "
       "enable_torch_compile attn_cp_size disable_custom_all_reduce dtype"}};
  return tables[static_cast<std::size_t>(engine) - 1];  // `any` has none
}

bool lists(const char* names, const std::string& name) {
  return (" " + std::string(names) + " ").find(" " + name + " ") != std::string::npos;
}

ServingKeys engine_keys(Software engine, ServingKeys keys) {
  const int tp = number(keys, "tp", 1), dp = number(keys, "dp", 1), ep = number(keys, "ep", 0);
  const auto require = [&](bool holds, const char* option, int only, int found) {
    if (holds) return;
    throw base::ConfigError({option, "", fmt::format("{} for {}", only, serving_table(engine).name),
                             std::to_string(found), ""});
  };
  if (ep <= 1 || engine == E::vllm) keys.erase("ep");
  if (engine == E::vllm && ep > 1) {
    require(ep == tp * dp, "--ep", tp * dp, ep);  // all NPUs of a stage, or none
    keys["expert_parallel"] = "true";
  }
  if (engine == E::trtllm) {
    require(tp == 1 || dp == 1, "--tp", 1, tp);  // of attention, beside dp
    keys.erase("dp");
  }
  if (engine == E::vllm || dp == 1) return keys;
  keys["attention_dp"] = "true";
  keys["tp"] = std::to_string(tp * dp);
  if (engine == E::sglang) scale(keys, dp, 1);
  return keys;
}

ServingKeys our_keys(Software engine, ServingKeys keys, const config::Place& place,
                     const ServingKeys& written) {
  const auto degree = [&](const char* key) {
    const int value = number(keys, key, 1);
    if (value >= 1 && value <= kMostOfDegree) return value;
    const auto name = written.find(key);
    (name == written.end() ? place : place / name->second)
        .fail(fmt::format("{} of 1 to {}", key, kMostOfDegree), keys.at(key).substr(0, 40));
  };
  int tp = degree("tp"), dp = degree("dp"), ep = degree("ep");
  std::int64_t npus = std::int64_t{tp} * degree("pp") * dp;
  if (engine == E::vllm) {
    if (take_flag(keys, "expert_parallel")) ep = tp * dp;
  } else if (take_flag(keys, "attention_dp")) {
    if (engine == E::trtllm) dp = tp;
    if (tp % dp != 0) place.fail(fmt::format("a dp that divides tp {}", tp), std::to_string(dp));
    npus = std::int64_t{tp} * degree("pp");
    tp /= dp;
    if (engine == E::sglang) scale(keys, 1, dp);  // which drops the rest, as SGLang does
  } else {
    dp = 1;  // replicas, which npus counts
  }
  keys["npus"] = std::to_string(npus);
  keys["tp"] = std::to_string(tp);
  keys["pp"] = std::to_string(degree("pp"));
  keys["dp"] = std::to_string(dp);
  keys["ep"] = std::to_string(ep > 1 ? ep : 0);
  return keys;
}

}  // namespace jacquard::launch
