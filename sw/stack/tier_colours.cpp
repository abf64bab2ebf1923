// SPDX-License-Identifier: Apache-2.0
#include "jacquard/stack/tier_colours.hpp"

#include <algorithm>

namespace jacquard::stack {

void TierColours::add(const std::vector<int>& senders, const std::vector<LeafCircuit>& circuits,
                      const Colouring& colouring) {
  Of of;
  of.parts = colouring.parts;
  of.first = static_cast<std::uint32_t>(exceptions_.size());
  for (std::size_t c = 0; c < circuits.size(); ++c) {
    const int colour = colouring.colours[c];
    if (circuits[c].wanted % (of.parts * uplinks_) == colour) continue;
    exceptions_.push_back({senders[c], colour});
  }
  of.count = static_cast<std::uint32_t>(exceptions_.size()) - of.first;
  std::sort(exceptions_.begin() + static_cast<std::ptrdiff_t>(of.first), exceptions_.end(),
            [](const Exception& a, const Exception& b) { return a.sender < b.sender; });
  patterns_.push_back(of);
}

int TierColours::colour(int pattern, int sender, int wanted) const {
  const base::Span<const Exception> own = exceptions(pattern);
  const auto found = std::lower_bound(own.begin(), own.end(), sender,
                                      [](const Exception& e, int rank) { return e.sender < rank; });
  if (found != own.end() && found->sender == sender) return found->colour;
  return wanted % (parts(pattern) * uplinks_);
}

}  // namespace jacquard::stack
