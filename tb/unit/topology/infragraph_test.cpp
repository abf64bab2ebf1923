// SPDX-License-Identifier: Apache-2.0
// The format is that of Keysight's OpenAPI schema; the infrastructures here are our own.
#include "jacquard/topology/infragraph.hpp"

#include <catch2/catch.hpp>

#include "jacquard/base/error.hpp"
#include "jacquard/config/yaml_reader.hpp"

using namespace jacquard;
using topology::GraphPlan;

namespace {

const char* const kTwoHosts = R"(
name: two hosts
devices:
  - name: card
    components:
      - {name: port, count: 1, choice: port}
  - name: host
    components:
      - {name: xpu, count: 2, choice: xpu}
      - {name: inner, count: 1, choice: switch}
      - {name: card, count: 2, choice: device}
    links:
      - name: wire
        physical:
          bandwidth: {choice: gigabytes_per_second, gigabytes_per_second: 300}
      - name: lanes
        physical:
          bandwidth: {choice: gigatransfers_per_second, gigatransfers_per_second: 16}
    edges:
      - {ep1: {component: xpu}, ep2: {component: "inner[0]"}, scheme: many2many, link: wire}
      - {ep1: {component: "xpu[0:2]"}, ep2: {component: "card[0:2].port[0]"}, scheme: one2one,
         link: lanes}
  - name: box
    components:
      - {name: port, count: 4, choice: port}
instances:
  - {name: host, device: host, count: 2}
  - {name: box, device: box, count: 1}
links:
  - name: fibre
    physical:
      bandwidth: {choice: gigabits_per_second, gigabits_per_second: 400}
      latency: {choice: ns, ns: 500}
edges:
  - {ep1: {instance: "host[0]", component: "card.port"}, ep2: {instance: box, component: "port[0]"},
     scheme: many2many, link: fibre}
  - {ep1: {instance: "host[1]", component: "card.port"}, ep2: {instance: box, component: "port[0]"},
     scheme: many2many, link: fibre}
)";

const topology::LinkDefaults kDefaults{base::BytesPerSecond{1e9}, base::Picoseconds{7'000}};

GraphPlan plan(const std::string& text) {
  return topology::plan_infragraph(config::parse_yaml(text, "i.yaml"), {"i.yaml", ""}, kDefaults);
}

std::string replaced(std::string text, const std::string& what, const std::string& by) {
  return text.replace(text.find(what), what.size(), by);
}

}  // namespace

TEST_CASE("an InfraGraph is the graph of its instances") {
  const GraphPlan graph = plan(kTwoHosts);
  CHECK(graph.npus == 4);
  CHECK(graph.switches == 2 * (1 + 2) + 4);
  // Within a host 2 + 2, from each card's port to the box 2 + 2; both ways.
  REQUIRE(graph.edges.size() == 2 * (2 * (2 + 2) + 4));
  // The fastest first, and what has no rate takes the default.
  CHECK(graph.edges.front().link.bandwidth == base::BytesPerSecond{300e9});
  CHECK(graph.edges.front().link.latency == kDefaults.latency);
  CHECK(graph.edges[8].link.bandwidth == base::BytesPerSecond{50e9});
  CHECK(graph.edges[8].link.latency == base::Picoseconds{500'000});
  CHECK(graph.edges.back().link.bandwidth == kDefaults.bandwidth);
  REQUIRE(graph.options.notes.size() == 1);
  CHECK(graph.options.notes[0].find("link 'lanes'") == 0);
  CHECK_NOTHROW(
      topology::UserGraph(graph.npus, graph.switches, graph.edges, {"i.yaml", ""}, graph.options));
}

TEST_CASE("two links between the same two components are one of both rates") {
  const GraphPlan graph =
      plan(replaced(kTwoHosts, "scheme: many2many, link: wire}",
                    "scheme: many2many, link: wire}\n"
                    "      - {ep1: {component: xpu}, ep2: {component: inner}, scheme: many2many, "
                    "link: wire}"));
  CHECK(graph.edges.front().link.bandwidth == base::BytesPerSecond{600e9});
  CHECK(graph.options.notes.size() == 2);
}

TEST_CASE("an InfraGraph that cannot be is refused at its pointer") {
  const auto fault = [](const std::string& what, const std::string& by) -> std::string {
    try {
      plan(replaced(kTwoHosts, what, by));
    } catch (const base::ConfigError& error) {
      return error.what();
    }
    return "no error";
  };
  CHECK(fault("\"inner[0]\"", "\"inner[1]\"")
            .find("i.yaml#/devices/1/edges/0/ep2/component: expected inner[...] within its 1") ==
        0);
  CHECK(fault("link: fibre", "link: fiber").find("i.yaml#/edges/0/link") == 0);
  CHECK(fault("card.port", "card.prt").find("a component of device 'card'") != std::string::npos);
  CHECK(fault("device: box", "device: bx").find("i.yaml#/instances/1/device") == 0);
  CHECK(fault("choice: xpu", "choice: npu").find("components of choice xpu") != std::string::npos);
  CHECK(fault("\"host[0]\", component: \"card.port\"", "\"host[0]\", component: card")
            .find("components, not the devices") != std::string::npos);
  CHECK(fault("scheme: one2one", "scheme: star").find("one2one, many2many or ring") !=
        std::string::npos);
}

TEST_CASE("plain words of YAML become what JSON has for them") {
  const auto json = config::parse_yaml("a: 1\nb: '1'\nc: [true, ~, 1.5, x]\n", "y");
  CHECK(json == config::Json::parse(R"({"a": 1, "b": "1", "c": [true, null, 1.5, "x"]})"));
  CHECK_THROWS_WITH(config::parse_yaml("a: [1\n", "y"), Catch::Contains("YAML"));
  CHECK_THROWS_WITH(config::parse_yaml("a: 1\na: 2\n", "y"), Catch::Contains("line 2"));
}
