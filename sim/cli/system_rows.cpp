// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/system_rows.hpp"

#include "jacquard/base/error.hpp"
#include "jacquard/report/metric_table.hpp"
#include "jacquard/topology/cost.hpp"
#include "jacquard/topology/shape_text.hpp"

namespace jacquard::cli {
namespace {

using report::Metric;
using report::MetricTable;
using report::Unit;
using topology::DimensionCost;
using topology::Fabric;

// Empty where something has no price: the network may be simulated all the same.
std::vector<DimensionCost> costs_of(const Fabric& fabric) {
  try {
    return topology::network_cost(fabric);
  } catch (const base::ConfigError&) {
    return {};
  }
}

struct DimensionRow {
  int number;
  const topology::Dimension& dimension;
  const DimensionCost* cost;  // null where something has no price
};

const MetricTable<DimensionRow>& dimension_metrics() {
  using R = DimensionRow;
  using M = Metric<R>;
  static const MetricTable<R> table(
      "dimension", "A dimension of a system's network.",
      {
          M("dimension", Unit::count, &R::number, "Its number, from 0, the innermost."),
          M(
              "block", Unit::text,
              [](const R& r) { return topology::block_name(r.dimension.block); },
              "Ring, Switch, ..."),
          M(
              "size", Unit::count, [](const R& r) { return r.dimension.size; }, "NPUs in it."),
          M(
              "link_bytes_per_s", Unit::bytes_per_s,
              [](const R& r) { return r.dimension.bandwidth; }, "Of one link, one way."),
          M(
              "npu_bytes_per_s", Unit::bytes_per_s,
              [](const R& r) { return topology::npu_bandwidth(r.dimension); },
              "Of all links of an NPU, one way."),
          M(
              "latency_ps", Unit::ps, [](const R& r) { return r.dimension.latency; }, "Of a link."),
          M(
              "place", Unit::text,
              [](const R& r) { return r.cost ? std::optional(r.cost->place) : std::nullopt; },
              "Where it is, which decides its price; null without a price.")
              .or_null(),
          M(
              "cost_usd", Unit::usd,
              [](const R& r) {
                return r.cost ? std::optional(topology::dollars(r.cost->cost)) : std::nullopt;
              },
              "Of its links and switches; null without a price.")
              .or_null(),
      },
      report::Columns::all);
  return table;
}

struct NetworkRow {
  int npus;
  int switches;
  std::int64_t links;
  std::optional<std::int64_t> cost;
};

const MetricTable<NetworkRow>& network_metrics() {
  using R = NetworkRow;
  using M = Metric<R>;
  static const MetricTable<R> table(
      "network", "A system's network in all.",
      {
          M("npus", Unit::count, &R::npus, "NPUs."),
          M("switches", Unit::count, &R::switches, "Switches."),
          M("links", Unit::count, &R::links, "Links, each way one."),
          M("cost_usd", Unit::usd, &R::cost, "Of all dimensions; null without a price.").or_null(),
      },
      report::Columns::all);
  return table;
}

}  // namespace

std::vector<report::Printed> system_rows(const topology::System& system) {
  const topology::Network network = topology::build_network(system.network);
  std::vector<report::Printed> rows;
  int switches = network.graph ? network.graph->nodes() - network.graph->npus() : 0;
  std::int64_t links = network.graph ? network.graph->links() : 0;
  for (int d = 0; network.fabric && d < network.fabric->dimensions(); ++d) {
    switches += network.fabric->switches_in(d);
    links += network.fabric->links_in(d);
  }
  NetworkRow all{network.npus(), switches, links, std::nullopt};
  if (network.fabric) {
    const Fabric& fabric = *network.fabric;
    const auto dimensions = static_cast<std::size_t>(fabric.dimensions());
    if (!system.algorithm.empty() && system.algorithm.size() != dimensions) {
      config::Place{"algorithm", ""}.fail(
          std::to_string(dimensions) + " algorithms, one for each dimension, or none",
          std::to_string(system.algorithm.size()));
    }
    const std::vector<DimensionCost> costs = costs_of(fabric);
    for (std::size_t d = 0; d < dimensions; ++d) {
      const int number = static_cast<int>(d);
      rows.push_back(dimension_metrics()(
          {number, fabric.dimension(number), costs.empty() ? nullptr : &costs[d]}));
    }
    if (!costs.empty()) all.cost = topology::dollars(topology::total(costs));
  }
  rows.push_back(network_metrics()(all));
  return rows;
}

std::vector<report::RowKind> system_row_kinds() {
  return {dimension_metrics().kind(), network_metrics().kind()};
}

}  // namespace jacquard::cli
