// SPDX-License-Identifier: Apache-2.0
// Demands that every scheduler must cope with.
#pragma once

#include <string>
#include <vector>

#include "jacquard/base/rng.hpp"
#include "jacquard/demand/quanta_matrix.hpp"

namespace jacquard::support {

struct NamedDemand {
  std::string name;
  demand::QuantaMatrix matrix;
};

// A clock whose guard is `guard_slots` slots of 10 ns.
inline demand::SlotClock clock_with_guard(double guard_slots) {
  demand::SlotClock clock;
  clock.slot = base::Picoseconds{10'000};
  clock.guard = base::Picoseconds{static_cast<std::int64_t>(guard_slots * 10'000)};
  return clock;
}

// Entries in 0..largest, each nonzero with `density`.
inline demand::QuantaMatrix random_demand(int ports, std::int64_t largest, double density,
                                          std::uint64_t index, demand::SlotClock clock = {}) {
  base::Rng rng(1, "tb random demand", index);
  std::vector<std::int64_t> counts(static_cast<std::size_t>(ports * ports));
  for (std::int64_t& count : counts) count = rng.chance(density) ? rng.between(1, largest) : 0;
  return {ports, std::move(counts), clock};
}

// Sums of `permutations` random permutations of weights in 1..largest: all line sums are equal.
inline demand::QuantaMatrix balanced_demand(int ports, int permutations, std::int64_t largest,
                                            std::uint64_t index, demand::SlotClock clock = {}) {
  base::Rng rng(1, "tb balanced demand", index);
  std::vector<std::int64_t> counts(static_cast<std::size_t>(ports * ports));
  for (int p = 0; p < permutations; ++p) {
    const std::int64_t weight = rng.between(1, largest);
    const std::vector<int> columns = rng.permutation(ports);
    for (int i = 0; i < ports; ++i) {
      counts[static_cast<std::size_t>(i * ports + columns[static_cast<std::size_t>(i)])] += weight;
    }
  }
  return {ports, std::move(counts), clock};
}

// One matrix of each shape at each size, with entries up to `largest`.
inline std::vector<NamedDemand> demand_shapes(const std::vector<int>& sizes, std::int64_t largest,
                                              demand::SlotClock clock = {}) {
  std::vector<NamedDemand> all;
  for (const int n : sizes) {
    const auto size = static_cast<std::size_t>(n) * static_cast<std::size_t>(n);
    const auto add = [&](const std::string& shape, demand::QuantaMatrix matrix) {
      all.push_back({shape + " " + std::to_string(n), std::move(matrix)});
    };
    add("zero", {n, std::vector<std::int64_t>(size, 0), clock});
    add("full scale", {n, std::vector<std::int64_t>(size, largest), clock});
    add("ones", {n, std::vector<std::int64_t>(size, 1), clock});
    add("dense", random_demand(n, largest, 1, 0, clock));
    add("sparse", random_demand(n, largest, 0.1, 1, clock));
    add("permutation", balanced_demand(n, 1, largest, 2, clock));
    add("balanced", balanced_demand(n, 4, largest, 3, clock));
    std::vector<std::int64_t> single(size, 0);
    single[size / 2] = largest;
    add("single entry", {n, std::move(single), clock});
    std::vector<std::int64_t> skewed(size, 1);
    for (std::size_t i = 0; i < size; i += static_cast<std::size_t>(n)) skewed[i] = largest;
    add("skewed", {n, std::move(skewed), clock});
  }
  return all;
}

}  // namespace jacquard::support
