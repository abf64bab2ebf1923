// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "jacquard/base/units.hpp"
#include "jacquard/cost/device.hpp"
#include "jacquard/cost/software.hpp"

namespace jacquard::cost {

// Seconds of C[m,n] = A[m,k] B[k,n]. In fp8 and fp4 an engine's layer quantises A first; with
// Software::any the product stands alone. `in_step`: as Conditions has it. See docs/cost.md for the
// law and its constants.
base::Seconds gemm_time(const Device& device, const workload::GemmWork& work,
                        Software software = Software::any, bool in_step = false);

}  // namespace jacquard::cost
