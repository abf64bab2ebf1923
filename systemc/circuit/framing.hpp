// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include "jacquard/base/units.hpp"

namespace jacquard::systemc {

// What payload weighs on the wire: a header for each MTU begun (no header: bytes as they are); and
// what the acknowledgements of it weigh, one for each MTU begun (`ack` 0: none). Sizes saturate at
// the largest that can be counted, so that what is too large takes too long, and wraps nowhere.
struct Framing {
  __extension__ using Wide = __int128;

  base::BitsPerSecond rate{800'000'000'000};
  base::Bytes mtu{1000};
  base::Bytes header{0};
  base::Bytes ack{0};  // header and all

  std::int64_t frames(std::int64_t payload) const {
    return payload / mtu.count() + (payload % mtu.count() != 0);
  }
  base::Bytes wire(std::int64_t payload) const {
    return saturated(Wide{payload} + Wide{header.count()} * frames(payload));
  }
  base::Picoseconds time(std::int64_t payload) const {
    return base::transfer_time(wire(payload), rate);
  }
  base::Bytes acks(std::int64_t payload) const {
    return saturated(Wide{ack.count()} * frames(payload));
  }
  // The payload that takes as much of the wire as acks(payload), rounded up.
  std::int64_t acks_as_payload(std::int64_t payload) const {
    const Wide frame = Wide{mtu.count()} + header.count();
    return saturated((Wide{acks(payload).count()} * mtu.count() + frame - 1) / frame).count();
  }

 private:
  static base::Bytes saturated(Wide size) {
    const Wide most = std::numeric_limits<std::int64_t>::max();
    return base::Bytes{static_cast<std::int64_t>(std::min(size, most))};
  }
};

}  // namespace jacquard::systemc
