// SPDX-License-Identifier: Apache-2.0
// A collective in which each XPU sends to the next one.
#pragma once

#include <cstdint>
#include <vector>

#include "systemc/photonic/appliance.hpp"
#include "systemc/photonic/appliance_run.hpp"

namespace jacquard::systemc {

// What an XPU sends in a step is what it got in the step before, so a step begins when that is
// whole. A broadcast goes on piece by piece.
class RingRun {
 public:
  // Begins at once. The references outlive the run; `figures` get time, bytes and latencies.
  RingRun(Appliance& appliance, const ApplianceCollective& collective, ApplianceFigures& figures);

  bool done() const { return left_ == 0; }

 private:
  void send_step(int xpu);
  void send(int from, base::Bytes piece);
  void arrived(int at, base::Bytes piece);
  int after(int xpu) const { return (xpu + 1) % appliance_.xpus(); }

  Appliance& appliance_;
  ApplianceFigures& figures_;
  base::Bytes piece_;
  base::Bytes whole_{0};              // what an XPU sends in a step
  bool forwards_ = false;             // a broadcast
  std::int64_t steps_ = 1;            // of each XPU
  std::int64_t left_ = 0;             // pieces that are still to arrive somewhere
  std::vector<std::int64_t> sent_;    // steps that an XPU has begun
  std::vector<base::Bytes> missing_;  // of what an XPU gets in its step
};

// Of each XPU: n - 1, twice that of an all-reduce, and 1 of a broadcast.
std::int64_t ring_steps(rounds::CollectiveKind kind, int xpus);
// What an XPU sends in one of them.
base::Bytes ring_step_bytes(const ApplianceCollective& collective, int xpus);

}  // namespace jacquard::systemc
