// SPDX-License-Identifier: Apache-2.0
#include "jacquard/demand/flow.hpp"

#include <catch2/catch.hpp>

#include "jacquard/base/error.hpp"
#include "support/folder.hpp"

namespace jacquard::demand {
namespace {

std::vector<Flow> read(const std::string& text) {
  const tb::Folder folder;
  return read_flows(folder.file("flows.txt", text));
}

}  // namespace

TEST_CASE("flows of a matrix are its entries row by row without the zeros") {
  const DemandMatrix demand(2, {5, 0, 7, 9});
  const auto flows = flows_of(demand);
  REQUIRE(flows.size() == 3);
  CHECK(flows[0].source == 0);
  CHECK(flows[0].destination == 0);
  CHECK(flows[0].size.count() == 5);
  CHECK(flows[1].source == 1);
  CHECK(flows[1].destination == 0);
  CHECK(flows[2].destination == 1);
  CHECK(flows[2].size.count() == 9);
  CHECK(flows[2].start.count() == 0);
  CHECK(flows_of(DemandMatrix(3)).empty());
}

TEST_CASE("a file of flows may use blanks, commas, comments and empty lines") {
  const auto flows = read("# four columns\n0 1 16000000 0\n\n  2,3,4,5\n6 , 7\t,8  , 1e6\r\n");
  REQUIRE(flows.size() == 3);
  CHECK(flows[0].size.count() == 16'000'000);
  CHECK(flows[1].source == 2);
  CHECK(flows[1].destination == 3);
  CHECK(flows[1].size.count() == 4);
  CHECK(flows[1].start.count() == 5);
  CHECK(flows[2].source == 6);
  CHECK(flows[2].destination == 7);
  CHECK(flows[2].size.count() == 8);
  CHECK(flows[2].start.count() == 1'000'000);
}

TEST_CASE("what is wrong with a file of flows is named with its line") {
  const auto [text, complaint] = GENERATE(table<const char*, const char*>({
      {"0 1 2 0\n0 1 2", "no start_ps"},
      {"0 1 2 0\n0 1", "no bytes"},
      {"0 1 2 0\n0 1 -2 0", "'-2'"},
      {"0 1 2 0\n0 1 nan 0", "'nan'"},
      {"0 1 2 0\n0 1 inf 0", "'inf'"},
      {"0 1 2 0\n0 1 1e300 0", "'1e300'"},
      {"0 1 2 0\n0 1 1.5 0", "'1.5'"},
      {"0 1 2 0\n0 1 2x 0", "'2x'"},
      {"0 1 2 0\n0 1 2 0 3", "no more"},
      {"0 1 2 0\n0 1 2 0 x", "no more"},
      {"0 1 2 0\n0 1 2 0,", "no more"},
      {"0 1 2 0\n0,,2,0", "nothing"},
      {"0 1 2 0\n,0,2,0", "nothing"},
      {"0 1 2 0\n0 1 2,", "nothing"},
      {"0 1 2 0\n5000 1 2 0", "0..1023"},
      {"0 1 2 0\n0 1024 2 0", "0..1023"},
      {"0 1 2 0\n0 1 2 1e18", "start_ps"},
      {"0 1 2 0\n0 1 \x01 0", "binary"},
  }));
  CAPTURE(text);
  CHECK_THROWS_AS(read(text), base::ConfigError);
  CHECK_THROWS_WITH(read(text), Catch::Contains("flows.txt") && Catch::Contains("line 2") &&
                                    Catch::Contains(complaint));
}

TEST_CASE("a file without a flow is refused") {
  CHECK_THROWS_WITH(read(""), Catch::Contains("at least one flow"));
  CHECK_THROWS_WITH(read("# nothing\n\n"), Catch::Contains("at least one flow"));
  CHECK_THROWS_AS(read_flows("/no/such/file"), base::ConfigError);
}

}  // namespace jacquard::demand
