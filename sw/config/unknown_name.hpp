// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "jacquard/config/place.hpp"

namespace jacquard::config {

// As base::throw_unknown_name(), of a name that stands at a place: "job.json#/model: expected a
// model (one of ...), found 'llama'".
[[noreturn]] void fail_unknown(const Place& place, const std::string& kind, const std::string& name,
                               const std::vector<std::string>& known);

}  // namespace jacquard::config
