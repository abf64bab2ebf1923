// SPDX-License-Identifier: Apache-2.0
#include "jacquard/schedule/circuit/wide_hold_search.hpp"

#include <algorithm>
#include <catch2/catch.hpp>

#include "jacquard/schedule/circuit/hold_search.hpp"
#include "support/demand_shapes.hpp"

using namespace jacquard;
using schedule::Residue;

namespace {

std::int64_t served_by(const schedule::Matching& columns, std::int64_t hold, const Residue& left) {
  std::int64_t sum = 0;
  for (int row = 0; row < left.ports(); ++row) {
    sum += std::min(hold, left.at(row, base::at(columns, row)));
  }
  return sum;
}

// Its matchings serve all, each as much as any can in its hold, and never more per slot than the
// full search finds.
template <class Search>
void serve_all(const demand::QuantaMatrix& demand, double delta) {
  Residue left(demand);
  REQUIRE(Search::fits(demand.ports(), demand.largest_entry()));
  Search search(left, delta);
  schedule::Schedule schedule(demand.ports());
  const auto longest = demand.largest_line_sum();
  while (!left.empty()) {
    const std::int64_t hold = search.full(longest);
    const std::int64_t served = served_by(search.columns(), hold, left);
    std::vector<std::int64_t> weights;
    for (const std::int64_t count : left.row_major()) weights.push_back(std::min(count, hold));
    REQUIRE(served == schedule::MaxWeightMatching(demand.ports()).solve(weights));
    schedule::HoldSearch full(left, delta);
    const std::int64_t best = full.full(longest);
    const auto rate = [&](std::int64_t quanta, std::int64_t slots) {
      return static_cast<double>(quanta) / (static_cast<double>(slots) + delta);
    };
    CHECK(rate(served, hold) <= rate(served_by(full.columns(), best, left), best) * (1 + 1e-12));
    REQUIRE(left.serve(search.columns(), hold, schedule) > 0);
  }
}

}  // namespace

TEST_CASE("a search over few holds takes the heaviest matching of its hold, whatever counts hold") {
  for (const double delta : {0.0, 3.0, 50.0}) {
    for (std::uint64_t k = 0; k < 4; ++k) {
      const double density = k % 2 == 0 ? 0.3 : 1.0;
      INFO("delta " << delta << ", matrix " << k);
      serve_all<schedule::WideHoldSearch<std::int16_t>>(support::random_demand(17, 255, density, k),
                                                        delta);
      serve_all<schedule::WideHoldSearch<std::int32_t>>(
          support::random_demand(9, 60'000, density, k), delta);
      serve_all<schedule::WideHoldSearch<std::int64_t>>(
          support::random_demand(9, 1'000'000'000, density, k), delta);
    }
  }
}
