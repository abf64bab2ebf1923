// SPDX-License-Identifier: Apache-2.0
#include "jacquard/serve/block_pool.hpp"

#include <algorithm>
#include <limits>

#include "jacquard/base/error.hpp"

namespace jacquard::serve {
namespace {

constexpr std::int64_t kRoom = 1 << 21;  // blocks
constexpr int kIndexBits = 24;
constexpr std::uint64_t kShared = std::uint64_t{1} << 63;

}  // namespace

BlockKey BlockKey::own(std::int64_t serial, std::int64_t index) {
  // The serial starts at 1, so that no key is 0.
  return BlockKey{
      ((static_cast<std::uint64_t>(serial) + 1) << kIndexBits | static_cast<std::uint64_t>(index)) &
      ~kShared};
}

BlockKey BlockKey::shared(std::uint64_t id, int offset) {
  // The finaliser of splitmix64: ids of a trace are small numbers, offsets too.
  std::uint64_t bits = id * 0x9e3779b97f4a7c15U + static_cast<std::uint64_t>(offset);
  bits = (bits ^ (bits >> 30)) * 0xbf58476d1ce4e5b9U;
  bits = (bits ^ (bits >> 27)) * 0x94d049bb133111ebU;
  return BlockKey{(bits ^ (bits >> 31)) | kShared};
}

BlockPool::BlockPool(std::int64_t blocks)
    : unlimited_(blocks == 0), limit_(unlimited_ ? std::numeric_limits<int>::max() : blocks) {
  // Room that is not touched costs nothing, and copies of millions of blocks do.
  if (!unlimited_) blocks_.reserve(static_cast<std::size_t>(std::min(limit_, kRoom)));
}

int BlockPool::take() {
  ++used_;
  // Without a limit, blocks without shared content are taken again before new ones are made.
  if (unlimited_ ? first_ < 0 : fresh() > 0) {
    JQ_CHECK(fresh() > 0, "a cache without a limit has fewer than 2^31 blocks in use");
    blocks_.emplace_back();
    blocks_.back().users = 1;
    return static_cast<int>(blocks_.size()) - 1;
  }
  JQ_CHECK(first_ >= 0, "a block is taken only where one is free");
  const int block = first_;
  unlink(block);
  Block& taken = at(block);
  if (taken.key.is_shared()) shared_.erase(taken.key.bits());
  taken.key = BlockKey::none();
  taken.users = 1;
  return block;
}

void BlockPool::share(int block) {
  Block& shared = at(block);
  if (shared.users++ > 0) return;
  ++used_;
  if (!(unlimited_ && shared.key.is_shared())) unlink(block);
}

void BlockPool::release(int block) {
  Block& released = at(block);
  JQ_CHECK(released.users > 0, "a released block has a user");
  if (--released.users > 0) return;
  --used_;
  // Without a limit, shared content is kept aside for good.
  if (!(unlimited_ && released.key.is_shared())) append(block);
}

void BlockPool::fill(int block, BlockKey key) {
  if (key.is_shared() && !shared_.emplace(key.bits(), block).second) return;
  at(block).key = key;
}

int BlockPool::find(BlockKey shared) const {
  const auto found = shared_.find(shared.bits());
  return found == shared_.end() ? -1 : found->second;
}

void BlockPool::unlink(int block) {
  Block& gone = at(block);
  (gone.before < 0 ? first_ : at(gone.before).after) = gone.after;
  (gone.after < 0 ? last_ : at(gone.after).before) = gone.before;
  gone.before = gone.after = -1;
  --free_;
}

void BlockPool::append(int block) {
  Block& added = at(block);
  added.before = last_;
  added.after = -1;
  (last_ < 0 ? first_ : at(last_).after) = block;
  last_ = block;
  ++free_;
}

}  // namespace jacquard::serve
