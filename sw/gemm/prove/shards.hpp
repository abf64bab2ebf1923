// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "jacquard/gemm/prove/exchange.hpp"
#include "jacquard/gemm/prove/execute.hpp"

namespace jacquard::gemm {

// The chips at the beginning: shards of A and B on layer 0, zeros in all other buffers.
std::vector<ChipState> dealt(const Program& program, const Factors& factors);

// The first entry of the shards of C on layer 0 that is not that of `c`, in a sentence, or "".
std::string wrong_entry(const Program& program, const std::vector<ChipState>& chips,
                        const Dense& c);

}  // namespace jacquard::gemm
