// SPDX-License-Identifier: Apache-2.0
// The files of a profile, read and checked.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "jacquard/serve/profile/attention_profile.hpp"
#include "jacquard/serve/profile/curve.hpp"
#include "jacquard/serve/profile/grid.hpp"

namespace jacquard::serve {

struct ProfileTables {
  std::map<std::string, Curve> dense;         // by layer, against tokens
  std::map<std::string, Curve> per_sequence;  // by layer, against sequences
  std::vector<AttentionProfile::Row> attention;
  Grid<2> experts;   // tokens, activated experts; empty: the model is dense
  Curve all_reduce;  // against bytes; empty: not measured
};

// Throws ConfigError naming file, line and column, or the layer that a step needs and no row has.
ProfileTables read_profile(const std::string& folder);

}  // namespace jacquard::serve
