// SPDX-License-Identifier: Apache-2.0
#include "jacquard/topology/nccl_topology.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <pugixml.hpp>
#include <set>

#include "jacquard/base/data_path.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/base/file.hpp"
#include "jacquard/base/parse_number.hpp"
#include "jacquard/topology/user_graph.hpp"

namespace jacquard::topology {
namespace {

using pugi::xml_node;

constexpr int kMostHosts = 4096;
constexpr int kMostCpus = 256;          // of a host
constexpr int kDeepest = 32;            // PCIe switches below each other
constexpr int kMostLanes = 32;          // of PCIe
constexpr int kMostLinks = 64;          // NVLinks of two GPUs
constexpr double kMostTransfers = 256;  // GT/s
constexpr double kMostMegabits = 1e8;
constexpr int kOldestSm = 60, kNewestSm = 199;  // of GPUs with NVLinks
constexpr const char* kNvSwitch = "0x068000";   // class of a link's target
constexpr double kGigabits = 0.125;             // GB/s

// GB/s of an NVLink each way, by the data sheets: P100, V100, A100, A40, H100, B200.
double nvlink_rate(int sm) {
  if (sm >= 100) return 50;
  if (sm == 86) return 14.0625;
  return sm < 70 ? 20 : 25;
}

// GB/s of an xGMI link each way, by the data sheets: MI50 and MI60, MI100, MI250X, MI300X, MI355X.
// RCCL has written "gfx90a" as 910 too.
const std::map<std::string, double> kXgmiRates = {{"906", 46}, {"908", 46},  {"90a", 50},
                                                  {"910", 50}, {"940", 64},  {"941", 64},
                                                  {"942", 64}, {"950", 76.8}};

// GB/s between CPUs, as NCCL takes them (src/graph/topo.h).
double cpu_rate(const xml_node& cpu) {
  const std::string vendor = cpu.attribute("vendor").value();
  constexpr int kSapphireRapids = 0x8f;
  if (vendor == "AuthenticAMD") return 16;
  if (vendor == "GenuineIntel") {
    return cpu.attribute("modelid").as_int() >= kSapphireRapids ? 22 : 10;
  }
  return 6;
}

struct Gpu {
  int rank = 0, host = 0;
  std::string bus;
  xml_node node, pci;
  int parent = 0;
};

class Reader {
 public:
  Reader(const std::string& text, const std::string& source) : text_(text), source_(source) {
    const pugi::xml_parse_result result = document_.load_buffer(text.data(), text.size());
    if (!result) fail(result.offset, "XML", result.description());
    if (std::string(document_.document_element().name()) != "system") {
      fail(0, "<system>, as NCCL_TOPO_DUMP_FILE begins", document_.document_element().name());
    }
  }

  config::Json graph(int hosts) {
    const int net = switches_++;
    for (int host = 0; host < hosts; ++host) read_host(host, net);
    if (gpus_.empty()) {
      fail(0, "<gpu> elements, as in what NCCL_TOPO_DUMP_FILE writes", "none",
           "a file for NCCL_TOPO_FILE may leave them to NCCL");
    }
    std::stable_sort(gpus_.begin(), gpus_.end(), [](const Gpu& a, const Gpu& b) {
      return std::pair(a.host, a.rank) < std::pair(b.host, b.rank);
    });
    std::map<std::pair<int, std::string>, int> by_bus;
    for (std::size_t i = 0; i < gpus_.size(); ++i) {
      by_bus[{gpus_[i].host, gpus_[i].bus}] = static_cast<int>(i);
    }
    std::map<int, int> nv_switches;  // of hosts
    for (std::size_t i = 0; i < gpus_.size(); ++i) join(static_cast<int>(i), by_bus, nv_switches);
    std::vector<std::pair<std::pair<int, int>, double>> all(links_.begin(), links_.end());
    // Of equally short ways `lowest` so takes the fast one.
    std::stable_sort(all.begin(), all.end(),
                     [](const auto& a, const auto& b) { return a.second > b.second; });
    config::Json links = config::Json::array();
    const int npus = static_cast<int>(gpus_.size());
    for (const auto& [ends, rate] : all) {  // switches are below 0 until the GPUs are counted
      const auto number = [npus](int node) { return node < 0 ? npus - 1 - node : node; };
      links.push_back({{"from", number(ends.first)},
                       {"to", number(ends.second)},
                       {"bandwidth", fmt::format("{:.6g} GB/s", rate)}});
    }
    return {{"npus", npus}, {"switches", switches_}, {"npus_forward", false}, {"links", links}};
  }

 private:
  [[noreturn]] void fail(std::ptrdiff_t offset, const std::string& expected,
                         const std::string& found, const std::string& hint = "") const {
    const auto end = text_.begin() + std::clamp<std::ptrdiff_t>(
                                         offset, 0, static_cast<std::ptrdiff_t>(text_.size()));
    throw base::ConfigError({source_,
                             fmt::format("line {}", 1 + std::count(text_.begin(), end, '\n')),
                             expected, found, hint});
  }

  // An attribute, which may have a unit; `otherwise` where it is not there.
  double number(const xml_node& node, const char* key, double least, double most,
                double otherwise) const {
    const pugi::xml_attribute found = node.attribute(key);
    if (!found) return otherwise;
    const std::string text = found.value();
    const auto value = base::parse_number<double>(text.substr(0, text.find(' ')));
    if (value && *value >= least && *value <= most) return *value;
    fail(node.offset_debug(), fmt::format("{}, a number in {:g}..{:g}", key, least, most),
         "'" + text.substr(0, 40) + "'");
  }
  int whole(const xml_node& node, const char* key, int least, int most, int otherwise) const {
    const double value = number(node, key, least, most, otherwise);
    if (value <= std::floor(value)) return static_cast<int>(value);
    fail(node.offset_debug(), std::string(key) + ", a whole number", node.attribute(key).value());
  }

  // GB/s of "16.0 GT/s PCIe" on so many lanes. What a host does not know, as a virtual one, is 8
  // GT/s on 16 lanes, as NCCL takes it.
  double pcie_rate(const xml_node& pci) const {
    const std::string said = pci.attribute("link_speed").value();
    const bool known = !said.empty() && said.rfind("Unknown", 0) != 0;
    const double speed = known ? number(pci, "link_speed", 0, kMostTransfers, 0) : 0;
    const int lanes = whole(pci, "link_width", 0, kMostLanes, 0);
    const double transfers = speed > 0 ? speed : 8;
    const double coded = transfers > 5 ? 128.0 / 130 : 0.8;
    return transfers * coded * (lanes > 0 ? lanes : 16) * kGigabits;
  }

  int new_switch() {
    if (switches_ == UserGraph::kMostNodes) {
      fail(0, fmt::format("at most {} switches", UserGraph::kMostNodes), "more");
    }
    return -1 - switches_++;
  }
  void link(int a, int b, double rate) {
    double& of = links_[std::minmax(a, b)];
    of = std::max(of, rate);
  }

  void read_host(int host, int net) {
    std::vector<std::pair<int, xml_node>> cpus;
    for (const xml_node& cpu : document_.document_element().children("cpu")) {
      const int node = new_switch();
      for (const auto& [other, of] : cpus) link(node, other, std::min(cpu_rate(cpu), cpu_rate(of)));
      cpus.emplace_back(node, cpu);
      if (cpus.size() > kMostCpus) fail(cpu.offset_debug(), "at most 256 CPUs", "more");
      read_below(cpu, node, host, net, 0);
    }
  }

  void read_below(const xml_node& above, int parent, int host, int net, int depth) {
    if (depth > kDeepest)
      fail(above.offset_debug(), "at most 32 PCIe switches below a CPU", "more");
    for (const xml_node& nic : above.children("nic")) read_nic(nic, parent, 0, net);
    for (const xml_node& pci : above.children("pci")) {
      if (const xml_node gpu = pci.child("gpu")) {
        const int rank =
            whole(gpu, "rank", 0, UserGraph::kMostNodes,
                  whole(gpu, "dev", 0, UserGraph::kMostNodes, static_cast<int>(gpus_.size())));
        const std::string bus = pci.attribute("busid").value();
        const bool is_new = ranks_.emplace(host, rank).second && buses_.emplace(host, bus).second;
        if (!is_new) {
          fail(gpu.offset_debug(), "a GPU of its own rank and busid",
               fmt::format("rank {} on {} again", rank, bus));
        }
        gpus_.push_back({rank, host, bus, gpu, pci, parent});
      } else if (const xml_node nic = pci.child("nic")) {
        read_nic(nic, parent, pcie_rate(pci), net);
      } else if (pci.child("pci")) {
        const int node = new_switch();
        link(node, parent, pcie_rate(pci));
        read_below(pci, node, host, net, depth + 1);
      }
    }
  }

  void read_nic(const xml_node& nic, int parent, double pcie, int net) {
    double megabits = 0;
    for (const xml_node& port : nic.children("net")) {
      megabits += number(port, "speed", 0, kMostMegabits, 0);
    }
    if (!(megabits > 0)) return;
    const double rate = megabits / 1000 * kGigabits;
    const int node = new_switch();
    link(node, parent, pcie > 0 ? pcie : rate);
    link(node, -1 - net, rate);
  }

  double nvlink_rate_of(const xml_node& gpu) const {
    if (gpu.attribute("sm")) return nvlink_rate(whole(gpu, "sm", kOldestSm, kNewestSm, 0));
    fail(gpu.offset_debug(), "sm, the generation of a GPU with NVLinks", "none");
  }
  double xgmi_rate(const xml_node& gpu) const {
    const std::string said = gpu.attribute("gcn").value();
    const auto found = kXgmiRates.find(said.substr(said.rfind("gfx", 0) == 0 ? 3 : 0));
    if (found != kXgmiRates.end()) return found->second;
    fail(gpu.offset_debug(), "gcn, of gfx906 to gfx950, whose xGMI links are known",
         said.empty() ? "none" : "'" + said.substr(0, 40) + "'");
  }

  void join(int number, const std::map<std::pair<int, std::string>, int>& by_bus,
            std::map<int, int>& nv_switches) {
    const Gpu& gpu = gpus_[static_cast<std::size_t>(number)];
    link(number, gpu.parent, pcie_rate(gpu.pci));
    double to_switch = 0;
    for (const xml_node& one : gpu.node.children()) {
      const std::string kind = one.name();
      if (kind != "nvlink" && kind != "xgmi") continue;
      const double rate = whole(one, "count", 1, kMostLinks, 1) *
                          (kind == "xgmi" ? xgmi_rate(gpu.node) : nvlink_rate_of(gpu.node));
      const auto other = by_bus.find({gpu.host, one.attribute("target").value()});
      if (other != by_bus.end()) {
        if (other->second != number) link(number, other->second, rate);
      } else if (std::string(one.attribute("tclass").value()) == kNvSwitch) {
        to_switch += rate;
      }
    }
    if (to_switch == 0) return;
    const auto [found, is_new] = nv_switches.try_emplace(gpu.host, 0);
    if (is_new) found->second = new_switch();
    link(number, found->second, to_switch);
  }

  const std::string& text_;
  std::string source_;
  pugi::xml_document document_;
  int switches_ = 0;
  std::vector<Gpu> gpus_;
  std::set<std::pair<int, int>> ranks_;          // of hosts
  std::set<std::pair<int, std::string>> buses_;  // likewise
  std::map<std::pair<int, int>, double> links_;
};

}  // namespace

config::Json nccl_topology(const std::string& text, const std::string& source, int hosts) {
  return Reader(text, source).graph(hosts);
}

bool is_nccl_topology(const std::string& topology) {
  return std::filesystem::path(topology).extension() == ".xml";
}

config::Json read_nccl_topology(const std::string& topology) {
  std::string path = base::as_given_or_shipped(topology);
  int hosts = 1;
  if (const std::size_t x = topology.find('x'); !std::filesystem::exists(path)) {
    const auto count = base::parse_number<int>(topology.substr(0, x));
    if (count && *count >= 1 && *count <= kMostHosts) {
      hosts = *count;
      path = base::as_given_or_shipped(topology.substr(x + 1));
    }
  }
  return nccl_topology(base::read_file(path), path, hosts);
}

std::string graph_text(const std::string& topology) {
  if (is_nccl_topology(topology)) return read_nccl_topology(topology).dump();
  return base::read_file(base::as_given_or_shipped(topology));
}

}  // namespace jacquard::topology
