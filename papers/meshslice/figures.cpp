// SPDX-License-Identifier: Apache-2.0
#include "papers/meshslice/figures.hpp"

#include <fmt/format.h>

#include "jacquard/gemm/picoseconds.hpp"
#include "papers/meshslice/merged_summa.hpp"
#include "papers/meshslice/shapes.hpp"

namespace jacquard::studies::meshslice {
namespace {

using gemm::Algorithm;
using report::Row;
using report::Unit;

constexpr Algorithm kTwoDimensional[] = {Algorithm::meshslice, Algorithm::wang,
                                         Algorithm::collective, Algorithm::summa,
                                         Algorithm::cannon};
constexpr Algorithm kAll[] = {Algorithm::meshslice, Algorithm::wang,   Algorithm::collective,
                              Algorithm::summa,     Algorithm::cannon, Algorithm::tp,
                              Algorithm::fsdp};

void add(gemm::GemmCost& sum, const gemm::GemmCost& part) {
  sum.time += part.time;
  sum.compute += part.compute;
  sum.exposed += part.exposed;
  sum.launch += part.launch;
  sum.sync += part.sync;
  sum.transfer += part.transfer;
}

double communication(const FigureRow& r) {
  const base::Seconds all = r.cost.launch + r.cost.sync + r.cost.transfer;
  return r.cost.compute.count() > 0 ? all / r.cost.compute : 0;
}

Row three_digits(const Row& value) { return fmt::format("{:.3g}", value.get<double>()); }

}  // namespace

std::vector<FigureCase> figure_cases(int most) {
  std::vector<FigureCase> all;
  for (const Subject& subject : kSubjects) {
    for (int chips = kFewestChips; chips <= most; chips *= 2) {
      for (const Algorithm a : kAll) {
        all.push_back({"weak-scaling", &subject, a, chips, weak_batch(chips), "", {}, false});
      }
      all.push_back(
          {"weak-scaling", &subject, Algorithm::summa, chips, weak_batch(chips), "", {}, true});
    }
    for (int chips = kFewestChips; chips <= kPaperChips; chips *= 2) {
      for (const Algorithm a : kAll) {
        if (a == Algorithm::fsdp) continue;  // its batch grows with the chips (s5.1.3)
        all.push_back({"strong-scaling", &subject, a, chips, kStrongBatch, "", {}, false});
      }
    }
    for (const gemm::MatrixShape& shape : distinct_shapes(subject, weak_batch(kPaperChips))) {
      for (const Algorithm a : kTwoDimensional) {
        all.push_back({"shapes", &subject, a, kPaperChips, weak_batch(kPaperChips),
                       gemm::text_of(shape), shape, false});
      }
    }
  }
  return all;
}

std::optional<FigureRow> figure_row(const FigureCase& of, const gemm::Chip& chip, gemm::Mode mode) {
  if (of.merged && mode != gemm::Mode::paper) return std::nullopt;
  FigureRow row{
      of.figure, of.subject->name, of.algorithm, of.chips, of.batch, of.shape, {}, of.merged, {}};
  if (!of.shape.empty()) {
    const auto best = best_product(of.product, of.chips, of.algorithm, chip, mode);
    if (!best) return std::nullopt;
    row.mesh = best->request.mesh;
    row.cost = best->cost;
    return row;
  }
  gemm::Question question = question_of(*of.subject, of.chips, of.batch, of.algorithm, chip);
  question.mode = mode;
  if (of.merged) {
    const MergedSumma merged = merged_summa(question);
    row.mesh = merged.mesh;
    row.cost.time = merged.time;
    row.cost.compute =
        base::Seconds{merged.utilisation * merged.time.count() * (chip.peak / chip.effective)};
    row.cost.exposed = merged.time - row.cost.compute;
    row.cost.utilisation = merged.utilisation;
    return row;
  }
  const auto best = best_block(question);
  if (!best) return std::nullopt;
  row.mesh = best->mesh;
  for (const gemm::TunedLayer& layer : best->layers) {
    for (const gemm::TunedPass& pass : layer.passes) add(row.cost, pass.cost);
  }
  row.cost.time += best->resharding;
  row.cost.exposed += best->resharding;
  row.cost.utilisation = gemm::utilisation(question, best->time);
  return row;
}

const report::MetricTable<FigureRow>& figure_metrics() {
  using R = FigureRow;
  using M = report::Metric<R>;
  const auto ps = [](base::Seconds gemm::GemmCost::*part) {
    return [part](const R& r) { return gemm::to_picoseconds(r.cost.*part); };
  };
  static const report::MetricTable<R> table(
      "meshslice", "study meshslice: one algorithm at its best, by closed forms.",
      {M("figure", Unit::text, &R::figure, "weak-scaling, strong-scaling or shapes.", "figure"),
       M("model", Unit::text, &R::model, "GPT-3 or Megatron-NLG.", "model"),
       M(
           "algorithm", Unit::text,
           [](const R& r) { return r.merged ? "summa-merged" : gemm::name_of(r.algorithm); },
           "As gemm run has them; summa-merged: with one broadcast an iteration, which no text "
           "has.",
           "algorithm"),
       M("chips", Unit::count, &R::chips, "Of the mesh.", "chips"),
       M("batch", Unit::count, &R::batch, "Sequences of 2,048 tokens."),
       M("shape", Unit::text, &R::shape,
         "m x n x k of the product; empty for the layers of a block.", "shape"),
       M(
           "mesh", Unit::text, [](const R& r) { return gemm::text_of(r.mesh); },
           "Its best, rows x columns.", "mesh"),
       M("time_ps", Unit::ps, ps(&gemm::GemmCost::time),
         "Forward and backward, or of the product."),
       M("compute_ps", Unit::ps, ps(&gemm::GemmCost::compute), "In which a chip multiplies."),
       M("exposed_comm_ps", Unit::ps, ps(&gemm::GemmCost::exposed),
         "In which a chip only waits for its links."),
       M("launch_ps", Unit::ps, ps(&gemm::GemmCost::launch),
         "Launches of both directions, hidden or not."),
       M("sync_ps", Unit::ps, ps(&gemm::GemmCost::sync), "Synchronisations, likewise."),
       M("transfer_ps", Unit::ps, ps(&gemm::GemmCost::transfer), "Transfers, likewise."),
       M("communication_over_compute", Unit::ratio, communication,
         "Launches, synchronisations and transfers, over compute_ps (figure 10).", "comm/compute")
           .as(three_digits),
       M(
           "utilisation", Unit::ratio, [](const R& r) { return r.cost.utilisation; },
           "Of the chips' peak.", "utilisation")
           .as(three_digits)});
  return table;
}

}  // namespace jacquard::studies::meshslice
