// SPDX-License-Identifier: Apache-2.0
// Casts as files say them, and what is wrong with some.
#include <catch2/catch.hpp>

#include "jacquard/base/error.hpp"
#include "jacquard/rounds/rounds_file.hpp"

namespace jacquard::rounds {
namespace {

// In two groups of three: all add to the second member.
std::string file(const std::string& cast, const std::string& pieces = "[]") {
  return R"({"format":"jacquard-rounds","version":1,"channels":[{"dimension":0}],)"
         R"("collectives":[{"kind":"reduce","shape":[3,2],"involved":[0],"root":1,"pieces":[3],)"
         R"("bytes":"6 B"}],"rounds":[{"cast":)" +
         cast + R"(,"pieces":)" + pieces + R"(,"bytes":"6 B"}]})";
}

std::string fault_of(const std::string& text) {
  try {
    parse_rounds(text, "own");
  } catch (const base::ConfigError& error) {
    return error.what();
  }
  return "";
}

TEST_CASE("A cast names its groups, who sends and who receives") {
  const RoundGraph graph = parse_rounds(file(R"({"digit":0,"from":[0,2],"to":[1,1]})"), "own");
  const Shape& shape = graph.collectives[0].shape;
  const Cast& cast = *graph.rounds[0].cast;
  CHECK(cast.adds());
  CHECK(cast.senders_of(shape, cast.group(shape, 4)) == std::vector<int>{3, 4, 5});
  CHECK(cast.receivers_of(shape, 3) == std::vector<int>{4});
  CHECK(totals(graph).messages == 6);
  CHECK(totals(graph).bytes == base::Bytes{36});
  CHECK(first_cast(graph) == 0);
}

TEST_CASE("Groups outside their ranges take no part") {
  const RoundGraph graph =
      parse_rounds(file(R"({"digit":0,"from":[1,1],"to":[0,2],"groups":[[0,2],[1,1]]})"), "own");
  const Shape& shape = graph.collectives[0].shape;
  const Cast& cast = *graph.rounds[0].cast;
  CHECK_FALSE(cast.adds());
  CHECK(cast.group(shape, 2) == kNobody);
  CHECK(cast.receives(shape, 5));
  CHECK_FALSE(cast.receives(shape, 2));
  CHECK(cast.messages(shape) == 1);
}

TEST_CASE("What is written of a cast is read back as the same") {
  const std::string text = file(R"({"digit":0,"from":[0,2],"to":[1,1],"groups":[[0,2],[0,1]]})");
  const RoundGraph graph = parse_rounds(text, "own");
  const RoundGraph again = parse_rounds(rounds_text(graph), "again");
  CHECK(again.rounds[0].cast == graph.rounds[0].cast);
}

TEST_CASE("What is wrong with a cast is said where it stands") {
  CHECK_THAT(fault_of(file(R"({"digit":2,"from":[0,2],"to":[1,1]})")),
             Catch::Contains("/rounds/0/cast") && Catch::Contains("digit 2 of a shape with 2"));
  CHECK_THAT(fault_of(file(R"({"digit":0,"from":[0,3],"to":[1,1]})")),
             Catch::Contains("senders 0..3 of digit 0, which has 0..2"));
  CHECK_THAT(fault_of(file(R"({"digit":0,"from":[0,2]})")), Catch::Contains("/rounds/0/cast/to"));
  CHECK_THAT(fault_of(file(R"({"digit":0,"from":[0,2],"to":[1]})")),
             Catch::Contains("/rounds/0/cast/to: expected [first, last]"));
  CHECK_THAT(fault_of(file(R"({"digit":0,"from":[0,2],"to":[1,1],"groups":[[0,2]]})")),
             Catch::Contains("1 ranges of groups for 2 digits"));
  CHECK_THAT(fault_of(file(R"({"digit":0,"from":[1,1],"to":[1,1]})")),
             Catch::Contains("one rank alone"));
  // Each sender would bring another piece.
  CHECK_THAT(fault_of(file(R"({"digit":0,"from":[0,2],"to":[1,1]})", R"([{"modulus":3}])")),
             Catch::Contains("/rounds/0/pieces/0/digit") && Catch::Contains("in common"));
}

}  // namespace
}  // namespace jacquard::rounds
