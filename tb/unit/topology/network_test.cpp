// SPDX-License-Identifier: Apache-2.0
#include "jacquard/topology/network.hpp"

#include <catch2/catch.hpp>

#include "jacquard/topology/cost.hpp"
#include "jacquard/topology/shape_text.hpp"
#include "jacquard/topology/system.hpp"
#include "support/fault_of.hpp"
#include "support/folder.hpp"
#include "support/source_tree.hpp"

using namespace jacquard;
using namespace jacquard::topology;
using base::BytesPerSecond;
using base::Picoseconds;
using Catch::Contains;

namespace {

using Settings = std::vector<std::string>;

NetworkConfig network(const Settings& settings) {
  NetworkConfig config;
  for (const std::string& setting : settings) network_fields().set(config, setting);
  return config;
}

std::string fault(const Settings& settings) {
  return tb::fault_of([&] { build_network(network(settings)); });
}

System shipped(const std::string& name) {
  return config::read_config(system_fields(),
                             tb::in_source_tree("configs/systems/" + name + ".json"));
}

}  // namespace

TEST_CASE("One value stands for all dimensions, a list for each") {
  const Fabric fabric = build_fabric(
      network({"topology=Ring(4) Switch(8)", "bandwidth=200 GiB/s, 400 Gb/s", "latency=500 ns"}));
  CHECK(fabric.npus() == 32);
  CHECK(fabric.dimension(0).bandwidth == BytesPerSecond{200.0 * (1 << 30)});
  CHECK(fabric.dimension(1).bandwidth == BytesPerSecond{50e9});
  CHECK(fabric.dimension(0).latency == Picoseconds{500'000});
  CHECK(fabric.dimension(1).latency == Picoseconds{500'000});
}

// UALink Consortium (2025): 150 ns from port to port at 25 Tb/s, 250 at 100.
TEST_CASE("A packet switch's name is half of its latency on each of the two links") {
  const Fabric fabric =
      build_fabric(network({"topology=Switch(4) Switch(8)", "latency=ualink_25t,2 us"}));
  CHECK(fabric.dimension(0).latency == Picoseconds{75'000});
  CHECK(fabric.dimension(1).latency == Picoseconds{2'000'000});
  const tb::Folder folder;
  const std::string mine = folder.file("mine.json", R"json({"ports": 4, "port_rate": "1 Tb/s",
    "capacity": "4 Tb/s", "latency": "90 ns"})json");
  CHECK(build_fabric(network({"latency=" + mine})).dimension(0).latency == Picoseconds{45'000});
  const auto refused = [](const std::string& latency) { return fault({"latency=" + latency}); };
  CHECK_THAT(refused("ualink_25"), Contains("expected a time") && Contains("'ualink_25t'"));
  CHECK_THAT(refused("zzz"), Contains("expected a time") && Contains("'zzz'"));
  CHECK_THAT(refused("tomahawk6"), Contains("a switch whose latency is published"));
}

TEST_CASE("A switch's latency is of dimensions that have one, with a port for each NPU") {
  const auto refused = [](const char* topology, const config::Json& latency) {
    return tb::fault_of([&] {
      NetworkConfig config;
      network_fields().read(config, {{"topology", topology}, {"latency", latency}}, {"n.json", ""});
    });
  };
  CHECK(refused("Switch(64)", "ualink_25t").empty());
  CHECK(refused("Ring(4) Switch(64)", {"500 ns", "ualink_25t"}).empty());
  CHECK(refused("Ring(8)", "ualink_25t") ==
        "n.json#/latency: expected a time, as Ring(8) has no switch, found 'ualink_25t'");
  CHECK(refused("Switch(8) Ring(4)", "ualink_25t,ualink_25t") ==
        "n.json#/latency, dimension 1: expected a time, as Ring(4) has no switch, found "
        "'ualink_25t'");
  CHECK(refused("Ring(4) Switch(65)", {"500 ns", "ualink_25t"}) ==
        "n.json#/latency/1: expected a switch with the ports of Switch(65), found 'ualink_25t' of "
        "64");
  CHECK_THAT(fault({"topology=Switch(65)", "latency=ualink_25t"}), Contains("the ports of"));
}

TEST_CASE("Bandwidth per NPU is divided among its links") {
  const Fabric fabric =
      build_fabric(network({"topology=Ring(4) Ring(2) FullyConnected(8) Switch(8)",
                            "bandwidth=70 GB/s", "bandwidth_per=npu"}));
  CHECK(fabric.dimension(0).bandwidth == BytesPerSecond{35e9});
  CHECK(fabric.dimension(1).bandwidth == BytesPerSecond{70e9});
  CHECK(fabric.dimension(2).bandwidth == BytesPerSecond{10e9});
  CHECK(fabric.dimension(3).bandwidth == BytesPerSecond{70e9});
  for (const Dimension& d : fabric.all()) CHECK(npu_bandwidth(d) == BytesPerSecond{70e9});
}

TEST_CASE("A network config reads back as it is shown") {
  const NetworkConfig config =
      network({"topology=Ring(4) Switch(8)", "bandwidth=200 GiB/s,50 GB/s", "bandwidth_per=npu",
               "latency=0 ns,2 us", "placement=reverse"});
  const config::Document shown = network_fields().show(config);
  CHECK(shown["bandwidth"] == "200 GiB/s,50 GB/s");
  NetworkConfig again;
  network_fields().read(again, config::Json(shown), {"", ""});
  CHECK(network_fields().show(again) == shown);
  NetworkConfig listed;
  network_fields().read(listed, config::parse_json(R"({"bandwidth": ["1 GB/s", "2 GB/s"]})", "a"),
                        {"a", ""});
  CHECK(listed.bandwidth == std::vector<BytesPerSecond>{BytesPerSecond{1e9}, BytesPerSecond{2e9}});
}

TEST_CASE("A network that does not fit names the key, the dimension and what is expected") {
  CHECK_THAT(fault({"topology=Ring(4) Swich(8)"}),
             Contains("--set topology, dimension 1: ") && Contains("did you mean 'Switch'?"));
  CHECK_THAT(fault({"topology=Ring(4) Ring(1)"}),
             Contains("topology, dimension 1: expected at least 2 NPUs"));
  CHECK_THAT(fault({"bandwidth=50 GB/s,50 GB/s"}),
             Contains("bandwidth: expected one value, found 2"));
  CHECK_THAT(fault({"topology=Ring(4) Ring(4)", "latency=1 ns,1 ns,1 ns"}),
             Contains("latency: expected one value, or 2: one for each dimension, found 3"));
  CHECK_THAT(fault({"bandwidth=50 GB/s,50"}),
             Contains("--set bandwidth, dimension 1: ") && Contains("the unit is missing"));
  CHECK_THAT(fault({"bandwidth=50 GB/s,"}), Contains("--set bandwidth, dimension 1: "));
  CHECK_THAT(fault({"bandwidth=0 GB/s"}), Contains("--set bandwidth"));
  CHECK_THAT(fault({"bandwidth_per=NPU"}), Contains("\"link\" or \"npu\""));
  CHECK_THAT(fault({"placement=dimensions:1"}), Contains("placement: expected each of"));
  CHECK_THAT(fault({"topology=nowhere.json"}), Contains("nowhere.json"));
}

TEST_CASE("A graph's file is a network too") {
  const tb::Folder folder;
  const std::string path = folder.file(
      "pair.json", R"({"npus": 2, "links": [{"from": 0, "to": 1, "latency": "7 ns"}]})");
  const Network pair = build_network(network({"topology=" + path, "bandwidth=3 GB/s"}));
  CHECK_FALSE(pair.fabric.has_value());
  REQUIRE(pair.graph->links() == 2);
  CHECK(pair.graph->link(1).bandwidth == BytesPerSecond{3e9});
  CHECK(pair.graph->link(1).latency == Picoseconds{7'000});
  CHECK(pair.placement.is_identity());
  CHECK_THAT(fault({"topology=" + path, "bandwidth_per=npu"}), Contains("bandwidth_per"));
  CHECK_THAT(fault({"topology=" + path, "latency=1 ns,2 ns"}), Contains("latency: expected one"));
  CHECK_THAT(tb::fault_of([&] { build_fabric(network({"topology=" + path})); }),
             Contains("needs a fabric with dimensions"));
}

TEST_CASE("COSMIC's systems cost what its prices give, to the dollar") {
  const auto cost = [](const char* name) {
    return dollars(total(network_cost(build_fabric(shipped(name).network))));
  };
  CHECK(cost("cosmic_system1") == 2'693'120);
  CHECK(cost("cosmic_system2") == 8'775'680);
  CHECK(cost("cosmic_system3") == 8'596'479);
}

TEST_CASE("COSMIC's systems have its shapes, and a link its share of an NPU's bandwidth") {
  const auto links = [](const char* name) {
    std::vector<double> gib_per_s;
    for (const Dimension& d : build_fabric(shipped(name).network).all()) {
      gib_per_s.push_back(d.bandwidth.count() / (1 << 30));
    }
    return gib_per_s;
  };
  CHECK(build_fabric(shipped("cosmic_system1").network).npus() == 512);
  CHECK(build_fabric(shipped("cosmic_system2").network).npus() == 1024);
  CHECK(build_fabric(shipped("cosmic_system3").network).npus() == 2048);
  CHECK(links("cosmic_system1") == std::vector<double>{100, 100, 100, 50});
  CHECK(links("cosmic_system2") == std::vector<double>{187.5, 25, 75, 100});
  CHECK(links("cosmic_system3")[0] == Approx(900.0 / 7));
  CHECK(links("cosmic_system3")[3] == 6.25);
}
