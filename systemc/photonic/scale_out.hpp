// SPDX-License-Identifier: Apache-2.0
// Appliances tiered by a second tier of switches.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "systemc/photonic/appliance_forms.hpp"
#include "systemc/photonic/appliance_run.hpp"

namespace jacquard::systemc {

// The paper has no more of it than "multiple PFAs can be tiered" (s3.3). Here each module has one
// port upwards, beside the one of its XPU. A switch of the second tier joins the modules of the
// same number of all appliances.
struct ScaleOut {
  int appliances = 1;                             // 1: no second tier
  base::BitsPerSecond uplink{7'200'000'000'000};  // of each module, each way
};

// Throws ConfigError below `place` for a collective that does not go over several appliances: only
// an all-reduce does, of parts that the XPUs of a switch above can divide.
void require_consistent(const ScaleOut& scale_out, const ApplianceCollective& collective,
                        const ApplianceConfig& appliance, const config::Place& place);

// Of one appliance with its share of the second tier; all are alike.
struct ScaleOutFigures {
  ApplianceFigures all;
  base::Picoseconds between{0};  // of the time, in the second tier
};

// Makes the arbiter of a switch of so many ports; null for the one that the configuration names.
using MakeArbiter = std::function<std::unique_ptr<schedule::Arbiter>(int ports)>;

// One appliance: the collective on it. Several, by symmetry one of each kind is simulated: a
// reduce-scatter in an appliance, an all-reduce of each part around a ring over the second tier,
// and an all-gather in the appliance; each begins when the one before is over.
ScaleOutFigures run_scale_out(const ApplianceConfig& appliance, const ScaleOut& scale_out,
                              const ApplianceCollective& collective, std::uint64_t seed,
                              const MakeArbiter& arbiter);

// The sum of the closed forms of these.
CollectiveForm closed_form(const ApplianceConfig& appliance, const ScaleOut& scale_out,
                           const ApplianceCollective& collective);

}  // namespace jacquard::systemc
