// SPDX-License-Identifier: Apache-2.0
#include "jacquard/workload/hugging_face/mistral.hpp"

#include "jacquard/workload/hugging_face/keys.hpp"

namespace jacquard::workload::hugging_face {
namespace {

using config::Json;

void copy(const Keys& c, const char* from, const char* to, Json& out) {
  if (c.has(from)) out[to] = c.get(from, 0);
}

constexpr const char* kSameNames[] = {"vocab_size",   "head_dim",         "q_lora_rank",
                                      "kv_lora_rank", "qk_rope_head_dim", "qk_nope_head_dim",
                                      "v_head_dim"};

}  // namespace

bool is_mistral_params(const Json& json) {
  return json.is_object() && json.contains("dim") && json.contains("n_layers") &&
         json.contains("n_heads");
}

Json config_of_mistral(const Json& json, const config::Place& place) {
  const Keys c(json, place);
  Json out;
  out["hidden_size"] = c.need("dim");
  out["num_hidden_layers"] = c.need("n_layers");
  out["num_attention_heads"] = c.need("n_heads");
  c.need("vocab_size");
  copy(c, "n_kv_heads", "num_key_value_heads", out);
  copy(c, "hidden_dim", "intermediate_size", out);
  for (const char* key : kSameNames) copy(c, key, key, out);
  out["max_position_embeddings"] = c.get_any({"max_position_embeddings", "max_seq_len"}, 32'768);
  out["tie_word_embeddings"] = c.flag("tied_embeddings", false);
  out["model_type"] = c.has("kv_lora_rank") ? "mistral_large_3" : "mistral";
  if (!c.has("moe")) return out;
  const Keys moe = c.part("moe");
  out["num_local_experts"] = moe.need("num_experts");
  out["num_experts_per_tok"] = moe.need("num_experts_per_tok");
  out["moe_intermediate_size"] = moe.get("expert_hidden_dim", c.get("hidden_dim", 0));
  copy(moe, "num_shared_experts", "n_shared_experts", out);
  copy(moe, "first_k_dense_replace", "first_k_dense_replace", out);
  return out;
}

}  // namespace jacquard::workload::hugging_face
