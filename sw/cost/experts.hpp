// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "jacquard/base/units.hpp"
#include "jacquard/cost/device.hpp"
#include "jacquard/cost/expert_kernel.hpp"
#include "jacquard/workload/expert_loads.hpp"

namespace jacquard::cost {

// Seconds of a layer of experts on the busiest device: routing, sorting tokens by expert, both
// GEMMs (gated: three in two), the activation and the weighted sum, without any communication. The
// gradient takes twice as long: four GEMMs of the same sizes. See docs/cost.md.
base::Seconds expert_time(const Device& device, const workload::ExpertWork& work,
                          ExpertKernel kernel, Software software = Software::any);

// Of that, what is no product: floors, sorting, moving rows, and what each expert hit costs.
base::Seconds expert_time_beside_products(const Device& device, const workload::ExpertWork& work,
                                          ExpertKernel kernel, Software software = Software::any);

// The whole of a device whose loads are known: the mean over `deals`, at least one.
base::Seconds expert_time(const Device& device, const workload::ExpertWork& work,
                          const ExpertConstants& constants,
                          const std::vector<workload::DeviceLoad>& deals);

}  // namespace jacquard::cost
