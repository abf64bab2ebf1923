// SPDX-License-Identifier: Apache-2.0
// What "Trace Event Format" (the document of Chrome's catapult) asks of each phase.
#include "jacquard/report/timeline/trace_events.hpp"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

using namespace jacquard;
using nlohmann::json;
using report::Timeline;

namespace {

std::vector<json> events(const Timeline& timeline, const char* phase = nullptr) {
  std::vector<json> found;
  const json document = json::parse(report::trace_events(timeline));
  for (const json& event : document.at("traceEvents")) {
    if (phase == nullptr || event.at("ph") == phase) found.push_back(event);
  }
  return found;
}

// A sender and a receiver, which add to a group each.
Timeline two_groups() {
  Timeline t;
  t.add_lane(t.add_group(4, "sender"), 40, "out");
  t.spans.push_back({0, 1'000'000, 3'000'000, 0, "sends \"a\"", "wire", {}});
  t.spans.back().arguments.add("bytes", 64).add("to", "é");
  t.add_lane(t.add_group(5, "receiver"), 50, "in");
  t.spans.push_back({1, 2'000'000, 5'000'001, 0, "receives", nullptr, {}});
  t.arrows = {{0, 1}};
  return t;
}

}  // namespace

TEST_CASE("a span is a complete event with its process, its thread and microseconds") {
  const std::vector<json> spans = events(two_groups(), "X");
  REQUIRE(spans.size() == 2);
  CHECK(spans[0] == json{{"ph", "X"},
                         {"pid", 4},
                         {"tid", 40},
                         {"ts", 1.0},
                         {"dur", 2.0},
                         {"name", "sends \"a\""},
                         {"cat", "wire"},
                         {"args", {{"bytes", 64}, {"to", "é"}}}});
  CHECK(spans[1].at("dur").get<double>() == Approx(3.000001).epsilon(1e-12));
  CHECK(spans[1].count("cat") == 0);
}

TEST_CASE("processes and threads are named before anything happens in them") {
  std::vector<std::string> order;
  for (const json& event : events(two_groups())) {
    order.push_back(event.at("ph") == "M" ? event.at("args").at("name") : event.at("ph"));
  }
  CHECK(order == std::vector<std::string>{"sender", "out", "X", "s", "receiver", "in", "X", "f"});
}

TEST_CASE("groups that viewers show by number say their places") {
  Timeline t = two_groups();
  t.by_number = true;
  std::vector<std::pair<std::string, int>> places;
  for (const json& event : events(t, "M")) {
    if (event.at("args").count("sort_index") == 0) continue;
    places.emplace_back(event.at("name"), event.at("args").at("sort_index"));
  }
  CHECK(places == std::vector<std::pair<std::string, int>>{{"process_sort_index", 4},
                                                           {"thread_sort_index", 40},
                                                           {"process_sort_index", 5},
                                                           {"thread_sort_index", 50}});
}

TEST_CASE("an arrow is two flow events of one id, name and category, bound to the spans around") {
  const Timeline t = two_groups();
  const json begin = events(t, "s").at(0), end = events(t, "f").at(0);
  for (const char* key : {"id", "name", "cat"}) CHECK(begin.at(key) == end.at(key));
  CHECK(begin.at("tid") == 40);
  CHECK(begin.at("ts") == 1.0);
  CHECK(end.at("tid") == 50);
  CHECK(end.at("ts").get<double>() == Approx(5.000001).epsilon(1e-12));
  CHECK(end.at("bp") == "e");
}

TEST_CASE("an arrow that ends nowhere only begins") {
  Timeline t = two_groups();
  t.arrows = {{0}};
  CHECK(events(t, "s").size() == 1);
  CHECK(events(t, "f").empty());
}

TEST_CASE("a counter is an event whose arguments are its parts, where it was added") {
  Timeline t = two_groups();
  t.add_counter({0, 7'000'000, "waiting", {{"waiting", 3}}});
  t.add_counter({1, 8'000'000, "GB/s", {{"links", 0.5}, {"cores", 1.25}}, 3});
  const std::vector<json> counters = events(t, "C");
  REQUIRE(counters.size() == 2);
  CHECK(
      counters[0] ==
      json{{"ph", "C"}, {"pid", 4}, {"ts", 7.0}, {"name", "waiting"}, {"args", {{"waiting", 3}}}});
  CHECK(counters[1].at("pid") == 5);
  CHECK(counters[1].at("args") == json{{"links", 0.5}, {"cores", 1.25}});
  CHECK(events(t).back() == counters[1]);
}

TEST_CASE("a counter of rates says 10^9 a second, of what was counted in its interval") {
  Timeline t = two_groups();
  t.add_counter({0, 0, "GB/s", {{"links", 3000}, {"cores", 500}}, 2, 2000});  // in 2 ns
  CHECK(events(t, "C").at(0).at("args") == json{{"links", 1500.0}, {"cores", 250.0}});
}

TEST_CASE("a story is nested async events of one id and category") {
  Timeline t;
  const int group = t.add_group(1, "requests");
  for (int i = 0; i < 2; ++i) {
    t.stories.push_back({group, {0, 0, 9, 0, "request", "request", {}}, {}});
    t.stories.back().parts = {{0, 0, 4, 0, "waits", nullptr, {}},
                              {0, 4, 9, 0, "runs", nullptr, {}}};
  }
  std::map<int, std::vector<std::string>> told;
  for (const json& event : events(t)) {
    if (event.at("ph") == "M") continue;
    CHECK(event.at("cat") == "request");
    CHECK(event.at("pid") == 1);
    told[event.at("id")].push_back(event.at("ph").get<std::string>() + " " +
                                   event.at("name").get<std::string>());
  }
  const std::vector<std::string> expected = {"b request", "b waits", "e waits",
                                             "b runs",    "e runs",  "e request"};
  CHECK(told == std::map<int, std::vector<std::string>>{{0, expected}, {1, expected}});
}

TEST_CASE("facts of the whole are otherData, and a note is an instant event for all") {
  Timeline t = two_groups();
  t.facts.add("left_out", "much").add("steps", 7);
  t.note = "much is left out";
  const json document = json::parse(report::trace_events(t));
  CHECK(document.at("otherData") == json{{"left_out", "much"}, {"steps", 7}});
  const json note = events(t, "i").at(0);
  CHECK(note.at("name") == "much is left out");
  CHECK(note.at("s") == "g");
}

TEST_CASE("times of a timeline in microseconds are whole ones") {
  Timeline t;
  t.tick = report::Tick::microsecond;
  t.add_lane(t.add_group(1, "rank"), 0, "compute");
  t.spans.push_back(
      {0, std::int64_t{1} << 52, (std::int64_t{1} << 52) + 3, 0, "late", nullptr, {}});
  const json span = events(t, "X").at(0);
  CHECK(span.at("ts") == std::int64_t{1} << 52);
  CHECK(span.at("dur") == 3);
}

TEST_CASE("a timeline of nothing is a document without events") { CHECK(events({}).empty()); }
