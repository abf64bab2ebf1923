// SPDX-License-Identifier: Apache-2.0
// The Pareto front: points that no other one beats.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "jacquard/search/search.hpp"

namespace jacquard::search {

using RewardsOf = std::vector<double>;  // of a point; higher is better

// At least as good in all, and better in one.
bool dominates(const RewardsOf& a, const RewardsOf& b);

// Of equal points the first, or all of them.
enum class Equals { first, all };

// Indices of the front, the highest first reward first; of equal points in their order.
std::vector<std::size_t> front_of(const std::vector<RewardsOf>& points,
                                  Equals equals = Equals::first);

// Steps of a search that are on the front of its rewards.
std::vector<std::int64_t> front_of(const Found& found);

}  // namespace jacquard::search
