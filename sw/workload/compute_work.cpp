// SPDX-License-Identifier: Apache-2.0
#include "jacquard/workload/compute_work.hpp"

#include <algorithm>

namespace jacquard::workload {
namespace {

Amounts of(const ElementwiseWork& w) { return {w.flops, w.bytes}; }

Amounts of(const GemmWork& w) {
  const double values = w.m * w.k + w.k * w.n + w.m * w.n;
  return {2 * w.m * w.n * w.k * w.count, values * w.count * bytes_per_value(w.type)};
}

// Pairs of a query and a key it sees, per sequence and head.
double pairs(const AttentionWork& w) {
  if (!w.causal) return w.queries * w.keys;
  const double before = w.keys - w.queries;  // keys that every query sees
  const double all = w.queries * (before + (w.queries + 1) / 2);
  // The last query misses this many, each before it one fewer.
  const double missed = w.window > 0 ? std::max(0.0, w.keys - w.window) : 0;
  const double queries = std::min(missed, w.queries);  // that miss any
  return all - queries * (missed - (queries - 1) / 2);
}

Amounts of(const AttentionWork& w) {
  const double products = w.backward ? 2.5 : 1;
  const double flops = 2 * w.batch * w.heads * pairs(w) * (w.head_size + w.value_size) * products;
  const double q = w.batch * w.queries * w.heads * (w.head_size + w.value_size);
  const double kv = w.batch * w.keys * w.kv_heads * (w.head_size + w.value_size);
  return {flops,
          (q * bytes_per_value(w.type) + kv * bytes_per_value(w.kv_type)) * (w.backward ? 2 : 1)};
}

Amounts of(const LatentAttentionWork& w) {
  AttentionWork causal;
  causal.queries = w.queries;
  causal.keys = w.keys;
  causal.window = w.most_keys;
  const double seen = pairs(causal);
  const double wide = w.decode ? w.latent + w.rope + w.latent : w.head_size + w.rope + w.value_size;
  const double flops = 2 * w.batch * w.heads * seen * wide * (w.backward ? 2.5 : 1);
  const double cache = w.batch * w.keys * (w.latent + w.rope) * bytes_per_value(w.kv_type);
  const double q = w.batch * w.queries * w.heads * wide * bytes_per_value(w.type);
  return {flops, (cache + q) * (w.backward ? 2 : 1)};
}

// Multiply-adds of a token and value head between whole chunks (docs/cost.md derives them).
double state_products(const LinearAttentionWork& w) {
  const double state = w.key_size * w.value_size;
  if (w.decode) return (w.delta ? 3 : 2) * state;
  const double chunk = chunk_of(w);
  if (w.delta) {
    const double inverse = (chunk - 1) * (chunk - 2) / 6;  // by substitution
    return 3 * chunk * w.key_size + 2 * chunk * w.value_size + 3 * state + inverse;
  }
  return chunk * w.key_size * w.key_heads / w.heads + chunk * w.value_size + 2 * state;
}

Amounts of(const LinearAttentionWork& w) {
  const LinearAttentionAmounts parts = parts_of(w);
  return {parts.convolution.flops + parts.state.flops, parts.convolution.bytes + parts.state.bytes};
}

Amounts of(const ExpertWork& w) {
  const double matrices = w.gated ? 3 : 2;
  const double rows = w.tokens * w.top_k / w.expert_parallel;
  const double inner = w.inner / w.tensor_parallel;
  const double experts = std::min(static_cast<double>(w.experts) / w.expert_parallel, rows);
  const double times = w.backward ? 2 : 1;
  const double size = bytes_per_value(w.type);
  return {2 * rows * w.hidden * inner * matrices * times,
          (experts * w.hidden * inner * matrices + rows * (2 * w.hidden + matrices * inner)) *
              size * times};
}

Amounts of(const EmbeddingWork& w) {
  const double lookups = w.bags * w.pooling;
  const double times = w.backward ? 2 : 1;  // a row is read and written
  return {lookups * w.row_bytes / 2 * times, lookups * w.row_bytes * times + w.bags * w.bag_bytes};
}

Amounts of(const HostWork& /*of the host, not of the device*/) { return {}; }

}  // namespace

const char* name_of(NumberType type) {
  switch (type) {
    case NumberType::fp32:
      return "fp32";
    case NumberType::bf16:
      return "bfloat16";
    case NumberType::fp8:
      return "fp8";
    case NumberType::fp8_block:
      return "fp8_block";
    case NumberType::nvfp4:
      return "nvfp4";
    case NumberType::w4a16:
      return "w4a16_mxfp4";
    case NumberType::int4:
      return "int4_wo";
  }
  return "";
}

double bytes_per_value(NumberType type) {
  switch (type) {
    case NumberType::fp32:
      return 4;
    case NumberType::bf16:
      return 2;
    case NumberType::fp8:
    case NumberType::fp8_block:
      return 1;
    case NumberType::nvfp4:
    case NumberType::w4a16:
    case NumberType::int4:
      return 0.5;
  }
  return 0;
}

double chunk_of(const LinearAttentionWork& work) { return work.delta ? 64 : 128; }

LinearAttentionAmounts parts_of(const LinearAttentionWork& w) {
  const double size = bytes_per_value(NumberType::bf16);
  const double tokens = w.batch * w.queries;
  const double keys = w.key_heads * w.key_size;
  const double values = w.heads * w.value_size;
  const double channels = w.conv > 0 ? 2 * keys + values : 0;
  const double kept = w.decode ? w.batch * channels * (w.conv - 1) : 0;  // tokens before this one
  const double states = w.batch * w.heads * w.key_size * w.value_size * (w.decode ? 2 : 1);
  const double products = w.heads > 0 ? state_products(w) : 0;
  // A product has two gradients. Those of the state need the forward pass again, which is not kept.
  const double conv_times = w.backward ? 2 : 1;
  const double state_times = w.backward ? 3 : 1;
  return {{2 * tokens * channels * w.conv * conv_times,
           2 * (tokens * channels + kept) * size * conv_times},
          {2 * tokens * w.heads * products * state_times,
           (2 * tokens * (keys + values) * size + states * w.state_bytes) * state_times}};
}

Amounts amounts_of(const ComputeWork& work) {
  return std::visit([](const auto& w) { return of(w); }, work);
}

}  // namespace jacquard::workload
