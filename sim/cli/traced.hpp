// SPDX-License-Identifier: Apache-2.0
// Jobs of traces on the command line of train, simulate and ladder.
#pragma once

#include "sim/cli/train_options.hpp"
#include "sim/ladder/rungs.hpp"
#include "systemc/train/traced_source.hpp"

namespace jacquard::cli {

// On the engine that is said, in train. With `on_fabrics`, in simulate: on these of ideal, links,
// packet and circuit, "" for all. --out DIR gets the picture.
int run_traces(const train::Traces& traces, const TrainOptions& o,
               const std::optional<std::string>& on_fabrics, const Common& common);

// On each rung, by the law of train. Dimensions without a switch are links on each.
struct TracedLadder {
  train::JobPlaces places;
  ladder::Run run;
};
TracedLadder traced_ladder(const train::Traces& traces, const TrainOptions& o,
                           const Common& common);

// Throws ConfigError where the word is of traces: nobody knows another layout of what they did.
void refuse_traces(const std::string& word);

}  // namespace jacquard::cli
