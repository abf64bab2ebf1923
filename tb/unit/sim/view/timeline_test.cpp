// SPDX-License-Identifier: Apache-2.0
#include "sim/view/timeline.hpp"

#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <string>

#include "jacquard/base/error.hpp"

namespace jacquard::view {
namespace {

using nlohmann::json;

json read(const std::string& events, std::size_t most = 100) {
  return json::parse(timeline_json("{\"traceEvents\":[" + events + "]}", "t.json", most));
}

std::string span(int tid, const std::string& name, const std::string& ts, const std::string& dur) {
  return R"({"ph":"X","pid":1,"tid":)" + std::to_string(tid) + R"(,"name":")" + name +
         R"(","ts":)" + ts + R"(,"dur":)" + dur + "}";
}

TEST_CASE("Microseconds become picoseconds, counted from the span before in the lane") {
  const json t = read(span(0, "a", "1.000001", "0.5") + "," + span(0, "b", "2", "0.000001"));
  CHECK(t["from_ps"] == 1'000'001);
  CHECK(t["spans"]["begin"] == json({0, 999'999}));
  CHECK(t["spans"]["length"] == json({500'000, 1}));
}

TEST_CASE("Whole picoseconds of an event's arguments are taken before its rounded times") {
  const json t = read(R"({"ph":"X","pid":0,"tid":0,"name":"a","ts":1.5,"dur":0.9,)"
                      R"("args":{"from_ps":1499999,"to_ps":2400001,"bytes":7}})");
  CHECK(t["from_ps"] == 1'499'999);
  CHECK(t["spans"]["length"] == json({900'002}));
  CHECK(t["details"] == json::array({{{"bytes", 7}}}));
}

TEST_CASE("Lanes are in the order of their numbers and have the names of metadata") {
  const json t =
      read(span(10, "late", "0", "1") + "," + span(9, "early", "0", "1") +
           R"(,{"ph":"M","pid":1,"name":"process_name","args":{"name":"NPUs"}})"
           R"(,{"ph":"M","pid":1,"tid":9,"name":"thread_name","args":{"name":"NPU 9"}})");
  CHECK(t["lanes"] ==
        json::array({{{"group", "NPUs"}, {"name", "NPU 9"}}, {{"group", "NPUs"}, {"name", "10"}}}));
  CHECK(t["names"][t["spans"]["name"][0].get<std::size_t>()] == "early");
}

TEST_CASE("Of too many spans the longest stay, and the rest is counted") {
  const json t =
      read(span(0, "a", "0", "1") + "," + span(0, "b", "5", "3") + "," + span(0, "c", "9", "2"), 2);
  CHECK(t["left_out"] == 1);
  CHECK(t["spans"]["length"] == json({3'000'000, 2'000'000}));
}

TEST_CASE("Names are kept as text whatever they hold") {
  const json t = read(span(0, "</script>\\u0000\\\"", "0", "1"));
  CHECK(t["names"][0].get<std::string>() == std::string("</script>\0\"", 11));
}

TEST_CASE("Events that are no spans, and a list without an object around it, are read") {
  const json t = json::parse(timeline_json(
      R"([{"ph":"C","name":"n"},{"ph":"X","name":"a","ts":1,"dur":-2},{"ph":"X","ts":"no"},7])",
      "t.json", 9));
  CHECK(t["spans"]["length"] == json({0}));
}

TEST_CASE("Times that no 64-bit number of picoseconds can be are left out") {
  const json t = read(span(0, "a", "1e300", "1") + "," + span(0, "b", "-1e13", "1") + "," +
                      span(0, "c", "2", "1e17") + "," + span(0, "d", "4e12", "1"));
  CHECK(t["spans"]["length"] == json({1'000'000}));
  CHECK(t["names"] == json({"d"}));
}

TEST_CASE("What is no trace is refused by its file") {
  for (const char* text : {"{}", "7", "{\"traceEvents\":", "", "{\"traceEvents\":7}"}) {
    CHECK_THROWS_WITH(timeline_json(text, "t.json", 9),
                      Catch::StartsWith("t.json: expected Chrome trace events"));
  }
}

}  // namespace
}  // namespace jacquard::view
