// SPDX-License-Identifier: Apache-2.0
// Totals are closed forms: 2^N patterns of N requests, N 2^(N-1) of them with somebody who asks.
#include "sim/verify/request_cover.hpp"

#include <catch2/catch.hpp>

using namespace jacquard;
using verify::RequestCover;

namespace {

using Rows = std::vector<base::Word>;

rtl::Covered row_of(const RequestCover& cover, const std::string& kind) {
  for (const rtl::Covered& row : cover.rows()) {
    if (row.kind == kind) return row;
  }
  FAIL("no row " << kind);
  return {};
}

}  // namespace

TEST_CASE("Every pattern of three requests, crossed with who is granted, is counted by hand") {
  RequestCover cover(3, 1, 1);
  cover.clock({0, 1, 1}, {0, 0, 1});
  cover.clock({0, 1, 1}, {0, 1, 0});
  cover.clock({0, 0, 0}, {0, 0, 0});
  const rtl::Covered patterns = row_of(cover, "request patterns");
  CHECK(patterns.hit == 2);
  CHECK(patterns.total == 8);
  CHECK(patterns.missed == "001, 010, 011, 100, 101, 111");
  const rtl::Covered grants = row_of(cover, "patterns x grants");
  CHECK(grants.hit == 2);
  CHECK(grants.total == 3 * 4);
  CHECK(grants.missed.rfind("001 x 0, 010 x 1, 011 x 0", 0) == 0);
  const rtl::Covered asking = row_of(cover, "inputs that ask");
  CHECK(asking.hit == 2);
  CHECK(asking.missed == "one, all");
}

TEST_CASE("Of a fixed order only the first of each pattern can be granted") {
  for (const auto wins : {RequestCover::Wins::lowest, RequestCover::Wins::highest}) {
    RequestCover cover(4, 1, 1, wins);
    for (base::Word pattern = 0; pattern < 16; ++pattern) {
      Rows asked(4), granted(4, 0);
      for (int i = 0; i < 4; ++i) asked[static_cast<std::size_t>(i)] = (pattern >> i) & 1;
      if (pattern != 0) {
        const bool lowest = wins == RequestCover::Wins::lowest;
        const int first = lowest ? base::lowest_bit(pattern) : base::highest_bit(pattern);
        granted[static_cast<std::size_t>(first)] = 1;
      }
      cover.clock(asked, granted);
    }
    CHECK(row_of(cover, "patterns x grants").hit == 15);
    CHECK(row_of(cover, "patterns x grants").total == 15);
  }
}

TEST_CASE("Of N x N each pair, and rows with none, one, some and all requests are told apart") {
  RequestCover cover(2, 4, 4);
  cover.clock({0b1111, 0b0001}, {0b0100, 0b0001});
  cover.clock({0b0110, 0b0000}, {0b0010, 0b0000});
  const rtl::Covered asked = row_of(cover, "pairs requested");
  CHECK(asked.hit == 5);
  CHECK(asked.total == 8);
  CHECK(asked.missed == "1 to 1, 1 to 2, 1 to 3");
  CHECK(row_of(cover, "pairs granted").hit == 3);
  const rtl::Covered rows = row_of(cover, "outputs asked by an input");
  CHECK(rows.hit == 4);
  CHECK(rows.total == 8);
  CHECK(rows.missed == "input 0: none, input 0: one, input 1: some, input 1: all");
}
