// SPDX-License-Identifier: Apache-2.0
#include "jacquard/gemm/layers.hpp"

#include <cmath>

#include "jacquard/base/error.hpp"

namespace jacquard::gemm {
namespace {

std::vector<Layer> block(std::int64_t tokens, std::int64_t hidden, std::int64_t qkv,
                         std::int64_t attended, std::int64_t up, std::int64_t inner) {
  return {{"qkv", tokens, hidden, qkv, true, false},
          {"projection", tokens, attended, hidden, false, true},
          {"up", tokens, hidden, up, true, false},
          {"down", tokens, inner, hidden, false, true}};
}

}  // namespace

std::vector<Layer> paper_layers(std::int64_t hidden, std::int64_t tokens) {
  return block(tokens, hidden, 3 * hidden, hidden, 4 * hidden, 4 * hidden);
}

std::vector<Layer> layers_of(const workload::Model& model, std::int64_t tokens,
                             const std::string& source) {
  if (model.has_experts() || model.is_latent()) {
    throw base::ConfigError({source, "", "a model of dense layers",
                             model.has_experts() ? "experts" : "latent attention", ""});
  }
  const double keys = model.kv_head_count() * (model.size_of_head() + model.size_of_value());
  const double queries = model.heads * model.size_of_head();
  const double attended = model.heads * model.size_of_value();
  const std::int64_t inner = model.inner;
  return block(tokens, model.hidden, std::llround(queries + keys), std::llround(attended),
               model.gated ? 2 * inner : inner, inner);
}

}  // namespace jacquard::gemm
