// SPDX-License-Identifier: Apache-2.0
#include "jacquard/search/space.hpp"

#include <catch2/catch.hpp>

#include "support/fault_of.hpp"
#include "unit/search/spaces.hpp"

using namespace jacquard;
using namespace jacquard::search;

namespace {

const char* const kSpace = R"json({
  "environment": {"verb": "train"},
  "dimensions": 2,
  "knobs": {
    "network": {"bandwidth": {"range": [50, 150, 50], "per_dimension": true},
                "topology": {"set": ["Ring", "Switch"], "per_dimension": true}},
    "workload": {"dp": {"powers_of_two": [2, 16]}}},
  "derived": ["whole = sum(bandwidth)", "twice = 2 * whole"],
  "constraints": ["twice <= 400"],
  "base": {"dp": 4, "bandwidth": [50, 100], "topology": ["Ring", "Switch"]},
  "rewards": {
  "fast" : "1 / (time_s * whole)"
}
})json";

base::InputFault fault_with(const std::string& old, const std::string& instead) {
  std::string text = kSpace;
  const auto at = text.find(old);
  REQUIRE(at != std::string::npos);
  text.replace(at, old.size(), instead);
  return tb::input_fault_of([&] { tb::space_of(text); });
}

}  // namespace

TEST_CASE("a knob per dimension is a coordinate for each") {
  const Space space = tb::space_of(kSpace);
  REQUIRE(space.knobs().size() == 5);
  CHECK(space.knobs()[0].name == "bandwidth[0]");
  CHECK(space.knobs()[0].values.size() == 3);
  CHECK(space.knobs()[2].layer == "network");
  CHECK(space.knobs()[4].values.size() == 4);
}

TEST_CASE("a point and its JSON are each other's inverse") {
  const Space space = tb::space_of(kSpace);
  const Point point = {2, 0, 1, 0, 3};
  CHECK(space.show(point).dump() ==
        R"({"bandwidth":[150,50],"topology":["Switch","Ring"],"dp":16})");
  CHECK(space.point_of(config::Json(space.show(point)), {"", ""}) == point);
  CHECK(space.text(point) == "bandwidth=[150,50] topology=[Switch,Ring] dp=16");
}

TEST_CASE("derived knobs read those before them") {
  const Space space = tb::space_of(kSpace);
  const Bindings bindings = space.bindings({2, 0, 1, 0, 3});
  CHECK(std::get<Value>(bindings.at("twice")) == Value{400.0});
}

TEST_CASE("a restricted space holds other knobs at the base") {
  const Space space = tb::space_of(kSpace).restricted_to({"workload", "bandwidth[1]"}, "--knobs");
  std::vector<std::size_t> sizes;
  for (const Knob& knob : space.knobs()) sizes.push_back(knob.values.size());
  CHECK(sizes == std::vector<std::size_t>{1, 3, 1, 1, 4});
  CHECK(space.show(*space.base()) == tb::space_of(kSpace).show(*tb::space_of(kSpace).base()));
  const auto fault =
      tb::input_fault_of([] { tb::space_of(kSpace).restricted_to({"netwrok"}, "--knobs"); });
  CHECK(fault.source == "--knobs");
  CHECK(fault.hint.find("network") != std::string::npos);
}

TEST_CASE("whatever is wrong with a space's file is named with its pointer") {
  CHECK(fault_with("\"dimensions\": 2,", "").where == "/knobs/network/bandwidth/per_dimension");
  CHECK(fault_with("[50, 150, 50]", "[50, 150, 0]").where == "/knobs/network/bandwidth/range");
  CHECK(fault_with("[2, 16]", "[3, 16]").where == "/knobs/workload/dp/powers_of_two");
  CHECK(fault_with("\"Ring\", \"Switch\"]", "\"Ring\", \"Ring\"]").where ==
        "/knobs/network/topology/set/1");
  CHECK(fault_with("\"set\"", "\"sett\"").where == "/knobs/network/topology/sett");
  CHECK(fault_with("\"twice = 2 * whole\"", "\"twice = 2 * whol\"").hint == "nearest is 'whole'");
  CHECK(fault_with("\"twice = 2 * whole\"", "\"whole = 2\"").where == "/derived/1");
  CHECK(fault_with("twice <= 400", "twise <= 400").hint == "nearest is 'twice'");
  CHECK(fault_with("twice <= 400", "twice <=").where == "/constraints/0, column 9");
  CHECK(fault_with("\"dp\": 4", "\"dp\": 5").expected == "one of 2, 4, 8, 16");
  CHECK(fault_with("[50, 100]", "[50]").where == "/base/bandwidth");
  CHECK(fault_with("\"dp\": 4, ", "").where == "/base/dp");
  CHECK(fault_with("{\"dp\": {", "{\"sum\": {").where == "/knobs/workload/sum");
  CHECK(fault_with("\"environment\": {\"verb\": \"train\"},", "").where == "/environment");
}

TEST_CASE("spaces that differ have other fingerprints") {
  std::string other = kSpace;
  other.replace(other.find("400"), 3, "401");
  CHECK(tb::space_of(kSpace).fingerprint() == tb::space_of(kSpace).fingerprint());
  CHECK(tb::space_of(kSpace).fingerprint() != tb::space_of(other).fingerprint());
}
