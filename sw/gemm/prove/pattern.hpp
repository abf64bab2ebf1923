// SPDX-License-Identifier: Apache-2.0
// The rounds of one communication of a program, of all groups of chips side by side.
#pragma once

#include <vector>

#include "jacquard/collective/algorithm.hpp"
#include "jacquard/collective/prove/endpoints.hpp"
#include "jacquard/gemm/program.hpp"

namespace jacquard::gemm {

// Chips are ranks; digits of a rank are Directions. A collective that `algorithm` cannot do among
// so many chips is done by the ring.
rounds::RoundGraph rounds_of(const Op& op, const Mesh& mesh,
                             const collective::Algorithm& algorithm);

// Rounds that nobody has begun yet.
struct Pattern {
  Pattern(rounds::RoundGraph of, int chips);
  Pattern(const Pattern&) = delete;
  Pattern& operator=(const Pattern&) = delete;

  rounds::RoundGraph graph;
  collective::Endpoints ends;
  std::vector<int> moves;  // of each chip: messages that it sends and receives
};

}  // namespace jacquard::gemm
