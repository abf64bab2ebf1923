// SPDX-License-Identifier: Apache-2.0
#include "sim/collective/collective_row.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "jacquard/base/at.hpp"
#include "jacquard/report/html/text.hpp"
#include "jacquard/rounds/names.hpp"
#include "jacquard/topology/shape_text.hpp"

namespace jacquard::run {
namespace {

using rounds::CollectiveKind;

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

// What all collectives have in common, or "several".
template <class Of>
std::string common(const rounds::RoundGraph& graph, const Of& of) {
  std::string all;
  for (const rounds::Collective& collective : graph.collectives) {
    const std::string own = of(collective);
    if (!all.empty() && all != own) return "several";
    all = own;
  }
  return all;
}

std::string topology_text(const CollectiveConfig& config, const topology::Network& network) {
  return network.fabric ? topology::show_shape(*network.fabric) : config.network.topology;
}

// A graph of links is one dimension.
std::string block_text(const topology::Network& network, std::size_t d) {
  if (!network.fabric) return fmt::format("graph of {} NPUs", network.npus());
  const topology::Dimension& dimension = network.fabric->dimension(static_cast<int>(d));
  return fmt::format("{}({})", topology::block_name(dimension.block), dimension.size);
}

std::string kind_of(const rounds::Collective& collective) {
  return rounds::name_of(collective.kind);
}

std::string algorithm_of(const rounds::Collective& collective) {
  if (collective.kind == CollectiveKind::send) return "none";
  return collective.algorithm.empty() ? "own" : collective.algorithm;
}

struct Sums {
  Sums(const rounds::RoundGraph& graph, std::size_t dimensions)
      : of_collective(graph.collectives.size()), of_dimension(dimensions) {
    for (const rounds::Round& round : graph.rounds) {
      const rounds::Totals own = rounds::totals(graph, round);
      const rounds::Channel& channel = base::at(graph.channels, round.channel);
      all += own;
      base::at(of_collective, round.collective) += own;
      // On a graph channels may have any dimension, and links have one.
      const auto d = static_cast<std::size_t>(channel.dimension);
      if (dimensions > 0) of_dimension[std::min(d, dimensions - 1)] += own;
    }
  }

  rounds::Totals all;
  std::vector<rounds::Totals> of_collective;
  std::vector<rounds::Totals> of_dimension;  // that of the round's channel
};

void add(report::Row& row, base::Picoseconds time, const rounds::Totals& totals) {
  row["time_ps"] = time.count();
  row["rounds"] = totals.rounds;
  row["messages"] = totals.messages;
  row["wire_bytes"] = totals.bytes.count();
}

report::Row row_of_run(const CollectiveConfig& config, const topology::Network& network,
                       const Work& work, const engine::Result& result,
                       const rounds::Totals& totals) {
  report::Row row;
  row["row_kind"] = "run";
  row["kind"] = common(work.graph, kind_of);
  row["algorithm"] = common(work.graph, algorithm_of);
  row["topology"] = topology_text(config, network);
  row["npus"] = network.npus();
  row["engine"] = config.engine;
  row["mode"] = name_of(config.mode);
  add(row, result.time, totals);
  if (work.request) {
    const double algorithm = per_second(data_bytes(*work.request), result.time);
    row["algorithm_bandwidth_bytes_per_s"] = algorithm;
    row["bus_bandwidth_bytes_per_s"] =
        algorithm * least_traffic(config.kind, work.request->members());
  }
  if (result.events > 0) row["events"] = result.events;
  if (result.simulated_npus > 0) row["simulated_npus"] = result.simulated_npus;
  return row;
}

}  // namespace

std::vector<report::Row> collective_rows(const CollectiveConfig& config,
                                         const topology::Network& network, const Work& work,
                                         const engine::Result& result) {
  const Sums sums(work.graph, result.dimensions.size());
  std::vector<report::Row> rows = {row_of_run(config, network, work, result, sums.all)};
  for (std::size_t i = 0; i < result.collectives.size(); ++i) {
    const rounds::Collective& collective = work.graph.collectives[i];
    const engine::Result::Interval& interval = result.collectives[i];
    report::Row& row = rows.emplace_back();
    row["row_kind"] = "collective";
    row["collective"] = i;
    row["kind"] = kind_of(collective);
    row["algorithm"] = algorithm_of(collective);
    row["npus"] = collective.shape.size();
    row["bytes"] = collective.bytes.count();
    row["begin_ps"] = interval.begin.count();
    row["end_ps"] = interval.end.count();
    add(row, interval.end - interval.begin, sums.of_collective[i]);
  }
  for (std::size_t d = 0; d < result.dimensions.size(); ++d) {
    const engine::Result::Dimension& dimension = result.dimensions[d];
    report::Row& row = rows.emplace_back();
    row["row_kind"] = "dimension";
    row["dimension"] = d;
    row["block"] = block_text(network, d);
    row["links"] = dimension.links;
    row["bytes"] = dimension.bytes.count();
    row["busy_s"] = dimension.busy.count();
    row["utilisation"] = dimension.utilisation;
    add(row, result.time, sums.of_dimension[d]);
  }
  return rows;
}

std::vector<report::Row> brief_collective_rows(const CollectiveConfig& config,
                                               const topology::Network& network, const Work& work,
                                               const engine::Result& result) {
  const rounds::Totals totals = rounds::totals(work.graph);
  std::vector<report::Row> rows(1);
  report::Row& row = rows.front();
  row["kind"] = common(work.graph, kind_of);
  row["algorithm"] = common(work.graph, algorithm_of);
  row["topology"] = topology_text(config, network);
  row["engine"] = config.engine;
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
  // One collective is the run.
  for (std::size_t i = 0; i < result.collectives.size() && result.collectives.size() > 1; ++i) {
    const rounds::Collective& collective = work.graph.collectives[i];
    rows.push_back({{"row_kind", "collective"},
                    {"collective", i},
                    {"kind", kind_of(collective)},
                    {"algorithm", algorithm_of(collective)},
                    {"npus", collective.shape.size()},
                    {"bytes", report::size_text(collective.bytes)},
                    {"begin", report::time_text(result.collectives[i].begin)},
                    {"end", report::time_text(result.collectives[i].end)}});
  }
  for (std::size_t d = 0; d < result.dimensions.size(); ++d) {
    const engine::Result::Dimension& dimension = result.dimensions[d];
    rows.push_back({{"row_kind", "dimension"},
                    {"dimension", d},
                    {"block", block_text(network, d)},
                    {"links", dimension.links},
                    {"carried", report::size_text(dimension.bytes)},
                    {"utilisation", dimension.utilisation}});
  }
  return rows;
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
