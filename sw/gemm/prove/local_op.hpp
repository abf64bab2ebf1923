// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "jacquard/gemm/prove/exchange.hpp"

namespace jacquard::gemm {

// Carries out an operation that does not communicate, at one chip.
void carry_out(const Op& op, ChipState& chip);

}  // namespace jacquard::gemm
