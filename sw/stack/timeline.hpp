// SPDX-License-Identifier: Apache-2.0
// When each message of a plan is in which slots.
#pragma once

#include <cstdint>
#include <vector>

#include "jacquard/base/units.hpp"

namespace jacquard::stack {

// Some repetitions of a round of a call, one directly behind the other, each in `slots` slots of
// its own. The pattern of the round is set on `channel` from slot `start` until slot
// start + repetitions x slots.
struct Placed {
  std::int32_t call = 0;
  std::int32_t round = 0;  // of Plan::rounds.rounds
  std::int32_t first_repetition = 0;
  std::int32_t repetitions = 1;
  std::int64_t start = 0;  // slot
  std::int32_t slots = 1;  // of one repetition
  std::int16_t channel = 0;
  std::int16_t part = 0;  // of a pattern that goes in several settings (Routes::parts)
  bool held = false;      // the ports had this pattern in the slot before `start`
  base::Bytes from{0};    // of each message: where what is carried here begins ...
  base::Bytes bytes{0};   // ... and how much it is
  base::Bytes lead{0};    // of other calls, carried before in slot `start` (same pattern)

  std::int64_t end() const { return start + std::int64_t{repetitions} * slots; }
};

// A time of slots in which an actor's ports are kept for traffic that only the run knows.
struct Reserved {
  std::int32_t call = 0;
  std::int64_t start = 0;
  std::int64_t slots = 0;
  std::int16_t channel = 0;
};

struct Timeline {
  std::vector<Placed> placed;      // by start
  std::vector<Reserved> reserved;  // by start
  std::int64_t slots = 0;          // until the last is free again
  base::Picoseconds step{0};       // when the last node of all has ended
};

}  // namespace jacquard::stack
