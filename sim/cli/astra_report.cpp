// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/astra_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <tuple>

#include "jacquard/base/at.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/base/units.hpp"
#include "jacquard/report/job/chakra_timeline.hpp"
#include "jacquard/report/metric_table.hpp"

namespace jacquard::cli {

namespace {

using astra::Input;

constexpr std::int64_t kPicosecondsPerCycle = 1000;

const char* name_of(topology::Block block) {
  if (block == topology::Block::ring) return "Ring";
  return block == topology::Block::fully_connected ? "FullyConnected" : "Switch";
}

double ratio(double part, double whole) { return whole > 0 ? part / whole : 0; }

std::int64_t cycles(std::int64_t ps) {
  return (ps + kPicosecondsPerCycle / 2) / kPicosecondsPerCycle;
}

std::int64_t sum(std::int64_t a, std::int64_t b) {
  if (!__builtin_add_overflow(a, b, &a)) return a;
  throw base::ConfigError({"--json", "", "NPUs that send less than 2^63 bytes in all", "more",
                           "without --json the times are printed"});
}

std::int64_t exposed_ps(const NpuFigures& npu) { return npu.time_ps - npu.compute_ps; }

// NPUs of equal figures, lowest first; the classes by their lowest.
std::vector<std::vector<const NpuFigures*>> classes_of(const std::vector<NpuFigures>& npus) {
  std::vector<const NpuFigures*> by_number(npus.size());
  for (const NpuFigures& npu : npus) base::at(by_number, npu.npu) = &npu;
  std::map<std::tuple<std::int64_t, std::int64_t, std::vector<std::int64_t>,
                      std::optional<std::int64_t>>,
           std::size_t>
      known;
  std::vector<std::vector<const NpuFigures*>> classes;
  for (const NpuFigures* npu : by_number) {
    const auto [at, is_new] = known.try_emplace(
        {npu->time_ps, npu->compute_ps, npu->bytes, npu->peak_memory_bytes}, classes.size());
    if (is_new) classes.emplace_back();
    classes[at->second].push_back(npu);
  }
  return classes;
}

using report::Metric;
using report::MetricTable;
using report::Unit;

struct ClassRow {
  const NpuFigures& npu;
  std::size_t npus;
  std::int64_t bytes;
};

const MetricTable<ClassRow>& class_metrics() {
  using R = ClassRow;
  using M = Metric<R>;
  static const MetricTable<R> table(
      "npu_class", "NPUs whose figures are equal.",
      {
          M(
              "first_npu", Unit::count, [](const R& r) { return r.npu.npu; },
              "The lowest of them."),
          M("npus", Unit::count, &R::npus, "How many."),
          M(
              "time_ps", Unit::ps, [](const R& r) { return r.npu.time_ps; },
              "From the beginning of the job to its last operation."),
          M(
              "exposed_comm_ps", Unit::ps, [](const R& r) { return exposed_ps(r.npu); },
              "Of that, what is not computing."),
          M("bytes", Unit::bytes, &R::bytes, "That each of them sent."),
          M(
              "utilisation", Unit::ratio,
              [](const R& r) {
                return ratio(static_cast<double>(r.npu.compute_ps),
                             static_cast<double>(r.npu.time_ps));
              },
              "Computing / time_ps."),
          M(
              "peak_memory_bytes", Unit::bytes, [](const R& r) { return r.npu.peak_memory_bytes; },
              "Most bytes of tensors at a time, in faithful mode of traces that say."),
      },
      report::Columns::all);
  return table;
}

struct DimensionRow {
  std::size_t number;
  const astra::Dimension& dimension;
  std::int64_t last_ps;
  std::int64_t bytes;
  LinkFigures links;
};

const MetricTable<DimensionRow>& dimension_metrics() {
  using R = DimensionRow;
  using M = Metric<R>;
  static const MetricTable<R> table(
      "dimension", "A dimension of the network.",
      {
          M("dimension", Unit::count, &R::number, "Its number, from 0, the innermost."),
          M(
              "topology", Unit::text, [](const R& r) { return name_of(r.dimension.block); },
              "Ring, FullyConnected or Switch."),
          M(
              "size", Unit::count, [](const R& r) { return r.dimension.npus; }, "NPUs in it."),
          M("time_ps", Unit::ps, &R::last_ps, "When the last NPU finished."),
          M("bytes", Unit::bytes, &R::bytes, "That all NPUs sent into it."),
          M(
              "links", Unit::count,
              [](const R& r) { return static_cast<std::int64_t>(r.links.links); },
              "Links, each way one."),
          M(
              "utilisation", Unit::ratio,
              [](const R& r) {
                return ratio(r.links.busy_ps, r.links.links * static_cast<double>(r.last_ps));
              },
              "Busy / (links x time_ps)."),
      },
      report::Columns::all);
  return table;
}

}  // namespace

AstraFigures figures_of(const astra::Answer& answer) {
  AstraFigures figures;
  std::vector<NpuFigures>& npus = figures.npus;
  for (const astra::Answer::Links& own : answer.links) {
    figures.dimensions.push_back({own.count, own.busy_ns * kPicosecondsPerCycle});
  }
  for (const astra::Finish& f : answer.finished) {
    npus.push_back({f.npu, f.time * kPicosecondsPerCycle, f.compute * kPicosecondsPerCycle,
                    base::at(answer.bytes, f.npu), std::nullopt});
  }
  return figures;
}

AstraFigures figures_of(const engine::Result& of_job) {
  const engine::job::Answer& answer = *of_job.job;
  AstraFigures figures;
  std::vector<NpuFigures>& npus = figures.npus;
  for (const engine::Result::Dimension& own : of_job.dimensions) {
    figures.dimensions.push_back(
        {static_cast<double>(own.links),
         own.busy.count() * static_cast<double>(base::kPicosecondsPerSecond)});
  }
  for (std::size_t i = 0; i < answer.npus.size(); ++i) {
    npus.push_back({static_cast<int>(i), answer.npus[i].end.count(), answer.npus[i].compute.count(),
                    answer.bytes[i], std::nullopt});
    if (answer.peak_memory[i]) npus.back().peak_memory_bytes = answer.peak_memory[i]->count();
  }
  std::stable_sort(npus.begin(), npus.end(),
                   [](const NpuFigures& a, const NpuFigures& b) { return a.time_ps < b.time_ps; });
  return figures;
}

std::vector<std::string> astra_lines(const std::vector<NpuFigures>& npus) {
  std::vector<std::string> lines;
  for (const NpuFigures& npu : npus) {
    lines.push_back(fmt::format("sys[{}] finished, {} cycles, exposed communication {} cycles.",
                                npu.npu, cycles(npu.time_ps), cycles(exposed_ps(npu))));
  }
  return lines;
}

std::vector<report::Printed> astra_rows(const Input& input, const AstraFigures& figures) {
  const std::vector<NpuFigures>& npus = figures.npus;
  std::vector<report::Printed> rows;
  for (const auto& alike : classes_of(npus)) {
    const NpuFigures& npu = *alike.front();
    const std::int64_t bytes =
        std::accumulate(npu.bytes.begin(), npu.bytes.end(), std::int64_t{0}, sum);
    rows.push_back(class_metrics()({npu, alike.size(), bytes}));
  }
  std::int64_t last = 0;
  for (const NpuFigures& npu : npus) last = std::max(last, npu.time_ps);
  for (std::size_t d = 0; d < input.network.size(); ++d) {
    std::int64_t bytes = 0;
    for (const NpuFigures& npu : npus) bytes = sum(bytes, npu.bytes[d]);
    const LinkFigures links = d < figures.dimensions.size() ? figures.dimensions[d] : LinkFigures{};
    rows.push_back(dimension_metrics()({d, input.network[d], last, bytes, links}));
  }
  return rows;
}

std::vector<report::RowKind> astra_row_kinds() {
  return {class_metrics().kind(), dimension_metrics().kind()};
}

report::Timeline astra_timeline(const interop::RankTraces& traces,
                                const engine::job::Answer& answer,
                                const std::vector<NpuFigures>& npus) {
  std::vector<report::TimedRank> timed;
  for (const auto& alike : classes_of(npus)) {
    report::TimedRank& rank = timed.emplace_back();
    rank.rank = alike.front()->npu;
    rank.name = fmt::format("NPU {}", rank.rank);
    if (alike.size() > 1) rank.name += fmt::format(" and {} more", alike.size() - 1);
    for (const auto& time : answer.intervals_of(rank.rank)) {
      rank.nodes.push_back({time.begin.count(), time.end.count()});
    }
  }
  return report::run_timeline(traces, timed);
}

}  // namespace jacquard::cli
