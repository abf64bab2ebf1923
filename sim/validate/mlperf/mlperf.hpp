// SPDX-License-Identifier: Apache-2.0
// Published results of MLPerf Inference's DeepSeek-R1, and a rack that has none yet.
#pragma once

#include "sim/validate/validation.hpp"

namespace jacquard::validate {

Validation mlperf_validation();

}  // namespace jacquard::validate
