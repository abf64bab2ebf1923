// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "vectors/device.hpp"

namespace jacquard::tb {

// Yosys commands that read `files` and leave `device` elaborated with its parameters, the top
// module named as the device's is.
std::string yosys_elaborate(const Device& device, const std::vector<std::string>& files);

}  // namespace jacquard::tb
