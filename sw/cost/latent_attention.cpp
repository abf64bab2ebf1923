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

// Fitted on B200: SGLang puts keys of all heads together before TensorRT-LLM's prefill, and turns
// queries, keys and values to fp8 where the cache is.
struct Gathering {
  double floor;
  double bytes;  // of a token and head, at
};
constexpr Gathering kGather{9.4e-6, 945};
constexpr Gathering kGatherFp8{17.1e-6, 2135};
constexpr double kGatherShare = 0.84;  //   so much of the bandwidth

// Of heads between these TensorRT-LLM's decoding takes another kernel, which is so much slower.
constexpr double kFewHeads = 16;
constexpr double kManyHeads = 32;
constexpr double kBetween = 1.31;

base::Seconds gathered(const Device& d, const LatentAttentionWork& w) {
  const double stored = bytes_per_value(w.kv_type);
  const bool fp8 = stored <= 1;
  const double key = w.head_size + w.rope;
  const FlashKernel k = flash_kernel(d, {key, false, fp8});
  const FlashShape shape{w.batch, w.queries,    w.keys,      w.heads, w.heads,
                         key,     w.value_size, w.most_keys, true,    true};
  const auto type = fp8 ? workload::NumberType::fp8 : w.type;
  const double size = bytes_per_value(type);
  const Gathering& gather = fp8 ? kGatherFp8 : kGather;
  const double moved = w.batch * w.keys * w.heads * gather.bytes;
  return base::Seconds{gather.floor + flash_seconds(d, k, shape, {peak_of(d, type), size, size}) +
                       moved / (kGatherShare * d.memory_bandwidth.count())};
}

base::Seconds expanded(const Device& d, const LatentAttentionWork& w, Software software) {
  const bool serving = software != Software::any && !w.backward;
  if (serving && d.architecture == "blackwell") return gathered(d, w);
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

base::Seconds latent_attention_time(const Device& d, const LatentAttentionWork& w,
                                    Software software) {
  if (!w.decode || w.backward) return expanded(d, w, software);
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
  double time = flash_seconds(d, k, shape, rates);
  const bool between = w.heads > kFewHeads && w.heads <= kManyHeads;
  if (between && d.architecture == "blackwell") time *= kBetween;
  const CacheWrite write{w.batch * w.queries, w.latent, (w.latent + w.rope) * (2 + stored)};
  return base::Seconds{k.cached_floor + time + cache_write_seconds(d, k, write) +
                       (cast ? cast_seconds(d, w.batch * w.keys * (w.latent + w.rope)) : 0)};
}

}  // namespace jacquard::cost
