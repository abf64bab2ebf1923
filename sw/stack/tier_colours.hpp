// SPDX-License-Identifier: Apache-2.0
// The colour of each circuit at one tier: what a rule says, and the exceptions to it.
#pragma once

#include <cstdint>
#include <vector>

#include "jacquard/base/at.hpp"
#include "jacquard/base/span.hpp"
#include "jacquard/stack/leaf_colours.hpp"

namespace jacquard::stack {

// A circuit that the rule does not say, by the rank that sends.
struct Exception {
  std::int32_t sender = 0;
  std::int32_t colour = 0;
};

class TierColours {
 public:
  explicit TierColours(int uplinks = 1) : uplinks_(uplinks) {}

  // Of the next pattern; `colouring` says the colour of each circuit, which `senders` send.
  void add(const std::vector<int>& senders, const std::vector<LeafCircuit>& circuits,
           const Colouring& colouring);

  int parts(int pattern) const { return base::at(patterns_, pattern).parts; }
  // The rule takes the colour that a circuit wants, modulo parts x uplinks.
  int colour(int pattern, int sender, int wanted) const;

  // By sender, ascending.
  base::Span<const Exception> exceptions(int pattern) const {
    const Of& of = base::at(patterns_, pattern);
    return {exceptions_.data() + of.first, of.count};
  }
  std::int64_t exceptions() const { return static_cast<std::int64_t>(exceptions_.size()); }

 private:
  struct Of {
    std::int32_t parts = 1;
    std::uint32_t first = 0;  // in exceptions_
    std::uint32_t count = 0;
  };
  int uplinks_;
  std::vector<Of> patterns_;
  std::vector<Exception> exceptions_;
};

}  // namespace jacquard::stack
