// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "jacquard/astra/faithful.hpp"
#include "jacquard/astra/files/comm_groups.hpp"
#include "jacquard/astra/files/network.hpp"
#include "jacquard/astra/files/remote_memory.hpp"
#include "jacquard/astra/files/system.hpp"
#include "jacquard/base/error.hpp"

using namespace jacquard;
using namespace jacquard::astra;
using collective::Method;
using Algorithms = std::vector<Implementation>;

namespace {

template <class Act>
std::string error_of(Act&& act) {
  try {
    act();
  } catch (const base::ConfigError& error) {
    return error.what();
  }
  return "";
}

std::string network_error(const std::string& text) {
  return error_of([&] { parse_astra_network(text, "n.yml"); });
}

SystemFile system_of(const char* text) {
  return parse_astra_system(config::parse_json(text, "s.json"), "s.json");
}

}  // namespace

TEST_CASE("a network of ASTRA-sim is read with its comments, as lists in either form") {
  const std::vector<Dimension> n = parse_astra_network(
      "# 2 dimensions\ntopology: [ Ring, Switch ]\nnpus_count: [ 4, 8 ]  # 32\n"
      "bandwidth: [ 200.0, 50 ]\nlatency:\n  - 50\n  - 500.5\n",
      "n.yml");
  REQUIRE(n.size() == 2);
  CHECK(n[0].block == topology::Block::ring);
  CHECK(n[1].block == topology::Block::switched);
  CHECK(npus(n) == 32);
  CHECK(n[0].latency == 50);
  CHECK(n[1].latency == 500.5);
  const topology::Fabric fabric = fabric_of(n, "n.yml");
  CHECK(fabric.npus() == 32);
  CHECK(fabric.dimension(1).bandwidth.count() == 50.0 * 1073741824);  // GB is 2^30 there
  CHECK(fabric.dimension(1).latency.count() == 500'500);
}

TEST_CASE("a network's mistakes are named with their line") {
  const std::string rest = "npus_count: [ 4 ]\nbandwidth: [ 50 ]\nlatency: [ 500 ]\n";
  CHECK_THAT(network_error("topology: [ Rign ]\n" + rest),
             Catch::StartsWith("n.yml") && Catch::Contains("line 1, topology") &&
                 Catch::Contains("did you mean 'Ring'"));
  CHECK_THAT(network_error("topology: [ Ring ]\nlatencies: [ 1 ]\n" + rest),
             Catch::Contains("line 2") && Catch::Contains("did you mean 'latency'"));
  CHECK_THAT(network_error("topology: [ Ring, Ring ]\n" + rest),
             Catch::Contains("line 2, npus_count") && Catch::Contains("2 entries"));
  CHECK_THAT(network_error("topology: Ring\n" + rest), Catch::Contains("a list with one entry"));
  CHECK_THAT(network_error("topology: [ Ring\n" + rest), Catch::Contains("expected YAML"));
  CHECK_THAT(network_error("topology: [ Ring ]\nbandwidth: [ 50 ]\nlatency: [ 0 ]\n"),
             Catch::Contains("the key \"npus_count\""));
  CHECK_THAT(network_error(""), Catch::Contains("n.yml"));
  for (const char* bad : {"npus_count: [ 1 ]", "npus_count: [ 2.5 ]", "npus_count: [ many ]"}) {
    CHECK_THAT(
        network_error(std::string("topology: [ Ring ]\nbandwidth: [ 1 ]\nlatency: [ 0 ]\n") + bad),
        Catch::Contains("line 4, npus_count"));
  }
  for (const char* bad : {"bandwidth: [ 0 ]", "bandwidth: [ .inf ]", "bandwidth: [ .nan ]"}) {
    CHECK_THAT(
        network_error(std::string("topology: [ Ring ]\nnpus_count: [ 2 ]\nlatency: [ 0 ]\n") + bad),
        Catch::Contains("line 4, bandwidth"));
  }
}

TEST_CASE("a system of ASTRA-sim is read with all its keys") {
  const SystemFile file = system_of(R"({
    "scheduling-policy": "LIFO", "endpoint-delay": 10.9, "active-chunks-per-dimension": 2,
    "preferred-dataset-splits": 4, "all-reduce-implementation": ["ring", "direct4"],
    "all-gather-implementation": ["oneHalvingDoubling"],
    "reduce-scatter-implementation": ["halvingDoubling", "direct"],
    "all-to-all-implementation": ["oneDirect2"], "collective-optimization": "localBWAware",
    "local-mem-bw": 1600, "boost-mode": 0, "roofline-enabled": 1, "peak-perf": 900,
    "L": 5, "model-shared-bus": 0})");
  const System& s = file.system;
  CHECK(s.policy == System::Policy::lifo);
  CHECK(s.endpoint_delay == 10);  // an int there
  // All-reduce, reduce-scatter, all-gather, all-to-all.
  CHECK(s.implementations[0] == Algorithms{{Method::ring, -1, false}, {Method::direct, 4, false}});
  CHECK(s.implementations[1] ==
        Algorithms{{Method::halving_doubling, -1, false}, {Method::direct, -1, false}});
  CHECK(s.implementations[2] == Algorithms{{Method::halving_doubling, -1, true}});
  CHECK(s.implementations[3] == Algorithms{{Method::direct, 2, true}});
  CHECK(s.blueconnect);
  CHECK(s.roofline);
  CHECK(s.peak_perf == 900e12);
  CHECK(s.local_mem_bw == 1600e9);
  CHECK(file.ignored == std::vector<std::string>{"boost-mode", "L"});
  CHECK(system_of("{}").system.endpoint_delay == 10);
  CHECK(system_of("{}").system.policy == System::Policy::fifo);
  CHECK(system_of("{}").local_reduction_delay == 1);
}

TEST_CASE("a system's mistakes are named with the nearest right word") {
  CHECK_THAT(error_of([] { system_of(R"({"endpoint-dealy": 1})"); }),
             Catch::Contains("did you mean 'endpoint-delay'"));
  CHECK_THAT(
      error_of([] { system_of(R"({"all-reduce-implementation": ["rings"]})"); }),
      Catch::Contains("/all-reduce-implementation/0") && Catch::Contains("did you mean 'ring'"));
  CHECK_THAT(error_of([] { system_of(R"({"all-reduce-implementation": ["direct0"]})"); }),
             Catch::Contains("direct<window>"));
  CHECK_THAT(error_of([] { system_of(R"({"all-reduce-implementation-custom": "x"})"); }),
             Catch::Contains("a list of one PREFIX"));
  CHECK_THAT(error_of([] { system_of(R"({"per-node-custom-implementation": "x"})"); }),
             Catch::Contains("one custom collective of a kind"));
  CHECK_THAT(error_of([] { system_of(R"({"roofline-enabled": 1})"); }),
             Catch::Contains("peak-perf"));
  CHECK_THAT(error_of([] { system_of(R"({"active-chunks-per-dimension": 0})"); }),
             Catch::Contains("1.."));
}

TEST_CASE("groups hold ranks in their order and refuse ranks that are not there or come twice") {
  const auto groups = [](const char* text) {
    return parse_comm_groups(config::parse_json(text, "g.json"), 4, "g.json");
  };
  CHECK(groups(R"({"2": [3, 1], "1": [0]})") == AstraCommGroups{{1, {0}}, {2, {3, 1}}});
  CHECK_THAT(error_of([&] { groups(R"({"1": [4]})"); }), Catch::Contains("/1/0"));
  CHECK_THAT(error_of([&] { groups(R"({"1": [1, 1]})"); }), Catch::Contains("1 again"));
  CHECK_THAT(error_of([&] { groups(R"({"tp": [1]})"); }), Catch::Contains("\"tp\""));
  CHECK_THAT(error_of([&] { groups(R"({"1": [0], "01": [1]})"); }),
             Catch::Contains("each group once"));
}

TEST_CASE("a remote memory is read, its fractions dropped as ASTRA-sim drops them") {
  const auto memory = [](const char* text) {
    return parse_remote_memory(config::parse_json(text, "m.json"), "m.json");
  };
  CHECK(memory(R"({"memory-type": "NO_MEMORY_EXPANSION"})").kind == RemoteMemory::Kind::none);
  const RemoteMemory m = memory(
      R"({"memory-type": "PER_NODE_MEMORY_EXPANSION", "num-nodes": 2, "num-npus-per-node": 8,
          "remote-mem-latency": 100.9, "remote-mem-bw": 50.5})");
  CHECK(m.kind == RemoteMemory::Kind::per_node);
  CHECK(m.npus_per_node == 8);
  CHECK(m.latency == 100);
  CHECK(m.bandwidth == 50);
  CHECK_THAT(error_of([&] { memory(R"({"memory-type": "MEMORY_POL"})"); }),
             Catch::Contains("did you mean 'MEMORY_POOL'"));
  CHECK_THAT(error_of([&] { memory(R"({"memory-type": "MEMORY_POOL"})"); }),
             Catch::Contains("at least 1 GB/s"));
}
