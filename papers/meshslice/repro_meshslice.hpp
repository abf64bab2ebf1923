// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "papers/published/answers.hpp"

namespace jacquard::studies::meshslice {

// meshslice.*: by the paper's closed forms with our fit of its figures. What the fit was made of
// has the verdict "calibration".
std::vector<report::ReproEntry> answers();

// meshslice.table3, s7, s3, costmodel, peak: what the fit has no part in.
std::vector<report::ReproEntry> further_answers();

}  // namespace jacquard::studies::meshslice
