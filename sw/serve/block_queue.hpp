// SPDX-License-Identifier: Apache-2.0
// The free blocks of a paged cache as places in a queue, where no two prompts begin alike: then
// blocks need no names, and what a pre-empted sequence still has is a matter of counting.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>

namespace jacquard::serve {

// What BlockPool does, for blocks that are released in runs: those freed first are taken first,
// after those that were never taken.
class BlockQueue {
 public:
  explicit BlockQueue(std::int64_t blocks) : back_(blocks), free_(blocks) {}

  std::int64_t used() const { return used_; }
  bool has(std::int64_t wanted) const { return wanted <= free_; }

  // From the front; has(blocks).
  void take(std::int64_t blocks) {
    count(blocks);
    front_ += blocks;
    for (; !gaps_.empty() && gaps_.begin()->first < front_; gaps_.erase(gaps_.begin())) {
      front_ += gaps_.begin()->second;
    }
  }
  // To the back. Gives the place of the first of them.
  std::int64_t release(std::int64_t blocks) {
    count(-blocks);
    back_ += blocks;
    return back_ - blocks;
  }
  // Of so many blocks released to this place, the last ones that nobody took.
  std::int64_t left(std::int64_t place, std::int64_t blocks) const {
    return std::clamp<std::int64_t>(place + blocks - front_, 0, blocks);
  }
  // Out of the queue's middle, blocks that are left.
  void take_out(std::int64_t place, std::int64_t blocks) {
    count(blocks);
    if (blocks > 0) gaps_.emplace(place, blocks);
  }

 private:
  void count(std::int64_t taken) {
    free_ -= taken;
    used_ += taken;
  }

  std::int64_t front_ = 0;
  std::int64_t back_;
  std::int64_t free_;
  std::int64_t used_ = 0;
  std::map<std::int64_t, std::int64_t> gaps_;  // places that were taken out, and how many
};

}  // namespace jacquard::serve
