// SPDX-License-Identifier: Apache-2.0
// Linear attention without its projections. docs/cost.md has the law and its sources.
#pragma once

#include "jacquard/base/units.hpp"
#include "jacquard/cost/device.hpp"
#include "jacquard/cost/software.hpp"

namespace jacquard::cost {

// The short convolution, the gates, and what reads and writes the state, one behind another.
base::Seconds linear_attention_time(const Device& device, const workload::LinearAttentionWork& work,
                                    Software software);

// Two of these alone. The convolution is of 2 key_heads x key_size + heads x value_size channels.
base::Seconds short_convolution_time(const Device& device,
                                     const workload::LinearAttentionWork& work, Software software);
base::Seconds linear_state_time(const Device& device, const workload::LinearAttentionWork& work,
                                Software software);

}  // namespace jacquard::cost
