// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "jacquard/gemm/tune/tune.hpp"

namespace jacquard::gemm {

// What is wrong with a question that no mesh answers: throws ConfigError naming --mesh or --chips,
// with the nearest that serves.
[[noreturn]] void refuse(const Question& question);

}  // namespace jacquard::gemm
