// SPDX-License-Identifier: Apache-2.0
#include "jacquard/engine/disturbance.hpp"

#include <catch2/catch.hpp>

#include "jacquard/base/error.hpp"

namespace jacquard::engine {
namespace {

Disturbance read(const char* text) {
  return read_disturbance(config::parse_json(text, "d.json"), {"d.json", ""});
}

TEST_CASE("A disturbance file names stragglers, slow NPUs and long cables") {
  const Disturbance d = read(R"({"npus": [{"npu": 3, "start_delay": "10 us", "slowdown": 1.5},
                                          {"npu": 4, "slowdown": 2}],
                                 "links": [{"from": 0, "to": 1, "latency": "700 ns"},
                                           {"from": 4, "to": "switch 1", "latency": "1 us"}]})");
  REQUIRE(d.npus.size() == 2);
  CHECK(d.npus[0].npu == 3);
  CHECK(d.npus[0].start_delay == base::Picoseconds{10'000'000});
  CHECK(d.npus[0].slowdown == 1.5);
  CHECK(d.npus[1].start_delay == base::Picoseconds{0});
  REQUIRE(d.links.size() == 2);
  CHECK(d.links[0].to.npu == 1);
  CHECK(d.links[0].latency == base::Picoseconds{700'000});
  CHECK(d.links[1].to.npu == Disturbance::kNone);
  CHECK(d.links[1].to.switch_of == 1);
  CHECK(read("{}").empty());
}

TEST_CASE("A disturbance file names links that are slow or gone") {
  const Disturbance d = read(R"({"links": [{"from": 0, "to": 1, "slowdown": 2.5},
                                           {"from": 1, "to": 0, "gone": true}]})");
  REQUIRE(d.links.size() == 2);
  CHECK_FALSE(d.links[0].latency.has_value());
  CHECK(d.links[0].slowdown == 2.5);
  CHECK(d.links[1].gone);
  CHECK_THROWS_AS(read(R"({"links": [{"from": 0, "to": 1}]})"), base::ConfigError);
  CHECK_THROWS_AS(read(R"({"links": [{"from": 0, "to": 1, "slowdown": 0}]})"), base::ConfigError);
}

TEST_CASE("A wrong disturbance file is explained at the pointer") {
  const auto fault_of = [](const char* text) {
    try {
      read(text);
    } catch (const base::ConfigError& e) {
      return std::string(e.what());
    }
    return std::string("none");
  };
  using Catch::Contains;
  CHECK_THAT(fault_of(R"({"link": []})"), Contains("links"));
  CHECK_THAT(fault_of(R"({"npus": {}})"), Contains("/npus"));
  CHECK_THAT(fault_of(R"({"npus": [{"slowdown": 2}]})"), Contains("/npus/0") && Contains("npu"));
  CHECK_THAT(fault_of(R"({"npus": [{"npu": 1, "slowdown": 0}]})"), Contains("/npus/0/slowdown"));
  CHECK_THAT(fault_of(R"({"npus": [{"npu": 1, "start_delay": 5}]})"), Contains("ns"));
  CHECK_THAT(fault_of(R"({"links": [{"from": 0, "to": "switch", "latency": "1 ns"}]})"),
             Contains("/links/0/to") && Contains("switch D"));
  CHECK_THAT(fault_of(R"({"links": [{"from": "switch 0", "to": "switch 1", "latency": "1 ns"}]})"),
             Contains("/links/0") && Contains("an NPU at one end"));
}

}  // namespace
}  // namespace jacquard::engine
