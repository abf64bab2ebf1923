// SPDX-License-Identifier: Apache-2.0
// Who issues collectives while the event loop runs: a workload, whose computations and
// dependencies the loop knows nothing of.
#pragma once

#include <cstdint>

namespace jacquard::engine {

// The event loop, as a driver sees it. Times are picoseconds.
class Stage {
 public:
  // From now on the collective's phases may begin at that rank; once for each rank. A send's phase
  // begins at once, and waits in no queue.
  virtual void issue(int collective, int rank) = 0;
  // All that a collective waits for by the workload, anywhere, has been chosen (PhaseQueues).
  virtual void may_choose(int collective) = 0;
  // Driver::woken(token) at that time, not before now.
  virtual void wake(std::int64_t time, std::uint32_t token) = 0;
  // Takes over a computation or a timed collective, a node (by index) of an NPU, and calls
  // woken(token) at its end; or has no machine of its own for it, and the driver says how long it
  // takes.
  virtual bool takes_over(int /*npu*/, int /*node*/, std::uint32_t /*token*/) { return false; }

 protected:
  ~Stage() = default;
};

class Driver {
 public:
  virtual ~Driver() = default;
  // At time 0; and again, forgetting what was, where the loop has to start anew.
  virtual void begin(Stage& stage) = 0;
  virtual void woken(std::uint32_t token, std::int64_t now) = 0;
  // All phases of the collective are done at the rank.
  virtual void ended(int collective, int rank, std::int64_t now) = 0;
  // The message of a send is at its receiver.
  virtual void arrived(int collective, std::int64_t now) = 0;
  // All phases of the collective have been chosen.
  virtual void chosen(int collective) = 0;
  // Whether anything was left for when all that happens at an instant has happened, and its turn.
  virtual bool restless() const = 0;
  virtual void settle(std::int64_t now) = 0;
};

}  // namespace jacquard::engine
