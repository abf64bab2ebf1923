// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "jacquard/demand/demand_matrix.hpp"

namespace jacquard::demand {

enum class DemandClass {
  uniform,
  moe,
  sparse,
  hotspot,
  permutation,
  mixed,
  unbalanced,
  hot_pairs,
  decoding,
  decoding_skewed,
  decoding_steep
};

// The names of the classes, in the order of the enumeration.
const std::vector<std::string>& demand_class_names();

// The class of that name. Throws ConfigError with the nearest name if there is none.
DemandClass demand_class(std::string_view name, const std::string& source = "--demand-class");

// One matrix of a class; the same (class, ports, seed, index) gives the same matrix, at the same
// cost for every index. 1 <= ports <= kMaxPorts. Sizes are such that 16-bit counts still mean
// something:
//   uniform      every entry uniform in 0..1000 tokens of 32 KiB (Chronos Table 2 says uniform; its
//                matrices are not disclosed)
//   moe          expert popularity as a process over `index` (popularity.hpp), spread over sources
//                by Dirichlet(2.5 each); 16 MiB x ports per source on average, 256 MiB at 16 ports
//   sparse       4 big and 12 small random permutations (fewer where N is smaller), balanced: all
//                line sums are equal
//   hotspot      uniform background, one column that receives half of each row
//   permutation  one random permutation, 16 MiB x ports per source
//   mixed        a class above chosen by index % 8, in the order of this list; then all zero, ones
//                and zeros, and full scale and zeros
//   unbalanced   each source has ports/16 to 5 ports/16 destinations drawn by chance, 4 to 20 at 64
//                ports; entries log-uniform up to 16 MiB x ports, down to 1/255 of that, in bytes
//   hot-pairs    1 to 40 tokens of 32 KiB in every entry, but 255 in ports/4 entries drawn by
//   chance decoding     8 tokens of 8,000 bytes a port, each for 8 of 256 experts, that lie on the
//   ports in
//                equal runs; all experts are alike
//   decoding-skewed, decoding-steep
//                the same; the n-th most popular expert has the weight n^-0.6, n^-1.1
DemandMatrix generate(DemandClass kind, int ports, std::uint64_t seed, std::uint64_t index);

}  // namespace jacquard::demand
