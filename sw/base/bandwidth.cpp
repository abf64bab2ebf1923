// SPDX-License-Identifier: Apache-2.0
#include "jacquard/base/bandwidth.hpp"

#include <cmath>
#include <cstdint>
#include <limits>

namespace jacquard::base {
namespace {

constexpr double kBitsPerByte = 8;

}  // namespace

BytesPerSecond in_bytes(BitsPerSecond rate) {
  return BytesPerSecond{static_cast<double>(rate.count()) / kBitsPerByte};
}

BitsPerSecond in_bits(BytesPerSecond rate) {
  constexpr std::int64_t most = std::numeric_limits<std::int64_t>::max();
  const double bits = rate.count() * kBitsPerByte;
  return BitsPerSecond{bits < static_cast<double>(most) ? std::llround(bits) : most};
}

double real_transfer_ps(Bytes size, BitsPerSecond rate) {
  return static_cast<double>(size.count()) * kBitsPerByte *
         static_cast<double>(kPicosecondsPerSecond) / static_cast<double>(rate.count());
}

BytesPerSecond mean_rate(Bytes size, Picoseconds time) {
  if (time.count() == 0) return BytesPerSecond{0};
  return BytesPerSecond{static_cast<double>(size.count()) / to_seconds(time).count()};
}

}  // namespace jacquard::base
