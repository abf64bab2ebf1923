// SPDX-License-Identifier: Apache-2.0
// COSMIC Table 3: the systems we ship, as the table prints them.
#include <fmt/format.h>

#include <cmath>
#include <map>

#include "jacquard/base/data_path.hpp"
#include "jacquard/topology/cost.hpp"
#include "jacquard/topology/system.hpp"
#include "papers/published/cosmic.hpp"

namespace jacquard::report {
namespace {

using config::Json;
using topology::Block;
using topology::Dimension;

constexpr double kGigabyte = 1 << 30;  // as COSMIC's simulator counts

Json number(double value) {
  const bool whole = value == std::floor(value);
  return whole ? Json(static_cast<std::int64_t>(value)) : Json(value);
}

const char* short_name(Block block) {
  return block == Block::ring ? "RI" : block == Block::fully_connected ? "FC" : "SW";
}

Json short_names(const std::vector<std::string>& algorithms) {
  static const std::map<std::string, std::string> names = {
      {"ring", "RI"}, {"direct", "DI"}, {"halving-doubling", "RHD"}, {"double-binary-tree", "DBT"}};
  Json all = Json::array();
  for (const std::string& algorithm : algorithms) all.push_back(names.at(algorithm));
  return all;
}

Json as_printed(const topology::System& system, const topology::Fabric& fabric) {
  Json json = {{"npus", fabric.npus()},
               {"collective", short_names(system.algorithm)},
               {"peak_tflops", number(system.npu.peak.count() / 1e12)},
               {"mem_gb_per_s", number(system.npu.memory_bandwidth.count() / 1e9)},
               {"topology", Json::array()},
               {"npus_per_dim", Json::array()},
               {"gb_per_s", Json::array()}};
  for (const Dimension& d : fabric.all()) {
    json["topology"].push_back(short_name(d.block));
    json["npus_per_dim"].push_back(d.size);
  }
  for (const auto& bandwidth : system.network.bandwidth) {
    json["gb_per_s"].push_back(number(bandwidth.count() / kGigabyte));
  }
  return json;
}

std::string remark_of(const topology::Fabric& fabric) {
  const std::vector<topology::DimensionCost> costs = topology::network_cost(fabric);
  std::string links, dollars, latencies;
  for (std::size_t d = 0; d < costs.size(); ++d) {
    const Dimension& dimension = fabric.all()[d];
    const char* comma = d == 0 ? "" : ", ";
    links += fmt::format("{}{:.6g}", comma, dimension.bandwidth.count() / kGigabyte);
    latencies += fmt::format("{}{}", comma, dimension.latency.count() / 1000);
    dollars += fmt::format("{}{} {}", comma, costs[d].place, topology::dollars(costs[d].cost));
  }
  return fmt::format(
      "bandwidths are per NPU, of one link [{}] GB/s (2^30 B/s, as its simulator counts; a ring "
      "has "
      "2 links, fully connected size - 1); the network costs ${} ({}; rounded down); latencies, "
      "which the paper omits, [{}] ns",
      links, topology::dollars(topology::total(costs)), dollars, latencies);
}

}  // namespace

Answer cosmic_table3(const Question& question) {
  const std::string& id = question.number.id;
  const std::string name = "cosmic_" + id.substr(id.rfind('/') + 1);
  const auto system = config::read_config(topology::system_fields(),
                                          base::data_path("configs/systems/" + name + ".json"));
  const topology::Fabric fabric = topology::build_fabric(system.network);
  const Json ours = as_printed(system, fabric);
  return {ours.dump(),
          ours == question.number.value ? "match" : "differs",
          "configs/systems/" + name + ".json: " + remark_of(fabric),
          {},
          {},
          {}};
}

}  // namespace jacquard::report
