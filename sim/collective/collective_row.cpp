// SPDX-License-Identifier: Apache-2.0
#include "sim/collective/collective_row.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "jacquard/demand/rounds/names.hpp"
#include "jacquard/report/html/text.hpp"
#include "jacquard/topology/shape_text.hpp"

namespace jacquard::run {
namespace {

using demand::CollectiveKind;

constexpr std::size_t kLinksShown = 5;

double per_second(double bytes, base::Picoseconds time) {
  const double seconds = base::to_seconds(time).count();
  return seconds > 0 ? bytes / seconds : 0;
}

// Bytes that an NPU must send for each byte that counts as data, in a group of n.
double least_traffic(CollectiveKind kind, double n) {
  switch (kind) {
    case CollectiveKind::all_reduce:
      return 2 * (n - 1) / n;
    case CollectiveKind::reduce_scatter:
    case CollectiveKind::all_gather:
    case CollectiveKind::all_to_all:
      return (n - 1) / n;
    case CollectiveKind::broadcast:
    case CollectiveKind::send:
      break;
  }
  return 1;
}

// nccl-tests counts the gathered data of an all-gather.
double data_bytes(const collective::CollectiveRequest& request) {
  const auto bytes = static_cast<double>(request.bytes.count());
  return request.kind == CollectiveKind::all_gather ? bytes * request.members() : bytes;
}

std::string topology_text(const CollectiveConfig& config, const topology::Network& network) {
  return network.fabric ? topology::show_shape(*network.fabric) : config.network.topology;
}

}  // namespace

report::Row collective_row(const CollectiveConfig& config, const topology::Network& network,
                           const Work& work, const engine::Result& result) {
  const demand::Totals totals = demand::totals(work.graph);
  report::Row row;
  row["row_kind"] = "collective";
  if (work.request) {
    row["kind"] = demand::name_of(config.kind);
    row["algorithm"] = config.algorithm;
  }
  row["topology"] = topology_text(config, network);
  row["npus"] = network.npus();
  row["engine"] = name_of(config.engine);
  row["mode"] = name_of(config.mode);
  row["time_ps"] = result.time.count();
  row["rounds"] = totals.rounds;
  row["messages"] = totals.messages;
  row["wire_bytes"] = totals.bytes.count();
  if (work.request) {
    const double algorithm = per_second(data_bytes(*work.request), result.time);
    row["algorithm_bandwidth_bytes_per_s"] = algorithm;
    row["bus_bandwidth_bytes_per_s"] =
        algorithm * least_traffic(config.kind, work.request->members());
  }
  if (result.events > 0) row["events"] = result.events;
  if (result.simulated_npus > 0) row["simulated_npus"] = result.simulated_npus;
  for (std::size_t d = 0; d < result.dimensions.size(); ++d) {
    row[fmt::format("dimension_{}_bytes", d)] = result.dimensions[d].bytes.count();
    row[fmt::format("dimension_{}_utilisation", d)] = result.dimensions[d].utilisation;
  }
  return row;
}

report::Row brief_collective_row(const CollectiveConfig& config, const topology::Network& network,
                                 const Work& work, const engine::Result& result) {
  const demand::Totals totals = demand::totals(work.graph);
  report::Row row;
  if (work.request) {
    row["kind"] = demand::name_of(config.kind);
    row["algorithm"] = config.algorithm;
  }
  row["topology"] = topology_text(config, network);
  row["engine"] = name_of(config.engine);
  row["mode"] = name_of(config.mode);
  row["time"] = report::time_text(result.time);
  row["rounds"] = totals.rounds;
  row["messages"] = totals.messages;
  row["wire"] = report::size_text(totals.bytes);
  if (work.request) {
    const double algorithm = per_second(data_bytes(*work.request), result.time);
    row["alg_GB/s"] = algorithm / 1e9;
    row["bus_GB/s"] = algorithm * least_traffic(config.kind, work.request->members()) / 1e9;
  }
  return row;
}

std::vector<report::Row> link_rows(const engine::Result& result) {
  std::vector<const engine::Result::Link*> links;
  for (const engine::Result::Link& link : result.links) links.push_back(&link);
  const auto shown = static_cast<std::ptrdiff_t>(std::min<std::size_t>(links.size(), kLinksShown));
  // Of equally busy ones, that of the lower number.
  std::partial_sort(links.begin(), links.begin() + shown, links.end(),
                    [](const engine::Result::Link* a, const engine::Result::Link* b) {
                      const double more = a->busy.count() - b->busy.count();
                      return more != 0 ? more > 0 : a < b;
                    });
  links.resize(static_cast<std::size_t>(shown));
  std::vector<report::Row> rows;
  for (const engine::Result::Link* link : links) {
    rows.push_back({{"row_kind", "link"},
                    {"from", link->from},
                    {"to", link->to},
                    {"bytes", link->bytes.count()},
                    {"busy_s", link->busy.count()},
                    {"utilisation", link->utilisation}});
  }
  return rows;
}

}  // namespace jacquard::run
