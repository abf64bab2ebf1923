// SPDX-License-Identifier: Apache-2.0
#include "jacquard/workload/hugging_face.hpp"

#include <catch2/catch.hpp>

#include "jacquard/workload/model_parameters.hpp"
#include "support/fault_of.hpp"

using namespace jacquard;
using namespace jacquard::tb;
using namespace jacquard::workload;

namespace {

Model read(const std::string& json) {
  return read_model(config::parse_json(json, "config.json"), {"config.json", ""});
}

std::string fault_with(const std::string& json) {
  return fault_of([&] { read(json); });
}

struct Checkpoint {
  const char* name;
  double parameters;   // that the repository states
  const char* config;  // its keys that say sizes, and some that do not
};

// Norms of single heads and gates of shared experts are left out, some thousands of parameters.
const Checkpoint kCheckpoints[] = {
    {"Llama-3.1-8B", 8030261248.0,
     R"json({"architectures": ["LlamaForCausalLM"], "attention_bias": false,
  "bos_token_id": 128000, "eos_token_id": [128001, 128008], "hidden_act": "silu",
  "hidden_size": 4096, "intermediate_size": 14336, "max_position_embeddings": 131072,
  "mlp_bias": false, "model_type": "llama", "num_attention_heads": 32, "num_hidden_layers": 32,
  "num_key_value_heads": 8, "rms_norm_eps": 1e-05, "rope_scaling": {"factor": 8.0,
  "rope_type": "llama3"}, "rope_theta": 500000.0, "tie_word_embeddings": false,
  "torch_dtype": "bfloat16", "vocab_size": 128256})json"},
    {"Llama-3.2-3B", 3212749824.0,
     R"json({"architectures": ["LlamaForCausalLM"], "head_dim": 128, "hidden_size": 3072,
  "intermediate_size": 8192, "max_position_embeddings": 131072, "model_type": "llama",
  "num_attention_heads": 24, "num_hidden_layers": 28, "num_key_value_heads": 8,
  "tie_word_embeddings": true, "vocab_size": 128256})json"},
    {"Mistral-7B-v0.1", 7241732096.0,
     R"json({"architectures": ["MistralForCausalLM"], "hidden_size": 4096,
  "intermediate_size": 14336, "max_position_embeddings": 32768, "model_type": "mistral",
  "num_attention_heads": 32, "num_hidden_layers": 32, "num_key_value_heads": 8,
  "sliding_window": 4096, "tie_word_embeddings": false, "vocab_size": 32000})json"},
    {"Mixtral-8x7B-v0.1", 46702792704.0,
     R"json({"architectures": ["MixtralForCausalLM"], "hidden_size": 4096,
  "intermediate_size": 14336, "max_position_embeddings": 32768, "model_type": "mixtral",
  "num_attention_heads": 32, "num_experts_per_tok": 2, "num_hidden_layers": 32,
  "num_key_value_heads": 8, "num_local_experts": 8, "sliding_window": null,
  "vocab_size": 32000})json"},
    {"Phi-3-mini-4k-instruct", 3821079552.0,
     R"json({"architectures": ["Phi3ForCausalLM"], "hidden_size": 3072,
  "intermediate_size": 8192, "max_position_embeddings": 4096, "model_type": "phi3",
  "num_attention_heads": 32, "num_hidden_layers": 32, "num_key_value_heads": 32,
  "sliding_window": 2047, "tie_word_embeddings": false, "vocab_size": 32064})json"},
    {"Phi-3.5-MoE-instruct", 41873153344.0,
     R"json({"architectures": ["PhiMoEForCausalLM"], "attention_bias": true, "hidden_size": 4096,
  "intermediate_size": 6400, "lm_head_bias": true, "max_position_embeddings": 131072,
  "model_type": "phimoe", "num_attention_heads": 32, "num_experts_per_tok": 2,
  "num_hidden_layers": 32, "num_key_value_heads": 8, "num_local_experts": 16,
  "sliding_window": 131072, "tie_word_embeddings": false, "vocab_size": 32064})json"},
    {"Qwen2-7B", 7615616512.0,
     R"json({"architectures": ["Qwen2ForCausalLM"], "hidden_size": 3584,
  "intermediate_size": 18944, "max_position_embeddings": 131072, "max_window_layers": 28,
  "model_type": "qwen2", "num_attention_heads": 28, "num_hidden_layers": 28,
  "num_key_value_heads": 4, "sliding_window": 131072, "use_sliding_window": false,
  "tie_word_embeddings": false, "vocab_size": 152064})json"},
    {"Qwen1.5-MoE-A2.7B", 14315784192.0,
     R"json({"architectures": ["Qwen2MoeForCausalLM"], "decoder_sparse_step": 1,
  "hidden_size": 2048, "intermediate_size": 5632, "max_position_embeddings": 8192,
  "model_type": "qwen2_moe", "moe_intermediate_size": 1408, "num_attention_heads": 16,
  "num_experts": 60, "num_experts_per_tok": 4, "num_hidden_layers": 24,
  "num_key_value_heads": 16, "shared_expert_intermediate_size": 5632,
  "tie_word_embeddings": false, "vocab_size": 151936})json"},
    {"Qwen3-8B", 8190735360.0,
     R"json({"architectures": ["Qwen3ForCausalLM"], "attention_bias": false, "head_dim": 128,
  "hidden_size": 4096, "intermediate_size": 12288, "max_position_embeddings": 40960,
  "model_type": "qwen3", "num_attention_heads": 32, "num_hidden_layers": 36,
  "num_key_value_heads": 8, "tie_word_embeddings": false, "vocab_size": 151936})json"},
    {"Qwen3-30B-A3B", 30532122624.0,
     R"json({"architectures": ["Qwen3MoeForCausalLM"], "attention_bias": false,
  "decoder_sparse_step": 1, "head_dim": 128, "hidden_size": 2048, "intermediate_size": 6144,
  "max_position_embeddings": 40960, "mlp_only_layers": [], "model_type": "qwen3_moe",
  "moe_intermediate_size": 768, "num_attention_heads": 32, "num_experts": 128,
  "num_experts_per_tok": 8, "num_hidden_layers": 48, "num_key_value_heads": 4,
  "tie_word_embeddings": false, "vocab_size": 151936})json"},
    {"DeepSeek-V2-Lite", 15706484224.0,
     R"json({"architectures": ["DeepseekV2ForCausalLM"], "first_k_dense_replace": 1,
  "hidden_size": 2048, "intermediate_size": 10944, "kv_lora_rank": 512,
  "max_position_embeddings": 163840, "model_type": "deepseek_v2", "moe_intermediate_size": 1408,
  "moe_layer_freq": 1, "n_routed_experts": 64, "n_shared_experts": 2,
  "num_attention_heads": 16, "num_experts_per_tok": 6, "num_hidden_layers": 27,
  "num_key_value_heads": 16, "q_lora_rank": null, "qk_nope_head_dim": 128,
  "qk_rope_head_dim": 64, "tie_word_embeddings": false, "v_head_dim": 128,
  "vocab_size": 102400})json"},
    {"DeepSeek-V3", 671026419200.0,
     R"json({"architectures": ["DeepseekV3ForCausalLM"], "ep_size": 1, "first_k_dense_replace": 3,
  "hidden_size": 7168, "intermediate_size": 18432, "kv_lora_rank": 512,
  "max_position_embeddings": 163840, "model_type": "deepseek_v3",
  "moe_intermediate_size": 2048, "moe_layer_freq": 1, "n_routed_experts": 256,
  "n_shared_experts": 1, "num_attention_heads": 128, "num_experts_per_tok": 8,
  "num_hidden_layers": 61, "num_key_value_heads": 128, "num_nextn_predict_layers": 1,
  "q_lora_rank": 1536, "qk_nope_head_dim": 128, "qk_rope_head_dim": 64,
  "quantization_config": {"fmt": "e4m3", "weight_block_size": [128, 128]},
  "tie_word_embeddings": false, "v_head_dim": 128, "vocab_size": 129280})json"},
    {"gpt2", 124439808.0,
     R"json({"activation_function": "gelu_new", "architectures": ["GPT2LMHeadModel"],
  "model_type": "gpt2", "n_ctx": 1024, "n_embd": 768, "n_head": 12, "n_layer": 12,
  "n_positions": 1024, "vocab_size": 50257})json"},
    {"pythia-160m", 162322944.0,
     R"json({"architectures": ["GPTNeoXForCausalLM"], "hidden_size": 768,
  "intermediate_size": 3072, "max_position_embeddings": 2048, "model_type": "gpt_neox",
  "num_attention_heads": 12, "num_hidden_layers": 12, "rotary_pct": 0.25,
  "tie_word_embeddings": false, "use_parallel_residual": true, "vocab_size": 50304})json"},
    {"opt-125m", 125239296.0,
     R"json({"architectures": ["OPTForCausalLM"], "do_layer_norm_before": true, "ffn_dim": 3072,
  "hidden_size": 768, "max_position_embeddings": 2048, "model_type": "opt",
  "num_attention_heads": 12, "num_hidden_layers": 12, "vocab_size": 50272,
  "word_embed_proj_dim": 768})json"},
    {"vit-base-patch16-224", 86567656.0,
     R"json({"architectures": ["ViTForImageClassification"], "hidden_size": 768,
  "image_size": 224, "intermediate_size": 3072, "model_type": "vit", "num_attention_heads": 12,
  "num_channels": 3, "num_hidden_layers": 12, "patch_size": 16, "qkv_bias": true})json"},
};

}  // namespace

TEST_CASE("A checkpoint's config.json gives the parameters that its repository states") {
  for (const Checkpoint& c : kCheckpoints) {
    CAPTURE(c.name);
    CHECK(total_parameters(read(c.config)) == Approx(c.parameters).epsilon(1e-5));
  }
}

// Its model card counts 20.91e9, in four digits.
TEST_CASE("gpt-oss-20b's config.json gives the parameters of its model card") {
  const Model model = read(R"json({"architectures": ["GptOssForCausalLM"], "attention_bias": true,
  "head_dim": 64, "hidden_size": 2880, "intermediate_size": 2880, "model_type": "gpt_oss",
  "max_position_embeddings": 131072, "num_attention_heads": 64, "num_experts_per_tok": 4,
  "num_hidden_layers": 24, "num_key_value_heads": 8, "num_local_experts": 32,
  "sliding_window": 128, "tie_word_embeddings": false, "vocab_size": 201088})json");
  CHECK(total_parameters(model) == Approx(20.91e9).margin(0.005e9));
  CHECK(model.window == 128);
  CHECK(model.layers_of(Mixer::window) == 12);
  CHECK(model.mixer(0) == Mixer::window);
}

TEST_CASE("Layers of experts are those that the file says") {
  const std::string file =
      R"json("architectures": ["Qwen3MoeForCausalLM"], "hidden_size": 64, "intermediate_size": 96,
  "max_position_embeddings": 128, "moe_intermediate_size": 32, "num_attention_heads": 4,
  "num_experts": 8, "num_experts_per_tok": 2, "num_hidden_layers": 6, "num_key_value_heads": 2,
  "vocab_size": 100)json";
  const Model m = read("{" + file + R"(, "decoder_sparse_step": 2, "mlp_only_layers": [3]})");
  std::vector<bool> experts;
  for (int i = 0; i < 6; ++i) experts.push_back(m.feed(i) == FeedForward::experts);
  CHECK(experts == std::vector<bool>{false, true, false, false, false, true});
  CHECK(read("{" + file + "}").layers_of(FeedForward::experts) == 6);
}

TEST_CASE("Sizes of such a file have the bounds of a model") {
  const std::string file = R"json({"model_type": "llama", "hidden_size": 64,
  "num_attention_heads": 4, "intermediate_size": 128, "vocab_size": 10,
  "max_position_embeddings": 16, "num_hidden_layers": )json";
  CHECK(fault_with(file + "30000}").empty());
  CHECK_THAT(fault_with(file + "30001}"), Catch::Contains("layers: expected at most 30000"));
}

TEST_CASE("Sizes of such a file that are multiplied are refused where the product is too large") {
  CHECK_THAT(fault_with(R"json({"model_type": "vit", "hidden_size": 64, "num_hidden_layers": 1,
  "num_attention_heads": 1, "intermediate_size": 64, "patch_size": 65536,
  "image_size": 65536})json"),
             Catch::Contains("patch_size: expected a size of at most 16777216 in all"));
  CHECK_THAT(fault_with(R"json({"model_type": "deepseek_v3", "hidden_size": 64,
  "num_hidden_layers": 1, "num_attention_heads": 1, "intermediate_size": 64, "vocab_size": 10,
  "max_position_embeddings": 16, "kv_lora_rank": 16, "qk_rope_head_dim": 8, "qk_nope_head_dim": 8,
  "v_head_dim": 8, "n_routed_experts": 2, "num_experts_per_tok": 1,
  "moe_intermediate_size": 1048576, "n_shared_experts": 4096})json"),
             Catch::Contains("n_shared_experts: expected a size of at most 16777216 in all"));
}

TEST_CASE("Sizes of such a file that do not fit each other are refused by the file's keys") {
  const auto file = [](const std::string& key) {
    return R"json({"model_type": "mixtral", "hidden_size": 64, "num_hidden_layers": 2,
  "num_attention_heads": 16, "intermediate_size": 128, "vocab_size": 10,
  "max_position_embeddings": 16, "num_local_experts": 8, )json" +
           key + "}";
  };
  CHECK(read(file(R"("num_experts_per_tok": 2)")).name == "mixtral");
  CHECK_THAT(fault_with(file(R"("num_experts_per_tok": 9)")),
             Catch::Contains("#/num_experts_per_tok: expected at most the 8 experts"));
  CHECK_THAT(fault_with(file(R"("num_experts_per_tok": 2, "num_key_value_heads": 7)")),
             Catch::Contains("#/num_key_value_heads: expected a divisor of the 16 heads"));
}

TEST_CASE("What is missing or unknown in such a file is named") {
  CHECK_THAT(fault_with(R"json({"architectures": ["LlamaForCausalML"]})json"),
             Catch::Contains("config.json#/architectures") && Catch::Contains("LlamaForCausalLM"));
  CHECK_THAT(fault_with(R"json({"architectures": ["MambaForCausalLM"]})json"),
             Catch::Contains("expected an architecture of docs/workloads.md") &&
                 Catch::Contains("found \"MambaForCausalLM\""));
  CHECK_THAT(fault_with(R"json({"model_type": 7})json"), Catch::Contains("model_type"));
  CHECK_THAT(fault_with(R"json({"architectures": []})json"), Catch::Contains("architectures"));
  CHECK_THAT(fault_with(R"json({"architectures": null})json"), Catch::Contains("architectures"));
  CHECK_THAT(fault_with(R"json({"model_type": "llama", "hidden_size": 64})json"),
             Catch::Contains("config.json#/num_hidden_layers: expected a whole number"));
  CHECK_THAT(fault_with(R"json({"model_type": "llama", "hidden_size": "64"})json"),
             Catch::Contains("config.json#/hidden_size"));
  CHECK_THAT(fault_with(R"json({"model_type": "llama", "hidden_size": -4})json"),
             Catch::Contains("config.json#/hidden_size"));
  CHECK_THAT(fault_with(R"json({"model_type": "llama", "hidden_size": 1e300})json"),
             Catch::Contains("config.json#/hidden_size"));
  CHECK_THAT(fault_with(R"json({"model_type": "vit", "hidden_size": 64, "num_hidden_layers": 1,
  "num_attention_heads": 1, "intermediate_size": 4, "image_size": 8, "patch_size": 16})json"),
             Catch::Contains("image_size"));
}
