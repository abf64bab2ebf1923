// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "jacquard/cost/device.hpp"

namespace jacquard::train {

// On stderr, where no law was fitted on the device: what its products are assumed to reach.
void say_data_sheet(const char* verb, const cost::Device& device);
void say_data_sheet(const char* verb, const std::string& device);  // a name or a file; may be empty

}  // namespace jacquard::train
