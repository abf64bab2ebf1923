// SPDX-License-Identifier: Apache-2.0
// The pictures of docs/pfa.md.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "papers/photonic/appliance_study.hpp"

namespace jacquard::studies {

// File names without their ending, and SVG pictures.
std::vector<std::pair<std::string, std::string>> appliance_pictures(
    const std::vector<FrontRow>& front, const std::vector<BandwidthRow>& bandwidths,
    const std::vector<HitRow>& hits);

}  // namespace jacquard::studies
