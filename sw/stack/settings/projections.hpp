// SPDX-License-Identifier: Apache-2.0
// What of an actor's history one switch sees: only patterns with a circuit of the actor there.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "jacquard/stack/settings/history.hpp"
#include "jacquard/stack/settings/track.hpp"

namespace jacquard::stack {

struct Projection {
  std::uint32_t track = 0;
  std::vector<SetAtOnce> sets;  // of each number of the track; none of 0
};

class Projections {
 public:
  // Both outlive this.
  Projections(const Histories& histories, Tracks& tracks)
      : histories_(histories), tracks_(tracks) {}

  // `seen`: ascending. What a switch does not see changes nothing there, and what was set stays.
  const Projection& of(const ActorSide& side, const SetAtOnce& seen);

 private:
  Projection project(const std::vector<Change>& history, const SetAtOnce& seen);

  const Histories& histories_;
  Tracks& tracks_;
  std::map<std::pair<const std::vector<Change>*, SetAtOnce>, Projection> made_;
};

}  // namespace jacquard::stack
