// SPDX-License-Identifier: Apache-2.0
#include "jacquard/rounds/rounds_file.hpp"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "jacquard/base/error.hpp"
#include "jacquard/base/file.hpp"
#include "jacquard/rounds/names.hpp"
#include "support/same_rounds.hpp"
#include "support/source_tree.hpp"

namespace jacquard::rounds {
namespace {

using nlohmann::json;
using tb::require_same;

TEST_CASE("A file that uses every form of the format says what its keys say") {
  const std::string path = tb::in_source_tree("tb/fuzz/corpus/rounds/all_forms.json");
  const RoundGraph graph = read_rounds(path);
  REQUIRE(graph.rounds.size() == 4);
  CHECK(graph.collectives[1].npu(3) == 2);
  CHECK(graph.rounds[0].permutation == SymbolicPermutation::flip(0, 1));
  CHECK(graph.rounds[0].bytes == base::Bytes{3072});
  CHECK(graph.rounds[1].pieces[3] == DigitRule{1, 2, -1, 0, 3});
  CHECK(graph.rounds[2].uneven[1] == base::Bytes{2});
  CHECK(graph.rounds[2].after == RoundSet{0, 1});
  CHECK(graph.rounds[3].permutation ==
        SymbolicPermutation::map_ranks({kNobody, kNobody, kNobody, 0}));
  require_same(parse_rounds(rounds_text(graph), "test"), graph);
}

json small() {
  return json::parse(R"({"format":"jacquard-rounds","version":1,
    "channels":[{"dimension":0,"direction":"up"}],
    "collectives":[{"kind":"all-reduce","shape":[4],"involved":[0],"pieces":[4],"chunks":1,
                    "bytes":"4 KiB"}],
    "rounds":[
      {"permutation":{"digit":0,"shift":1},"action":"reduce","bytes":"1 KiB","repeat":3,
       "pieces":[{"digit":0,"add":-1,"step":-1,"modulus":4}]},
      {"permutation":{"digit":0,"shift":1},"bytes":"1 KiB","after":[0],
       "pieces":[{"digit":0,"modulus":4}]}]})");
}

std::string fault_of(const json& file) {
  try {
    parse_rounds(file.dump(), "mine.json");
  } catch (const base::ConfigError& error) {
    return error.what();
  }
  return "";
}

TEST_CASE("A wrong value is answered with its pointer and what belongs there") {
  CHECK(fault_of(small()) == "");
  struct Case {
    const char* pointer;
    json value;
    const char* answer;
  };
  const std::vector<Case> cases = {
      {"/format", "rounds", "/format: expected \"jacquard-rounds\""},
      {"/version", 2, "/version: expected a whole number in 1..1"},
      {"/channels/0/direction", "upp", "did you mean 'up'?"},
      {"/collectives/0/kind", "all-reduze", "/collectives/0/kind"},
      {"/collectives/0/shape", json::array({1024, 1024, 2}), "product of at most 1048576"},
      {"/collectives/0/shape/0", 0, "/collectives/0/shape/0: expected a whole number in 1.."},
      {"/collectives/0/involved/0", 1, "/collectives/0/involved"},
      {"/collectives/0/bytes", 4096, "/collectives/0/bytes: expected a size"},
      {"/collectives/0/bytes", "4 lb", "/collectives/0/bytes"},
      {"/collectives/0/npus", json::array({0, 1, 1, 2}), "/collectives/0/npus"},
      {"/rounds/0/chunk", 1, "/rounds/0/chunk: expected a number in 0..0"},
      {"/rounds/0/channel", 1, "/rounds/0/channel"},
      {"/rounds/0/permutation", json::object(), "a digit with one of shift, flip and map"},
      {"/rounds/0/permutation/digit", 1, "/rounds/0/permutation: expected"},
      {"/rounds/0/permutation/map", json::array({1, 2}), "/rounds/0/permutation: expected"},
      {"/rounds/0/pieces/0/modulus", 3, "/rounds/0/pieces/0/modulus: expected a divisor of 4"},
      {"/rounds/0/repeat", 0, "/rounds/0/repeat"},
      {"/rounds/0/bytes", "-1 B", "/rounds/0/bytes"},
      {"/rounds/0/bytes", "3000 PB", "less than 4e18 bytes"},
      {"/rounds/1/after/0", 2, "/rounds/1/after/0: expected a whole number in 0..1"},
      {"/rounds/1/after/0", json::array({1, 0}), "/rounds/1/after/0: expected [first, last]"},
      {"/rounds/1/aftr", 0, "did you mean 'after'?"},
  };
  for (const Case& c : cases) {
    json file = small();
    file[json::json_pointer(c.pointer)] = c.value;
    INFO(c.pointer << " = " << c.value);
    const std::string answer = fault_of(file);
    CHECK_THAT(answer, Catch::StartsWith("mine.json#/") && Catch::Contains(c.answer));
  }
}

TEST_CASE("Rounds that wait for each other are named, and so are those in the wrong order") {
  json file = small();
  file["rounds"].push_back(file["rounds"][1]);
  file["rounds"][0]["after"] = {2};
  file["rounds"][2]["after"] = {1};
  CHECK_THAT(fault_of(file), Catch::Contains("/rounds/0/after") &&
                                 Catch::Contains("0 -> 2 -> 1 -> 0 wait for each other"));
  file["rounds"][1].erase("after");
  CHECK_THAT(fault_of(file),
             Catch::Contains("/rounds/0/after: expected rounds before 0, found 2") &&
                 Catch::Contains("list each round after those it waits for"));
  file["rounds"][0]["after"] = {0};
  CHECK_THAT(fault_of(file), Catch::Contains("0 -> 0 wait for each other"));
  // Who only waits for the circle is not in it.
  file["rounds"][0]["after"] = {1};
  file["rounds"][1]["after"] = {2};
  file["rounds"][2]["after"] = {1};
  CHECK_THAT(fault_of(file), Catch::Contains("/rounds/1/after") &&
                                 Catch::Contains("found 1 -> 2 -> 1 wait for each other"));
}

TEST_CASE("A missing key is asked for") {
  for (const char* key : {"format", "version", "channels", "collectives", "rounds"}) {
    json file = small();
    file.erase(key);
    CHECK_THAT(fault_of(file),
               Catch::Contains(std::string("/") + key) && Catch::Contains("found nothing"));
  }
  for (const char* key : {"permutation", "bytes"}) {
    json file = small();
    file["rounds"][1].erase(key);
    CHECK_THAT(fault_of(file), Catch::Contains(std::string("/rounds/1/") + key));
  }
}

}  // namespace
}  // namespace jacquard::rounds
