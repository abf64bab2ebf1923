// SPDX-License-Identifier: Apache-2.0
// What serving costs in electricity: accelerators alone, without hosts, fans and power supplies.
#pragma once

#include <optional>

#include "jacquard/base/units.hpp"
#include "jacquard/cost/device.hpp"
#include "jacquard/serve/celestisim/machine.hpp"
#include "jacquard/serve/energy/routes.hpp"

namespace jacquard::serve::energy {

// What a run asked of all its NPUs together.
struct Work {
  base::Seconds time{0};
  double flops = 0;
  double bytes = 0;  // read from and written to memory
};

// Share of the power limit: 0.29 + 0.71 x share of the memory's bandwidth + 0.96 x share of the
// peak, at most 1. Fitted on 41 static batches on A100 with the average power recorded (Patel et
// al., Splitwise, ISCA 2024, their repository, MIT): mean absolute error 3.8 %. H100 and newer
// have no such records, so the law is taken as it is.
double power_share(double bandwidth_share, double peak_share);

// Energy of `npus`; nothing where the power of its board is unknown. `type` of the products.
std::optional<base::Joules> serving_energy(const cost::Device& device, int npus, const Work& work,
                                           workload::NumberType type);

// Of a bit between an XPU and a module of the appliance: the link, and the switch for all modules
// but the XPU's own. Paper: 10 + 25 pJ; 2025: 3.1 + 8.8 pJ.
base::Joules pooled_bit(Preset preset, int modules);

// Of so many bytes between XPUs and the modules of an appliance.
base::Joules pooled_way(Preset preset, double bytes);

// Energy of H100 XPUs before an appliance: theirs, and what `work.bytes` cost on the way.
base::Joules pooled_energy(const celestisim::PaperSystem& machine, const Work& work, Preset preset);

}  // namespace jacquard::serve::energy
