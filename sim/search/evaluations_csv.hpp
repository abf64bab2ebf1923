// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "sim/search/session.hpp"

namespace jacquard::searching {

// A line for each evaluation: step, valid, each reward, each knob, each metric, why_not.
std::string evaluations_csv(const Session& session, const search::Found& found);

}  // namespace jacquard::searching
