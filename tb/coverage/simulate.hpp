// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "jacquard/rtl/toggles.hpp"
#include "vectors/device.hpp"

namespace jacquard::tb {

// What a device did under its vectors, in Verilator.
struct Observed {
  std::string line_coverage;  // Verilator's file
  std::vector<rtl::SignalToggles> signals;
};

// Builds the bench of `device` from `files` in `folder` (copy_sources), runs it on folder/vectors,
// and throws ConfigError with the tool's words if that fails or an output differs. What was built
// for another device is used again where it can be.
Observed simulate(const std::string& folder, const std::vector<std::string>& files,
                  const Device& device);

}  // namespace jacquard::tb
