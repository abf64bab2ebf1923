// SPDX-License-Identifier: Apache-2.0
#include "jacquard/engine/rules.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "jacquard/base/error.hpp"

namespace jacquard::engine {
namespace {

constexpr double kLongestPs = 3600.0 * base::kPicosecondsPerSecond;
constexpr int kPassesOfMemory = 3;

base::Picoseconds duration(double bytes, base::BytesPerSecond rate, const char* what,
                           const Origin& origin) {
  // 80 bits of significance (on x86) keep every answer below an hour exact to the picosecond.
  const long double ps = static_cast<long double>(bytes) * base::kPicosecondsPerSecond /
                         static_cast<long double>(rate.count());
  if (!(ps <= kLongestPs)) {
    throw base::ConfigError({origin.source, "", fmt::format("{} that takes at most an hour", what),
                             fmt::format("{:.0f} bytes at {:.4g} bytes/s", bytes, rate.count()),
                             origin.hint});
  }
  return base::Picoseconds{bytes > 0 ? std::max(1LL, std::llroundl(ps)) : 0};
}

}  // namespace

const char* name_of(Mode mode) {
  if (mode == Mode::faithful) return "faithful";
  return mode == Mode::astra_unaware ? "astra-unaware" : "astra-aware";
}

base::Picoseconds serialisation(base::Bytes bytes, base::BytesPerSecond bandwidth,
                                const Origin& origin) {
  return duration(static_cast<double>(bytes.count()), bandwidth, "a message", origin);
}

base::Picoseconds reduction(base::Bytes bytes, const Rules& rules, const Origin& origin) {
  if (std::isinf(rules.local_memory_bandwidth.count())) return base::Picoseconds{0};
  return duration(static_cast<double>(bytes.count()) * kPassesOfMemory,
                  rules.local_memory_bandwidth, "a reduction", origin);
}

}  // namespace jacquard::engine
