// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "sim/cli/replay_options.hpp"

namespace jacquard::cli {

// Where experiments lie in configs/.
inline constexpr const char* kExperiments = "experiments";

struct SimulateOptions {
  std::string experiment;
  std::string engine = "cycle";
  std::string system;
  std::string flows;
  std::string requests;
  std::string fabrics;
  int seeds = 1;
  ReplayOptions replay;
  std::vector<Option> of_experiments;
  std::vector<Option> of_traffic;  // of these, what traces say
  std::vector<Option> of_fabrics;  // of experiments that send traffic through fabrics
  Option requests_given;
  bool list = false;
};

}  // namespace jacquard::cli
