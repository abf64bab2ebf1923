// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "sim/validate/validation.hpp"

namespace jacquard::validate {

// Measured loops of serving engines against ours, row by row, then errors of each system.
Validation serving_validation();

}  // namespace jacquard::validate
