// SPDX-License-Identifier: Apache-2.0
// Finds a numbering of ranks by digits in which groups and peers are regular.
#pragma once

#include <optional>
#include <vector>

#include "jacquard/base/mixed_radix.hpp"
#include "jacquard/interop/log/families.hpp"

namespace jacquard::interop {

struct LogPlaces {
  base::MixedRadix digits;
  // Of each family, if all its groups are the ranks that differ in these digits alone, in the order
  // of their numbers.
  std::vector<std::optional<std::vector<int>>> of_family;
};

// Digits end where the strides of some family's group of rank 0 say so. A family of which some rank
// is in no group is not regular.
LogPlaces places_of(const Log& log, const Families& families);

// The digit in which each rank of a class differs from its peer, and in no other.
std::optional<int> digit_of_peer(const LogPlaces& places, const Families& families,
                                 const LogClass& one, int peer);

}  // namespace jacquard::interop
