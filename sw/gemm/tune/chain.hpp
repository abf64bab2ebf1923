// SPDX-License-Identifier: Apache-2.0
// Layers in a chain whose layouts must agree or be resharded: the cheapest way through.
#pragma once

#include <optional>
#include <vector>

#include "jacquard/gemm/tune/passes.hpp"

namespace jacquard::gemm {

// A layer as the chain sees it. Times in seconds, by index into kChoices.
struct Link {
  std::array<std::optional<double>, kChoices.size()> times;  // none: the choice cannot run
  double reshard_input = 0;                                  // of X, there and back
  double reshard_output = 0;                                 // of Y
  bool from_stream = false;
  bool into_stream = false;
};

struct Step {
  std::size_t choice = 0;
  bool reshards_input = false;
  bool reshards_output = false;
};

struct Way {
  double time = 0;
  Layout stream = Layout::plain;  // where the chain begins and ends
  std::vector<Step> steps;        // of each link
};

// The chain is a cycle, as a block follows a block: the stream ends in the layout in which it
// begins. A sum of the stream and a Y of another layout reshards one of both, either way. Of equal
// ways the one with the earlier choices. None if a link has no choice.
std::optional<Way> cheapest_way(const std::vector<Link>& chain);

}  // namespace jacquard::gemm
