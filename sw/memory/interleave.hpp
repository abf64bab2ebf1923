// SPDX-License-Identifier: Apache-2.0
// One address space over several memories, in blocks that go round them.
#pragma once

#include <cstdint>

#include "jacquard/base/units.hpp"

namespace jacquard::memory {

class Interleave {
 public:
  // Both at least 1.
  Interleave(int memories, base::Bytes block)
      : memories_(static_cast<std::uint64_t>(memories)),
        block_(static_cast<std::uint64_t>(block.count())) {}

  // Where a byte of the space is.
  struct Home {
    int memory;
    std::uint64_t address;  // in that memory
  };
  Home home(std::uint64_t address) const {
    const std::uint64_t block = address / block_;
    return {static_cast<int>(block % memories_), block / memories_ * block_ + address % block_};
  }
  // The inverse of home().
  std::uint64_t address(const Home& home) const {
    const std::uint64_t block =
        home.address / block_ * memories_ + static_cast<std::uint64_t>(home.memory);
    return block * block_ + home.address % block_;
  }
  // The first byte after `address` that may be in another memory.
  std::uint64_t block_end(std::uint64_t address) const { return (address / block_ + 1) * block_; }

 private:
  std::uint64_t memories_;
  std::uint64_t block_;
};

}  // namespace jacquard::memory
