// SPDX-License-Identifier: Apache-2.0
// Sequences that make a token in every step of decodes, counted together: a step touches only those
// that take a block or whose answer begins or ends with it.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <queue>
#include <vector>

#include "jacquard/serve/sequence.hpp"

namespace jacquard::serve {

class Decoders {
 public:
  // `counts`: of a cache that counts (PagedCache::counts()). Then no member's blocks are looked at
  // one by one, and `held` of those that leave is set.
  Decoders(int block, int stream_interval, bool counts = false);

  int size() const { return size_; }
  // All were admitted before the one with this number.
  bool are_before(std::int64_t admission) const { return newest_ < admission; }
  // That all attend to in the step to come, their own tokens included.
  std::int64_t keys() const { return keys_ + size_ * step_; }

  // Its next token is the only one that it has to compute, and its prompt is in the cache.
  static bool can_join(const Sequence& sequence);
  void join(int id, const Sequence& sequence);

  // How many take a block for the step to come.
  std::int64_t lacks() {
    return lacking_at_.empty() ? static_cast<std::int64_t>(lacking().size()) : lacking_at_[phase_];
  }
  // Which these are, where blocks have names. The answer lives until they have taken them.
  const std::vector<int>& lacking();
  void take_blocks();  // they have them

  // A step made a token of each. Those whose answer began to be seen or ended with it, whose counts
  // are set; those that ended have left.
  const std::vector<int>& step(std::vector<Sequence>& sequences);

  // All leave, and their counts are set. Gives which they were.
  const std::vector<int>& settle(std::vector<Sequence>& sequences);

 private:
  // Something that befalls a member at a step; nothing where it has left by then.
  struct Event {
    std::int64_t step;
    std::int64_t admission;
    int id;
    friend bool operator>(const Event& a, const Event& b) {
      return a.step != b.step ? a.step > b.step : a.admission > b.admission;
    }
  };
  using Events = std::priority_queue<Event, std::vector<Event>, std::greater<>>;
  struct Member {
    std::int64_t admission = -1;  // -1: none
    std::int64_t base = 0;        // tokens made, less the step's number
  };

  static constexpr std::int64_t kSteps = 64;  // a power of two
  std::vector<Event>& blocks_at(std::int64_t step) {
    return blocks_[static_cast<std::size_t>(step & (kSteps - 1))];
  }
  Member& at(int id) { return members_[static_cast<std::size_t>(id)]; }
  void set_counts(const Member& member, Sequence& sequence) const;
  void leave(Member& member, Sequence& sequence);
  // For which it takes its next block, of those that it holds as it joins.
  std::int64_t first_lack(const Member& member, const Sequence& sequence) const {
    return std::int64_t{sequence.held} * block_ - sequence.record.input - member.base + 1;
  }

  int block_;
  int stream_interval_;
  int size_ = 0;
  std::int64_t step_ = 0;
  std::int64_t keys_ = 0;  // at step 0
  std::int64_t newest_ = -1;
  std::vector<Member> members_;                    // by the number of their sequence
  std::array<std::vector<Event>, kSteps> blocks_;  // by the step's number, less whole kSteps
  std::size_t phase_ = 0;                          // step_ % block_
  std::vector<std::int64_t> lacking_at_;  // members, by the step's remainder by block_; counts
  Events ends_;
  std::vector<int> lacking_;
  std::int64_t asked_ = -1;  // the step that it is of
  std::vector<int> seen_;
};

}  // namespace jacquard::serve
