// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "jacquard/base/units.hpp"
#include "jacquard/cost/device.hpp"
#include "jacquard/cost/software.hpp"

namespace jacquard::cost {

// Seconds of multi-head latent attention without its projections (DeepSeek-V2, arXiv 2405.04434
// s2.1): expanded heads as any attention, or all heads' absorbed queries over one compressed key
// and value per token, with the cache's write. See docs/cost.md.
base::Seconds latent_attention_time(const Device& device, const workload::LatentAttentionWork& work,
                                    Software software = Software::any);

}  // namespace jacquard::cost
