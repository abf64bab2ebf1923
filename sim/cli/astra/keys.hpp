// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "jacquard/engine/rules.hpp"

namespace jacquard::cli {

struct AstraKeys {
  bool symmetry = true;
  engine::Limits limits = engine::kLimitsOfJobs;
};

// Of --set. Throws ConfigError for other ones.
AstraKeys astra_keys_of(const std::vector<std::string>& assignments);

}  // namespace jacquard::cli
