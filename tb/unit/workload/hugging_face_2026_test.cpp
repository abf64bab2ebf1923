// SPDX-License-Identifier: Apache-2.0
// Files of 2025 and 2026: mixers that differ by layer, sparse attention, experts of every writer.
#include <catch2/catch.hpp>

#include "jacquard/workload/hugging_face.hpp"
#include "jacquard/workload/model_parameters.hpp"
#include "support/fault_of.hpp"

using namespace jacquard;
using namespace jacquard::tb;
using namespace jacquard::workload;

namespace {

Model read(const std::string& json) {
  return read_model(config::parse_json(json, "config.json"), {"config.json", ""});
}

// Billions, as the model's card, report or repository states them; active ones where it does, which
// makers round, with or without embeddings.
struct Published {
  const char* name;
  double parameters;
  double active;
  const char* config;
};

const Published kPublished[] = {
    // Gemma 3 report, Table 1: embedding 1,416 M and 25,600 M others.
    {"gemma-3-27b", 27.016, 0, R"json({"architectures": ["Gemma3ForConditionalGeneration"],
  "model_type": "gemma3", "text_config": {"head_dim": 128, "hidden_size": 5376,
  "intermediate_size": 21504, "model_type": "gemma3_text", "num_attention_heads": 32,
  "num_hidden_layers": 62, "num_key_value_heads": 16, "sliding_window": 1024}})json"},
    // The same: 675 M and 3,209 M. Its file leaves out heads and vocabulary.
    {"gemma-3-4b", 3.884, 0, R"json({"architectures": ["Gemma3ForConditionalGeneration"],
  "model_type": "gemma3", "text_config": {"hidden_size": 2560, "intermediate_size": 10240,
  "model_type": "gemma3_text", "num_hidden_layers": 34, "sliding_window": 1024}})json"},
    {"GLM-5", 744, 40, R"json({"architectures": ["GlmMoeDsaForCausalLM"], "attention_bias": false,
  "first_k_dense_replace": 3, "head_dim": 64, "hidden_size": 6144, "index_head_dim": 128,
  "index_n_heads": 32, "index_topk": 2048, "intermediate_size": 12288, "kv_lora_rank": 512,
  "max_position_embeddings": 202752, "model_type": "glm_moe_dsa", "moe_intermediate_size": 2048,
  "moe_layer_freq": 1, "n_routed_experts": 256, "n_shared_experts": 1, "num_attention_heads": 64,
  "num_experts_per_tok": 8, "num_hidden_layers": 78, "num_key_value_heads": 64,
  "q_lora_rank": 2048, "qk_nope_head_dim": 192, "qk_rope_head_dim": 64, "v_head_dim": 256,
  "tie_word_embeddings": false, "vocab_size": 154880})json"},
    {"Kimi-K2.5", 1026, 32, R"json({"architectures": ["KimiK25ForConditionalGeneration"],
  "model_type": "kimi_k25", "text_config": {"architectures": ["DeepseekV3ForCausalLM"],
  "first_k_dense_replace": 1, "hidden_size": 7168, "intermediate_size": 18432,
  "kv_lora_rank": 512, "max_position_embeddings": 262144, "model_type": "kimi_k2",
  "moe_intermediate_size": 2048, "moe_layer_freq": 1, "n_routed_experts": 384,
  "n_shared_experts": 1, "num_attention_heads": 64, "num_experts_per_tok": 8,
  "num_hidden_layers": 61, "num_key_value_heads": 64, "q_lora_rank": 1536,
  "qk_nope_head_dim": 128, "qk_rope_head_dim": 64, "v_head_dim": 128,
  "vocab_size": 163840}})json"},
    // The model's card: 48B; the repository: 49.1 B.
    {"Kimi-Linear-48B-A3B", 49.1, 0, R"json({"architectures": ["KimiLinearForCausalLM"],
  "first_k_dense_replace": 1, "head_dim": 72, "hidden_size": 2304, "intermediate_size": 9216,
  "kv_lora_rank": 512, "linear_attn_config": {"full_attn_layers": [4, 8, 12, 16, 20, 24, 27],
  "head_dim": 128, "num_heads": 32, "short_conv_kernel_size": 4}, "model_type": "kimi_linear",
  "max_position_embeddings": 1048576, "moe_intermediate_size": 1024, "moe_layer_freq": 1,
  "num_attention_heads": 32, "num_experts": 256, "num_experts_per_token": 8,
  "num_hidden_layers": 27, "num_key_value_heads": 32, "num_shared_experts": 1,
  "q_lora_rank": null, "qk_nope_head_dim": 128, "qk_rope_head_dim": 64, "v_head_dim": 128,
  "tie_word_embeddings": false, "vocab_size": 163840})json"},
    {"Qwen3-Next-80B-A3B", 79.7, 0, R"json({"architectures": ["Qwen3NextForCausalLM"],
  "decoder_sparse_step": 1, "full_attention_interval": 4, "head_dim": 256, "hidden_size": 2048,
  "intermediate_size": 5120, "linear_conv_kernel_dim": 4, "linear_key_head_dim": 128,
  "linear_num_key_heads": 16, "linear_num_value_heads": 32, "linear_value_head_dim": 128,
  "max_position_embeddings": 262144, "mlp_only_layers": [], "model_type": "qwen3_next",
  "moe_intermediate_size": 512, "num_attention_heads": 16, "num_experts": 512,
  "num_experts_per_tok": 10, "num_hidden_layers": 48, "num_key_value_heads": 2,
  "shared_expert_intermediate_size": 512, "tie_word_embeddings": false,
  "vocab_size": 151936})json"},
    // Nemotron 3 Nano's report: 31.6 B, of which 3.6 B active with embeddings.
    {"Nemotron-3-Nano-30B-A3B", 31.6, 3.6, R"json({"architectures": ["NemotronHForCausalLM"],
  "conv_kernel": 4, "head_dim": 128, "hidden_size": 2688,
  "hybrid_override_pattern": "MEMEM*EMEMEM*EMEMEM*EMEMEM*EMEMEM*EMEMEMEM*EMEMEMEME",
  "intermediate_size": 1856, "mamba_head_dim": 64, "mamba_num_heads": 64,
  "max_position_embeddings": 262144, "mlp_hidden_act": "relu2", "model_type": "nemotron_h",
  "moe_intermediate_size": 1856, "moe_shared_expert_intermediate_size": 3712, "n_groups": 8,
  "n_routed_experts": 128, "n_shared_experts": 1, "num_attention_heads": 32,
  "num_experts_per_tok": 6, "num_hidden_layers": 52, "num_key_value_heads": 2,
  "ssm_state_size": 128, "time_step_limit": [0.0, Infinity], "tie_word_embeddings": false,
  "vocab_size": 131072})json"},
    // The report of Nemotron 3 Super: 120.6 B, 12.7 B active with embeddings.
    {"Nemotron-3-Super-120B-A12B", 120.6, 12.7, R"json({"architectures": ["NemotronHForCausalLM"],
  "conv_kernel": 4, "head_dim": 128, "hidden_size": 4096, "hybrid_override_pattern":
"MEMEMEM*EMEMEMEM*EMEMEMEM*EMEMEMEMEM*EMEMEMEMEM*EMEMEMEMEM*EMEMEMEMEM*EMEMEMEM*EMEMEMEME",
  "intermediate_size": 2688, "mamba_head_dim": 64, "mamba_num_heads": 128,
  "max_position_embeddings": 262144, "mlp_hidden_act": "relu2", "model_type": "nemotron_h",
  "moe_intermediate_size": 2688, "moe_latent_size": 1024,
  "moe_shared_expert_intermediate_size": 5376, "n_groups": 8, "n_routed_experts": 512,
  "n_shared_experts": 1, "num_attention_heads": 32, "num_experts_per_tok": 22,
  "num_hidden_layers": 88, "num_key_value_heads": 2, "ssm_state_size": 128,
  "tie_word_embeddings": false, "vocab_size": 131072})json"},
    {"MiniMax-M2", 228.7, 0, R"json({"architectures": ["MiniMaxM2ForCausalLM"], "head_dim": 128,
  "hidden_size": 3072, "intermediate_size": 1536, "max_position_embeddings": 196608,
  "model_type": "minimax_m2", "num_attention_heads": 48, "num_experts_per_tok": 8,
  "num_hidden_layers": 62, "num_key_value_heads": 8, "num_local_experts": 256,
  "shared_intermediate_size": 0, "tie_word_embeddings": false, "use_qk_norm": true,
  "vocab_size": 200064})json"},
    {"Llama-4-Maverick, text", 400.7, 17, R"json({"model_type": "llama4",
  "architectures": ["Llama4ForConditionalGeneration"], "text_config": {
  "attention_chunk_size": 8192, "head_dim": 128, "hidden_size": 5120,
  "interleave_moe_layer_step": 2, "intermediate_size": 8192, "intermediate_size_mlp": 16384,
  "max_position_embeddings": 1048576, "model_type": "llama4_text", "num_attention_heads": 40,
  "num_experts_per_tok": 1, "num_hidden_layers": 48, "num_key_value_heads": 8,
  "num_local_experts": 128, "tie_word_embeddings": false, "vocab_size": 202048}})json"},
    // Its model card: 673 B in the language model, 39 B active. Its file is Mistral's own.
    {"Mistral-Large-3", 673, 39, R"json({"dim": 7168, "n_layers": 61, "head_dim": 128,
  "hidden_dim": 16384, "n_heads": 128, "n_kv_heads": 128, "vocab_size": 131072,
  "q_lora_rank": 1536, "kv_lora_rank": 512, "qk_rope_head_dim": 64, "qk_nope_head_dim": 128,
  "v_head_dim": 128, "max_position_embeddings": 294912, "tied_embeddings": false,
  "moe": {"num_experts": 128, "num_experts_per_tok": 4, "expert_hidden_dim": 4096,
  "num_shared_experts": 1, "first_k_dense_replace": 3}})json"},
    {"Ling-1T", 1000, 50, R"json({"architectures": ["BailingMoeV2ForCausalLM"],
  "first_k_dense_replace": 4, "head_dim": 128, "hidden_size": 8192, "intermediate_size": 18432,
  "max_position_embeddings": 32768, "model_type": "bailing_moe", "moe_intermediate_size": 2048,
  "num_attention_heads": 64, "num_experts": 256, "num_experts_per_tok": 8,
  "num_hidden_layers": 80, "num_key_value_heads": 8, "num_shared_experts": 1,
  "tie_word_embeddings": false, "use_qk_norm": true, "vocab_size": 157184})json"},
    {"Hunyuan-A13B", 80.4, 0, R"json({"architectures": ["HunYuanMoEV1ForCausalLM"],
  "attention_head_dim": 128, "hidden_size": 4096, "intermediate_size": 3072,
  "max_position_embeddings": 32768, "model_type": "hunyuan_v1_moe",
  "moe_intermediate_size": [3072, 3072], "moe_topk": [8, 8], "num_attention_heads": 32,
  "num_experts": 64, "num_hidden_layers": 32, "num_key_value_heads": 8,
  "num_shared_expert": [1, 1], "tie_word_embeddings": true, "use_cla": false,
  "vocab_size": 128167})json"},
    // The report of Step-3, Table 1: 316 B of the language model, 38 B active.
    {"Step-3, text", 316, 38, R"json({"architectures": ["Step3VLForConditionalGeneration"],
  "model_type": "step3_vl", "text_config": {"head_dim": 256, "hidden_size": 7168,
  "intermediate_size": 18432, "max_position_embedding": 65536, "moe_intermediate_size": 5120,
  "moe_layers_enum": "4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30,31,32,33,34,35,36,37,38,39,40,41,42,43,44,45,46,47,48,49,50,51,52,53,54,55,56,57,58,59",
  "moe_num_experts": 48, "moe_top_k": 3, "num_attention_groups": 1, "num_attention_heads": 64,
  "num_hidden_layers": 61, "share_expert_dim": 5120, "share_q_dim": 2048,
  "vocab_size": 128815}})json"},
    {"MiMo-V2-Flash", 309, 15, R"json({"architectures": ["MiMoV2FlashForCausalLM"],
  "head_dim": 192, "hidden_size": 4096, "hybrid_layer_pattern": [0, 1, 1, 1, 1, 0, 1, 1, 1, 1, 1,
  0, 1, 1, 1, 1, 1, 0, 1, 1, 1, 1, 1, 0, 1, 1, 1, 1, 1, 0, 1, 1, 1, 1, 1, 0, 1, 1, 1, 1, 1, 0, 1,
  1, 1, 1, 1, 0], "intermediate_size": 16384, "max_position_embeddings": 262144,
  "model_type": "mimo_v2_flash", "moe_intermediate_size": 2048, "moe_layer_freq": [0, 1, 1, 1, 1,
  1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1,
  1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1], "n_routed_experts": 256, "n_shared_experts": null,
  "num_attention_heads": 64, "num_experts_per_tok": 8, "num_hidden_layers": 48,
  "num_key_value_heads": 4, "sliding_window": 128, "swa_head_dim": 192,
  "swa_num_attention_heads": 64, "swa_num_key_value_heads": 8, "swa_v_head_dim": 128,
  "tie_word_embeddings": false, "v_head_dim": 128, "vocab_size": 152576})json"},
};

}  // namespace

TEST_CASE("Models of 2025 and 2026 have the parameters that their makers state") {
  for (const Published& p : kPublished) {
    CAPTURE(p.name);
    const Model m = read(p.config);
    CHECK(total_parameters(m) / 1e9 == Approx(p.parameters).epsilon(0.005));
    if (p.active > 0) CHECK(active_parameters(m) / 1e9 == Approx(p.active).epsilon(0.05));
  }
}

TEST_CASE("Layers that differ stand where the file says") {
  const Model gemma = read(kPublished[0].config);  // every sixth sees all keys
  CHECK(gemma.layers_of(Mixer::attention) == 10);
  CHECK(gemma.mixer(5) == Mixer::attention);
  CHECK(gemma.window == 1024);
  CHECK(gemma.tied_embeddings);

  const Model mimo = read(kPublished[14].config);
  CHECK(mimo.layers_of(Mixer::window) == 39);
  CHECK(mimo.feed(0) == FeedForward::dense);
  CHECK(mimo.layers_of(FeedForward::experts) == 47);
  CHECK(mimo.attention(Mixer::window).kv_heads == 8);
  CHECK(mimo.attention(Mixer::attention).kv_heads == 4);
  CHECK(mimo.attention(Mixer::attention).value == 128);

  const Model nemotron = read(kPublished[6].config);
  CHECK(nemotron.layers_of(Mixer::linear) == 23);
  CHECK(nemotron.layers_of(Mixer::attention) == 6);
  CHECK(nemotron.layers_of(FeedForward::experts) == 23);
  CHECK(nemotron.layers_of(LayerKind{Mixer::linear, FeedForward::none}) == 23);
  CHECK_FALSE(nemotron.gated);

  const Model kimi = read(kPublished[4].config);
  CHECK(kimi.layers_of(Mixer::attention) == 7);
  CHECK(kimi.mixer(3) == Mixer::attention);
  CHECK(kimi.mixer(26) == Mixer::attention);
  CHECK(kimi.feed(0) == FeedForward::dense);

  const Model llama = read(kPublished[9].config);
  CHECK(llama.layers_of(FeedForward::experts) == 24);
  CHECK(llama.feed(1) == FeedForward::experts);
  CHECK(llama.layers_of(Mixer::chunk) == 36);
  CHECK(llama.mixer(3) == Mixer::attention);
}

// 128 values between two matrices, or one matrix of 2,304 x 4,096, in each of 20 layers.
TEST_CASE("Kimi's output gate has a low rank unless the file says full") {
  const std::string low = kPublished[4].config;
  std::string full = low;
  const std::string before = R"("num_heads": 32,)";
  full.replace(full.find(before), before.size(), before + R"( "use_full_rank_gate": true,)");
  CHECK(total_parameters(read(full)) - total_parameters(read(low)) ==
        20 * (2304.0 * 4096 - 128.0 * (2304 + 4096)));
  CHECK(matmul_parameters(read(full)) - matmul_parameters(read(low)) ==
        20 * (2304.0 * 4096 - 128.0 * (2304 + 4096)));
}

TEST_CASE("An architecture that is not known is read by the keys of a decoder") {
  const std::string sizes = R"json(, "hidden_size": 64, "num_hidden_layers": 2,
  "num_attention_heads": 4, "intermediate_size": 96, "vocab_size": 100,
  "max_position_embeddings": 16)json";
  const Model m = read(R"json({"architectures": ["NovelForCausalLM"])json" + sizes + "}");
  CHECK(m.name == "NovelForCausalLM");
  CHECK_THAT(m.source, Catch::Contains("NovelForCausalLM is not known: read by its keys"));
  const double matrices = 2 * (4 * 64 * 64 + 3 * 64 * 96.0) + 2 * 100 * 64;
  CHECK(total_parameters(m) == matrices + 5 * 64);
  const auto fault = [&](const std::string& head) {
    return fault_of([&] { read("{" + head + sizes + "}"); });
  };
  CHECK_THAT(fault(R"json("architectures": ["NovelForMaskedLM"])json"),
             Catch::Contains("architectures"));
  CHECK_THAT(fault(R"json("architectures": ["NovelForCausalLM"], "compress_ratios": [4, 128])json"),
             Catch::Contains("config.json#/compress_ratios: expected none"));
  CHECK_THAT(fault(R"json("model_type": "llama", "layer_types": ["full_attention", "wavy"])json"),
             Catch::Contains("config.json#/layer_types") && Catch::Contains("wavy"));
  CHECK_THAT(
      fault(
          R"json("model_type": "llama", "layer_types": ["sliding_attention", "sliding_attention"])json"),
      Catch::Contains("config.json#/sliding_window"));
}

TEST_CASE("Lists of layers that are short, or say what nobody knows, are refused") {
  const auto fault = [](const std::string& keys) {
    return fault_of([&] {
      read(R"json({"model_type": "qwen3_moe", "hidden_size": 64, "num_hidden_layers": 4,
  "num_attention_heads": 4, "intermediate_size": 96, "vocab_size": 100, "num_experts": 8,
  "num_experts_per_tok": 2, "moe_intermediate_size": 32, "sliding_window": 8,
  "max_position_embeddings": 16, )json" +
           keys + "}");
    });
  };
  CHECK(fault(R"("layer_types": ["full_attention", "full_attention", "sliding_attention",
    "full_attention", "full_attention"])")
            .empty());  // one of a further module
  CHECK_THAT(fault(R"("layer_types": ["full_attention"])"),
             Catch::Contains("config.json#/layer_types: expected 4 layers"));
  CHECK_THAT(fault(R"("layer_types": "full_attention")"), Catch::Contains("#/layer_types"));
  CHECK_THAT(fault(R"("moe_layer_freq": [0, 1])"), Catch::Contains("#/moe_layer_freq"));
  CHECK_THAT(fault(R"("mlp_layer_types": ["dense", "sparse", "sparse", "spare"])"),
             Catch::Contains("#/mlp_layer_types: expected dense or sparse"));
  CHECK_THAT(fault(R"("index_topk": 8, "index_n_heads": 2, "index_head_dim": 8,
    "indexer_types": ["shared", "shared"])"),
             Catch::Contains("#/indexer_types"));
  CHECK_THAT(fault(R"("linear_num_key_heads": 3, "linear_num_value_heads": 4,
    "linear_key_head_dim": 8, "linear_value_head_dim": 8)"),
             Catch::Contains("config.json#/linear_num_key_heads: expected a divisor"));
  CHECK_THAT(fault(R"("text_config": [1])"), Catch::Contains("config.json#/text_config"));
  CHECK(fault(R"("moe_layer_start_index": 1, "moe_layer_end_index": -1)").empty());
}

TEST_CASE("Sizes in a text_config are named there") {
  CHECK_THAT(fault_of([] {
               read(R"json({"architectures": ["KimiK25ForConditionalGeneration"],
  "text_config": {"hidden_size": 64}})json");
             }),
             Catch::Contains("config.json#/text_config/num_hidden_layers"));
}
