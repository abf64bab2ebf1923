// SPDX-License-Identifier: Apache-2.0
// COSMIC's spaces, counted by hand: four powers of two multiply to 1,024 in C(13, 3) = 286 ways,
// four of 4, 8 and 16 in C(5, 3) = 10.
#include <catch2/catch.hpp>

#include "jacquard/base/file.hpp"
#include "jacquard/search/feasible.hpp"
#include "unit/search/spaces.hpp"

using namespace jacquard;
using namespace jacquard::search;

namespace {

constexpr double kCollective = 2 * (4 * 4 * 4 * 4) * 32 * 2;
constexpr double kTopologies = 3 * 3 * 3 * 3;
constexpr double kBandwidths = 5 * 5 * 5 * 5;

std::string table1() {
  return base::read_file(JACQUARD_SOURCE_DIR "/configs/spaces/cosmic_table1.json");
}

}  // namespace

TEST_CASE("COSMIC's Table 1 has 7.69e13 points, whatever the network's size") {
  std::string text = table1();
  const std::string constraints = R"(["total == 1024", "dp * sp * pp <= total"])";
  const std::size_t at = text.find(constraints);
  REQUIRE(at != std::string::npos);
  text.replace(at, constraints.size(), R"(["dp * sp * pp <= 1024"])");
  const FeasibleSet set(tb::space_of(text));
  CHECK(set.feasible() == 76859228160000.0);
  CHECK(set.feasible() == 286 * 2 * kCollective * kTopologies * (3 * 3 * 3 * 3) * kBandwidths);
}

TEST_CASE("Of COSMIC's Table 1 one point in 8.1 has a network of 1,024 NPUs") {
  const Space space = tb::space_of(table1());
  const FeasibleSet set(space);
  CHECK(set.points() ==
        11.0 * 11 * 11 * 2 * kCollective * kTopologies * (3 * 3 * 3 * 3) * kBandwidths);
  CHECK(set.feasible() == 286 * 10 * 2 * kCollective * kTopologies * kBandwidths);
  REQUIRE(space.base());
  CHECK(set.contains(*space.base()));
  base::Rng rng(1, "cosmic");
  for (int k = 0; k < 1000; ++k) CHECK(set.why_not(set.sample(rng)).empty());
}
