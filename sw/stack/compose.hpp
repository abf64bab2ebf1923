// SPDX-License-Identifier: Apache-2.0
// From a plan to slots: Genstack's second step (Chronos s5.2) under time slots (s6).
#pragma once

#include "jacquard/stack/plan.hpp"
#include "jacquard/stack/routes.hpp"
#include "jacquard/stack/slot_clock.hpp"
#include "jacquard/stack/timeline.hpp"

namespace jacquard::stack {

inline constexpr int kPasses = 2;  // more gain nothing on Llama 3 405B

struct ComposeOptions {
  int channels = 1;
  const Routes* routes = nullptr;  // nothing: no pattern is cut, none is in the way of another
  // Times to compose again by what the run backwards says of ways (forward-backward improvement: Li
  // & Willis 1992); the shortest step is taken.
  int passes = 0;  // of a stack that is to be run: kPasses
  // A transfer with a shorter way gives way to one with a longer at a slot's begin.
  bool cut = true;
  // Room in the last slot of a transfer is for others that wait with its setting.
  bool share = true;
  // Of placeholders: slots over those of a balanced demand, and the time to decide.
  double headroom = 1.25;
  base::Picoseconds decision{1'000'000};
};
// As the fabric says. `routes` outlives them.
ComposeOptions options_of(const Fabric& fabric, const Routes& routes);

// Each call begins when all who take part are ready; each round, when the rounds it waits for have
// arrived; computations, when what they wait for has ended or arrived. A round is placed in the
// first slots in which the ports of its senders and receivers are free. Among those that wait for a
// port the one with the longest way to the end of the step goes first.
//
// Exactly: a computation or a message is ready when the nodes it waits for have ended. An NPU that
// is free takes, of its ready computations, the first of its actor's nodes. All sides of a call end
// when the last of its messages has arrived, the sender of a message too. Calls of one communicator
// at one actor go in the order of its nodes: the next begins no earlier than the slot behind the
// last one that carries the call before. Calls of a communicator below 0 have no order. A round
// takes as many slots as its largest message. Throws ConfigError where calls wait for each other,
// and for a step of more than 46 days.
Timeline compose(const Plan& plan, const SlotClock& clock, const ComposeOptions& options);

// No schedule on ports of this rate ends before: the longest chain of computations and messages,
// each message paying t_max and no guard, and the time in which the busiest port carries its bytes.
struct Bound {
  base::Picoseconds path{0};
  base::Picoseconds load{0};
  base::Picoseconds time() const { return path < load ? load : path; }
};
Bound bound_of(const Plan& plan, const Fabric& fabric);

}  // namespace jacquard::stack
