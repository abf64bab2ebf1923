// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <vector>

#include "systemc/packet/packet.hpp"

namespace jacquard::systemc {

// The earliest of a fixed number of times, in a tree of winners: a change costs a comparison per
// level, and of equal times the one of the lowest number wins, whatever came first.
class Tournament {
 public:
  explicit Tournament(int players) {
    while (leaves_ < static_cast<std::size_t>(players)) leaves_ *= 2;
    nodes_.resize(2 * leaves_);
    for (std::size_t i = 0; i < leaves_; ++i) nodes_[leaves_ + i] = {kNever, static_cast<int>(i)};
    for (std::size_t i = leaves_; i-- > 1;) nodes_[i] = winner(i);
  }

  Ps time() const { return nodes_[1].time; }
  int player() const { return nodes_[1].player; }

  void set(int player, Ps time) {
    std::size_t i = leaves_ + static_cast<std::size_t>(player);
    nodes_[i].time = time;
    while (i > 1) {
      i /= 2;
      nodes_[i] = winner(i);
    }
  }

 private:
  struct Node {
    Ps time = kNever;
    int player = 0;
  };
  Node winner(std::size_t i) const {
    const Node& left = nodes_[2 * i];
    const Node& right = nodes_[2 * i + 1];
    return right.time < left.time ? right : left;
  }

  std::size_t leaves_ = 1;
  std::vector<Node> nodes_;
};

}  // namespace jacquard::systemc
