// SPDX-License-Identifier: Apache-2.0
#include "jacquard/report/fabric/cdf.hpp"

#include <algorithm>
#include <catch2/catch.hpp>

#include "jacquard/base/rng.hpp"

using namespace jacquard;
using namespace jacquard::report;
using base::Picoseconds;

namespace {

std::vector<Picoseconds> times(const std::vector<std::int64_t>& counts) {
  std::vector<Picoseconds> all;
  for (const std::int64_t count : counts) all.emplace_back(count);
  return all;
}

}  // namespace

TEST_CASE("a distribution climbs by each value's share of the samples") {
  const auto points = cdf(times({30, 10, 20, 20}));
  REQUIRE(points.size() == 3);
  CHECK((points[0].at == Picoseconds{10} && points[0].share == 0.25));
  CHECK((points[1].at == Picoseconds{20} && points[1].share == 0.75));
  CHECK((points[2].at == Picoseconds{30} && points[2].share == 1));
  CHECK(steps(points, Picoseconds{10}) ==
        std::vector<std::pair<double, double>>{
            {1, 0}, {1, 0.25}, {2, 0.25}, {2, 0.75}, {3, 0.75}, {3, 1}});
}

TEST_CASE("no samples have no distribution, and one sample is one step") {
  CHECK(cdf({}).empty());
  CHECK(steps({}, Picoseconds{1}).empty());
  REQUIRE(cdf(times({7, 7})).size() == 1);
  CHECK(cdf(times({7, 7}))[0].share == 1);
}

TEST_CASE("a thinned distribution keeps its ends, and each of its points is exact") {
  base::Rng rng(1, "tb cdf", 0);
  std::vector<std::int64_t> counts;
  for (int i = 0; i < 5000; ++i) counts.push_back(rng.between(0, 1'000'000));
  const auto points = cdf(times(counts), 50);
  std::sort(counts.begin(), counts.end());
  REQUIRE(points.size() == 50);
  CHECK(points.front().at == Picoseconds{counts.front()});
  CHECK(points.back().at == Picoseconds{counts.back()});
  for (const CdfPoint& p : points) {
    const auto at_most = std::upper_bound(counts.begin(), counts.end(), p.at.count());
    CHECK(p.share == static_cast<double>(at_most - counts.begin()) / 5000);
  }
}
