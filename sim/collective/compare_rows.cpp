// SPDX-License-Identifier: Apache-2.0
#include "sim/collective/compare_rows.hpp"

#include <fmt/format.h>

#include "jacquard/report/metric_table.hpp"

namespace jacquard::run {
namespace {

using report::Unit;

std::optional<double> share_of_bound(const Ranked& r) {
  if (!r.bound) return std::nullopt;
  return static_cast<double>(r.bound->count()) / static_cast<double>(r.time.count());
}

report::Row percent(const report::Row& share) {
  return fmt::format("{:.0f} %", 100 * share.get<double>());
}

}  // namespace

const char* name_of(collective::Spread spread) {
  return spread == collective::Spread::blueconnect ? "blueconnect" : "baseline";
}

std::string words_for(const Combination& how, bool with_spread) {
  if (how.is_by_law()) return how.algorithm;
  return fmt::format("{}{}{}, {} chunk{}", how.algorithm, with_spread ? ", " : "",
                     with_spread ? name_of(how.spread) : "", how.chunks,
                     how.chunks == 1 ? "" : "s");
}

const report::MetricTable<Ranked>& ranked_metrics() {
  using R = Ranked;
  using M = report::Metric<R>;
  const auto in_giga = [](const report::Row& v) {
    return report::Row(fmt::format("{:.4g}", v.get<double>() / 1e9));
  };
  const auto size = [](const report::Row& v) { return report::readable(v, Unit::bytes); };
  const auto unless_by_law = [](auto of) {
    return [of](const R& r) { return r.how.is_by_law() ? std::nullopt : std::optional(of(r)); };
  };
  static const report::MetricTable<R> table(
      "combination", "One way to do the collective, where several are compared.",
      {
          M("bytes", Unit::bytes, &R::bytes, "What each NPU puts in.", "bytes").as(size),
          M("rank", Unit::count, &R::rank, "1 is the fastest of its size.", "rank"),
          M(
              "algorithm", Unit::text, [](const R& r) { return r.how.algorithm; },
              "Of all dimensions, or of each; nccl-ring, nccl-nvls, nccl-pairs: by NCCL's law of a "
              "node.",
              "algorithm"),
          M("spread", Unit::text, unless_by_law([](const R& r) { return name_of(r.how.spread); }),
            "How an all-reduce crosses dimensions.", "spread"),
          M("chunks", Unit::count, unless_by_law([](const R& r) { return r.how.chunks; }),
            "Parts that go one after the other.", "chunks"),
          M(
              "law", Unit::text, [](const R& r) { return r.reached ? "reached" : "links"; },
              "reached: what collectives reach in nodes and across; links: every link at its "
              "rate."),
          M("time_ps", Unit::ps, &R::time, "From data ready to the last message processed.",
            "time"),
          M("bound_ps", Unit::ps, &R::bound,
            "No algorithm with sums in NPUs is faster (docs/which_collective.md)."),
          M("share_of_bound", Unit::ratio, &share_of_bound, "bound_ps / time_ps.", "of_bound")
              .as(percent),
          M("algorithm_bandwidth_bytes_per_s", Unit::bytes_per_s, &R::algorithm_bandwidth,
            "Data / time; an all-gather's data are what everyone ends with."),
          M("bus_bandwidth_bytes_per_s", Unit::bytes_per_s, &R::bus_bandwidth,
            "That x the least an NPU must send for each byte of data.", "bus_GB/s")
              .as(in_giga),
      });
  return table;
}

}  // namespace jacquard::run
