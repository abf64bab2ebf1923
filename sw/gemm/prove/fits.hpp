// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "jacquard/gemm/program.hpp"

namespace jacquard::gemm {

// Why an operation of a program cannot be carried out whatever its order, the first in a sentence:
// sizes of buffers that do not fit each other, a buffer, root, slice or earlier operation that is
// not there, a permutation in which two chips receive from one. "" if all fit.
std::string misfit(const Program& program);

}  // namespace jacquard::gemm
