// SPDX-License-Identifier: Apache-2.0
// Blocks of prompts in memory behind the NPUs', of an instance or of all: written when they are
// computed, and read back by prompts that begin alike.
#pragma once

#include <cstdint>
#include <list>
#include <unordered_map>

#include "jacquard/serve/block_pool.hpp"

namespace jacquard::serve {

// The least recently used block goes where no room is left.
class BlockStore {
 public:
  explicit BlockStore(std::int64_t blocks) : limit_(blocks) {}

  bool has(BlockKey key) const { return places_.count(key.bits()) > 0; }
  // The block is there, and was used last.
  void use(BlockKey key);

 private:
  std::int64_t limit_;
  std::list<std::uint64_t> order_;  // the last used one in front
  std::unordered_map<std::uint64_t, std::list<std::uint64_t>::iterator> places_;
};

}  // namespace jacquard::serve
