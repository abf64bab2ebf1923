// SPDX-License-Identifier: Apache-2.0
// What starts the servers that were simulated.
#pragma once

#include <string>
#include <vector>

#include "jacquard/report/metric_table.hpp"
#include "systemc/serve/setup.hpp"

namespace jacquard::serve {

struct LaunchRow {
  std::string launch;  // vllm, sglang, trtllm or dynamo
  std::string text;    // "" for none
};
const report::MetricTable<LaunchRow>& launch_metrics();

// The software whose servers `launch` starts; Dynamo's are of `usual`. Throws ConfigError at
// --launch for another word.
cost::Software launched(const std::string& launch, cost::Software usual);

// A script, or Dynamo's manifest, of so many instances of each setup; of two, the first prefills.
// Throws ConfigError at the option for what the engine has not.
LaunchRow launch_of(const std::string& launch, const std::vector<Setup>& setups,
                    const std::vector<int>& instances);

// Ends what an engine's own configuration said. fp8 of a checkpoint in blocks of fp8 is these.
// Memory of SGLang is for weights, keys and values alone, so our buffers come on top. Weights of
// an `open` precision are as they were published, which it gives; "" otherwise.
std::string end_reading(ServeConfig& config, bool said_precision, bool said_memory, bool open);

// Throws ConfigError at `place` where the system has fewer NPUs than the configuration asks for.
void require_npus(const ServeConfig& config, const std::string& place);

}  // namespace jacquard::serve
