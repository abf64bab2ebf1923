// SPDX-License-Identifier: Apache-2.0
#include "jacquard/serve/memory_tier.hpp"

#include <algorithm>

#include "jacquard/config/quantity_text.hpp"

namespace jacquard::serve {
namespace {

std::vector<std::string> split(const std::string& text, char at) {
  std::vector<std::string> parts(1);
  for (const char c : text) {
    if (c == at) {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  return parts;
}

MemoryTier tier_of(const std::string& text, const config::Place& place) {
  const std::vector<std::string> parts = split(text, ':');
  if (parts.size() < 3 || parts.size() > 4 || parts[0].empty()) {
    place.fail("NAME:CAPACITY:BANDWIDTH or NAME:CAPACITY:BANDWIDTH:LATENCY", text,
               "such as host:1 TB:64 GB/s");
  }
  MemoryTier tier;
  tier.name = parts[0];
  tier.capacity = config::parse_quantity<base::Bytes>(parts[1], place);
  tier.bandwidth = config::parse_quantity<base::BytesPerSecond>(parts[2], place);
  if (parts.size() == 4) {
    tier.latency = base::to_seconds(config::parse_quantity<base::Picoseconds>(parts[3], place));
  }
  if (tier.capacity <= base::Bytes{0}) place.fail("a capacity above 0 B", parts[1]);
  if (tier.bandwidth.count() <= 0) place.fail("a bandwidth above 0 B/s", parts[2]);
  if (tier.latency.count() < 0) place.fail("a latency of at least 0 s", parts[3]);
  return tier;
}

}  // namespace

std::vector<MemoryTier> parse_tiers(const std::string& text, const config::Place& place) {
  std::vector<MemoryTier> tiers;
  for (const std::string& each : split(text, ',')) tiers.push_back(tier_of(each, place));
  return tiers;
}

std::int64_t tokens_beyond(const std::vector<MemoryTier>& tiers, double bytes_of_token) {
  constexpr double kMost = 1e15;
  double tokens = 0;
  for (const MemoryTier& tier : tiers) {
    tokens += static_cast<double>(tier.capacity.count()) / bytes_of_token;
  }
  return static_cast<std::int64_t>(std::min(tokens, kMost));
}

base::Seconds read_time(const std::vector<MemoryTier>& tiers, double tokens,
                        double bytes_of_token) {
  double seconds = 0;
  double left = tokens * bytes_of_token;
  for (const MemoryTier& tier : tiers) {
    if (left <= 0) break;
    const double here = std::min(left, static_cast<double>(tier.capacity.count()));
    seconds += tier.latency.count() + here / tier.bandwidth.count();
    left -= here;
  }
  return base::Seconds{seconds};
}

}  // namespace jacquard::serve
