// SPDX-License-Identifier: Apache-2.0
#include "papers/meshslice/estimates.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "jacquard/gemm/tune/candidates.hpp"
#include "systemc/gemm/run.hpp"

namespace jacquard::studies::meshslice {
namespace {

using gemm::Request;
using report::Unit;

constexpr int kChips = 256;
constexpr int kLeastSide = 4;
constexpr gemm::Mesh kBestMesh{32, 8, 1};

// The twelve products of a block with one slice each.
std::vector<Request> passes(const gemm::Question& question, const gemm::Mesh& mesh) {
  std::vector<Request> all;
  for (const gemm::Layer& layer : question.layers) {
    for (const gemm::Pass pass : gemm::kPasses) {
      all.push_back(gemm::request_of(layer, {gemm::largest_of(layer), false}, pass, mesh));
    }
  }
  return all;
}

EstimateRow row_of(const char* figure, const char* model, const gemm::Question& question,
                   const std::vector<Request>& requests) {
  EstimateRow row{figure, model, requests.front().mesh, 0, 0, 0};
  base::Seconds closed{0}, simulated{0};
  for (const Request& request : requests) {
    closed += gemm::cost_of(request, question.chip, gemm::Mode::paper).time;
    gemm::RunConfig run;
    run.request = request;
    run.chip = question.chip;
    simulated += base::to_seconds(gemm::run_messages(run).time);
  }
  row.closed = gemm::utilisation(question, closed);
  row.simulated = gemm::utilisation(question, simulated);
  return row;
}

// Slice counts that every product may have.
std::vector<int> common_slices(const std::vector<Request>& requests) {
  std::vector<int> common = gemm::legal_slices(requests.front());
  for (const Request& request : requests) {
    const std::vector<int> legal = gemm::legal_slices(request);
    std::vector<int> both;
    std::set_intersection(common.begin(), common.end(), legal.begin(), legal.end(),
                          std::back_inserter(both));
    common = std::move(both);
  }
  return common;
}

void add_meshes(const Subject& subject, const gemm::Question& question,
                std::vector<EstimateRow>& rows) {
  for (const gemm::Mesh& mesh : gemm::meshes_of(question)) {
    if (std::min(mesh.rows, mesh.columns) < kLeastSide) continue;
    std::vector<Request> requests = passes(question, mesh);
    for (Request& request : requests) {
      const auto best =
          gemm::best_of(request, question, question.network, question.chip.memory).best;
      if (best) request = best->request;
    }
    rows.push_back(row_of("meshes", subject.name, question, requests));
  }
}

void add_slices(const Subject& subject, const gemm::Question& question,
                std::vector<EstimateRow>& rows) {
  std::vector<Request> requests = passes(question, kBestMesh);
  for (const int slices : common_slices(requests)) {
    for (Request& request : requests) request.slices = slices;
    rows.push_back(row_of("slices", subject.name, question, requests));
    rows.back().slices = slices;
  }
}

report::Row three_digits(const report::Row& value) {
  return fmt::format("{:.4f}", value.get<double>());
}

}  // namespace

std::vector<EstimateRow> estimates(const gemm::Chip& chip) {
  std::vector<EstimateRow> rows;
  for (const Subject& subject : kSubjects) {
    const gemm::Question question =
        question_of(subject, kChips, weak_batch(kChips), gemm::Algorithm::meshslice, chip);
    add_meshes(subject, question, rows);
    add_slices(subject, question, rows);
  }
  return rows;
}

const report::MetricTable<EstimateRow>& estimate_metrics() {
  using R = EstimateRow;
  using M = report::Metric<R>;
  static const report::MetricTable<R> table(
      "estimate", "study meshslice: the closed form against the event engine at 256 chips.",
      {M("figure", Unit::text, &R::figure, "meshes (13) or slices (14).", "figure"),
       M("model", Unit::text, &R::model, "GPT-3 or Megatron-NLG.", "model"),
       M(
           "mesh", Unit::text, [](const R& r) { return gemm::text_of(r.mesh); }, "Rows x columns.",
           "mesh"),
       M("slices", Unit::count, &R::slices, "Of every pass; 0: each pass has its best.", "slices"),
       M("closed_utilisation", Unit::ratio, &R::closed, "By the closed form.", "closed form")
           .as(three_digits),
       M("event_utilisation", Unit::ratio, &R::simulated, "On the event engine.", "events")
           .as(three_digits)});
  return table;
}

report::LineChart slices_chart(const std::vector<EstimateRow>& rows) {
  report::LineChart chart;
  chart.title = "One slice count for all passes, 32 x 8 chips";
  chart.x_label = "slices";
  chart.y_label = "utilisation";
  chart.logarithmic_x = true;
  for (const Subject& subject : kSubjects) {
    report::Line closed{std::string(subject.name) + ", form", {}};
    report::Line simulated{std::string(subject.name) + ", events", {}, true, false};
    for (const EstimateRow& row : rows) {
      if (row.figure != "slices" || row.model != subject.name) continue;
      closed.points.emplace_back(row.slices, row.closed);
      simulated.points.emplace_back(row.slices, row.simulated);
    }
    closed.marks = false;
    chart.lines.push_back(closed);
    chart.lines.push_back(simulated);
  }
  return chart;
}

}  // namespace jacquard::studies::meshslice
