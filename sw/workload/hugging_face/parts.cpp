// SPDX-License-Identifier: Apache-2.0
#include "jacquard/workload/hugging_face/parts.hpp"

#include <algorithm>

namespace jacquard::workload::hugging_face {
namespace {

using Words = std::vector<std::string>;

// The last goes on.
void set_feeds(std::vector<FeedForward> feeds, Model& m) {
  while (feeds.size() > 1 && feeds.back() == feeds[feeds.size() - 2]) feeds.pop_back();
  const FeedForward usual = m.has_experts() ? FeedForward::experts : FeedForward::dense;
  const bool all_usual = feeds.size() == 1 && feeds.front() == usual;
  if (!all_usual) m.layer_kinds = std::move(feeds);
}

// "4,5,6": Step-3.
std::vector<int> listed(const std::string& text) {
  std::vector<int> all;
  int value = -1;
  for (const char ch : text + ",") {
    if (ch >= '0' && ch <= '9') {
      value = std::min(1 << 24, std::max(value, 0) * 10 + (ch - '0'));
    } else if (value >= 0) {
      all.push_back(value);
      value = -1;
    }
  }
  return all;
}

bool among(const std::vector<int>& all, int value) {
  return std::find(all.begin(), all.end(), value) != all.end();
}

// A list with a word or a number for each layer; longer ones speak of further modules too.
template <class Value>
std::vector<Value> of_layers(const Keys& c, const char* key, std::vector<Value> all, int layers) {
  if (static_cast<int>(all.size()) < layers) {
    c.fail(key, std::to_string(layers) + " layers", "it has " + std::to_string(all.size()));
  }
  return all;
}

// What a file says of which layers have experts, read once.
class FeedRule {
 public:
  FeedRule(const Keys& c, int layers)
      : step_(std::max(1, c.get_any({"decoder_sparse_step", "interleave_moe_layer_step"}, 1))),
        first_(c.get_any({"first_k_dense_replace", "moe_layer_num_skipped"}, 0)),
        only_(c.numbers("mlp_only_layers")),
        begin_(c.first_of_list("moe_layer_start_index", 0)),
        interval_(std::max(1, c.get("moe_layer_interval", 1))) {
    if (c.is_list("moe_layer_freq")) {
      for (const int n : of_layers(c, "moe_layer_freq", c.numbers("moe_layer_freq"), layers)) {
        dense_.push_back(n == 0);
      }
    } else if (c.has("mlp_layer_types")) {
      for (const std::string& word :
           of_layers(c, "mlp_layer_types", c.words("mlp_layer_types"), layers)) {
        if (word != "dense" && word != "sparse") {
          c.fail("mlp_layer_types", "dense or sparse", "found " + word);
        }
        dense_.push_back(word == "dense");
      }
    } else if (c.has("moe_layers_enum") || c.is_list("moe_layers")) {
      const std::vector<int> experts =
          c.has("moe_layers_enum") ? listed(c.text("moe_layers_enum")) : c.numbers("moe_layers");
      dense_.assign(static_cast<std::size_t>(layers), true);
      for (const int layer : experts) {
        if (layer < layers) dense_[static_cast<std::size_t>(layer)] = false;
      }
    } else {
      every_ = std::max(1, c.get("moe_layer_freq", 1));
    }
    // Ernie's -1: to the last.
    const bool to_last =
        c.has("moe_layer_end_index") && c.json("moe_layer_end_index") == config::Json(-1);
    if (!to_last) end_ = c.first_of_list("moe_layer_end_index", end_);
  }

  bool dense(int layer) const {
    if (!dense_.empty()) return dense_[static_cast<std::size_t>(layer)];
    return among(only_, layer) || (layer + 1) % step_ != 0 || layer < first_ ||
           layer % every_ != 0 || layer < begin_ || layer > end_ || (layer + 1) % interval_ != 0;
  }

 private:
  int step_;
  int first_;
  std::vector<int> only_;
  int begin_;
  int interval_;
  int end_ = 1 << 24;
  int every_ = 1;
  std::vector<bool> dense_;  // by layer; empty: by the rules above
};

constexpr const char* kExperts[] = {"n_routed_experts", "num_experts", "num_local_experts",
                                    "moe_num_experts"};

}  // namespace

void read_latent(const Keys& c, Model& m) {
  if (!c.has("kv_lora_rank")) return;
  m.kv_heads = 0;
  m.head_size = 0;
  m.value_size = 0;
  m.latent = {c.get("q_lora_rank", 0), c.need("kv_lora_rank"), c.need("qk_rope_head_dim"),
              c.need("qk_nope_head_dim"), c.need("v_head_dim")};
  if (c.flag("mla_use_output_gate", false)) m.output_gate = true;
}

void read_index(const Keys& c, Model& m) {
  if (!c.has("index_topk")) return;
  m.index = {c.need("index_n_heads"), c.need("index_head_dim"), c.need("index_topk"), 0};
  const Words types = c.words("indexer_types");
  if (!types.empty()) {
    m.index.layers = static_cast<int>(std::count(types.begin(), types.end(), "full"));
    const auto shared = std::count(types.begin(), types.end(), "shared");
    const bool known = m.index.layers + shared == static_cast<std::ptrdiff_t>(types.size());
    if (!known || m.index.layers == 0 || m.index.layers > m.layers) {
      c.fail("indexer_types", "full or shared for each layer, one full at least");
    }
  } else if (const int every = c.get("index_topk_freq", 1); every > 1) {
    m.index.layers = (m.layers + every - 1) / every;
  }
}

void read_linear(const Keys& c, Model& m) {
  using Rule = LinearSizes::Rule;
  if (c.has("linear_num_value_heads")) {
    m.linear = {c.need("linear_num_key_heads"),
                c.need("linear_num_value_heads"),
                c.need("linear_key_head_dim"),
                c.need("linear_value_head_dim"),
                c.get("linear_conv_kernel_dim", 4),
                Rule::delta,
                0};
  } else if (const char* heads = c.first({"mamba_num_heads", "mamba_n_heads"})) {
    m.linear = {c.need_any({"n_groups", "mamba_n_groups"}),
                c.need(heads),
                c.need_any({"ssm_state_size", "mamba_d_state"}),
                c.need_any({"mamba_head_dim", "mamba_d_head"}),
                c.get_any({"conv_kernel", "mamba_d_conv"}, 4),
                Rule::mamba,
                0};
  } else if (c.has("linear_attn_config")) {
    const Keys part = c.part("linear_attn_config");
    const int count = part.need("num_heads");
    const int size = part.need("head_dim");
    const int rank = part.flag("use_full_rank_gate", false) ? 0 : size;
    m.linear = {count,          count, size, size, part.get("short_conv_kernel_size", 4),
                Rule::channels, rank};
  } else if (c.has("attn_type_list") || c.has("layer_group_size")) {
    // Lightning attention: a decay of a head, no convolution.
    const int size = c.get("head_dim", m.hidden / m.heads);
    m.linear = {m.heads, m.heads, size, size, 0, Rule::mamba, 0};
  }
}

void read_experts(const Keys& c, unsigned traits, Model& m) {
  const char* count = c.first({kExperts[0], kExperts[1], kExperts[2], kExperts[3]});
  if (count == nullptr || c.first_of_list(count, 0) <= 1) return;
  const char* inner =
      c.first({"moe_intermediate_size", "expert_intermediate_size", "intermediate_size"});
  ExpertSizes& e = m.experts;
  e.count = c.first_of_list(count, 0);
  const char* top = c.first({"num_experts_per_tok", "num_experts_per_token", "top_k_experts",
                             "moe_topk", "moe_k", "moe_top_k"});
  e.top_k = c.first_of_list(top != nullptr ? top : "num_experts_per_tok", 0);
  if (top == nullptr) c.need("num_experts_per_tok");
  e.inner = c.first_of_list(inner != nullptr ? inner : "moe_intermediate_size", 0);
  if (inner == nullptr) c.need("moe_intermediate_size");
  e.latent = c.get_any({"moe_latent_size", "routed_expert_hidden_size"}, 0);
  const char* width =
      c.first({"shared_expert_intermediate_size", "moe_shared_expert_intermediate_size",
               "share_expert_dim", "shared_intermediate_size"});
  const char* shared = c.first(
      {"n_shared_experts", "num_shared_experts", "moe_num_shared_experts", "num_shared_expert"});
  if (width != nullptr) {
    e.shared_inner = c.get(width, 0);
  } else if (shared != nullptr) {
    e.shared_inner = c.product(shared, c.first_of_list(shared, 0), e.inner);
  }
  if ((traits & kSharedExpert) != 0) e.shared_inner = e.inner;
  if ((traits & kDenseBeside) != 0) e.shared_inner = m.inner;
}

void read_feeds(const Keys& c, Model& m) {
  if (!m.has_experts()) return;
  const FeedRule rule(c, m.layers);
  std::vector<FeedForward> feeds;
  for (int layer = 0; layer < m.layers; ++layer) {
    feeds.push_back(rule.dense(layer) ? FeedForward::dense : FeedForward::experts);
  }
  set_feeds(std::move(feeds), m);
}

bool read_pattern(const Keys& c, Model& m) {
  const std::string letters = c.text("hybrid_override_pattern");
  Words words = c.words("layers_block_type");
  for (const char letter : letters) {
    const char* word = letter == 'M'   ? "mamba"
                       : letter == '*' ? "attention"
                       : letter == '-' ? "mlp"
                       : letter == 'E' ? "moe"
                                       : nullptr;
    if (word == nullptr) c.fail("hybrid_override_pattern", "layers of M, *, - and E");
    words.emplace_back(word);
  }
  if (words.empty()) return false;
  m.layers = static_cast<int>(words.size());
  std::vector<FeedForward> feeds;
  for (const std::string& word : words) {
    const bool mamba = word == "mamba", attention = word == "attention";
    if (!mamba && !attention && word != "mlp" && word != "moe") {
      c.fail("layers_block_type", "mamba, attention, mlp and moe", "found " + word);
    }
    m.mixers.push_back(mamba ? Mixer::linear : attention ? Mixer::attention : Mixer::none);
    feeds.push_back(word == "mlp"   ? FeedForward::dense
                    : word == "moe" ? FeedForward::experts
                                    : FeedForward::none);
  }
  set_feeds(std::move(feeds), m);
  return true;
}

void refuse_unknown_parts(const Keys& c) {
  constexpr const char* kUnknown[] = {"compress_ratios",
                                      "hc_mult",
                                      "hidden_size_per_layer_input",
                                      "block_configs",
                                      "use_cla",
                                      "num_kv_shared_layers",
                                      "sparse_attention_config",
                                      "altup_num_inputs",
                                      "ssm_cfg",
                                      "attn_layer_period",
                                      "attention_in_multiplier",
                                      "conv_L_cache",
                                      "num_mem_blocks",
                                      "lru_width",
                                      "zero_expert_num"};
  for (const char* key : kUnknown) {
    if (!c.has(key)) continue;
    const config::Json& value = c.json(key);
    const bool off = (value.is_boolean() && !value.get<bool>()) ||
                     (value.is_number() && value.get<double>() == 0) ||
                     (value.is_structured() && value.empty());
    if (!off) c.fail(key, "none", "a part that no law is known for");
  }
}

}  // namespace jacquard::workload::hugging_face
