// SPDX-License-Identifier: Apache-2.0
// A system as every verb takes it, and its two spellings.
#include "jacquard/systems/system_noun.hpp"

#include <catch2/catch.hpp>

#include "jacquard/config/find_config.hpp"
#include "jacquard/cost/device.hpp"
#include "jacquard/systems/cluster_system.hpp"
#include "support/fault_of.hpp"
#include "support/folder.hpp"

using namespace jacquard;
using namespace jacquard::systems;
using namespace jacquard::tb;
using Catch::Contains;

namespace {

const config::Place kPlace{"--system", ""};

FoundSystem found(const std::string& text) { return find_system(text, kPlace); }
topology::System system_of(const std::string& text) { return found(text).system; }
std::string shown(const topology::System& system) {
  return topology::system_fields().show(system).dump();
}
std::string shown(const std::string& text) { return shown(system_of(text)); }
std::string fault(const std::string& text) {
  return fault_of([&] { found(text); });
}

}  // namespace

// DGX H100 data sheet: 18 NVLinks of 25 GB/s, a port of 400 Gb/s for each GPU.
TEST_CASE("words for NPUs are nodes on their links, and nodes on the network") {
  const topology::System two = system_of("2xdgx-h100");
  CHECK(two.network.topology == "Switch(8) Switch(2)");
  CHECK(two.network.bandwidth ==
        std::vector<base::BytesPerSecond>{base::BytesPerSecond{450e9}, base::BytesPerSecond{50e9}});
  CHECK(two.node == 8);
  CHECK(two.npu.device == "h100_sxm");
  CHECK(shown("16xh100") == shown(two));
  CHECK(system_of("8xh200").network.topology == "Switch(8)");
  CHECK(system_of("h100").network.topology == "Switch(1)");
  CHECK(system_of("16xa100").network.bandwidth.back() == base::BytesPerSecond{25e9});
  CHECK(system_of("144xgb200").network.topology == "Switch(72) Switch(2)");
}

// HGX B300 data sheet: a port of 800 Gb/s for each GPU. MI300X data sheet: 7 links of 64 GB/s, one
// to each other GPU of the node; no port.
TEST_CASE("a device says how many make a node, what joins them and its port") {
  const topology::System b300 = system_of("16xb300");
  CHECK(b300.network.bandwidth.back() == base::BytesPerSecond{100e9});
  const topology::System mesh = system_of("16xmi300x");
  CHECK(mesh.network.topology == "FullyConnected(8) Switch(2)");
  CHECK(mesh.network.bandwidth.front() == base::BytesPerSecond{7 * 64e9});
  CHECK(mesh.network.bandwidth.back() == base::BytesPerSecond{50e9});
  CHECK(system_of("288xtrainium3").network.topology == "Switch(144) Switch(2)");
  CHECK(system_of("72xrubin").node == 72);
}

TEST_CASE("a count that is no multiple of a node is equal nodes") {
  CHECK(system_of("12xh100").network.topology == "Switch(6) Switch(2)");
  CHECK(system_of("12xh100").node == 6);
  CHECK(found("12xh100").node_room == 8);
  CHECK_THAT(fault("13xh100"), Contains("such as 12"));
}

TEST_CASE("words and the shipped system of the same NPUs mean the same network") {
  for (const auto& [word, name] : {std::pair("8xh100", "dgx_h100_8"),
                                   {"64xh100", "dgx_h100_8x8"},
                                   {"256xh100", "h100_rail_32x8"},
                                   {"256xb200", "b200_rail_32x8"},
                                   {"72xgb200", "gb200_nvl72"},
                                   {"576xgb200", "gb200_nvl72_8"}}) {
    INFO(word);
    topology::System shipped = system_of(name);
    shipped.algorithm.clear();
    topology::System of_word = system_of(word);
    CHECK(shown(of_word) == shown(shipped));
  }
}

TEST_CASE("a shipped name is known in any spelling") {
  CHECK(shown("gb200-nvl72") == shown("gb200_nvl72"));
  CHECK(shown("DGX-H100-8x8") == shown("dgx_h100_8x8"));
  CHECK(shown("dgx_h100_128") == shown("dgx-h100-128"));
}

TEST_CASE("shipped names are different in letters and digits too") {
  std::vector<std::string> names = config::shipped_configs(kSystems);
  for (const std::string& name : names) {
    INFO(name);
    CHECK(found(name).place.source.find("/" + name + ".json") != std::string::npos);
  }
}

// Table 3 of MAD-Max has nodes of 8; NVIDIA's data sheets have rates.
TEST_CASE("nodes of devices are a system with their links and their share of the ports") {
  const topology::System zion = system_of("zionex-128");
  CHECK(zion.network.topology == "Switch(8) Switch(16)");
  CHECK(zion.network.bandwidth.front() == base::BytesPerSecond{300e9});
  CHECK(zion.network.bandwidth.back() == base::BytesPerSecond{25e9});
  CHECK(zion.node == 8);
}

TEST_CASE("a system is nodes of devices with the same rates") {
  const Cluster of_word = find_cluster("128xh100", kPlace);
  const Cluster shipped = find_cluster("dgx-h100-128", kPlace);
  CHECK(of_word.nodes == shipped.nodes);
  CHECK(of_word.devices == shipped.devices);
  CHECK(of_word.links * of_word.link_bandwidth.count() ==
        shipped.links * shipped.link_bandwidth.count());
  CHECK(of_word.ports * of_word.port_bandwidth.count() ==
        shipped.ports * shipped.port_bandwidth.count());
  CHECK(of_word.peak2.count() == Approx(shipped.peak2.count()).epsilon(1e-4));
  CHECK(of_word.peak1.count() == Approx(shipped.peak1.count()).epsilon(1e-4));
  CHECK(of_word.port_latency == shipped.port_latency);
  CHECK(of_word.compute_utilisation == shipped.compute_utilisation);
  CHECK(of_word.all_reduce_inside == shipped.all_reduce_inside);
}

TEST_CASE("every shipped system of a device with nodes can be planned by layers") {
  for (const std::string& name : config::shipped_configs(kSystems)) {
    const FoundSystem one = found(name);
    if (one.cluster || one.system.npu.device.empty()) continue;
    INFO(name);
    CHECK_NOTHROW(require_complete(find_cluster(name, kPlace), kPlace));
  }
}

TEST_CASE("files and objects are systems in either spelling, or one NPU of a device") {
  const Folder folder;
  folder.file("net.json", R"json({"network": {"topology": "Ring(4)"
}
})json");
  folder.file("nodes.json", R"json({"nodes": 2, "devices": 4, "peak_fp16": "1 TFLOP/s",
    "memory": "1 GB", "memory_bandwidth": "1 GB/s", "links": 1, "link_bandwidth": "8 GB/s",
    "ports": 4, "port_bandwidth": "2 GB/s"})json");
  folder.file("mine.json", R"json({"name": "mine", "architecture": "hopper", "peak": {"bf16":
    "1 TFLOP/s"}, "memory": "1 GB", "memory_bandwidth": "1 GB/s", "processors": 4,
    "link": "5 GB/s"})json");
  CHECK(system_of(folder.path("net.json")).network.topology == "Ring(4)");
  CHECK(system_of(folder.path("nodes.json")).network.topology == "Switch(4) Switch(2)");
  CHECK(system_of(folder.path("mine.json")).network.topology == "Switch(1)");
  const topology::System eight = system_of("8x" + folder.path("mine.json"));
  CHECK(eight.network.bandwidth.front() == base::BytesPerSecond{5e9});
  CHECK(system_of(R"json({"network": {"topology": "Ring(4)"
  }
  })json")
            .network.topology == "Ring(4)");
}

TEST_CASE("a system without device or whole nodes is no nodes of devices") {
  CHECK_THAT(
      fault_of([] { find_cluster(R"json({"network": {"topology": "Ring(4)"}})json", kPlace); }),
      Contains("#/npu/device") && Contains("none"));
  CHECK_THAT(fault_of([] {
               find_cluster(R"json({"network": {"topology": "Switch(6)"}, "node": 4,
                                "npu": {
  "device" : "h100_sxm"}
  })json",
                            kPlace);
             }),
             Contains("/node") && Contains("divisor of the first"));
}

TEST_CASE("a word that is no system is refused whole, with the nearest") {
  CHECK_THAT(fault("dgx-h1000-128"), Contains("'dgx-h1000-128'") && Contains("8xh200"));
  CHECK_THAT(fault("8xh300"), Contains("'8xh300'"));
  CHECK_THAT(fault("60000xdgx-h100"), Contains("1 to 65536 NPUs"));
  CHECK_THAT(fault(""), Contains("--system"));
}
