// SPDX-License-Identifier: Apache-2.0
#include "jacquard/schedule/bvn/maximal.hpp"

#include <algorithm>
#include <catch2/catch.hpp>

#include "jacquard/schedule/check.hpp"
#include "support/demand_shapes.hpp"

using namespace jacquard;
using schedule::kUnmatched;
using schedule::Schedule;

namespace {

// Pairs with something left whose row and column are both idle in some setting.
int missed_pairs(const demand::QuantaMatrix& matrix, const Schedule& found) {
  const int n = matrix.ports();
  std::vector<std::int64_t> residue(matrix.row_major().begin(), matrix.row_major().end());
  int missed = 0;
  for (schedule::SettingCursor s(found); !s.done(); s.next()) {
    std::vector<bool> column_used(static_cast<std::size_t>(n), false);
    for (const int column : s.columns()) {
      if (column != kUnmatched) column_used[static_cast<std::size_t>(column)] = true;
    }
    for (int row = 0; row < n; ++row) {
      const int set = s.columns()[static_cast<std::size_t>(row)];
      for (int column = 0; column < n; ++column) {
        std::int64_t& left = residue[static_cast<std::size_t>(row * n + column)];
        if (set == column) left = std::max(left - s.hold(), std::int64_t{0});
        if (set == kUnmatched && !column_used[static_cast<std::size_t>(column)]) missed += left > 0;
      }
    }
  }
  return missed;
}

void check_maximal(const std::string& name, const demand::QuantaMatrix& matrix) {
  INFO(name);
  const Schedule found = schedule::maximal(matrix, {});
  const schedule::Verdict verdict = schedule::check(matrix, found);
  CHECK(verdict.fault == "");
  CHECK(verdict.served_quanta == matrix.total());
  CHECK(verdict.idle_quanta == 0);
  CHECK(verdict.useless_pairs == 0);
  CHECK(found.slots() <= std::max<std::int64_t>(2 * matrix.largest_line_sum() - 1, 0));
  CHECK(missed_pairs(matrix, found) == 0);
}

}  // namespace

TEST_CASE("every setting of a maximal schedule is maximal on what is left, and none idles") {
  for (const auto& [name, matrix] : support::demand_shapes({1, 2, 3, 5, 16, 63, 64, 65}, 40)) {
    check_maximal(name, matrix);
  }
  for (const int ports : {128, 200}) {
    check_maximal("sparse", support::random_demand(ports, 20, 0.05, 7));
    check_maximal("balanced", support::balanced_demand(ports, 5, 9, 8));
  }
}

TEST_CASE("a maximal schedule of exact bytes up to the largest entry does not overflow") {
  for (const auto& [name, matrix] : support::demand_shapes({1, 3, 65}, demand::kMaxEntry.count())) {
    check_maximal(name, matrix);
  }
}

TEST_CASE("a port that comes free takes the lowest partner that is free too") {
  // (0,0) ends first and row 0 must wait for column 1, which row 1 holds until slot 3.
  const demand::QuantaMatrix matrix(2, {1, 2, 0, 3});
  const Schedule found = schedule::maximal(matrix, {});
  REQUIRE(found.permutations() == 3);
  CHECK(found.hold(0) == 1);
  CHECK(found.hold(1) == 2);
  CHECK(found.hold(2) == 2);
  CHECK(found.slots() == 5);  // D is 5: column 1
}

TEST_CASE("multiplied by a power of two, a maximal schedule holds its settings that much longer") {
  for (const int shift : {1, 13, 40}) {
    const demand::QuantaMatrix counts = support::random_demand(9, 90, 0.6, 3);
    std::vector<std::int64_t> larger(counts.row_major().begin(), counts.row_major().end());
    for (std::int64_t& count : larger) count <<= shift;
    const demand::QuantaMatrix bytes(9, std::move(larger));
    const Schedule small = schedule::maximal(counts, {});
    const Schedule large = schedule::maximal(bytes, {});
    CHECK(schedule::check(bytes, large).valid);
    REQUIRE(small.permutations() == large.permutations());
    for (schedule::SettingCursor a(small), b(large); !a.done(); a.next(), b.next()) {
      CHECK(a.columns() == b.columns());
      CHECK(a.hold() << shift == b.hold());
    }
  }
}
