// SPDX-License-Identifier: Apache-2.0
#include "jacquard/gemm/layers.hpp"

#include <cmath>

#include "jacquard/base/divide_up.hpp"

namespace jacquard::gemm {
namespace {

using workload::Model;

void add_attention(const Model& m, std::int64_t tokens, std::vector<Layer>& layers) {
  const double keys = m.kv_head_count() * (m.size_of_head() + m.size_of_value());
  const std::int64_t queries = std::llround(m.heads * m.size_of_head());
  layers.push_back({"qkv", tokens, m.hidden, queries + std::llround(keys), true, false});
}

void add_latent_attention(const Model& m, std::int64_t tokens, std::vector<Layer>& layers) {
  const workload::LatentSizes& latent = m.latent;
  const std::int64_t queries = std::int64_t{m.heads} * (latent.nope + latent.rope);
  const std::int64_t keys = std::int64_t{m.heads} * (latent.nope + latent.value);
  if (latent.q_rank > 0) {
    layers.push_back({"q down", tokens, m.hidden, latent.q_rank, true, false});
    layers.push_back({"q up", tokens, latent.q_rank, queries, false, false});
  } else {
    layers.push_back({"q", tokens, m.hidden, queries, true, false});
  }
  layers.push_back({"kv down", tokens, m.hidden, latent.kv_rank + latent.rope, true, false});
  layers.push_back({"kv up", tokens, latent.kv_rank, keys, false, false});
}

void add_feed_forward(const std::string& prefix, std::int64_t rows, const Model& m,
                      std::int64_t inner, int products, std::vector<Layer>& layers) {
  const std::int64_t up = m.gated ? 2 * inner : inner;
  layers.push_back({prefix + "up", rows, m.hidden, up, true, false, products});
  layers.push_back({prefix + "down", rows, inner, m.hidden, false, true, products});
}

}  // namespace

std::vector<Layer> paper_layers(std::int64_t hidden, std::int64_t tokens) {
  return {{"qkv", tokens, hidden, 3 * hidden, true, false},
          {"projection", tokens, hidden, hidden, false, true},
          {"up", tokens, hidden, 4 * hidden, true, false},
          {"down", tokens, 4 * hidden, hidden, false, true}};
}

std::vector<Layer> layers_of(const Model& m, std::int64_t tokens) {
  std::vector<Layer> layers;
  if (m.is_latent()) {
    add_latent_attention(m, tokens, layers);
  } else {
    add_attention(m, tokens, layers);
  }
  const std::int64_t attended = std::llround(m.heads * m.size_of_value());
  layers.push_back({"projection", tokens, attended, m.hidden, false, true});
  if (!m.has_experts()) {
    add_feed_forward("", tokens, m, m.inner, 1, layers);
    return layers;
  }
  const workload::ExpertSizes& experts = m.experts;
  const std::int64_t rows = base::divide_up(tokens * experts.top_k, std::int64_t{experts.count});
  add_feed_forward("expert ", rows, m, experts.inner, experts.count, layers);
  if (experts.shared_inner > 0) {
    add_feed_forward("shared ", tokens, m, experts.shared_inner, 1, layers);
  }
  return layers;
}

}  // namespace jacquard::gemm
