// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace jacquard::rtl {

// The files of one of our top modules and all it uses, dependencies first: jq_scheduler,
// jq_slot_arbiter, jq_crossbar.
std::vector<std::string> rtl_sources(const std::string& top);

}  // namespace jacquard::rtl
