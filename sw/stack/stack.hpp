// SPDX-License-Identifier: Apache-2.0
// The schedule of a whole step, made ahead of time, and all that is needed to run it.
#pragma once

#include <string>
#include <vector>

#include "jacquard/stack/compose.hpp"
#include "jacquard/stack/fabric.hpp"
#include "jacquard/stack/plan.hpp"
#include "jacquard/stack/seating.hpp"
#include "jacquard/stack/slot_clock.hpp"
#include "jacquard/stack/timeline.hpp"

namespace jacquard::stack {

struct Stack {
  Plan plan;
  Fabric fabric;
  Sizes sizes;
  SlotClock clock;
  Timeline timeline;
  Bound bound;
  Seating seating;

  int port(int rank) const { return seating.port(rank); }
};

// STACK is a folder: stack.json (fabric, clock, figures, patterns, labels, placement), rounds.json
// (templates), nodes.csv, calls.csv, slots.csv, reserved.csv. docs/genstack.md has the format. It
// appears when complete (base::NewFolder), in place of an older stack. Throws ConfigError naming
// the file and the line for what is not of the format.
void write_stack(const Stack& stack, const std::string& folder);
Stack read_stack(const std::string& folder);

}  // namespace jacquard::stack
