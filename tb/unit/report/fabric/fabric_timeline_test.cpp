// SPDX-License-Identifier: Apache-2.0
#include "jacquard/report/fabric/fabric_timeline.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

#include "jacquard/base/rng.hpp"
#include "jacquard/report/fabric/timeline_events.hpp"
#include "jacquard/report/timeline/trace_events.hpp"

using namespace jacquard;
using namespace jacquard::report;
using base::Bytes;
using base::Picoseconds;
using nlohmann::json;
using schedule::kUnmatched;

namespace {

Picoseconds ps(std::int64_t count) { return Picoseconds{count}; }

// Two ports: set after 10 ns of guard, held for 1 us and 1 ps, then swapped, the second pair gone.
FabricRun small_run() {
  FabricRun run;
  run.fabric = "circuit";
  run.traffic = "two flows";
  run.completion = ps(2'020'001);
  run.flows = {{0, 0, Bytes{100}, ps(0), ps(1'010'001)},
               {0, 1, Bytes{200}, ps(0), ps(2'020'001)},
               {1, 1, Bytes{50}, ps(0), ps(1'010'001)}};
  run.settings = {{"", ps(0), ps(10'000), ps(1'010'001), {0, 1}},
                  {"", ps(1'010'001), ps(1'020'001), ps(2'020'001), {1, kUnmatched}}};
  run.activities = {{"npu 10", "late", ps(0), ps(1)},
                    {"npu 2", "sends to 1", ps(1), ps(2)},
                    {"scheduler", "decides", ps(0), ps(10'000)},
                    {"control", "report", ps(0), ps(5'000)},
                    {"leaf 1", "is down", ps(3), ps(4)}};
  return run;
}

std::string perfetto_json(const FabricRun& run) { return trace_events(fabric_timeline(run)); }

struct Named {
  std::string process, thread, name;
  std::int64_t from, to;
  bool operator==(const Named& o) const {
    return process == o.process && thread == o.thread && name == o.name && from == o.from &&
           to == o.to;
  }
};

std::ostream& operator<<(std::ostream& out, const Named& n) {
  return out << n.process << '/' << n.thread << '/' << n.name << " [" << n.from << ", " << n.to
             << ")";
}

// Complete events with the names of their process and thread, in the order of the file.
std::vector<Named> named(const json& trace) {
  std::map<int, std::string> processes, threads;
  std::vector<Named> events;
  for (const json& e : trace["traceEvents"]) {
    if (e["name"] == "process_name") processes[e["pid"]] = e["args"]["name"];
    if (e["name"] == "thread_name") threads[e["tid"]] = e["args"]["name"];
    if (e["ph"] != "X") continue;
    events.push_back({processes.at(e["pid"]), threads.at(e["tid"]), e["name"], e["args"]["from_ps"],
                      e["args"]["to_ps"]});
  }
  return events;
}

// Where Perfetto puts a time given in microseconds.
std::int64_t shown_ns(const json& microseconds) {
  return std::llround(microseconds.get<double>() * 1000.0);
}

// On no thread does an event reach into the next one, as Perfetto shows them.
void check_disjoint(const json& trace) {
  std::map<int, std::int64_t> ends;
  std::int64_t last = 0;
  for (const json& e : trace["traceEvents"]) {
    if (e["ph"] != "X") continue;
    const std::int64_t from = shown_ns(e["ts"]), to = from + shown_ns(e["dur"]);
    CHECK(from >= last);
    last = from;
    if (ends.count(e["tid"]) > 0) CHECK(from >= ends[e["tid"]]);
    ends[e["tid"]] = to;
  }
}

}  // namespace

TEST_CASE("a timeline has every flow, setting, guard, connection and activity of a run") {
  const std::vector<Named> events = named(json::parse(perfetto_json(small_run())));
  const std::vector<Named> expected = {
      {"NPUs", "npu 10", "late", 0, 1},
      {"scheduler", "control", "report", 0, 5'000},
      {"crossbars", "crossbar", "guard", 0, 10'000},
      {"scheduler", "scheduler", "decides", 0, 10'000},
      {"flows", "from npu 0", "to npu 0", 0, 1'010'001},
      {"flows", "from npu 1", "to npu 1", 0, 1'010'001},
      {"flows", "from npu 0 (2)", "to npu 1", 0, 2'020'001},
      {"NPUs", "npu 2", "sends to 1", 1, 2},
      {"other", "leaf 1", "is down", 3, 4},
      {"crossbars", "crossbar", "setting 0", 10'000, 1'010'001},
      {"ports", "port 0", "to port 0", 10'000, 1'010'001},
      {"ports", "port 1", "to port 1", 10'000, 1'010'001},
      {"crossbars", "crossbar", "guard", 1'010'001, 1'020'001},
      {"crossbars", "crossbar", "setting 1", 1'020'001, 2'020'001},
      {"ports", "port 0", "to port 1", 1'020'001, 2'020'001},
  };
  for (const Named& e : expected) {
    INFO(e);
    CHECK(std::count(events.begin(), events.end(), e) == 1);
  }
  CHECK(events.size() == expected.size());
  check_disjoint(json::parse(perfetto_json(small_run())));
}

TEST_CASE("times in a timeline are exact to the picosecond, as text") {
  const std::string text = perfetto_json(small_run());
  // The first setting: from 10 ns, for 1 us and 1 ps.
  CHECK(text.find("\"ts\":0.010000,\"dur\":1.000001,\"name\":\"setting 0\",\"args\":{\"setting\":0,"
                  "\"pairs\":2,\"columns\":[0,1],\"from_ps\":10000,\"to_ps\":1010001}") !=
        std::string::npos);
  CHECK(text.find("\"ts\":1.020001,\"dur\":1.000000,\"name\":\"setting 1\",\"args\":{\"setting\":1,"
                  "\"pairs\":1,\"columns\":[1,-1]") != std::string::npos);
  CHECK(text.find("\"ts\":0.000001,\"dur\":0.000001,\"name\":\"sends to 1\"") != std::string::npos);
  FabricRun day;
  day.activities = {{"npu 0", "waits", ps(0), ps(86'400'000'000'000'001)}};
  CHECK(perfetto_json(day).find("\"dur\":86400000000.000001,") != std::string::npos);
}

TEST_CASE("tracks of a timeline stand in the order of their numbers") {
  const json trace = json::parse(perfetto_json(small_run()));
  std::vector<std::string> names;
  for (const json& e : trace["traceEvents"]) {
    if (e["name"] == "thread_name") names.push_back(e["args"]["name"]);
  }
  CHECK(names == std::vector<std::string>{"npu 2", "npu 10", "from npu 0", "from npu 0 (2)",
                                          "from npu 1", "port 0", "port 1", "crossbar", "control",
                                          "scheduler", "leaf 1"});
}

TEST_CASE("numbers anywhere in the name of a track go by their size") {
  FabricRun run;
  const std::vector<std::string> sorted = {"rate of 2 to 10", "rate of 10 to 2", "rate of 10 to 11",
                                           "rate of 10 to 11 b"};
  for (const std::size_t k : {2u, 0u, 3u, 1u}) {
    run.activities.push_back({sorted[k], "400 Gb/s", ps(0), ps(1)});
  }
  std::vector<std::string> names;
  for (const Track& track : timeline_events(run, 10).tracks) {
    names.push_back(track.name);
    CHECK(track.group == TrackGroup::flows);
  }
  CHECK(names == sorted);
  run.activities = {{"a 1", "x", ps(0), ps(1)}, {"a 01", "x", ps(0), ps(1)}};
  CHECK(timeline_events(run, 10).tracks.size() == 2);  // equal numbers, different names
}

TEST_CASE("a port that keeps its column through settings without a gap has one connection") {
  FabricRun run;
  run.settings = {{"x", ps(0), ps(0), ps(5), {0, 1, 2}},
                  {"x", ps(5), ps(5), ps(9), {0, 2, 1}},
                  {"y", ps(5), ps(5), ps(9), {2, 1, 0}},
                  {"x", ps(10), ps(10), ps(12), {0, 2, kUnmatched}}};
  const std::vector<Named> events = named(json::parse(perfetto_json(run)));
  const auto once = [&](const Named& e) {
    return std::count(events.begin(), events.end(), e) == 1;
  };
  CHECK(once({"ports", "x port 0", "to port 0", 0, 9}));
  CHECK(once({"ports", "x port 0", "to port 0", 10, 12}));
  CHECK(once({"ports", "x port 1", "to port 1", 0, 5}));
  CHECK(once({"ports", "x port 1", "to port 2", 5, 9}));
  CHECK(once({"ports", "y port 0", "to port 2", 5, 9}));
  CHECK(
      std::none_of(events.begin(), events.end(), [](const Named& e) { return e.name == "guard"; }));
}

TEST_CASE("viewers that round to nanoseconds see no event reach into the next") {
  base::Rng rng(1, "tb perfetto", 0);
  FabricRun run;
  std::int64_t at = 0;
  int inexact = 0;
  for (int i = 0; i < 2000; ++i) {
    const std::int64_t end = at + rng.between(0, 5'000);
    run.activities.push_back({"npu 0", "sends", ps(at), ps(end)});
    at = end + rng.between(0, 3);
  }
  const json trace = json::parse(perfetto_json(run));
  check_disjoint(trace);
  for (const json& e : trace["traceEvents"]) {
    if (e["ph"] == "M" && e["name"] == "thread_name") CHECK(e["args"]["name"] == "npu 0");
    if (e["ph"] != "X") continue;
    const std::int64_t exact =
        e["args"]["to_ps"].get<std::int64_t>() - e["args"]["from_ps"].get<std::int64_t>();
    const std::int64_t shown = std::llround(e["dur"].get<double>() * 1e6);
    CHECK((shown <= exact && shown > exact - 1000));
    inexact += shown != exact;
  }
  CHECK(inexact < 500);  // an eighth of them, on average
}

TEST_CASE("flows of one source that overlap lie in lanes, of which as few as needed") {
  FabricRun run;
  for (int k = 0; k < 3; ++k) {
    run.flows.push_back({7, 0, Bytes{1}, ps(k * 100), ps(k * 100 + 150)});  // two at a time
  }
  const TimelineEvents timeline = timeline_events(run, 10);
  REQUIRE(timeline.tracks.size() == 2);
  CHECK(timeline.events[0].track == 0);
  CHECK(timeline.events[1].track == 1);
  CHECK(timeline.events[2].track == 0);
}

TEST_CASE("of too many events the longest are kept, and the file says so") {
  FabricRun run;
  for (int k = 0; k < 5; ++k) run.activities.push_back({"npu 0", "a", ps(k * 10), ps(k * 11)});
  const TimelineEvents timeline = timeline_events(run, 2);
  REQUIRE(timeline.events.size() == 2);
  CHECK(timeline.left_out == 3);
  CHECK(timeline.events[0].index == 3);
  CHECK(timeline.events[1].index == 4);

  run.activities.clear();
  for (std::size_t k = 0; k < kMostTimelineEvents + 5; ++k) {
    const auto at = static_cast<std::int64_t>(k) * 10;
    run.activities.push_back({"npu 0", "a", ps(at), ps(at + (k % 7 == 0 ? 2 : 1))});
  }
  const std::string text = perfetto_json(run);
  CHECK(text.find("only the 200,000 longest events are shown, 5 shorter ones") !=
        std::string::npos);
  CHECK(std::count(text.begin(), text.end(), '\n') < 200'020);
  CHECK(perfetto_json(small_run()).find("left out\"") == std::string::npos);
}

TEST_CASE("hostile names stay names in a timeline") {
  FabricRun run;
  const std::string hostile = "\"},{\n\\ </script> \x01 \xff";
  run.fabric = run.traffic = hostile;
  run.activities = {{hostile, hostile, ps(0), ps(1)}};
  run.settings = {{hostile, ps(0), ps(0), ps(1), {0}}};
  const json trace = json::parse(perfetto_json(run));
  const std::string kept = "\"},{\n\\ </script> \x01 \xef\xbf\xbd";
  CHECK(trace["otherData"]["fabric"] == kept);
  const std::vector<Named> events = named(trace);
  CHECK(std::count(events.begin(), events.end(), Named{"crossbars", kept, kept, 0, 1}) == 1);
}

TEST_CASE("a run of nothing is a timeline without events, and equal runs give equal bytes") {
  CHECK(json::parse(perfetto_json({}))["traceEvents"].empty());
  CHECK(perfetto_json(small_run()) == perfetto_json(small_run()));
  FabricRun turned = small_run();
  std::reverse(turned.activities.begin(), turned.activities.end());
  CHECK(named(json::parse(perfetto_json(turned))) ==
        named(json::parse(perfetto_json(small_run()))));
}
