// SPDX-License-Identifier: Apache-2.0
// The generators of program_of(). Each takes a legal request that is not transposed.
#pragma once

#include "jacquard/gemm/program.hpp"

namespace jacquard::gemm {

Program sliced_program(const Request& request, int slices);  // meshslice; collective: 1 slice
Program wang_program(const Request& request);                // wang, 1d-tp, fsdp
Program summa_program(const Request& request);
Program cannon_program(const Request& request);  // cannon, 2.5d

}  // namespace jacquard::gemm
