// SPDX-License-Identifier: Apache-2.0
// What initiators ask of a memory.
#pragma once

#include <cstdint>

#include "jacquard/base/units.hpp"

namespace jacquard::memory {

enum class Direction : std::uint8_t { read, write };

struct Access {
  std::uint64_t address = 0;  // of its first byte
  base::Bytes bytes{0};       // > 0
  Direction direction = Direction::read;
};

// One that is made at a time of its own: a line of a trace of requests.
struct TimedAccess {
  Access access;
  base::Picoseconds at{0};
};

}  // namespace jacquard::memory
