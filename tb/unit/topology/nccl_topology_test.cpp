// SPDX-License-Identifier: Apache-2.0
// The form is that of NCCL's dumps (src/graph/xml.cc, topo.cc); the host is our own.
#include "jacquard/topology/nccl_topology.hpp"

#include <catch2/catch.hpp>
#include <tuple>

#include "jacquard/base/error.hpp"

using namespace jacquard;
using Catch::Contains;

namespace {

// Rank 1 stands first; a NIC of 400 Gb/s shares the PCIe switch of rank 1.
const char* const kHost =
    "<system version=\"1\">\n"
    "<cpu numaid=\"0\" vendor=\"AuthenticAMD\">\n"
    "<pci busid=\"01\" class=\"0x060400\" link_speed=\"16.0 GT/s PCIe\" link_width=\"16\">\n"
    "<pci busid=\"02\" class=\"0x030200\" link_speed=\"32.0 GT/s PCIe\" link_width=\"16\">\n"
    "<gpu dev=\"0\" sm=\"90\" rank=\"1\">\n"
    "<nvlink target=\"a1\" count=\"9\" tclass=\"0x068000\"/>\n"
    "<nvlink target=\"a2\" count=\"9\" tclass=\"0x068000\"/></gpu></pci>\n"
    "<pci busid=\"03\" class=\"0x020700\" link_speed=\"32.0 GT/s PCIe\" link_width=\"16\"><nic>\n"
    "<net name=\"mlx5_0\" dev=\"0\" speed=\"400000\"/></nic></pci></pci></cpu>\n"
    "<cpu numaid=\"1\" vendor=\"AuthenticAMD\">\n"
    "<pci busid=\"04\" class=\"0x030200\" link_speed=\"\" link_width=\"0\">\n"
    "<gpu dev=\"1\" sm=\"90\" rank=\"0\">\n"
    "<nvlink target=\"a1\" count=\"18\" tclass=\"0x068000\"/></gpu></pci></cpu>\n</system>\n";

std::string rate(const config::Json& graph, int from, int to) {
  for (const auto& link : graph["links"]) {
    const bool is_it =
        (link["from"] == from && link["to"] == to) || (link["from"] == to && link["to"] == from);
    if (is_it) return link["bandwidth"];
  }
  return "none";
}

}  // namespace

TEST_CASE("a dump of NCCL is a graph: GPUs by rank, NVLink, PCIe, CPUs and NICs") {
  const auto graph = topology::nccl_topology(kHost, "t.xml", 1);
  CHECK(graph["npus"] == 2);
  // What joins NICs, two CPUs, a PCIe switch, a NIC, NVSwitch.
  CHECK(graph["switches"] == 6);
  const int net = 2, cpu_0 = 3, pcie = 4, nic = 5, cpu_1 = 6, nvswitch = 7;
  CHECK(rate(graph, 1, nvswitch) == "450 GB/s");  // 18 x 25
  CHECK(rate(graph, 0, nvswitch) == "450 GB/s");
  CHECK(rate(graph, 1, pcie) == "63.0154 GB/s");      // 32 GT/s x 16 x 128/130 / 8
  CHECK(rate(graph, pcie, cpu_0) == "31.5077 GB/s");  // 16 GT/s
  CHECK(rate(graph, 0, cpu_1) == "15.7538 GB/s");     // not said: 8 GT/s on 16 lanes
  CHECK(rate(graph, nic, pcie) == "63.0154 GB/s");
  CHECK(rate(graph, nic, net) == "50 GB/s");  // 400,000 Mb/s
  CHECK(rate(graph, cpu_0, cpu_1) == "16 GB/s");
  CHECK(graph["links"].size() == 8);
}

TEST_CASE("copies of a host meet where NICs are joined") {
  const auto graph = topology::nccl_topology(kHost, "t.xml", 3);
  CHECK(graph["npus"] == 6);
  CHECK(graph["switches"] == 16);  // 5 of each host, and one for all
  CHECK(graph["links"].size() == 24);
}

TEST_CASE("NVLinks from GPU to GPU are one link both ways, of their generation") {
  const auto graph = topology::nccl_topology(
      "<system version=\"1\"><cpu numaid=\"0\">"
      "<pci busid=\"02\"><gpu dev=\"0\" sm=\"70\" rank=\"0\"><nvlink target=\"03\" count=\"2\"/>"
      "<nvlink target=\"02\" count=\"9\"/></gpu></pci><pci busid=\"03\"><gpu dev=\"1\" sm=\"70\" "
      "rank=\"1\">"
      "<nvlink target=\"02\" count=\"2\"/></gpu></pci></cpu></system>",
      "t.xml", 1);
  CHECK(graph["links"].size() == 3);
  CHECK(rate(graph, 0, 1) == "50 GB/s");
}

TEST_CASE("what is no dump of NCCL is refused in a line") {
  const auto reading = [](const char* text) { return topology::nccl_topology(text, "t.xml", 1); };
  CHECK_THROWS_WITH(reading("<system>\n<cpu"), Contains("t.xml, line 2: expected XML"));
  CHECK_THROWS_WITH(reading("<graphs/>"), Contains("expected <system>") && Contains("graphs"));
  CHECK_THROWS_WITH(reading("<system><cpu><pci busid=\"1\" class=\"0x030200\"/></cpu></system>"),
                    Contains("expected <gpu> elements"));
  CHECK_THROWS_WITH(
      reading("<system><cpu><pci busid=\"1\">\n<gpu dev=\"0\">\n<xgmi target=\"2\"/>"
              "</gpu></pci></cpu></system>"),
      Contains("line 2: expected gcn, of gfx906 to gfx950") && Contains("found none"));
}

TEST_CASE("xGMI of RCCL's dumps is a link both ways at its generation's rate") {
  const auto joined = [](const char* gcn, const char* count) {
    std::string text = "<system version=\"2\"><cpu numaid=\"0\" vendor=\"AuthenticAMD\">";
    for (const int r : {0, 1}) {
      text += "<pci busid=\"" + std::to_string(r) + "\" class=\"0x120000\"><gpu dev=\"" +
              std::to_string(r) + "\" sm=\"304\" gcn=\"" + gcn + "\" rank=\"" + std::to_string(r) +
              "\"><xgmi target=\"" + std::to_string(1 - r) + "\" count=\"" + count +
              "\" tclass=\"0x120000\"/></gpu></pci>";
    }
    return rate(topology::nccl_topology(text + "</cpu></system>", "t.xml", 1), 0, 1);
  };
  // Data sheets, both ways together: MI100 276 GB/s on 3 links, MI250X 800 on 8, MI300X 896 on 7,
  // MI355X 1,075.2 on 7.
  CHECK(joined("gfx908", "1") == "46 GB/s");
  CHECK(joined("gfx90a", "4") == "200 GB/s");
  CHECK(joined("910", "1") == "50 GB/s");
  CHECK(joined("gfx942", "1") == "64 GB/s");
  CHECK(joined("gfx950", "1") == "76.8 GB/s");
  CHECK_THROWS_WITH(joined("gfx1100", "1"), Contains("gcn") && Contains("'gfx1100'"));
}

TEST_CASE("numbers of a dump that no host has are named by their line") {
  const auto with = [](const std::string& was, const std::string& is) {
    std::string text = kHost;
    text.replace(text.find(was), was.size(), is);
    return topology::nccl_topology(text, "t.xml", 1);
  };
  const std::tuple<const char*, const char*, const char*> broken[] = {
      {"rank=\"1\"", "rank=\"0\"",
       "line 12: expected a GPU of its own rank and busid, found rank 0"},
      {"busid=\"04\"", "busid=\"02\"", "line 12: expected a GPU of its own rank and busid"},
      {"rank=\"1\"", "rank=\"-1\"", "line 5: expected rank, a number in 0.."},
      {"count=\"18\"", "count=\"-18\"", "line 13: expected count, a number in 1..64, found '-18'"},
      {"count=\"18\"", "count=\"1.5\"", "line 13: expected count, a whole number"},
      {"sm=\"90\"", "sm=\"999\"", "line 5: expected sm, a number in 60..199, found '999'"},
      {"sm=\"90\"", "", "line 5: expected sm, the generation of a GPU with NVLinks, found none"},
      {"link_width=\"16\"", "link_width=\"-4\"", "line 3: expected link_width, a number in 0..32"},
      {"32.0 GT/s", "fast GT/s", "line 4: expected link_speed, a number in 0..256, found 'fast"},
      {"speed=\"400000\"", "speed=\"-1\"", "line 9: expected speed, a number in 0.."}};
  for (const auto& [was, is, line] : broken) {
    INFO(is);
    CHECK_THROWS_WITH(with(was, is), Contains(line));
  }
  CHECK_NOTHROW(with("32.0 GT/s PCIe", "Unknown speed"));
}
