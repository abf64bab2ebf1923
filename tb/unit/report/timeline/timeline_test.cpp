// SPDX-License-Identifier: Apache-2.0
#include "jacquard/report/timeline/timeline.hpp"

#include <catch2/catch.hpp>

using namespace jacquard;

TEST_CASE("lanes without spans go, and spans and marks stay on their lanes") {
  report::Timeline t;
  const int group = t.add_group(0, "chip");
  for (const char* name : {"a", "b", "c", "d"}) t.add_lane(group, 0, name);
  t.spans = {{3, 0, 1}, {1, 0, 1}};
  t.marks = {{3, 0, 1, "x"}};
  t = report::without_empty_lanes(std::move(t));
  REQUIRE(t.lanes.size() == 2);
  CHECK(t.lanes[0].name == "b");
  CHECK(t.lanes[1].name == "d");
  CHECK(t.spans[0].lane == 1);
  CHECK(t.spans[1].lane == 0);
  CHECK(t.marks[0].lane == 1);
}
