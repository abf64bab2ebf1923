// SPDX-License-Identifier: Apache-2.0
// Jobs of traces on the command line of train and simulate.
#pragma once

#include "sim/cli/train_options.hpp"
#include "systemc/train/traced_source.hpp"

namespace jacquard::cli {

// On the engine that is said, in train. With `on_fabrics`, in simulate: on these of ideal, links,
// packet and circuit, "" for all. --out DIR gets the picture.
int run_traces(const train::Traces& traces, const TrainOptions& o,
               const std::optional<std::string>& on_fabrics, const Common& common);

}  // namespace jacquard::cli
