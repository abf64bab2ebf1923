// SPDX-License-Identifier: Apache-2.0
#include "jacquard/cost/flash_tiling.hpp"

#include <algorithm>
#include <cmath>

namespace jacquard::cost {
namespace {

constexpr double kMostSplits = 128;
constexpr double kBusy = 0.8;   // of the processors: no splits above
constexpr double kGood = 0.85;  // of the best use that splits reach

// Fewest parts that keep processors nearly as busy as any number does (FlashAttention-2 and 3,
// num_splits_heuristic).
double splits_of(double tiles, double blocks, const FlashKernel& k, int processors) {
  const double places = static_cast<double>(processors) * k.resident;
  if (tiles >= kBusy * places || blocks < k.least_keys) return 1;
  const double most = std::min({kMostSplits, places, blocks});
  const auto use = [&](double splits) {
    const double waves = tiles * splits / places;
    return waves / std::ceil(waves);
  };
  const auto no_shorter = [&](double splits) {
    return k.resident > 1 && splits > 1 &&
           std::ceil(blocks / splits) == std::ceil(blocks / (splits - 1));
  };
  double best = 0;
  for (double s = 1; s <= most; ++s) {
    if (!no_shorter(s)) best = std::max(best, use(s));
  }
  double s = 1;
  while (s < most && (no_shorter(s) || use(s) < kGood * best)) ++s;
  return s;
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

  const bool splits = k.packing == FlashKernel::Packing::always || (w.queries <= 1 && t.packed);
  if (splits && t.tiles > 0) t.splits = splits_of(t.tiles, t.longest, k, processors);
  return t;
}

}  // namespace jacquard::cost
