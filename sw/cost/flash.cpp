// SPDX-License-Identifier: Apache-2.0
#include "jacquard/cost/flash.hpp"

#include <algorithm>
#include <cmath>

namespace jacquard::cost {
namespace {

constexpr double kUnit = 128;        // rows and values of a head that constants are given for
constexpr double kPartialBytes = 8;  // a split's value is written and read in fp32

double combine_seconds(const FlashKernel& k, const FlashShape& w, const FlashTiling& t,
                       double bandwidth) {
  if (t.splits <= 1) return 0;
  const double values = w.batch * w.queries * w.heads * w.value_size * t.splits;
  return k.combine + k.combine_split * t.splits + values * kPartialBytes / bandwidth;
}

double pack_seconds(const FlashKernel& k, const FlashShape& w, const FlashTiling& t) {
  if (!t.packed) return 0;
  return k.pack + (w.batch > 1 && w.kv_heads > 1 ? k.pack_batch : 0);
}

}  // namespace

double makespan(const FlashTiling& t, const FlashKernel& k, int processors, double tile,
                double block) {
  const double parts = t.tiles * t.splits / processors;  // of each processor
  const double longest = tile + std::ceil(t.longest / t.splits) * block;
  const double mean = tile + std::max(t.mean / t.splits, 1.0) * block;
  const double shortest = tile + std::ceil(t.shortest / t.splits) * block;
  const double sharing = std::min(std::max(parts, 1.0), static_cast<double>(k.resident));
  // Longest first, so the last wave waits for no more than the shortest.
  return std::max(longest * sharing, parts * mean + (std::ceil(parts) - parts) * shortest);
}

double flash_seconds(const Device& d, const FlashKernel& k, const FlashShape& w,
                     const FlashRates& r) {
  const FlashTiling t = tiling_of(w, k, d.processors);
  const double head = (w.key_size + w.value_size) / 2 / kUnit;
  const double rows = w.paged ? t.rows / kUnit : 0;
  const double tile =
      k.tile_floor + k.tile_head * head + (k.rows_floor + k.rows_head * head) * rows;
  const double rate = k.peak_share * r.peak.count() / d.processors;
  const double score = 2 * (w.key_size + w.value_size) / rate + k.score + (w.paged ? k.page : 0);
  const double block = k.tile.rows * k.tile.keys * score;

  const double bandwidth = k.bandwidth_share * d.memory_bandwidth.count();
  const double seen = w.window > 0 ? std::min(w.keys, w.window + w.queries) : w.keys;
  const double kv = w.batch * seen * w.kv_heads * (w.key_size + w.value_size) * r.kv_bytes;
  const double q = w.batch * w.queries * w.heads * (w.key_size * r.query_bytes + w.value_size * 2);
  return std::max(makespan(t, k, d.processors, tile, block), (kv + q) / bandwidth) +
         combine_seconds(k, w, t, bandwidth) + pack_seconds(k, w, t);
}

}  // namespace jacquard::cost
