// SPDX-License-Identifier: Apache-2.0
// One scheduler's cache of keys and values: sequences take blocks as they grow and share content.
#pragma once

#include <cstdint>

#include "jacquard/serve/block_pool.hpp"
#include "jacquard/serve/block_queue.hpp"
#include "jacquard/serve/block_store.hpp"
#include "jacquard/serve/engine_settings.hpp"
#include "jacquard/serve/sequence.hpp"

namespace jacquard::serve {

class PagedCache {
 public:
  // `prefix_block`: Traffic::prefix_block(). Where that is 0, blocks are counted and have no names.
  // `store`: of blocks behind it, null: none.
  PagedCache(const EngineSettings& settings, int prefix_block, BlockStore* store = nullptr);

  bool counts() const { return counts_; }
  bool has(std::int64_t wanted) const { return counts_ ? queue_.has(wanted) : pool_.has(wanted); }
  std::int64_t used() const { return counts_ ? queue_.used() : pool_.used(); }
  // Of a sequence of so many tokens: those of the tokens, and with what it keeps beside.
  std::int64_t blocks_of(std::int64_t tokens) const { return (tokens + block_ - 1) / block_; }
  std::int64_t all_blocks_of(std::int64_t tokens) const { return blocks_of(tokens) + beside_; }
  std::int64_t usable() const { return usable_; }  // 0: no limit

  // What an admission would find: full blocks in the cache, and how many of them are free, so that
  // using them takes them from the free ones. The last token is always computed.
  struct Hit {
    int blocks = 0;   // from the first on
    int free = 0;     // of them
    int fetched = 0;  // of them, that are in the store alone
  };
  Hit look_up(const Sequence& sequence) const;

  // Blocks that the sequence lacks to hold `tokens`.
  std::int64_t lacking(const Sequence& sequence, std::int64_t tokens) const;
  // Takes the blocks of the hit. Every block of the sequence is new to it.
  void adopt(Sequence& sequence, Hit hit);
  // Of a cache that counts: so many for sequences whose `held` the caller keeps. It has them.
  void take(std::int64_t blocks) { queue_.take(blocks); }
  // Takes what lacks; it has that.
  void grow(Sequence& sequence, std::int64_t tokens);
  // Marks blocks full whose tokens are computed and known.
  void fill(Sequence& sequence);
  // Frees the sequence's blocks, last first: beginnings of prompts live longest.
  void release(Sequence& sequence);

 private:
  BlockKey key(const Sequence& sequence, int index) const;

  bool has_beside(const Sequence& sequence) const {
    return sequence.beside.size() == static_cast<std::size_t>(beside_);
  }

  Hit look_up_by_count(const Sequence& sequence) const;

  int block_;
  int beside_;
  int prefix_block_;
  bool caching_;
  BlockStore* store_;
  std::int64_t usable_;
  bool counts_;
  BlockPool pool_;    // without use where blocks are counted
  BlockQueue queue_;  // of a cache that counts
};

}  // namespace jacquard::serve
