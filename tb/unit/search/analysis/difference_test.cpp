// SPDX-License-Identifier: Apache-2.0
#include "jacquard/search/analysis/difference.hpp"

#include <catch2/catch.hpp>

#include "unit/search/spaces.hpp"

using namespace jacquard;
using namespace jacquard::search;

TEST_CASE("A difference names knobs and what follows from them, lists with commas") {
  const Space space = tb::space_of(R"json({
    "environment": {}, "dimensions": 2,
    "knobs": {"all": {"dp": {"set": [1, 2, 4]}, "kind": {"set": ["a", "b"]},
                      "links": {"set": [1, 2], "per_dimension": true}}},
    "derived": ["twice = 2 * dp", "count_of_links = sum(links)"],
    "rewards": {"r": "dp"}
  })json");
  const auto at = [&](const char* text) {
    return space.point_of(config::parse_json(text, ""), {"", ""});
  };
  const Point from = at(R"({"dp": 1, "kind": "a", "links": [1, 2]})");
  const Point to = at(R"({"dp": 4, "kind": "a", "links": [2, 1]})");
  CHECK(difference(space, from, from).empty());
  const auto all = difference(space, from, to);
  REQUIRE(all.size() == 3);  // not `kind`, nor the sum of links
  std::vector<std::string> lines;
  for (const Difference& one : all) lines.push_back(one.knob + " " + one.from + " " + one.to);
  CHECK(lines == std::vector<std::string>{"dp 1 4", "links 1,2 2,1", "twice 2 8"});
}
