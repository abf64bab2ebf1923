// SPDX-License-Identifier: Apache-2.0
#include "papers/madmax/sizes.hpp"

#include <algorithm>

namespace jacquard::studies::madmax {
namespace {

void add(Sizes& sizes, double weights, int experts, int active, double tokens) {
  sizes.parameters += weights * std::max(experts, 1);
  sizes.flops += 2 * weights * (experts > 0 ? active : 1) * tokens;
}

}  // namespace

Sizes sizes_of(const plan::Model& m) {
  Sizes sizes;
  for (const plan::MlpSizes& mlp : {m.bottom, m.top}) {
    add(sizes, static_cast<double>(mlp.layers) * mlp.width * mlp.width, mlp.experts, mlp.active, 1);
  }
  const double layers = m.blocks.layers, hidden = m.blocks.hidden, tokens = m.blocks.sequence;
  add(sizes, layers * 4 * hidden * hidden, 0, 0, tokens);
  add(sizes, layers * 2 * hidden * m.blocks.inner, m.blocks.experts, m.blocks.active, tokens);
  const plan::EmbeddingSizes& e = m.embedding;
  const double tables = static_cast<double>(e.tables);
  sizes.parameters += tables * static_cast<double>(e.rows) * e.dimension;
  constexpr double bytes_in_table = 4;  // that is how Table 2 counts, with dimension 92
  sizes.lookup_bytes = tables * e.pooling * e.dimension * bytes_in_table;
  if (m.vocabulary > 0) {
    sizes.parameters += (m.vocabulary + tokens) * hidden;
    sizes.lookup_bytes = 2 * hidden * m.embedding_bytes;
  }
  return sizes;
}

}  // namespace jacquard::studies::madmax
