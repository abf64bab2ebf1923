// SPDX-License-Identifier: Apache-2.0
// Devices that no law was fitted on are priced by their data sheets.
#pragma once

#include <string>

#include "jacquard/cost/device.hpp"

namespace jacquard::cost {

// What products of a device without a law of its own are assumed to reach, beside those that were
// measured; empty for a device that has one (docs/cost.md).
std::string words_of_data_sheet(const Device& device);

}  // namespace jacquard::cost
