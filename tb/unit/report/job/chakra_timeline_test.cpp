// SPDX-License-Identifier: Apache-2.0
#include "jacquard/report/job/chakra_timeline.hpp"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "jacquard/report/timeline/trace_events.hpp"

using namespace jacquard;
using interop::ChakraTrace;
using interop::RankTraces;

namespace {

ChakraTrace trace_of(const char* json) { return interop::parse_chakra_json(json, "t.json"); }

// a (3 us) -> b; a -> c (4 us) -> d; e (5 us) alone.
const char* const kGraph = R"({"nodes": [
  {"id": 1, "name": "a", "type": "COMP", "duration_micros": 3,
   "attr": {"num_ops": 100, "tensor_size": 8}},
  {"id": 2, "name": "b", "type": "COMM_COLL", "data_deps": [1],
   "attr": {"comm_type": 0, "comm_size": 1000}},
  {"id": 3, "name": "c", "type": "COMP", "ctrl_deps": [1], "duration_micros": 4,
   "attr": {"num_ops": 10, "tensor_size": 2}},
  {"id": 4, "name": "d", "type": "COMM_COLL", "data_deps": [3],
   "attr": {"comm_type": 2, "comm_size": 7, "pg_name": "5"}},
  {"id": 5, "name": "e", "type": "MEM_LOAD", "duration_micros": 5, "attr": {"tensor_size": 64}}]})";

nlohmann::json shown(const RankTraces& ranks) {
  return nlohmann::json::parse(report::trace_events(report::chakra_timeline(ranks)));
}

nlohmann::json event(const nlohmann::json& timeline, const std::string& name) {
  for (const auto& e : timeline["traceEvents"]) {
    if (e["ph"] == "X" && e["name"] == name) return e;
  }
  return nullptr;
}

}  // namespace

TEST_CASE("a timeline begins each node when what it waits for has ended") {
  RankTraces ranks;
  ranks.distinct = {trace_of(kGraph)};
  ranks.of_rank = {0, 0};
  const nlohmann::json timeline = shown(ranks);
  CHECK(timeline["traceEvents"][0]["args"]["name"] == "ranks 0, 1");
  CHECK(event(timeline, "a")["ts"] == 0);
  CHECK(event(timeline, "c")["ts"] == 3);
  CHECK(event(timeline, "c")["dur"] == 4);
  CHECK(event(timeline, "d")["ts"] == 7);
  CHECK(event(timeline, "e")["ts"] == 0);
  CHECK(event(timeline, "b")["args"]["comm_size"] == 1000);
  CHECK(event(timeline, "a")["tid"] != event(timeline, "b")["tid"]);
}

TEST_CASE("a timeline keeps recorded times, and lays what overlaps side by side") {
  RankTraces ranks;
  ranks.distinct = {trace_of(R"({"nodes": [
      {"id": 1, "name": "x", "type": "COMP", "start_micros": 100, "duration_micros": 50},
      {"id": 2, "name": "y", "type": "COMP", "start_micros": 120, "duration_micros": 10},
      {"id": 3, "name": "z", "type": "COMP", "start_micros": 150, "duration_micros": 10}]})")};
  ranks.of_rank = {0};
  const nlohmann::json timeline = shown(ranks);
  CHECK(event(timeline, "y")["ts"] == 120);
  CHECK(event(timeline, "x")["tid"] != event(timeline, "y")["tid"]);
  CHECK(event(timeline, "x")["tid"] == event(timeline, "z")["tid"]);
}

TEST_CASE("a run's timeline has its ranks' own names, and each node by its id, to the picosecond") {
  RankTraces ranks;
  ranks.distinct = {trace_of(R"({"nodes": [
      {"id": 7, "name": "later", "type": "COMP", "data_deps": [3]},
      {"id": 3, "name": "first", "type": "COMP"}]})")};
  ranks.of_rank = {0, 0};
  const report::Timeline timeline =
      report::run_timeline(ranks, {{"NPU 1", 1, {{0, 1'000'001}, {1'000'001, 1'000'003}}}});
  REQUIRE(timeline.groups.size() == 1);
  CHECK(timeline.groups[0].name == "NPU 1");
  const std::string text = report::trace_events(timeline);
  CHECK(text.find(R"("ts":0.000000,"dur":1.000001,"name":"first")") != std::string::npos);
  CHECK(text.find(R"("ts":1.000001,"dur":0.000002,"name":"later")") != std::string::npos);
}
