// SPDX-License-Identifier: Apache-2.0
// A GOAL schedule in its text form (Hoefler, Siebert, Lumsdaine, ICPP 2009), as LogGOPSim, Schedgen
// and ATLAHS write it: what each rank sends, receives and computes, and in what order.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "jacquard/config/place.hpp"

namespace jacquard::interop {

enum class GoalKind { send, receive, calculate };

struct GoalOp {
  GoalKind kind = GoalKind::calculate;
  std::string label;        // "" where it has none
  std::int64_t amount = 0;  // bytes; of a calculation nanoseconds
  int peer = -1;
  std::int64_t tag = 0;
  std::int64_t cpu = 0;  // the stream of the host that it occupies
  std::int64_t nic = 0;
  std::vector<std::size_t> after_end;    // places of operations that must have ended: `requires`
  std::vector<std::size_t> after_begin;  // that must have begun: `irequires`
  std::size_t line = 0;
};

struct GoalSchedule {
  std::string source;
  std::vector<std::vector<GoalOp>> ranks;

  config::Place place(const GoalOp& op) const;
};

// Whether a text is meant as a schedule: its first word is num_ranks.
bool is_goal(const std::string& text);

// Throws ConfigError naming the line, what was found there and what was expected: for words out of
// place, ranks beyond num_ranks or told twice, labels told twice or never, and receives from any
// source or of any tag.
GoalSchedule parse_goal(const std::string& text, const std::string& source);

}  // namespace jacquard::interop
