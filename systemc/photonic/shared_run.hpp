// SPDX-License-Identifier: Apache-2.0
// The phases of a shared-memory collective, one after another.
#pragma once

#include <cstddef>
#include <vector>

#include "systemc/photonic/appliance.hpp"
#include "systemc/photonic/appliance_run.hpp"

namespace jacquard::systemc {

class SharedRun {
 public:
  // Begins at once. All three references outlive the run; `figures` get times, bytes, latencies.
  SharedRun(Appliance& appliance, const ApplianceCollective& collective,
            std::vector<SharedPhase> phases, ApplianceFigures& figures);

  bool done() const { return phase_ == phases_.size(); }

 private:
  void begin();
  void ask(int xpu);
  void end_phase();

  Appliance& appliance_;
  std::int64_t in_flight_;
  std::vector<SharedPhase> phases_;
  ApplianceFigures& figures_;
  std::size_t phase_ = 0;
  std::vector<std::size_t> next_;  // of each XPU's list
  std::size_t left_ = 0;           // accesses of the phase that are not done
  base::Picoseconds begun_{0};
};

}  // namespace jacquard::systemc
