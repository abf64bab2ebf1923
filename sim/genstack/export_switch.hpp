// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "jacquard/stack/settings/settings.hpp"

namespace jacquard::genstack {

// Writes all settings of a switch into `folder`, in the formats of docs/genstack.md:
// NAME.csv (changes), NAME.hex (for $readmemh), NAME.bin (compressed) and NAME.json (as media
// channels of openconfig-wavelength-router). Returns their paths.
std::vector<std::string> export_switch(const stack::Settings& settings, int channel,
                                       int switch_number, const std::string& folder);

}  // namespace jacquard::genstack
