// SPDX-License-Identifier: Apache-2.0
#include "sim/collective/collective_row.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "jacquard/base/at.hpp"
#include "jacquard/report/html/text.hpp"
#include "jacquard/report/metric_table.hpp"
#include "jacquard/rounds/names.hpp"
#include "jacquard/topology/shape_text.hpp"
#include "sim/collective/compare_rows.hpp"
#include "systemc/collective/bandwidth.hpp"

namespace jacquard::run {
namespace {

using report::Metric;
using report::MetricTable;
using report::Row;
using report::Unit;
using rounds::CollectiveKind;

constexpr std::size_t kLinksShown = 5;

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

// What every row tells of what it is about.
struct Sum {
  base::Picoseconds time;
  std::optional<rounds::Totals> totals;  // none: a law tells no messages
};

template <class R>
std::vector<Metric<R>> with_sum(std::vector<Metric<R>> all, bool in_tables = false) {
  using M = Metric<R>;
  const auto named = [&](const char* heading) { return std::string(in_tables ? heading : ""); };
  all.push_back(M(
      "time_ps", Unit::ps, [](const R& r) { return r.sum.time; },
      "From data ready to the last message processed; of a dimension the run's.", named("time")));
  const auto total = [](auto member) {
    return [member](const R& r) {
      return r.sum.totals ? std::optional((*r.sum.totals).*member) : std::nullopt;
    };
  };
  all.push_back(M("rounds", Unit::count, total(&rounds::Totals::rounds),
                  "Rounds, over chunks, repetitions and groups.", named("rounds")));
  all.push_back(M("messages", Unit::count, total(&rounds::Totals::messages),
                  "Messages of these rounds.", named("messages")));
  all.push_back(M("wire_bytes", Unit::bytes, total(&rounds::Totals::bytes),
                  "Their bytes, each counted once.", named("wire")));
  return all;
}

template <class M>
std::vector<M> joined(std::vector<M> all, const std::vector<M>& rest) {
  all.insert(all.end(), rest.begin(), rest.end());
  return all;
}

struct RunRow {
  const CollectiveConfig& config;
  const topology::Network& network;
  const Work& work;
  const engine::Result& result;
  Sum sum;

  std::optional<std::string> spread() const {
    const bool several = work.request && !work.by_law && work.request->shape.digits() > 1;
    if (!several || config.kind != CollectiveKind::all_reduce) return std::nullopt;
    return name_of(config.spread);
  }
  std::optional<int> chunks() const {
    return work.request && !work.by_law ? std::optional(config.chunks) : std::nullopt;
  }
  std::optional<double> algorithm_bandwidth() const {
    if (!work.request) return std::nullopt;
    return run::algorithm_bandwidth(*work.request, result.time);
  }
  std::optional<double> bus_bandwidth() const {
    if (!work.request) return std::nullopt;
    return run::bus_bandwidth(*work.request, result.time);
  }
};

std::optional<std::int64_t> unless_0(std::int64_t count) {
  return count > 0 ? std::optional(count) : std::nullopt;
}

const MetricTable<RunRow>& run_metrics() {
  using R = RunRow;
  using M = Metric<R>;
  const auto in_giga = [](const Row& value) { return Row(value.get<double>() / 1e9); };
  static const MetricTable<R> table(
      "run", "The whole run.",
      joined(
          with_sum<R>(
              {
                  M(
                      "kind", Unit::text, [](const R& r) { return common(r.work.graph, kind_of); },
                      "Which collective, or several.", "kind"),
                  M(
                      "algorithm", Unit::text,
                      [](const R& r) { return common(r.work.graph, algorithm_of); },
                      "Which algorithm; own where a file of rounds does not say.", "algorithm"),
                  M("spread", Unit::text, &R::spread,
                    "How an all-reduce crosses dimensions, where there are several."),
                  M("chunks", Unit::count, &R::chunks, "Parts of its data, unless from a file."),
                  M(
                      "topology", Unit::text,
                      [](const R& r) { return topology_text(r.config, r.network); }, "The network.",
                      "topology"),
                  M(
                      "npus", Unit::count, [](const R& r) { return r.network.npus(); },
                      "NPUs of the network."),
                  M(
                      "engine", Unit::text,
                      [](const R& r) { return r.work.by_law ? "law" : r.config.engine; },
                      "analytic, event, cycle or astra; law: NCCL's, of a node.", "engine"),
                  M(
                      "law", Unit::text,
                      [](const R& r) { return r.work.reached ? "reached" : "links"; },
                      "reached: what collectives reach in nodes and across; links: every link at "
                      "its rate."),
                  M(
                      "mode", Unit::text, [](const R& r) { return name_of(r.config.mode); },
                      "faithful, or ASTRA-sim's.", "mode"),
              },
              true),
          {
              M("algorithm_bandwidth_bytes_per_s", Unit::bytes_per_s, &R::algorithm_bandwidth,
                "Data / time, of a collective; an all-gather's data are what everyone ends with.",
                "alg_GB/s")
                  .as(in_giga),
              M("bus_bandwidth_bytes_per_s", Unit::bytes_per_s, &R::bus_bandwidth,
                "That x the least an NPU must send for each byte of data.", "bus_GB/s")
                  .as(in_giga),
              M(
                  "events", Unit::count, [](const R& r) { return unless_0(r.result.events); },
                  "Events, of engines that have any."),
              M(
                  "simulated_npus", Unit::count,
                  [](const R& r) { return unless_0(r.result.simulated_npus); },
                  "Fewer than npus where NPUs alike are simulated once."),
          }));
  return table;
}

struct CollectiveRow {
  std::size_t number;
  const rounds::Collective& collective;
  const engine::Result::Interval& interval;
  Sum sum;
};

const MetricTable<CollectiveRow>& collective_metrics() {
  using R = CollectiveRow;
  using M = Metric<R>;
  const auto size = [](const Row& value) { return report::readable(value, Unit::bytes); };
  static const MetricTable<R> table(
      "collective", "One of the collectives.",
      with_sum<R>({
          M("collective", Unit::count, &R::number, "Its number, from 0.", "collective"),
          M(
              "kind", Unit::text, [](const R& r) { return kind_of(r.collective); },
              "Which collective.", "kind"),
          M(
              "algorithm", Unit::text, [](const R& r) { return algorithm_of(r.collective); },
              "Which algorithm.", "algorithm"),
          M(
              "npus", Unit::count, [](const R& r) { return r.collective.shape.size(); },
              "NPUs of its group.", "npus"),
          M(
              "bytes", Unit::bytes, [](const R& r) { return r.collective.bytes; },
              "That each NPU puts in.", "bytes")
              .as(size),
          M(
              "begin_ps", Unit::ps, [](const R& r) { return r.interval.begin; },
              "Of its first phase anywhere.", "begin"),
          M(
              "end_ps", Unit::ps, [](const R& r) { return r.interval.end; }, "Of its last.", "end"),
      }));
  return table;
}

struct DimensionRow {
  std::size_t number;
  std::string block;
  const engine::Result::Dimension& dimension;
  Sum sum;
};

const MetricTable<DimensionRow>& dimension_metrics() {
  using R = DimensionRow;
  using M = Metric<R>;
  static const MetricTable<R> table(
      "dimension", "A dimension of the network, of engines that measure links.",
      with_sum<R>({
          M("dimension", Unit::count, &R::number, "Its number, from 0, the innermost.",
            "dimension"),
          M("block", Unit::text, &R::block, "Ring(8), Switch(4), ...", "block"),
          M(
              "links", Unit::count, [](const R& r) { return r.dimension.links; },
              "Links, each way one.", "links"),
          M(
              "bytes", Unit::bytes, [](const R& r) { return r.dimension.bytes; },
              "That they carried: a message once for each link it passes.", "carried"),
          M(
              "busy_s", Unit::s, [](const R& r) { return r.dimension.busy; },
              "Time they were busy, summed over them."),
          M(
              "utilisation", Unit::ratio, [](const R& r) { return r.dimension.utilisation; },
              "Busy / (links x time_ps).", "utilisation"),
      }));
  return table;
}

const MetricTable<engine::Result::Link>& link_metrics() {
  using R = engine::Result::Link;
  using M = Metric<R>;
  static const MetricTable<R> table(
      "link", "One of the busiest links of a graph, at most five.",
      {
          M("from", Unit::count, &R::from, "Node where it begins."),
          M("to", Unit::count, &R::to, "Node where it ends."),
          M("bytes", Unit::bytes, &R::bytes, "That it carried."),
          M("busy_s", Unit::s, &R::busy, "Time it was busy."),
          M("utilisation", Unit::ratio, &R::utilisation, "Busy / time_ps of the run."),
      },
      report::Columns::all);
  return table;
}

// Of equally busy ones, that of the lower number.
std::vector<const engine::Result::Link*> busiest(const engine::Result& result) {
  std::vector<const engine::Result::Link*> links;
  for (const engine::Result::Link& link : result.links) links.push_back(&link);
  const auto shown = static_cast<std::ptrdiff_t>(std::min<std::size_t>(links.size(), kLinksShown));
  std::partial_sort(links.begin(), links.begin() + shown, links.end(),
                    [](const engine::Result::Link* a, const engine::Result::Link* b) {
                      const double more = a->busy.count() - b->busy.count();
                      return more != 0 ? more > 0 : a < b;
                    });
  links.resize(static_cast<std::size_t>(shown));
  return links;
}

}  // namespace

std::vector<report::Printed> collective_rows(const CollectiveConfig& config,
                                             const topology::Network& network, const Work& work,
                                             const engine::Result& result) {
  if (work.by_law) return {run_metrics()({config, network, work, result, {result.time, {}}})};
  const Sums sums(work.graph, result.dimensions.size());
  std::vector<report::Printed> rows = {
      run_metrics()({config, network, work, result, {result.time, sums.all}})};
  for (std::size_t i = 0; i < result.collectives.size(); ++i) {
    const engine::Result::Interval& interval = result.collectives[i];
    rows.push_back(collective_metrics()({i,
                                         work.graph.collectives[i],
                                         interval,
                                         {interval.end - interval.begin, sums.of_collective[i]}}));
    if (result.collectives.size() == 1) rows.back().cells = nullptr;  // it is the run
  }
  for (std::size_t d = 0; d < result.dimensions.size(); ++d) {
    rows.push_back(dimension_metrics()(
        {d, block_text(network, d), result.dimensions[d], {result.time, sums.of_dimension[d]}}));
  }
  for (const engine::Result::Link* link : busiest(result)) rows.push_back(link_metrics()(*link));
  return rows;
}

std::vector<report::RowKind> collective_row_kinds() {
  return {run_metrics().kind(), collective_metrics().kind(), dimension_metrics().kind(),
          link_metrics().kind()};
}

}  // namespace jacquard::run
