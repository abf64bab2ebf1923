// SPDX-License-Identifier: Apache-2.0
#include "systemc/photonic/ring_run.hpp"

#include <algorithm>

#include "jacquard/base/at.hpp"
#include "jacquard/base/divide_up.hpp"
#include "systemc/kernel/time.hpp"

namespace jacquard::systemc {

using rounds::CollectiveKind;

std::int64_t ring_steps(CollectiveKind kind, int xpus) {
  if (kind == CollectiveKind::broadcast) return 1;
  return (kind == CollectiveKind::all_reduce ? 2 : 1) * (xpus - 1);
}

base::Bytes ring_step_bytes(const ApplianceCollective& collective, int xpus) {
  const bool whole =
      collective.kind == CollectiveKind::all_gather || collective.kind == CollectiveKind::broadcast;
  return whole ? collective.bytes : base::Bytes{collective.bytes.count() / xpus};
}

RingRun::RingRun(Appliance& appliance, const ApplianceCollective& collective,
                 ApplianceFigures& figures)
    : appliance_(appliance),
      figures_(figures),
      piece_(collective.access),
      whole_(ring_step_bytes(collective, appliance.xpus())),
      forwards_(collective.kind == CollectiveKind::broadcast),
      steps_(ring_steps(collective.kind, appliance.xpus())),
      sent_(static_cast<std::size_t>(appliance.xpus()), 0),
      missing_(static_cast<std::size_t>(appliance.xpus()), whole_) {
  const std::int64_t pieces = base::divide_up(whole_.count(), piece_.count());
  left_ = pieces * (forwards_ ? appliance.xpus() - 1 : steps_ * appliance.xpus());
  for (int xpu = 0; xpu < (forwards_ ? 1 : appliance.xpus()); ++xpu) send_step(xpu);
}

void RingRun::send_step(int xpu) {
  ++base::at(sent_, xpu);
  for (base::Bytes at{0}; at < whole_; at += piece_) send(xpu, std::min(piece_, whole_ - at));
}

void RingRun::send(int from, base::Bytes piece) {
  const int to = after(from);
  figures_.sent += piece;
  appliance_.send(from, to, piece, [this, to, piece, begun = now()] {
    figures_.latencies.push_back(now() - begun);
    figures_.time = now();
    --left_;
    arrived(to, piece);
  });
}

void RingRun::arrived(int at, base::Bytes piece) {
  if (forwards_) {
    if (after(at) != 0) send(at, piece);
    return;
  }
  base::Bytes& missing = base::at(missing_, at);
  missing -= piece;
  if (missing.count() > 0) return;
  missing = whole_;
  if (base::at(sent_, at) < steps_) send_step(at);
}

}  // namespace jacquard::systemc
