// SPDX-License-Identifier: Apache-2.0
// An independent judge of stacks: each message of each rank is followed from slot to slot, by what
// the switches are set to and the NPUs are told to send. Nothing of composition is used.
#pragma once

#include <cstdint>
#include <optional>

#include "jacquard/stack/check/fault.hpp"
#include "jacquard/stack/routes.hpp"
#include "jacquard/stack/stack.hpp"
#include "jacquard/workload/job.hpp"

namespace jacquard::stack::check {

struct Options {
  std::optional<int> actor;           // follow only calls in which this one takes part
  std::optional<std::int64_t> slots;  // follow no call; look at so many slots, drawn from the seed
  std::uint64_t seed = 1;
  const workload::Job* job = nullptr;  // whose calls are to be there
  int threads = 1;                     // up to 2
};

struct Verdict {
  std::int64_t bytes_expected = 0;   // of results that ranks must get from others
  std::int64_t bytes_delivered = 0;  // of them, those that are right when their call has ended
  std::int64_t duplicates = 0;       // messages, parts of them, or results, that came twice
  std::int64_t conflicts = 0;        // inputs or outputs of switches used twice in a slot
  std::int64_t messages = 0;         // that were followed
  std::int64_t circuits = 0;         // that were traced through the switches
  std::int64_t slots = 0;            // in which that was done
  std::int64_t calls = 0;            // that were followed
  Faults faults;

  bool holds() const { return faults.all() == 0; }
};

// `stack` need not be sound. Throws ConfigError for an actor or slots that it has not.
Verdict check(Stack stack, const Options& options);

}  // namespace jacquard::stack::check
