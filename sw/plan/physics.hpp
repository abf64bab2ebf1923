// SPDX-License-Identifier: Apache-2.0
// Departures from the paper's rules, each alone (docs/plan_madmax.md): none is the paper, all is
// the physical mode.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace jacquard::plan {

enum class Departure : std::uint8_t {
  volumes,       // what ring, tree and direct exchanges carry: (n-1)/n, shards of the level itself,
                 // pooled vectors
  latencies,     // of each step of a collective, and achieved bandwidth by message size
  gemm,          // kernels by shape instead of a share of the peak
  attention,     // its products with s^2
  logits,        // of an LLM: output matrix and loss
  optimizer,     // its step
  recompute,     // layers' forward pass again
  accumulation,  // micro-batches
  launch,        // gaps between small kernels
  order,         // streams and dependencies as frameworks run them, no barrier
  activations,   // memory: gradients, optimizer, activations, buffers
};
inline constexpr int kDepartures = 11;
const char* name_of(Departure departure);

class Physics {
 public:
  static Physics none() { return Physics(0); }
  static Physics all() { return Physics((1U << kDepartures) - 1); }
  bool is_none() const { return bits_ == 0; }
  bool has(Departure d) const { return (bits_ >> static_cast<unsigned>(d) & 1U) != 0; }
  Physics with(Departure d) const { return Physics(bits_ | 1U << static_cast<unsigned>(d)); }
  Physics without(Departure d) const { return Physics(bits_ & ~(1U << static_cast<unsigned>(d))); }

 private:
  explicit Physics(std::uint32_t bits) : bits_(bits) {}
  std::uint32_t bits_;
};

}  // namespace jacquard::plan
