// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <exception>
#include <functional>
#include <vector>

#include "jacquard/demand/quanta_matrix.hpp"
#include "jacquard/schedule/hops/makespan.hpp"
#include "jacquard/schedule/schedule.hpp"

namespace jacquard::systemc {

struct Permutation {
  schedule::Matching columns;
  std::int64_t hold = 0;
  // Of schedules over several hops: what circuits carry, and the last permutation of this decision
  // whose arrivals are among it (schedule::sends_on_of()).
  std::vector<schedule::Relay> relays = {};
  int sends_on = schedule::kNothing;
  bool shift = false;  // as a core shows it, without what its circuits carry: RelayedDecision
};

// Who is notified of what was decided, in simulated time: at the instant a permutation is there,
// and once when no more come.
struct DecisionSink {
  std::function<void(Permutation)> permutation;
  std::function<void()> done;
  // Of a decision that cannot go on, where no caller is there to catch it; may be absent.
  std::function<void(std::exception_ptr)> failed = {};
};

// A scheduler that takes simulated time. Implementations are SystemC modules.
class Decision {
 public:
  virtual ~Decision() = default;
  // Decides on `demand` from now on. One decision at a time: not before the one before is done.
  virtual void begin(const demand::QuantaMatrix& demand, DecisionSink sink) = 0;
  virtual std::int64_t activations() const = 0;
};

}  // namespace jacquard::systemc
