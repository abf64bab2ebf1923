// SPDX-License-Identifier: Apache-2.0
// A stack run in SystemC: each switch set slot by slot, each NPU computing and sending as the plan
// says, and what does not go together found.
#pragma once

#include <cstdint>
#include <vector>

#include "jacquard/report/fabric/fabric_run.hpp"
#include "jacquard/stack/stack.hpp"
#include "systemc/stack/exchange.hpp"

namespace jacquard::systemc {

// What happens when a slot comes and a sender has not the data that it is to send.
enum class LatePolicy {
  delay,  // the slot, and all behind it, begins when the data are there (Chronos s7)
  skip,   // others go on; what was missed is sent behind the last slot, in the order of the slots
};

// The NPU of a rank begins the step so late.
struct LateNpu {
  int rank = 0;
  base::Picoseconds by{0};
};

struct ReplayOptions {
  std::vector<LateNpu> late;
  LatePolicy policy = LatePolicy::delay;
  OnDemand on_demand;             // of calls whose slots are reserved
  bool keep = false;              // what NPUs and switches did, in ReplayOutcome::trace
  std::uint64_t event_order = 0;  // not 0: events of one instant come in another order (tests)
};

// A message whose slot came before its data.
struct LateMessage {
  std::int64_t slot = 0;
  int call = 0;
  int round = 0;
  int repetition = 0;
  int sender = 0;  // ranks
  int receiver = 0;
  base::Picoseconds planned{0};
  base::Picoseconds sent{0};  // when its slot came at last
};

struct ReplayOutcome {
  base::Picoseconds step{0};            // the last node of all NPUs has ended
  std::vector<base::Picoseconds> ends;  // of each rank
  std::int64_t slots = 0;               // until the last circuit is free again
  std::int64_t messages = 0;            // a repetition's of a round, whole
  base::Bytes bytes_delivered{0};       // at the ranks where they end
  base::Bytes bytes_sent_on{0};         // received by others on the way there
  std::int64_t late_messages = 0;
  std::vector<LateMessage> late;    // the first kMostLateMessages
  base::Picoseconds delayed{0};     // of all slots, together
  std::int64_t slots_behind = 0;    // that skipped messages took
  std::int64_t exchanges = 0;       // calls that the run drew ...
  std::int64_t permutations = 0;    // ... what they were decided to be
  std::int64_t overflow_slots = 0;  // ... and slots beyond those reserved
  std::int64_t connections = 0;     // circuits made in switches
  std::int64_t events = 0;          // process activations
  report::FabricRun trace;          // if kept
};

inline constexpr std::size_t kMostLateMessages = 1000;
inline constexpr int kMostReplayPorts = 512;  // of all channels together
inline constexpr std::int64_t kMostReplayMessages = 50'000'000;

// Runs the stack from time 0, in a simulation of its own. What a call that waits for its demand
// does not get into its reserved slots goes in slots of its own, all others waiting. Throws
// ConfigError for a stack of more than these limits, and for circuits that lose data or share a
// port. Throws it for one that sends what was sent before, or never what somebody waits for. Not
// for use by several threads.
ReplayOutcome replay(const stack::Stack& stack, const ReplayOptions& options);

}  // namespace jacquard::systemc
