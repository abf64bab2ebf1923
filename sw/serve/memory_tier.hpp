// SPDX-License-Identifier: Apache-2.0
// Memory beyond an NPU's own, for keys and values that find no room there: a pool, or the host's.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "jacquard/base/units.hpp"
#include "jacquard/config/place.hpp"

namespace jacquard::serve {

// Each NPU's share of it.
struct MemoryTier {
  std::string name;
  base::Bytes capacity{0};
  base::BytesPerSecond bandwidth{0};
  base::Seconds latency{0};  // of a step's first byte
};

// "host:1 TB:64 GB/s" or "pool:4 TB:900 GB/s:200 ns", several with commas between, nearest first.
// Throws ConfigError at `place` for what is no capacity, rate above 0 or time.
std::vector<MemoryTier> parse_tiers(const std::string& text, const config::Place& place);

// Tokens of so many bytes each that all tiers hold.
std::int64_t tokens_beyond(const std::vector<MemoryTier>& tiers, double bytes_of_token);

// How long a step reads `tokens` that lie beyond, the nearest tier first. Requires that they fit,
// but for rounding.
base::Seconds read_time(const std::vector<MemoryTier>& tiers, double tokens, double bytes_of_token);

}  // namespace jacquard::serve
