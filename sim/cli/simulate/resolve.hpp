// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "sim/cli/simulate/options.hpp"
#include "systemc/experiment/experiment.hpp"

namespace jacquard::cli {

// The experiment that was named, with what the options change of it.
experiment::ExperimentConfig resolve_experiment(const SimulateOptions& o, const Common& common);

// What does not go together is noticed after the keys of a fabric were read: names where such a key
// stands, as errors of reading it do.
void or_name_origin(const SimulateOptions& o, const Common& common,
                    const std::function<void()>& act);

}  // namespace jacquard::cli
