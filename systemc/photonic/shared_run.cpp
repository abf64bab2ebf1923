// SPDX-License-Identifier: Apache-2.0
#include "systemc/photonic/shared_run.hpp"

#include <utility>

#include "jacquard/base/at.hpp"
#include "systemc/kernel/time.hpp"

namespace jacquard::systemc {

SharedRun::SharedRun(Appliance& appliance, const ApplianceCollective& collective,
                     std::vector<SharedPhase> phases, ApplianceFigures& figures)
    : appliance_(appliance),
      in_flight_(collective.outstanding.count() / collective.access.count()),
      phases_(std::move(phases)),
      figures_(figures) {
  begin();
}

void SharedRun::begin() {
  begun_ = now();
  const SharedPhase& phase = phases_[phase_];
  next_.assign(phase.of_xpu.size(), 0);
  left_ = 0;
  for (const auto& list : phase.of_xpu) left_ += list.size();
  for (int xpu = 0; xpu < appliance_.xpus(); ++xpu) {
    for (std::int64_t i = 0; i < in_flight_; ++i) ask(xpu);
  }
}

void SharedRun::ask(int xpu) {
  const std::vector<memory::Access>& list = base::at(phases_[phase_].of_xpu, xpu);
  std::size_t& next = base::at(next_, xpu);
  if (next == list.size()) return;
  const memory::Access access = list[next++];
  const bool writes = access.direction == memory::Direction::write;
  (writes ? figures_.written : figures_.read) += access.bytes;
  appliance_.ask(xpu, access, [this, xpu, begun = now()] {
    figures_.latencies.push_back(now() - begun);
    if (--left_ == 0) return end_phase();
    ask(xpu);
  });
}

void SharedRun::end_phase() {
  const bool writes = phases_[phase_].direction == memory::Direction::write;
  (writes ? figures_.writing : figures_.reading) += now() - begun_;
  figures_.time = now();
  if (++phase_ < phases_.size()) begin();
}

}  // namespace jacquard::systemc
