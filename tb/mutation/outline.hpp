// SPDX-License-Identifier: Apache-2.0
// Where a module computes: its conditions, assignments and connections. Declarations, parameters,
// generate conditions, loop headers, assertions and unused_ wires are left out.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <vector>

#include "mutation/tokens.hpp"

namespace jacquard::tb {

struct TokenRange {
  std::size_t begin = 0, end = 0;  // tokens [begin, end)
};

struct Assignment {
  TokenRange target, value;
};

struct Condition {
  TokenRange range;     // between the parentheses
  bool enable = false;  // in an always_ff: decides what a register takes
};

struct Outline {
  std::vector<Condition> conditions;    // of procedural ifs
  std::vector<Assignment> assignments;  // continuous and procedural
  std::vector<TokenRange> connections;  // of instances' ports
  std::set<std::string> vectors;        // names declared with a range, ports too
};

Outline outline(const std::vector<Token>& tokens);

// Index of the token that closes what `open` opens.
std::size_t closing(const std::vector<Token>& tokens, std::size_t open);

}  // namespace jacquard::tb
