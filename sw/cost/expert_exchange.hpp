// SPDX-License-Identifier: Apache-2.0
// How long experts' tokens take to their devices and back, by kernels like DeepEP's (DeepSeek-AI,
// 2025). docs/cost.md has the law, its constants and its errors.
#pragma once

#include <cstdint>

#include "jacquard/base/units.hpp"
#include "jacquard/cost/device.hpp"

namespace jacquard::cost {

// normal       a token goes once to each node that needs it, and there once to each GPU
// low_latency  a token goes once to each expert, straight from GPU to GPU
enum class ExchangeMode : std::uint8_t { normal, low_latency };

inline constexpr int kMostExperts = 1 << 20;

struct ExpertExchange {
  ExchangeMode mode = ExchangeMode::normal;
  int nodes = 1;
  int gpus_per_node = 8;
  int hidden = 0;                      // values of a token
  double tokens = 0;                   // of each GPU; routing is balanced
  int top_k = 1;                       // experts of a token, all different
  int experts = 1;                     // of all GPUs; at least top_k
  int processors = 24;                 // that `normal` may use; low_latency takes all
  base::BytesPerSecond network{50e9};  // of each GPU to other nodes, one way
  // Of low_latency: GPUs that have the experts and send nothing to them, all on nodes of their own;
  // 0: every GPU has some. `tokens` are then of the busier side: sent, or received over top_k.
  int apart = 0;
  bool fp8_dispatch = true;  // with a scale of 4 bytes for 128 values; else bf16

  double gpus() const { return static_cast<double>(nodes) * gpus_per_node; }
};

// The kernel that sends tokens, and the one that brings the experts' results (bf16) back and adds
// them. No tokens take no time. Requires device.link > 0, and of several nodes network > 0.
base::Seconds dispatch_time(const Device& device, const ExpertExchange& exchange);
base::Seconds combine_time(const Device& device, const ExpertExchange& exchange);

// How many of `places` a token reaches whose top_k different experts are drawn evenly from
// `experts`, which lie evenly on the places.
double places_reached(int top_k, int experts, double places);

}  // namespace jacquard::cost
