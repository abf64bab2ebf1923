// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "jacquard/base/at.hpp"

namespace jacquard::stack {

enum class Direction { out, in };  // of an NPU's port: it sends, or it receives

// The ports of an actor's ranks, of one channel, in one direction. A round occupies them all.
struct ActorSide {
  int actor = 0;
  int channel = 0;
  Direction direction = Direction::out;
};

// Its place among the sides of all actors and channels.
inline std::size_t side_index(const ActorSide& side, int channels) {
  return (base::index(side.actor) * base::index(channels) + base::index(side.channel)) * 2 +
         (side.direction == Direction::out ? 0 : 1);
}

}  // namespace jacquard::stack
