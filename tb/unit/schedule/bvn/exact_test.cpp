// SPDX-License-Identifier: Apache-2.0
#include "jacquard/schedule/bvn/exact.hpp"

#include <lemon/list_graph.h>
#include <lemon/matching.h>

#include <algorithm>
#include <catch2/catch.hpp>

#include "jacquard/schedule/check.hpp"
#include "support/demand_shapes.hpp"

using namespace jacquard;
using schedule::ExactBvn;
using schedule::kUnmatched;
using schedule::Schedule;

namespace {

void check_exact(const demand::QuantaMatrix& matrix, const Schedule& found) {
  const schedule::Verdict verdict = schedule::check(matrix, found);
  CHECK(verdict.fault == "");
  CHECK(verdict.served_quanta == matrix.total());
  CHECK(verdict.useless_pairs == 0);
  CHECK(found.slots() == matrix.largest_line_sum());
}

void check_shapes(const std::vector<int>& sizes, std::int64_t largest) {
  for (const auto& [name, matrix] : support::demand_shapes(sizes, largest)) {
    INFO(name);
    check_exact(matrix, schedule::exact(matrix, {}));
  }
}

int largest_matching_by_lemon(const std::vector<std::int64_t>& residue, int ports) {
  lemon::ListGraph graph;
  std::vector<lemon::ListGraph::Node> nodes;
  for (int k = 0; k < 2 * ports; ++k) nodes.push_back(graph.addNode());
  for (std::size_t cell = 0; cell < residue.size(); ++cell) {
    const auto n = static_cast<std::size_t>(ports);
    if (residue[cell] > 0) graph.addEdge(nodes[cell / n], nodes[n + cell % n]);
  }
  lemon::MaxMatching<lemon::ListGraph> oracle(graph);
  oracle.run();
  return oracle.matchingSize();
}

}  // namespace

TEST_CASE("an exact schedule takes D slots and sets no useless pair, at every size and shape") {
  check_shapes({1, 2, 3, 5, 16, 63, 64, 65}, 1000);
  check_shapes({128, 200}, 15);
}

TEST_CASE("exact counts of bytes, up to the largest entry, are decomposed in 64 bits") {
  check_shapes({1, 2, 3, 16, 65}, demand::kMaxEntry.count());
  // Either side of the largest line sum that 32 bits hold.
  const std::int64_t edge = std::int64_t{1} << 31;
  for (const std::int64_t entry : {edge - 2, edge - 1, edge}) {
    const demand::QuantaMatrix matrix(2, {entry - 5, 5, 0, entry - 1});
    check_exact(matrix, schedule::exact(matrix, {}));
  }
}

TEST_CASE("every demand of three ports and entries up to 2 is served in D slots, the optimum") {
  for (int code = 0; code < 19'683; ++code) {
    std::vector<std::int64_t> counts;
    for (int k = 0, rest = code; k < 9; ++k, rest /= 3) counts.push_back(rest % 3);
    const demand::QuantaMatrix matrix(3, std::move(counts));
    const Schedule found = schedule::exact(matrix, {});
    const bool good = found.slots() == matrix.largest_line_sum() &&
                      schedule::check(matrix, found).valid &&
                      schedule::check(matrix, found).useless_pairs == 0;
    if (!good) FAIL_CHECK("demand " << code);
  }
  SUCCEED();
}

TEST_CASE(
    "with equal line sums every setting is a maximum matching of what is left, so a full one") {
  for (const int ports : {2, 7, 16, 40}) {
    const demand::QuantaMatrix matrix = support::balanced_demand(ports, 6, 50, 4);
    const Schedule found = schedule::exact(matrix, {});
    std::vector<std::int64_t> residue(matrix.row_major().begin(), matrix.row_major().end());
    for (schedule::SettingCursor s(found); !s.done(); s.next()) {
      CHECK(largest_matching_by_lemon(residue, ports) == ports);
      for (int row = 0; row < ports; ++row) {
        const int column = s.columns()[static_cast<std::size_t>(row)];
        REQUIRE(column != kUnmatched);
        std::int64_t& left = residue[static_cast<std::size_t>(row * ports + column)];
        left -= s.hold();
        REQUIRE(left >= 0);
      }
    }
    CHECK(std::count(residue.begin(), residue.end(), 0) == ports * ports);
  }
}

TEST_CASE("a critical line is connected in every setting of an exact schedule") {
  // Row 2 alone has the largest sum, so an idle slot of it would be a slot too many.
  const demand::QuantaMatrix matrix(3, {1, 0, 4, 0, 2, 0, 5, 6, 7});
  const Schedule found = schedule::exact(matrix, {});
  for (schedule::SettingCursor s(found); !s.done(); s.next()) CHECK(s.columns()[2] != kUnmatched);
  CHECK(found.slots() == 18);
}

TEST_CASE("lines with slack wait for each other, so few settings do where lines are unequal") {
  // Of 64 x 64 entries from 1 to 1,000 all but the fullest lines have slack: some 10 % of the
  // slots.
  for (std::uint64_t index = 0; index < 3; ++index) {
    const demand::QuantaMatrix matrix = support::random_demand(64, 1000, 1, index);
    const Schedule found = schedule::exact(matrix, {});
    check_exact(matrix, found);
    CHECK(found.permutations() < 64 * 64 / 4);
  }
}

TEST_CASE("a line without slack never waits") {
  // Row 0 is as long as the schedule, and its pairs run out while all others are held.
  const demand::QuantaMatrix matrix(3, {1, 1, 1, 3, 0, 0, 0, 0, 1});
  check_exact(matrix, schedule::exact(matrix, {}));
  const demand::QuantaMatrix loose(3, {2, 2, 2, 1, 0, 1, 0, 1, 0});
  check_exact(loose, schedule::exact(loose, {}));
}

TEST_CASE("one object decomposes demands of changing size, width and shape, each exactly") {
  ExactBvn bvn;
  for (const auto& [name, matrix] : support::demand_shapes({65, 3, 16}, 100)) {
    INFO(name);
    check_exact(matrix, bvn.decompose(matrix));
  }
  for (const auto& [name, matrix] : support::demand_shapes({16}, std::int64_t{1} << 40)) {
    INFO(name);
    check_exact(matrix, bvn.decompose(matrix));
  }
}

TEST_CASE("a warm start keeps a first matching that still has demand") {
  const demand::QuantaMatrix swap(2, {0, 3, 3, 0});
  const demand::QuantaMatrix ones(2, {1, 1, 1, 1});
  const auto first_column_of_row_0 = [](const Schedule& s) {
    return schedule::SettingCursor(s).columns()[0];
  };
  ExactBvn bvn;
  bvn.decompose(swap);
  const Schedule warm = bvn.decompose(ones);
  CHECK(first_column_of_row_0(warm) == 1);
  check_exact(ones, warm);
  bvn.forget();
  CHECK(first_column_of_row_0(bvn.decompose(ones)) == 0);
}

TEST_CASE("a forgetful object gives the schedules that exact() gives") {
  ExactBvn bvn;
  for (std::uint64_t index = 0; index < 5; ++index) {
    const demand::QuantaMatrix matrix = support::random_demand(20, 90, 0.5, index);
    bvn.forget();
    const Schedule kept = bvn.decompose(matrix);
    const Schedule fresh = schedule::exact(matrix, {});
    REQUIRE(kept.permutations() == fresh.permutations());
    for (schedule::SettingCursor a(kept), b(fresh); !a.done(); a.next(), b.next()) {
      CHECK((a.columns() == b.columns() && a.hold() == b.hold()));
    }
  }
}

TEST_CASE("multiplied by a power of two, an exact schedule holds its settings that much longer") {
  for (const int shift : {1, 13, 40}) {
    const demand::QuantaMatrix counts = support::random_demand(9, 90, 0.6, 3);
    std::vector<std::int64_t> larger(counts.row_major().begin(), counts.row_major().end());
    for (std::int64_t& count : larger) count <<= shift;
    const demand::QuantaMatrix bytes(9, std::move(larger));
    const Schedule small = schedule::exact(counts, {});
    const Schedule large = schedule::exact(bytes, {});
    CHECK(schedule::check(bytes, large).valid);
    REQUIRE(small.permutations() == large.permutations());
    for (schedule::SettingCursor a(small), b(large); !a.done(); a.next(), b.next()) {
      CHECK(a.columns() == b.columns());
      CHECK(a.hold() << shift == b.hold());
    }
  }
}
