// SPDX-License-Identifier: Apache-2.0
#include "jacquard/search/analysis/rank_correlation.hpp"

#include <catch2/catch.hpp>
#include <cmath>

using namespace jacquard::search;

TEST_CASE("Equal values share their mean rank") {
  CHECK(ranks_of({1, 2, 2, 3, 4, 4, 4, 9}) == std::vector<double>{1, 2.5, 2.5, 4, 6, 6, 6, 8});
}

// Ten pairs of IQ and hours of television: 1 - 6 x 194 / (10 x 99) = -29/165; 20 pairs of 45
// concordant.
TEST_CASE("Rank correlations are those of their textbook example") {
  const std::vector<double> iq = {106, 100, 86, 101, 99, 103, 97, 113, 112, 110};
  const std::vector<double> hours = {7, 27, 2, 50, 28, 29, 20, 12, 6, 17};
  CHECK(spearman(iq, hours) == Approx(-29.0 / 165));
  CHECK(kendall(iq, hours) == Approx(-1.0 / 9));
}

// scipy 1.10: spearmanr and kendalltau of the same values.
TEST_CASE("Ties count as in scipy") {
  const std::vector<double> a = {1, 2, 2, 3, 4, 4, 4, 9};
  const std::vector<double> b = {3, 1, 2, 2, 5, 5, 7, 6};
  CHECK(spearman(a, b) == Approx(0.7641078192857804));
  CHECK(kendall(a, b) == Approx(0.6004805767690768));
}

TEST_CASE("Correlations are 1 for the same order, -1 for the reverse, and none for a constant") {
  const std::vector<double> up = {1, 2, 30, 31};
  const std::vector<double> down = {9, 8, 7, -6};
  const std::vector<double> same = {5, 5, 5, 5};
  CHECK(spearman(up, up) == Approx(1));
  CHECK(kendall(up, up) == Approx(1));
  CHECK(spearman(up, down) == Approx(-1));
  CHECK(kendall(up, down) == Approx(-1));
  CHECK(std::isnan(spearman(up, same)));
  CHECK(std::isnan(kendall(up, same)));
}
