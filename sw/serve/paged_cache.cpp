// SPDX-License-Identifier: Apache-2.0
#include "jacquard/serve/paged_cache.hpp"

#include <algorithm>

namespace jacquard::serve {

PagedCache::PagedCache(const EngineSettings& settings, int prefix_block, BlockStore* store)
    : block_(settings.block),
      beside_(settings.sequence_blocks),
      prefix_block_(std::max(prefix_block, 1)),
      caching_(settings.prefix_caching),
      store_(store),
      // Padding points at one block, which no sequence gets.
      usable_(std::max<std::int64_t>(settings.blocks - 1, 0)),
      counts_(prefix_block == 0 && store == nullptr && usable_ > 0),
      pool_(counts_ ? 0 : usable_),
      queue_(usable_) {}

// Blocks are freed from the last one on, so the first ones are taken last.
PagedCache::Hit PagedCache::look_up_by_count(const Sequence& sequence) const {
  const std::int64_t most = (sequence.known() - 1) / block_;
  const std::int64_t left = queue_.left(sequence.freed_at, sequence.freed);
  const auto found = static_cast<int>(std::min({most, left, sequence.freed_full}));
  return {found, found, 0};
}

PagedCache::Hit PagedCache::look_up(const Sequence& sequence) const {
  Hit hit;
  if (!caching_) return hit;
  if (counts_) return look_up_by_count(sequence);
  const int most = (sequence.known() - 1) / block_;
  const int before = static_cast<int>(sequence.blocks.size());
  for (; hit.blocks < most; ++hit.blocks) {
    const BlockKey wanted = key(sequence, hit.blocks);
    int block = -1;
    if (wanted.is_shared()) {
      block = pool_.find(wanted);
      if (block < 0 && (store_ == nullptr || !store_->has(wanted))) break;
      if (block < 0) {
        ++hit.fetched;
        continue;
      }
    } else {
      if (hit.blocks >= before) break;
      block = sequence.blocks[static_cast<std::size_t>(hit.blocks)];
      if (!pool_.holds(block, wanted)) break;
    }
    hit.free += pool_.in_use(block) ? 0 : 1;
  }
  return hit;
}

std::int64_t PagedCache::lacking(const Sequence& sequence, std::int64_t tokens) const {
  // No division for the many tokens that fit: a server asks this of each token that it makes.
  if (tokens <= std::int64_t{sequence.held} * block_ && has_beside(sequence)) return 0;
  return std::max<std::int64_t>(0, blocks_of(tokens) - sequence.held) + beside_ -
         static_cast<std::int64_t>(sequence.beside.size());
}

void PagedCache::adopt(Sequence& sequence, Hit hit) {
  if (counts_) {
    queue_.take_out(sequence.freed_at + sequence.freed - hit.blocks, hit.blocks);
    sequence.held = sequence.filled = hit.blocks;
    return;
  }
  // What is fetched takes blocks, and must not take those that are found.
  constexpr int kFetched = -1;
  sequence.blocks.resize(std::max(sequence.blocks.size(), static_cast<std::size_t>(hit.blocks)),
                         kFetched);
  for (int index = 0; index < hit.blocks; ++index) {
    const BlockKey wanted = key(sequence, index);
    int& block = sequence.blocks[static_cast<std::size_t>(index)];
    if (wanted.is_shared()) block = pool_.find(wanted);
    if (block != kFetched) pool_.share(block);
  }
  sequence.blocks.resize(static_cast<std::size_t>(hit.blocks));
  for (int index = 0; index < hit.blocks; ++index) {
    const BlockKey wanted = key(sequence, index);
    int& block = sequence.blocks[static_cast<std::size_t>(index)];
    if (block == kFetched) {
      block = pool_.take();
      pool_.fill(block, wanted);
    }
    if (store_ != nullptr && wanted.is_shared()) store_->use(wanted);
  }
  sequence.held = sequence.filled = hit.blocks;
}

void PagedCache::grow(Sequence& sequence, std::int64_t tokens) {
  if (counts_) {
    const std::int64_t more = lacking(sequence, tokens);
    queue_.take(more);
    const std::size_t beside = sequence.beside.size();
    sequence.beside.resize(static_cast<std::size_t>(beside_));
    sequence.held += static_cast<int>(more) - static_cast<int>(sequence.beside.size() - beside);
    return;
  }
  while (!has_beside(sequence)) sequence.beside.push_back(pool_.take());
  for (std::int64_t more = lacking(sequence, tokens); more > 0; --more, ++sequence.held) {
    sequence.blocks.push_back(pool_.take());
  }
}

void PagedCache::fill(Sequence& sequence) {
  if (!caching_) return;
  const std::int64_t full = std::min(sequence.computed, sequence.known());
  if (counts_) {
    sequence.filled = static_cast<int>(full / block_);
    return;
  }
  for (; (std::int64_t{sequence.filled} + 1) * block_ <= full; ++sequence.filled) {
    const BlockKey full_key = key(sequence, sequence.filled);
    pool_.fill(sequence.blocks[static_cast<std::size_t>(sequence.filled)], full_key);
    if (store_ != nullptr && full_key.is_shared()) store_->use(full_key);
  }
}

void PagedCache::release(Sequence& sequence) {
  if (counts_) {
    sequence.freed = sequence.held;
    sequence.freed_full = sequence.filled;
    sequence.freed_at =
        queue_.release(sequence.freed + static_cast<std::int64_t>(sequence.beside.size()));
    sequence.held = sequence.filled = 0;
    sequence.beside.clear();
    return;
  }
  for (int index = sequence.held; index-- > 0;) {
    pool_.release(sequence.blocks[static_cast<std::size_t>(index)]);
  }
  sequence.held = sequence.filled = 0;
  for (const int block : sequence.beside) pool_.release(block);
  sequence.beside.clear();
}

BlockKey PagedCache::key(const Sequence& sequence, int index) const {
  const std::int64_t end = (static_cast<std::int64_t>(index) + 1) * block_;
  const std::int64_t prefix = (end - 1) / prefix_block_;
  if (end > sequence.named || prefix >= static_cast<std::int64_t>(sequence.prefix.size())) {
    return BlockKey::own(sequence.serial, index);
  }
  return BlockKey::shared(sequence.prefix[static_cast<std::size_t>(prefix)],
                          static_cast<int>(end - prefix * prefix_block_));
}

}  // namespace jacquard::serve
