// SPDX-License-Identifier: Apache-2.0
#include "jacquard/cost/attention.hpp"

#include <algorithm>

#include "jacquard/cost/cache_write.hpp"
#include "jacquard/cost/elementwise.hpp"
#include "jacquard/cost/flash.hpp"

namespace jacquard::cost {
namespace {

using workload::AttentionWork;

FlashShape shape_of(const AttentionWork& w) {
  return {w.batch,     w.queries,    w.keys,   w.heads,  w.kv_heads,
          w.head_size, w.value_size, w.window, w.causal, w.cached};
}

// Five products: scores again, the gradients of probabilities, values, queries and keys. Beside
// them a kernel that sums gradient times output, and one that rounds the queries' gradient, which
// tiles add up in fp32 (FlashAttention-2 s3.1.2).
double backward_seconds(const Device& d, const FlashKernel& forward, const AttentionWork& w) {
  constexpr double kLaunches = 3;
  FlashKernel k = forward;
  k.tile = {128, 128};
  k.resident = 1;
  FlashShape shape = shape_of(w);
  shape.kv_heads = shape.heads;  // no heads are packed
  shape.paged = false;
  const FlashTiling t = tiling_of(shape, k, d.processors);
  const double rate = k.backward_share * peak_of(d, w.type).count() / d.processors;
  const double score = 2 * (3 * w.head_size + 2 * w.value_size) / rate + k.backward_score;
  const double tile = 2 * (k.tile_floor + k.tile_head * w.head_size / 128);

  // Values of two bytes: a query is read, its gradient zeroed, added to, read in fp32 and written;
  // output and its gradient are read, the latter twice; keys, values and their gradients.
  const double q = w.batch * w.queries * w.heads * (20 * w.head_size + 6 * w.value_size);
  const double kv = w.batch * w.keys * w.kv_heads * 4 * (w.head_size + w.value_size);
  return kLaunches * kKernelFloor.count() +
         makespan(t, k, d.processors, tile, k.tile.rows * k.tile.keys * score) +
         (q + kv) / (k.bandwidth_share * d.memory_bandwidth.count());
}

}  // namespace

base::Seconds attention_time(const Device& d, const AttentionWork& w, Software software) {
  const double kv_bytes = bytes_per_value(w.kv_type);
  const bool fp8 = kv_bytes <= 1 && !w.backward;
  const FlashKernel k =
      flash_kernel(d, {std::max(w.head_size, w.value_size), w.queries <= 1, fp8, software});
  if (w.backward) return base::Seconds{backward_seconds(d, k, w)};
  const auto type = k.fp8_products ? workload::NumberType::fp8 : w.type;
  const double time =
      flash_seconds(d, k, shape_of(w), {peak_of(d, type), bytes_per_value(type), kv_bytes});
  if (!w.cached) return kKernelFloor + base::Seconds{time};
  const double values = w.kv_heads * (w.head_size + w.value_size);
  const CacheWrite write{w.batch * w.queries, values / 2, values * (2 + kv_bytes)};
  return base::Seconds{k.cached_floor + time + cache_write_seconds(d, k, write)};
}

}  // namespace jacquard::cost
