// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "jacquard/report/fabric/fabric_run.hpp"

namespace jacquard::report {

// The report of a simulated fabric as one HTML file: no scripts, no links to the outside, light or
// dark as the reader prefers. Sections without data are left out. Equal reports give equal bytes.
inline constexpr std::size_t kMostTableRows = 1'000;
std::string fabric_page(const FabricReport& report);

}  // namespace jacquard::report
