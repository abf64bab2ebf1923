// SPDX-License-Identifier: Apache-2.0
#include "papers/meshslice/pictures.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "papers/meshslice/slices.hpp"
#include "sim/gemm/run.hpp"

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
struct Timeline {
  Algorithm algorithm;
  int slices;
};
constexpr Timeline kTimelines[] = {{Algorithm::cannon, 1},
                                   {Algorithm::summa, 0},
                                   {Algorithm::collective, 1},
                                   {Algorithm::wang, 0},
                                   {Algorithm::meshslice, 4}};
constexpr gemm::MatrixShape kProduct{16'384, 36'864, 12'288};  // GPT-3's first layer, 8 sequences
constexpr int kSpanKinds = 3;

report::GanttRow row_of(const std::string& name, const gemm::Program& program,
                        const gemm::Answer& answer, int kind) {
  report::GanttRow row;
  row.name = name;
  for (std::size_t i = 0; i < program.ops.size() && i < answer.intervals.size(); ++i) {
    const gemm::Op& op = program.ops[i];
    const bool product = op.kind == gemm::OpKind::multiply;
    if (!product && !op.communicates()) continue;
    const int own = product ? 0 : 1 + static_cast<int>(op.direction);
    const engine::Interval& when = answer.intervals[i];
    if (own != kind || when.end <= when.begin) continue;
    row.spans.push_back({when.begin, when.end, kind});
    if (product) row.marks.push_back({when.begin, when.end, std::to_string(op.step)});
  }
  std::sort(row.spans.begin(), row.spans.end(),
            [](const auto& a, const auto& b) { return a.begin < b.begin; });
  // Broadcasts follow each other so closely that they share links.
  for (std::size_t i = 1; i < row.spans.size(); ++i) {
    row.spans[i].begin = std::max(row.spans[i].begin, row.spans[i - 1].end);
    row.spans[i].end = std::max(row.spans[i].end, row.spans[i].begin);
  }
  return row;
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

report::Gantt timelines(const gemm::Chip& chip) {
  report::Gantt chart;
  chart.title = fmt::format("{} on 4 x 4 chips, output-stationary", gemm::text_of(kProduct));
  chart.kinds = {{"products", kProducts}, {"along the row", kRows}, {"along the column", kColumns}};
  for (const Timeline& of : kTimelines) {
    gemm::RunConfig config;
    config.request.algorithm = of.algorithm;
    config.request.mesh = {4, 4, 1};
    config.request.shape = kProduct;
    config.request.slices = of.slices;
    config.chip = chip;
    const gemm::Program program = gemm::program_of(config.request);
    const gemm::Answer answer = gemm::run_messages(config);
    chart.end = std::max(chart.end, answer.time);
    const char* parts[kSpanKinds] = {title_of(of.algorithm), "its row", "its column"};
    for (int kind = 0; kind < kSpanKinds; ++kind) {
      chart.rows.push_back(row_of(parts[kind], program, answer, kind));
    }
  }
  return chart;
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
