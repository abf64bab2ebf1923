// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "jacquard/base/span.hpp"

namespace jacquard::stack {

// Pairs of settings that would need the same link between switches, although the actors of the one
// and of the other are distinct at both ends: they cannot share a slot of a channel. A setting is a
// part of a pattern, numbered by Routes::setting(). Pairs with an actor in common are not listed:
// that actor's ports keep them apart.
class Conflicts {
 public:
  bool any() const { return !others_.empty(); }
  std::int64_t pairs() const { return static_cast<std::int64_t>(others_.size()) / 2; }
  // Those in conflict with a setting, ascending. No setting has one before close().
  base::Span<const std::uint32_t> of(std::uint32_t setting) const;
  bool between(std::uint32_t setting, std::uint32_t other) const;

  void add(std::uint32_t setting, std::uint32_t other);  // in any order, once or often
  void close(std::uint32_t settings);                    // all were added; numbers are below this

 private:
  std::vector<std::uint64_t> added_;
  std::vector<std::uint32_t> first_;  // in others_, of each setting, and the end
  std::vector<std::uint32_t> others_;
};

}  // namespace jacquard::stack
