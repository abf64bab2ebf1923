// SPDX-License-Identifier: Apache-2.0
// The blocks of a paged cache: which are free, and which free ones still hold keys and values.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

namespace jacquard::serve {

// What a full block holds; equal keys, equal tokens and equal tokens before them.
class BlockKey {
 public:
  static constexpr BlockKey none() { return BlockKey{0}; }
  // Block `index` of the sequence `serial`, which no other sequence can share.
  static BlockKey own(std::int64_t serial, std::int64_t index);
  // A block that ends `offset` tokens into the prefix block `id` of a trace.
  static BlockKey shared(std::uint64_t id, int offset);

  bool is_none() const { return bits_ == 0; }
  bool is_shared() const { return (bits_ >> 63) != 0; }
  std::uint64_t bits() const { return bits_; }
  friend bool operator==(BlockKey a, BlockKey b) { return a.bits_ == b.bits_; }

 private:
  explicit constexpr BlockKey(std::uint64_t bits) : bits_(bits) {}
  std::uint64_t bits_;
};

// Free blocks stand in the order in which they were freed and are taken from the front, so a
// block's content lives until all that were freed earlier are taken.
class BlockPool {
 public:
  // `blocks` that sequences can use; 0: as many as they ask for, and no shared content is lost.
  explicit BlockPool(std::int64_t blocks);

  bool unlimited() const { return unlimited_; }
  std::int64_t free() const { return free_ + fresh(); }
  std::int64_t used() const { return used_; }
  bool has(std::int64_t wanted) const { return unlimited_ || wanted <= free(); }

  int take();                      // a free block, whose content is lost; has(1)
  void share(int block);           // one more user of a block with content
  void release(int block);         // one user less
  void fill(int block, BlockKey);  // the block is full; the key is refused if another block has it
  bool in_use(int block) const { return blocks_[static_cast<std::size_t>(block)].users > 0; }

  // The block with that content, -1: none.
  int find(BlockKey shared) const;
  bool holds(int block, BlockKey key) const {
    return blocks_[static_cast<std::size_t>(block)].key == key;
  }

 private:
  struct Block {
    int users = 0;
    int before = -1;  // neighbours among the free
    int after = -1;
    BlockKey key = BlockKey::none();
  };
  // Blocks that were never taken come before all freed ones and take no room here until then.
  std::int64_t fresh() const { return limit_ - static_cast<std::int64_t>(blocks_.size()); }
  Block& at(int block) { return blocks_[static_cast<std::size_t>(block)]; }
  void unlink(int block);
  void append(int block);

  bool unlimited_;
  std::int64_t limit_;
  std::vector<Block> blocks_;
  std::unordered_map<std::uint64_t, int> shared_;
  int first_ = -1;
  int last_ = -1;
  std::int64_t free_ = 0;
  std::int64_t used_ = 0;
};

}  // namespace jacquard::serve
