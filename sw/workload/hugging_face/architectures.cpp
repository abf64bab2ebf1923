// SPDX-License-Identifier: Apache-2.0
#include "jacquard/workload/hugging_face/architectures.hpp"

#include "jacquard/workload/hugging_face/parts.hpp"

namespace jacquard::workload::hugging_face {
namespace {

// What GPT-2 and its kin have in common.
Model classic(Model m) {
  m.biases = true;
  m.layer_norm = true;
  return m;
}

Model gpt2(const Keys& c, unsigned) {
  Model m;
  m.hidden = c.need("n_embd");
  m.layers = c.need("n_layer");
  m.heads = c.need("n_head");
  m.inner = c.get("n_inner", 4 * m.hidden);
  m.vocabulary = c.need("vocab_size");
  m.positions = c.need("n_positions");
  m.sequence = m.positions;
  m.tied_embeddings = c.flag("tie_word_embeddings", true);
  return classic(m);
}

Model gpt_neox(const Keys& c, unsigned traits) {
  Model m = read_decoder(c, traits);
  m.fused_attention = false;
  return classic(m);
}

Model opt(const Keys& c, unsigned) {
  Model m;
  m.hidden = c.need("hidden_size");
  m.layers = c.need("num_hidden_layers");
  m.heads = c.need("num_attention_heads");
  m.inner = c.need("ffn_dim");
  m.vocabulary = c.need("vocab_size");
  m.sequence = c.need("max_position_embeddings");
  m.positions = m.sequence + 2;  // its table begins with two that no token has
  m.tied_embeddings = c.flag("tie_word_embeddings", true);
  return classic(m);
}

Model vit(const Keys& c, unsigned) {
  Model m;
  m.hidden = c.need("hidden_size");
  m.layers = c.need("num_hidden_layers");
  m.heads = c.need("num_attention_heads");
  m.inner = c.need("intermediate_size");
  const int patch = c.need("patch_size");
  const int across = c.need("image_size", patch) / patch;
  if (across > 1 << 12) c.place("image_size").fail("at most 4096 patches across", "more");
  m.sequence = across * across + 1;
  m.positions = m.sequence;
  m.patch_values =
      c.product("num_channels", c.product("patch_size", patch, patch), c.get("num_channels", 3));
  m.classes = c.has("id2label") ? static_cast<int>(c.json("id2label").size()) : 1000;
  m.encoder = true;
  return classic(m);
}

// Files of Gemma 3 leave out what its code has by default.
Model read_gemma3(const Keys& c, unsigned traits) {
  config::Json filled = c.all();
  const auto fill = [&](const char* key, int value) {
    if (!c.has(key)) filled[key] = value;
  };
  fill("num_attention_heads", 8);
  fill("num_key_value_heads", 4);
  fill("head_dim", 256);
  fill("vocab_size", 262'208);
  fill("max_position_embeddings", 131'072);
  if (!c.has("layer_types")) fill("sliding_window_pattern", 6);
  return read_decoder(Keys(filled, c.place()), traits);
}

constexpr Architecture kArchitectures[] = {
    {"LlamaForCausalLM", "llama", read_decoder, kPlain},
    {"Llama4ForCausalLM", "llama4_text", read_decoder, kSharedExpert},
    {"Llama4ForConditionalGeneration", "llama4", read_decoder, kSharedExpert},
    {"MistralForCausalLM", "mistral", read_decoder, kWindows},
    {"Mistral3ForConditionalGeneration", "mistral3", read_decoder, kWindows},
    {"Ministral3ForCausalLM", "ministral3", read_decoder, kWindows},
    {"MistralLarge3ForCausalLM", "mistral_large_3", read_decoder, kPlain},
    {"MixtralForCausalLM", "mixtral", read_decoder, kWindows},
    {"Phi3ForCausalLM", "phi3", read_decoder, kWindows},
    {"PhiMoEForCausalLM", "phimoe", read_decoder, kWindows | kLayerNorm},
    {"GptOssForCausalLM", "gpt_oss", read_decoder, kBiases | kAlternate},
    {"Gemma2ForCausalLM", "gemma2", read_decoder, kTied | kPostNorms | kAlternate},
    {"Gemma3ForCausalLM", "gemma3_text", read_gemma3, kTied | kPostNorms | kHeadNorms},
    {"Gemma3ForConditionalGeneration", "gemma3", read_gemma3, kTied | kPostNorms | kHeadNorms},
    {"Gemma4ForCausalLM", "gemma4_text", read_decoder,
     kTied | kPostNorms | kHeadNorms | kDenseBeside},
    {"Gemma4ForConditionalGeneration", "gemma4", read_decoder,
     kTied | kPostNorms | kHeadNorms | kDenseBeside},
    {"Qwen2ForCausalLM", "qwen2", read_decoder, kQkvBias},
    {"Qwen2MoeForCausalLM", "qwen2_moe", read_decoder, kQkvBias},
    {"Qwen2_5_VLForConditionalGeneration", "qwen2_5_vl", read_decoder, kQkvBias},
    {"Qwen3ForCausalLM", "qwen3", read_decoder, kHeadNorms},
    {"Qwen3MoeForCausalLM", "qwen3_moe", read_decoder, kHeadNorms},
    {"Qwen3VLForConditionalGeneration", "qwen3_vl", read_decoder, kHeadNorms},
    {"Qwen3VLMoeForConditionalGeneration", "qwen3_vl_moe", read_decoder, kHeadNorms},
    {"Qwen3NextForCausalLM", "qwen3_next", read_decoder, kHeadNorms | kOutputGate},
    {"Qwen3_5ForCausalLM", "qwen3_5_text", read_decoder, kHeadNorms | kOutputGate},
    {"Qwen3_5ForConditionalGeneration", "qwen3_5", read_decoder, kHeadNorms | kOutputGate},
    {"Qwen3_5MoeForCausalLM", "qwen3_5_moe_text", read_decoder, kHeadNorms | kOutputGate},
    {"Qwen3_5MoeForConditionalGeneration", "qwen3_5_moe", read_decoder, kHeadNorms | kOutputGate},
    {"DeepseekV2ForCausalLM", "deepseek_v2", read_decoder, kPlain},
    {"DeepseekV3ForCausalLM", "deepseek_v3", read_decoder, kPlain},
    {"DeepseekV32ForCausalLM", "deepseek_v32", read_decoder, kPlain},
    {"KimiK2ForCausalLM", "kimi_k2", read_decoder, kPlain},
    {"KimiK25ForConditionalGeneration", "kimi_k25", read_decoder, kPlain},
    {"KimiLinearForCausalLM", "kimi_linear", read_decoder, kPlain},
    {"Glm4ForCausalLM", "glm4", read_decoder, kPostNorms},
    {"Glm4MoeForCausalLM", "glm4_moe", read_decoder, kPlain},
    {"Glm4MoeLiteForCausalLM", "glm4_moe_lite", read_decoder, kPlain},
    {"GlmMoeDsaForCausalLM", "glm_moe_dsa", read_decoder, kPlain},
    {"MiniMaxM1ForCausalLM", "minimax_m1", read_decoder, kPlain},
    {"MiniMaxM2ForCausalLM", "minimax_m2", read_decoder, kHeadNorms},
    {"MiMoForCausalLM", "mimo", read_decoder, kQkvBias},
    {"MiMoV2FlashForCausalLM", "mimo_v2_flash", read_decoder, kPlain},
    {"NemotronHForCausalLM", "nemotron_h", read_decoder, kUngated},
    {"GraniteMoeHybridForCausalLM", "granitemoehybrid", read_decoder, kTied},
    {"BailingMoeV2ForCausalLM", "bailing_moe", read_decoder, kPlain},
    {"HunYuanDenseV1ForCausalLM", "hunyuan_v1_dense", read_decoder, kHeadNorms},
    {"HunYuanMoEV1ForCausalLM", "hunyuan_v1_moe", read_decoder, kHeadNorms},
    {"Ernie4_5ForCausalLM", "ernie4_5", read_decoder, kPlain},
    {"Ernie4_5_MoeForCausalLM", "ernie4_5_moe", read_decoder, kPlain},
    {"Step3TextForCausalLM", "step3_text", read_decoder, kPlain},
    {"Step3VLForConditionalGeneration", "step3_vl", read_decoder, kPlain},
    {"Step3p5ForCausalLM", "step3p5", read_decoder, kHeadNorms},
    {"SeedOssForCausalLM", "seed_oss", read_decoder, kPlain},
    {"SmolLM3ForCausalLM", "smollm3", read_decoder, kPlain},
    {"Exaone4ForCausalLM", "exaone4", read_decoder, kHeadNorms},
    {"Olmo2ForCausalLM", "olmo2", read_decoder, kHeadNorms},
    {"Olmo3ForCausalLM", "olmo3", read_decoder, kHeadNorms},
    {"Dots1ForCausalLM", "dots1", read_decoder, kHeadNorms},
    {"ApertusForCausalLM", "apertus", read_decoder, kUngated | kHeadNorms},
    {"ArceeForCausalLM", "arcee", read_decoder, kUngated},
    {"GPT2LMHeadModel", "gpt2", gpt2, kPlain},
    {"GPTNeoXForCausalLM", "gpt_neox", gpt_neox, kUngated},
    {"OPTForCausalLM", "opt", opt, kPlain},
    {"ViTForImageClassification", "vit", vit, kPlain},
};

}  // namespace

base::Span<const Architecture> architectures() {
  return {std::begin(kArchitectures), std::size(kArchitectures)};
}

Model read_decoder(const Keys& c, unsigned traits) {
  const auto has = [traits](Trait trait) { return (traits & trait) != 0; };
  refuse_unknown_parts(c);
  Model m;
  m.hidden = c.need("hidden_size");
  const bool pattern = read_pattern(c, m);
  if (!pattern) m.layers = c.need("num_hidden_layers");
  if (m.layers > kMostLayers) {
    c.fail(
        pattern ? c.first({"hybrid_override_pattern", "layers_block_type"}) : "num_hidden_layers",
        "at most " + std::to_string(kMostLayers));
  }
  m.heads = c.need("num_attention_heads");
  m.kv_heads = c.get_any({"num_key_value_heads", "num_attention_groups"}, 0);
  m.head_size = c.get_any({"head_dim", "attention_head_dim"}, 0);
  m.value_size = c.get("v_head_dim", 0);
  m.query_rank = c.get("share_q_dim", 0);
  m.inner = c.get_any({"intermediate_size_mlp", "dense_intermediate_size", "intermediate_size"}, 0);
  const std::string act = c.text(c.has("mlp_hidden_act") ? "mlp_hidden_act" : "hidden_act");
  m.gated = !has(kUngated) && act != "relu2";
  m.vocabulary = c.need("vocab_size");
  m.sequence = c.need_any({"max_position_embeddings", "max_position_embedding", "max_seq_len"});
  m.tied_embeddings = c.flag("tie_word_embeddings", has(kTied));
  m.fused_attention = true;
  m.mtp_layers = c.get_any({"num_nextn_predict_layers", "mtp_num_hidden_layers"}, 0);
  const bool bias = c.flag("attention_bias", false);
  m.biases = has(kBiases) || (bias && c.flag("mlp_bias", false));
  m.qkv_bias = has(kQkvBias) || bias || c.flag("use_qkv_bias", false) || c.flag("qkv_bias", false);
  m.head_norms = has(kHeadNorms) || c.flag("use_qk_norm", false);
  m.layer_norm = has(kLayerNorm);
  m.post_norms = has(kPostNorms);
  m.output_gate = has(kOutputGate) || c.flag("attn_output_gate", false);
  read_latent(c, m);
  read_index(c, m);
  read_linear(c, m);
  read_experts(c, traits, m);
  if (!pattern) {
    read_feeds(c, m);
    read_mixers(c, traits, m);
  }
  if (m.inner == 0 && m.layers_of(FeedForward::dense) > 0) c.need("intermediate_size");
  return m;
}

}  // namespace jacquard::workload::hugging_face
