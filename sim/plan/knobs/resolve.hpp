// SPDX-License-Identifier: Apache-2.0
// From options to a problem.
#pragma once

#include <optional>

#include "sim/plan/knobs/plan.hpp"
#include "systemc/plan/knobs/problem.hpp"

namespace jacquard::knobs {

// Throws ConfigError naming the option for what is missing, unknown, or out of range.
Problem resolve(const Options& options);

// NPUs of the cluster.
int npus_of(const Problem& problem);

}  // namespace jacquard::knobs
