// SPDX-License-Identifier: Apache-2.0
// `jacquard collective` of several algorithms, spreads, chunks or sizes: which is fastest.
#pragma once

#include "sim/cli/config_options.hpp"
#include "systemc/collective/collective_config.hpp"

namespace jacquard::cli {

// Whether an option names several: "--algorithm all", "--spread all", "--chunks 1,8,64",
// "--bytes "1 KB..4 GB"" or a list of sizes.
bool asks_to_compare(const GivenOptions& given);

struct SystemAt {
  const topology::System* system = nullptr;  // null: none is named
  config::Place place;                       // where it stands
};

struct Shown {
  int top = 0;            // how many of each size tables show; 0 leaves it to the number of sizes
  std::string tuner_out;  // "": no table for NCCL's tuner
};

// Runs all combinations on the network of the system, and ranks them.
int run_comparison(GivenOptions given, const Common& common, const run::CollectiveConfig& usual,
                   const SystemAt& at, const Shown& show);

}  // namespace jacquard::cli
