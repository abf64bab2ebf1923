// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "jacquard/memory/access.hpp"

namespace jacquard::systemc {

// Numbers of bursts, counted from address 0.
struct BurstRange {
  std::uint64_t next = 0;
  std::uint64_t end = 0;
  std::int64_t count() const { return static_cast<std::int64_t>(end - next); }
};

// The whole bursts that hold the access's bytes.
inline BurstRange bursts_of(const memory::Access& access, base::Bytes burst) {
  const auto size = static_cast<std::uint64_t>(burst.count());
  const std::uint64_t last = access.address + static_cast<std::uint64_t>(access.bytes.count()) - 1;
  return {access.address / size, last / size + 1};
}

}  // namespace jacquard::systemc
