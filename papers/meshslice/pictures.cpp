// SPDX-License-Identifier: Apache-2.0
#include "papers/meshslice/pictures.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "papers/meshslice/slices.hpp"
#include "sim/gemm/mesh_lanes.hpp"
#include "systemc/gemm/run.hpp"

namespace jacquard::studies::meshslice {
namespace {

using gemm::Algorithm;

// Of the products and of the two directions, which blind eyes can tell apart.
constexpr const char* kProducts = "#0072b2";
constexpr const char* kRows = "#d55e00";
constexpr const char* kColumns = "#009e73";
constexpr const char* kLaunch = "#cc79a7";
constexpr const char* kSync = "#8a6d00";
constexpr const char* kTransfer = "#56b4e9";

const char* title_of(Algorithm algorithm) {
  switch (algorithm) {
    case Algorithm::cannon:
      return "Cannon";
    case Algorithm::summa:
      return "SUMMA";
    case Algorithm::collective:
      return "Collective";
    case Algorithm::wang:
      return "Wang";
    case Algorithm::meshslice:
      return "MeshSlice";
    case Algorithm::tp:
      return "1D TP";
    case Algorithm::fsdp:
      return "FSDP";
    case Algorithm::solomonik:
      break;
  }
  return "2.5D";
}

// Figure 4's algorithms and how each is run.
struct Shown {
  Algorithm algorithm;
  int slices;
};
constexpr Shown kShown[] = {{Algorithm::cannon, 1},
                            {Algorithm::summa, 0},
                            {Algorithm::collective, 1},
                            {Algorithm::wang, 0},
                            {Algorithm::meshslice, 4}};
constexpr gemm::MatrixShape kProduct{16'384, 36'864, 12'288};  // GPT-3's first layer, 8 sequences
constexpr int kLanes = 3;  // of an algorithm: its products, its row, its column

void add_lane(report::Timeline& timeline, const std::string& name, const gemm::Program& program,
              const gemm::Answer& answer, int kind) {
  const int lane = timeline.add_lane(0, static_cast<int>(timeline.lanes.size()), name);
  std::vector<report::Span> spans;
  for (std::size_t i = 0; i < program.ops.size() && i < answer.intervals.size(); ++i) {
    const gemm::Op& op = program.ops[i];
    const std::int64_t begin = answer.intervals[i].begin.count();
    const std::int64_t end = answer.intervals[i].end.count();
    if (gemm::mesh_lane_of(op) != kind || end <= begin) continue;
    spans.push_back({lane, begin, end, kind});
    if (kind == 0) timeline.marks.push_back({lane, begin, end, std::to_string(op.step)});
  }
  std::sort(spans.begin(), spans.end(),
            [](const auto& a, const auto& b) { return a.begin < b.begin; });
  // Broadcasts follow each other so closely that they share links.
  for (std::size_t i = 1; i < spans.size(); ++i) {
    spans[i].begin = std::max(spans[i].begin, spans[i - 1].end);
    spans[i].end = std::max(spans[i].end, spans[i].begin);
  }
  timeline.spans.insert(timeline.spans.end(), spans.begin(), spans.end());
}

}  // namespace

report::LineChart scaling_chart(const std::vector<FigureRow>& rows, const std::string& figure,
                                const std::string& model) {
  report::LineChart chart;
  chart.title = fmt::format("{}, {}: fully connected layers", model, figure);
  chart.x_label = "chips";
  chart.y_label = "utilisation";
  chart.logarithmic_x = true;
  for (const FigureRow& row : rows) {
    if (row.figure != figure || row.model != model || row.merged) continue;
    const std::string name = title_of(row.algorithm);
    auto line = std::find_if(chart.lines.begin(), chart.lines.end(),
                             [&](const report::Line& l) { return l.name == name; });
    if (line == chart.lines.end()) line = chart.lines.insert(line, {name, {}});
    line->points.emplace_back(row.chips, row.cost.utilisation);
  }
  return chart;
}

report::StackedBars lost_time(const std::vector<FigureRow>& rows) {
  report::StackedBars chart;
  chart.title = "Where a block's time goes, 256 chips";
  chart.parts = {{"products", kProducts},
                 {"exposed launches", kLaunch},
                 {"exposed synchronisation", kSync},
                 {"exposed transfers", kTransfer}};
  for (const FigureRow& row : rows) {
    if (row.figure != "weak-scaling" || row.chips != kPaperChips || row.merged) continue;
    const gemm::GemmCost& c = row.cost;
    const base::Seconds all = c.launch + c.sync + c.transfer;
    const double exposed = c.exposed / c.time;
    const auto share = [&](base::Seconds part) {
      return all.count() > 0 ? exposed * (part / all) : 0;
    };
    chart.bars.push_back({fmt::format("{}, {}", row.model, title_of(row.algorithm)),
                          {c.compute / c.time, share(c.launch), share(c.sync), share(c.transfer)},
                          0,
                          fmt::format("{}: {:.1f} ms, utilisation {:.3f}", gemm::text_of(row.mesh),
                                      c.time.count() * 1e3, c.utilisation)});
  }
  return chart;
}

report::Timeline timelines(const gemm::Chip& chip) {
  report::Timeline timeline;
  timeline.title = fmt::format("{} on 4 x 4 chips, output-stationary", gemm::text_of(kProduct));
  timeline.kinds = {
      {"products", kProducts}, {"along the row", kRows}, {"along the column", kColumns}};
  timeline.add_group(0, "algorithms");
  for (const Shown& of : kShown) {
    gemm::RunConfig config;
    config.request.algorithm = of.algorithm;
    config.request.mesh = {4, 4, 1};
    config.request.shape = kProduct;
    config.request.slices = of.slices;
    config.chip = chip;
    const gemm::Program program = gemm::program_of(config.request);
    const gemm::Answer answer = gemm::run_messages(config);
    timeline.end = std::max(timeline.end, answer.time.count());
    const char* parts[kLanes] = {title_of(of.algorithm), "its row", "its column"};
    for (int kind = 0; kind < kLanes; ++kind) {
      add_lane(timeline, parts[kind], program, answer, kind);
    }
  }
  return timeline;
}

std::string example_slices() {
  gemm::Request request;
  request.mesh = {4, 2, 1};
  request.shape = {16, 16, 24};
  request.slices = 3;
  request.block = 2;
  return slices_picture(gemm::program_of(request), {1, 0, 0});
}

}  // namespace jacquard::studies::meshslice
