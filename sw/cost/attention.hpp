// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "jacquard/base/units.hpp"
#include "jacquard/cost/device.hpp"
#include "jacquard/cost/software.hpp"

namespace jacquard::cost {

// Seconds of softmax(Q K^T) V, or of its gradient, by a kernel of the FlashAttention family (Dao
// 2023, arXiv 2307.08691; Shah et al. 2024, arXiv 2407.08608), with the launch behind another
// kernel. See docs/cost.md.
base::Seconds attention_time(const Device& device, const workload::AttentionWork& work,
                             Software software = Software::any);

}  // namespace jacquard::cost
