// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "jacquard/base/units.hpp"

namespace jacquard::systemc {

// What payload weighs on the wire: a header for each MTU begun. No header: bytes as they are.
struct Framing {
  base::BitsPerSecond rate{800'000'000'000};
  base::Bytes mtu{1000};
  base::Bytes header{0};

  base::Bytes wire(std::int64_t payload) const {
    const std::int64_t frames = (payload + mtu.count() - 1) / mtu.count();
    return base::Bytes{payload} + header * frames;
  }
  base::Picoseconds time(std::int64_t payload) const {
    return base::transfer_time(wire(payload), rate);
  }
};

}  // namespace jacquard::systemc
