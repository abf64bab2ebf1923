// SPDX-License-Identifier: Apache-2.0
#include "jacquard/cost/flash_tiling.hpp"

#include <algorithm>
#include <cmath>

namespace jacquard::cost {
namespace {

constexpr double kSlack = 1.1;

// Keys are cut so that each processor gets about the same number of blocks (FlashAttention-3,
// prepare_varlen_num_blocks).
double splits_of(double tiles, double blocks, const FlashKernel& k, int processors) {
  const double places = static_cast<double>(processors) * k.resident;
  const double of_place = std::max(1.0, std::ceil(kSlack * tiles * blocks / places));
  return std::max(1.0, std::min({k.most_splits, blocks, std::ceil(blocks / of_place)}));
}

// Keys that the query at `end` (one behind the last) of a tile of `span` queries sees, and the
// tile.
double seen(const FlashShape& w, double end, double span) {
  const double before = w.causal ? std::max(0.0, w.keys - w.queries) + end : w.keys;
  return w.window > 0 ? std::min(before, w.window + span) : before;
}

}  // namespace

FlashTiling tiling_of(const FlashShape& w, const FlashKernel& k, int processors) {
  FlashTiling t;
  const double group = w.kv_heads > 0 ? w.heads / w.kv_heads : 1;
  t.packed = group > 1 && (k.packing == FlashKernel::Packing::always || w.queries <= 1);
  const double stacked = t.packed ? group : 1;
  const double rows = w.queries * stacked;
  const double per_head = std::ceil(rows / k.tile.rows);
  t.rows = std::min(rows, k.tile.rows);
  t.tiles = w.batch * (t.packed ? w.kv_heads : w.heads) * per_head;

  const double span = std::min(w.queries, k.tile.rows / stacked);
  t.longest = std::ceil(seen(w, w.queries, span) / k.tile.keys);
  t.shortest = std::ceil(seen(w, span, span) / k.tile.keys);
  // A block is whole though its last keys are not seen: half a block on average, but for steps of
  // whole blocks.
  const double rounded = 0.5 * (1 - std::min(span / k.tile.keys, 1.0));
  const double mean = seen(w, (w.queries + span) / 2, span) / k.tile.keys + rounded;
  t.mean = per_head <= 1 ? t.longest : std::min(std::max(mean, 1.0), t.longest);

  const bool parts = w.paged && (k.packing == FlashKernel::Packing::always || t.packed);
  if (parts && t.longest > 1) t.splits = splits_of(t.tiles, t.longest, k, processors);
  return t;
}

}  // namespace jacquard::cost
