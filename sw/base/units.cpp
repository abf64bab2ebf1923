// SPDX-License-Identifier: Apache-2.0
#include "jacquard/base/units.hpp"

#include <limits>

namespace jacquard::base {
namespace {

__extension__ using Wide = __int128;

std::int64_t saturate(Wide v) {
  constexpr Wide most = std::numeric_limits<std::int64_t>::max();
  return static_cast<std::int64_t>(v > most ? most : v);
}

}  // namespace

Picoseconds transfer_time(Bytes size, BitsPerSecond rate) {
  // A message, as nearly all are: in 64 bits, without a division of 128.
  constexpr std::int64_t kShort = 1'000'000;
  constexpr std::int64_t kModest = std::int64_t{1} << 60;
  if (size.count() >= 0 && size.count() <= kShort && rate.count() < kModest) {
    const std::int64_t bit_ps = size.count() * 8 * kPicosecondsPerSecond;
    return Picoseconds{(bit_ps + rate.count() / 2) / rate.count()};
  }
  const Wide bit_ps = Wide{size.count()} * 8 * kPicosecondsPerSecond;
  return Picoseconds{saturate((bit_ps + rate.count() / 2) / rate.count())};
}

Bytes bytes_carried(Picoseconds time, BitsPerSecond rate) {
  return Bytes{saturate(Wide{time.count()} * rate.count() / (Wide{8} * kPicosecondsPerSecond))};
}

Picoseconds times(Picoseconds a, std::int64_t k) {
  return Picoseconds{saturate(Wide{a.count()} * k)};
}

Picoseconds plus(Picoseconds a, Picoseconds b) {
  return Picoseconds{saturate(Wide{a.count()} + b.count())};
}

Seconds to_seconds(Picoseconds time) {
  return Seconds{static_cast<double>(time.count()) / kPicosecondsPerSecond};
}

}  // namespace jacquard::base
