// SPDX-License-Identifier: Apache-2.0
// Which of many times is the first, while they change one by one: a tree of winners.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

namespace jacquard::engine::step {

class FirstOf {
 public:
  static constexpr std::int64_t kNever = std::numeric_limits<std::int64_t>::max();

  // All of them kNever.
  void reset(int count) {
    leaves_ = 1;
    while (leaves_ < count) leaves_ *= 2;
    times_.assign(static_cast<std::size_t>(leaves_), kNever);
    winners_.resize(static_cast<std::size_t>(leaves_));
    for (int node = leaves_ - 1; node > 0; --node) play(node);
  }

  void set(int which, std::int64_t time) {
    std::int64_t& known = times_[static_cast<std::size_t>(which)];
    if (known == time) return;
    known = time;
    for (int node = (leaves_ + which) / 2; node > 0; node /= 2) play(node);
  }

  // Of equal ones the lowest.
  int first() const { return leaves_ == 1 ? 0 : winners_[1]; }
  std::int64_t time() const { return times_[static_cast<std::size_t>(first())]; }

 private:
  int winner(int node) const {
    return node >= leaves_ ? node - leaves_ : winners_[static_cast<std::size_t>(node)];
  }
  void play(int node) {
    const int left = winner(2 * node);
    const int right = winner(2 * node + 1);
    const bool goes_right =
        times_[static_cast<std::size_t>(right)] < times_[static_cast<std::size_t>(left)];
    winners_[static_cast<std::size_t>(node)] = goes_right ? right : left;
  }

  int leaves_ = 1;
  std::vector<std::int64_t> times_;
  std::vector<int> winners_;  // of the leaves below a node; the children of n are 2 n and 2 n + 1
};

}  // namespace jacquard::engine::step
