// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

#include "jacquard/demand/demand_matrix.hpp"

namespace jacquard::demand {

enum class DemandClass { uniform, moe, sparse, hotspot, permutation, mixed };

// The class of that name. Throws ConfigError with the nearest name if there is none.
DemandClass demand_class(std::string_view name);

// One matrix of a class; the same (class, ports, seed, index) gives the same matrix.
//   uniform      every entry uniform in 0..1000 (the matrices of Chronos Table 2 are not disclosed)
//   moe          expert popularity as a process over `index`, spread over sources (packet.md's fit)
//   sparse       balanced: 4 big and 12 small permutations per row (fewer where N is smaller)
//   hotspot      uniform background, one column that receives half of each row
//   permutation  one random permutation, equal entries
//   mixed        the class above chosen by index, and now and then zeros, ones and full scale
// 1 <= ports <= kMaxPorts.
DemandMatrix generate(DemandClass kind, int ports, std::uint64_t seed, std::uint64_t index);

}  // namespace jacquard::demand
