// SPDX-License-Identifier: Apache-2.0
// Which layers attend to all keys, to a window, a chunk, or keep a state.
#include <algorithm>

#include "jacquard/workload/hugging_face/parts.hpp"

namespace jacquard::workload::hugging_face {
namespace {

using Mixers = std::vector<Mixer>;

// Every `n`-th is `last`, the others are `before`.
Mixers every(int n, int layers, Mixer before, Mixer last) {
  Mixers all;
  for (int layer = 0; layer < layers; ++layer) all.push_back((layer + 1) % n == 0 ? last : before);
  return all;
}

Mixer mixer_of(const Keys& c, const std::string& word) {
  if (word == "full_attention" || word == "attention" || word == "global_attention" ||
      word == "deepseek_sparse_attention") {
    return Mixer::attention;
  }
  if (word == "sliding_attention" || word == "local_attention") return Mixer::window;
  if (word == "chunked_attention") return Mixer::chunk;
  if (word == "linear_attention" || word == "mamba" || word == "mamba2") return Mixer::linear;
  c.fail("layer_types",
         "full_attention, sliding_attention, chunked_attention, linear_attention or mamba",
         "found " + word);
}

// Of each layer; longer lists speak of further modules too.
Mixers of_layers(const Keys& c, const char* key, Mixers all, int layers) {
  if (static_cast<int>(all.size()) < layers) {
    c.fail(key, std::to_string(layers) + " layers", "it has " + std::to_string(all.size()));
  }
  all.resize(static_cast<std::size_t>(layers));
  return all;
}

Mixers by_words(const Keys& c, int layers) {
  Mixers all;
  for (const std::string& word : c.words("layer_types")) all.push_back(mixer_of(c, word));
  return of_layers(c, "layer_types", std::move(all), layers);
}

Mixers by_numbers(const Keys& c, const char* key, int layers, Mixer zero, Mixer other) {
  Mixers all;
  for (const int number : c.numbers(key)) all.push_back(number == 0 ? zero : other);
  return of_layers(c, key, std::move(all), layers);
}

// Layers that attend to all are counted from 1.
Mixers kimi(const Keys& c, int layers) {
  const std::vector<int> full = c.part("linear_attn_config").numbers("full_attn_layers");
  Mixers all(static_cast<std::size_t>(layers), Mixer::linear);
  for (const int layer : full) {
    if (layer < 1 || layer > layers) {
      c.fail("linear_attn_config", "full_attn_layers in 1.." + std::to_string(layers),
             "one is " + std::to_string(layer));
    }
    all[static_cast<std::size_t>(layer) - 1] = Mixer::attention;
  }
  return all;
}

// "LLLG", or every so many-th.
Mixers by_pattern(const Keys& c, int layers) {
  const char* key = c.first({"sliding_window_pattern", "_sliding_window_pattern"});
  if (key == nullptr) return {};
  if (!c.json(key).is_string()) {
    return every(std::max(1, c.need(key)), layers, Mixer::window, Mixer::attention);
  }
  Mixers all;
  for (const char letter : c.text(key)) {
    all.push_back(letter == 'L' ? Mixer::window : Mixer::attention);
  }
  return all;
}

Mixers mixers_of(const Keys& c, unsigned traits, const Model& m) {
  if (c.has("layer_types")) return by_words(c, m.layers);
  if (c.has("hybrid_layer_pattern")) {
    return by_numbers(c, "hybrid_layer_pattern", m.layers, Mixer::attention, Mixer::window);
  }
  if (c.has("attn_type_list")) {
    return by_numbers(c, "attn_type_list", m.layers, Mixer::linear, Mixer::attention);
  }
  if (c.has("linear_attn_config")) return kimi(c, m.layers);
  if (m.linear.value_heads > 0) {
    const int full = c.get_any({"full_attention_interval", "layer_group_size"}, 4);
    return every(std::max(1, full), m.layers, Mixer::linear, Mixer::attention);
  }
  if (c.has("attention_chunk_size") && !c.has("sliding_window")) {
    if (c.is_list("no_rope_layers") && !c.numbers("no_rope_layers").empty()) {
      return by_numbers(c, "no_rope_layers", m.layers, Mixer::attention, Mixer::chunk);
    }
    return every(std::max(1, c.get("no_rope_layer_interval", 4)), m.layers, Mixer::chunk,
                 Mixer::attention);
  }
  if (c.get("sliding_window", 0) == 0 || !c.flag("use_sliding_window", true)) return {};
  const Mixers pattern = by_pattern(c, m.layers);
  if (!pattern.empty()) return pattern;
  if ((traits & kAlternate) != 0) return {Mixer::window, Mixer::attention};
  // Qwen2's first max_window_layers see all keys.
  const bool said = c.has("use_sliding_window");
  return (traits & kWindows) != 0 || said ? Mixers{Mixer::window} : Mixers{};
}

// The shortest that gives the same again and again; none where all see all.
Mixers shortest(const Mixers& all) {
  for (std::size_t period = 1; period < all.size(); ++period) {
    bool repeats = true;
    for (std::size_t i = period; i < all.size() && repeats; ++i) {
      repeats = all[i] == all[i % period];
    }
    if (repeats) return {all.begin(), all.begin() + static_cast<std::ptrdiff_t>(period)};
  }
  return all;
}

// Gemma 4 says what layers that see all keys have, MiMo and Step-3.5 those with a window.
void read_windowed(const Keys& c, Model& m) {
  if (c.has("global_head_dim")) {
    m.windowed.head_size = c.get("head_dim", 0);
    m.windowed.kv_heads = m.kv_head_count();
    m.head_size = c.need("global_head_dim");
    m.kv_heads = c.get("num_global_key_value_heads", m.kv_heads);
    m.shared_kv = c.flag("attention_k_eq_v", false);
  }
  if (c.has("swa_head_dim") || c.has("swa_num_key_value_heads")) {
    m.windowed = {c.get("swa_num_attention_heads", 0), c.get("swa_num_key_value_heads", 0),
                  static_cast<double>(c.get("swa_head_dim", 0)), c.get("swa_v_head_dim", 0)};
  }
  if (c.has("attention_other_setting")) {
    const Keys other = c.part("attention_other_setting");
    m.windowed = {other.get("num_attention_heads", 0), other.get("num_attention_groups", 0),
                  static_cast<double>(other.get("head_dim", 0)), 0};
  }
}

}  // namespace

void read_mixers(const Keys& c, unsigned traits, Model& m) {
  m.mixers = shortest(mixers_of(c, traits, m));
  if (m.mixers == Mixers{Mixer::attention}) m.mixers.clear();
  const auto any = [&](Mixer mixer) {
    return std::find(m.mixers.begin(), m.mixers.end(), mixer) != m.mixers.end();
  };
  if (any(Mixer::window)) {
    m.window = c.need("sliding_window");
    read_windowed(c, m);
  } else if (any(Mixer::chunk)) {
    m.window = c.need("attention_chunk_size");
  }
  if (m.mixers == Mixers{Mixer::window}) m.mixers.clear();
}

}  // namespace jacquard::workload::hugging_face
