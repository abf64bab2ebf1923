// SPDX-License-Identifier: Apache-2.0
#include "jacquard/cost/latent_attention.hpp"

#include "jacquard/cost/attention.hpp"
#include "jacquard/cost/cache_write.hpp"
#include "jacquard/cost/flash.hpp"

namespace jacquard::cost {
namespace {

using workload::LatentAttentionWork;

// Engines without fp8 products turn the whole cache to bf16 before each use: for each value a byte
// is read, two are written and read again.
constexpr double kCastFloor = 5.12e-6;
constexpr double kCastShare = 0.356;
constexpr double kCastBytes = 5;

double cast_seconds(const Device& d, double values) {
  return kCastFloor + values * kCastBytes / (kCastShare * d.memory_bandwidth.count());
}

base::Seconds expanded(const Device& d, const LatentAttentionWork& w) {
  workload::AttentionWork heads;
  heads.batch = w.batch;
  heads.queries = w.queries;
  heads.keys = w.keys;
  heads.heads = w.heads;
  heads.kv_heads = w.heads;
  heads.head_size = w.head_size + w.rope;
  heads.value_size = w.value_size;
  heads.window = w.most_keys;
  heads.backward = w.backward;
  heads.type = w.type;
  heads.kv_type = w.type;
  return attention_time(d, heads);
}

}  // namespace

base::Seconds latent_attention_time(const Device& d, const LatentAttentionWork& w) {
  if (!w.decode || w.backward) return expanded(d, w);
  const double stored = bytes_per_value(w.kv_type);
  const FlashKernel k = latent_flash_kernel(d, stored <= 1);
  const bool cast = stored <= 1 && !k.fp8_products;
  // The value is a part of the key: one is read, two are multiplied.
  const FlashShape shape{w.batch,           w.queries, w.keys,      w.heads, 1,
                         w.latent + w.rope, w.latent,  w.most_keys, true,    true};
  const double read_once = (w.latent + w.rope) / (2 * w.latent + w.rope);
  const auto type = k.fp8_products ? workload::NumberType::fp8 : w.type;
  const FlashRates rates{peak_of(d, type), bytes_per_value(type),
                         (cast ? bytes_per_value(type) : stored) * read_once};
  const double time = flash_seconds(d, k, shape, rates);
  const CacheWrite write{w.batch * w.queries, w.latent, (w.latent + w.rope) * (2 + stored)};
  return base::Seconds{k.cached_floor + time + cache_write_seconds(d, k, write) +
                       (cast ? cast_seconds(d, w.batch * w.keys * (w.latent + w.rope)) : 0)};
}

}  // namespace jacquard::cost
