// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "jacquard/base/error.hpp"
#include "jacquard/interop/log/log.hpp"
#include "log_files.hpp"

using namespace jacquard;
using namespace jacquard::interop;
using Catch::Contains;

namespace {

std::string fault_of(const tb::Folder& folder) {
  try {
    read_log(folder.path(""));
  } catch (const base::ConfigError& error) {
    return error.what();
  }
  return "none";
}

// Of a line of rank 0, in the world of two with the group "pair".
std::string fault_of_line(const std::string& line) {
  const tb::Folder folder;
  tb::write_pair(folder, line, "");
  return fault_of(folder);
}

std::string fault_of_manifest(const std::string& rest) {
  const tb::Folder folder;
  tb::write_log(folder, rest, {"", ""});
  return fault_of(folder);
}

const std::string kStart = R"({"op": "all_reduce", "call_id": 0, )";

}  // namespace

TEST_CASE("What no rank can have called is refused with its line") {
  CHECK(fault_of_line(kStart + R"("group_id": 1, "shape": [2], "dtype": "torch.float16"})") ==
        "none");
  const std::pair<std::string, std::string> faults[] = {
      {kStart + R"("group_id": 1, "shape": [2], "dtype": "float12"})", "#/dtype"},
      {kStart + R"("group_id": 1, "shape": [2], "dtype": 4})", "#/dtype"},
      {kStart + R"("group_id": 1, "shape": [2]})", "#/dtype"},
      {kStart + R"("group_id": 1, "shape": [-2], "dtype": "int8"})", "#/shape/0"},
      {kStart + R"("group_id": 1, "shape": [1.5], "dtype": "int8"})", "#/shape/0"},
      {kStart + R"("group_id": 1, "shape": 3, "dtype": "int8"})", "#/shape"},
      {kStart + R"("group_id": 1, "dtype": "int8"})", "#/shape"},
      {kStart + R"("group_id": 1, "shape": [4000000000, 4000000000], "dtype": "int8"})", "#/shape"},
      {kStart + R"("group_id": 1, "shape": [99999999999999999999], "dtype": "int8"})", "#/shape/0"},
      {kStart + R"("group_id": 7, "shape": [2], "dtype": "int8"})", "#/group_id"},
      {kStart + R"("group_id": 1, "ranks": [1, 0], "shape": [2], "dtype": "int8"})", "#/ranks"},
      {kStart + R"("group_id": 1, "ranks": [0, 2], "shape": [2], "dtype": "int8"})", "#/ranks/1"},
      {kStart + R"("group_id": 1, "ranks": [0, 0], "shape": [2], "dtype": "int8"})", "#/ranks"},
      {kStart + R"("rank": 1, "group_id": 1, "shape": [2], "dtype": "int8"})", "#/rank"},
      {kStart + R"("group_id": 1, "shape": [2], "dtype": "int8", "colour": 1})", "#/colour"},
      {kStart + R"("compute_flops_before": -1, "shape": [2], "dtype": "int8"})",
       "#/compute_flops_before"},
      {kStart + R"("compute_flops_before": 1e31, "shape": [2], "dtype": "int8"})",
       "#/compute_flops_before"},
      {kStart + R"("compute_flops_before": 1e999, "shape": [2], "dtype": "int8"})", "line 1"},
      {kStart + R"("compute_flops_before": NaN, "shape": [2], "dtype": "int8"})", "line 1"},
      {kStart + R"("group_id": 1, "shape": [2], "dty)", "line 1"},
      {kStart + R"("phase": "sideways", "shape": [2], "dtype": "int8"})", "#/phase"},
      {R"({"op": "all_reduse", "call_id": 0})", "#/op"},
      {R"({"call_id": 0})", "#/op"},
      {R"({"op": "barrier"})", "#/call_id"},
      {R"({"op": "wait", "wait_of": 3})", "#/wait_of"},
      {R"({"op": "compute", "after": [3]})", "#/after"},
      {R"({"op": "send", "call_id": 0, "shape": [2], "dtype": "int8"})", "#/peer"},
      {R"({"op": "send", "call_id": 0, "peer": 0, "shape": [2], "dtype": "int8"})", "#/peer"},
      {R"({"op": "send", "call_id": 0, "peer": 2, "shape": [2], "dtype": "int8"})", "#/peer"},
      {R"({"op": "recv", "call_id": 0, "peer": null, "shape": [2], "dtype": "int8"})", "#/peer"},
      {R"({"op": "all_to_all", "call_id": 0, "shape": [4], "dtype": "int8", "splits": [4]})",
       "#/splits"},
      {R"({"op": "all_to_all", "call_id": 0, "shape": [4], "dtype": "int8", "splits": [4, 1]})",
       "#/splits"},
      {"[1]", "#/0"}};
  for (const auto& [line, where] : faults) {
    CAPTURE(line);
    CHECK_THAT(fault_of_line(line), Contains("class_0.jsonl") && Contains(where));
  }
}

TEST_CASE("A call_id that comes twice is refused with the second line") {
  CHECK_THAT(fault_of_line(
                 "{\"op\": \"barrier\", \"call_id\": 4}\n{\"op\": \"barrier\", \"call_id\": 4}\n"),
             Contains("line 2, #/call_id") && Contains("4, which an earlier line has"));
}

TEST_CASE("A manifest whose ranks, groups or classes do not fit is refused") {
  const std::string classes =
      R"("classes": [{"representative": 0, "ranks": [0, 1], "file": "class_0.jsonl"}])";
  const auto with = [&](const std::string& rest) { return R"("world_size": 2, )" + rest; };
  CHECK(fault_of_manifest(with(R"("groups": [], )" + classes)) == "none");
  const std::pair<std::string, std::string> faults[] = {
      {R"("world_size": 0, "groups": [], )" + classes, "/world_size"},
      {R"("world_size": 1, "groups": [], )" + classes, "/classes/0/ranks/1"},
      {R"("world_size": 3, "groups": [], )" + classes, "rank 2 in none"},
      {with(R"("groups": {}, )" + classes), "/groups"},
      {with(R"("groups": [{"id": 1, "ranks": []}], )" + classes), "/groups/0/ranks"},
      {with(R"("groups": [{"id": 1, "ranks": [0, 5]}], )" + classes), "/groups/0/ranks/1"},
      {with(R"("groups": [{"id": 1, "ranks": [0]}, {"id": 1, "ranks": [1]}], )" + classes),
       "/groups/1/id"},
      {with(R"("groups": [{"id": 0, "ranks": [0]}], )" + classes), "/groups/0/ranks"},
      {with(R"("groups": [], "classes": [
         {"representative": 0, "ranks": [0, 1], "file": "class_0.jsonl"},
         {"representative": 1, "ranks": [1], "file": "class_1.jsonl"}])"),
       "rank 1, which class 0 has too"},
      {with(R"("groups": [], "classes": [
         {"representative": 2, "ranks": [0, 1], "file": "class_0.jsonl"}])"),
       "/representative"},
      {with(R"("groups": [], "classes": [
         {"representative": 0, "ranks": [0, 1], "file": "../class_0.jsonl"}])"),
       "/file"},
      {with(R"("groups": [], "classes": [
         {"representative": 0, "ranks": [0, 1], "file": "class_0.jsonl", "peers": {"1": [1]}}])"),
       "/peers/1"}};
  for (const auto& [manifest, where] : faults) {
    CAPTURE(manifest);
    CHECK_THAT(fault_of_manifest(manifest), Contains("manifest.json") && Contains(where));
  }
}

TEST_CASE("A plain log without the file of a rank is refused, naming the rank") {
  const tb::Folder folder;
  CHECK_THAT(fault_of(folder), Contains("manifest.json, or files such as rank_0.json"));
  folder.file("rank_0.json", "[]");
  CHECK(fault_of(folder) == "none");
  folder.file("rank_2.json", "[]");
  CHECK_THAT(fault_of(folder), Contains("none of rank 1"));
  folder.file("rank_01.json", "[]");
  CHECK(fault_of(folder) == "none");
  folder.file("other_1.json", "[]");
  CHECK_THAT(fault_of(folder), Contains("one file of rank 1"));
}

TEST_CASE("A plain log of lines, and messages told by their two ranks, are read") {
  const tb::Folder folder;
  folder.file("rank_0.jsonl",
              R"({"op": "send", "call_id": 1, "ranks": [0, 1], "shape": [3], "dtype": "int16"})");
  folder.file("rank_1.jsonl",
              R"({"op": "recv", "call_id": 1, "ranks": [0, 1], "shape": [3], "dtype": "int16"})");
  const Log log = read_log(folder.path(""));
  REQUIRE(log.ranks == 2);
  CHECK(log.classes[0].calls[0].peer == 1);
  CHECK(log.classes[1].calls[0].peer == 0);
  CHECK(log.classes[1].calls[0].bytes.count() == 6);
}
