// SPDX-License-Identifier: Apache-2.0
#include "sim/gemm/tune_rows.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "jacquard/gemm/picoseconds.hpp"
#include "jacquard/gemm/tune/uneven.hpp"
#include "jacquard/report/metric_table.hpp"
#include "sim/gemm/reconfigured_row.hpp"

namespace jacquard::gemm {
namespace {

using report::Row;
using report::Unit;

constexpr std::size_t kShown = 20;  // other meshes, in tables

Row three_digits(const Row& value) { return fmt::format("{:.3g}", value.get<double>()); }
Row whole(const Row& value) { return fmt::format("{:.4g}", value.get<double>()); }

const TunedBlock& best(const TuneAnswer& a) { return a.tuned.blocks.front(); }

struct PassRow {
  const TunedLayer* layer;
  std::string name;
  Pass pass = Pass::forward;
  const TunedPass* tuned;
  std::optional<Uneven> uneven;
};

// The paper's linear model alone says what parts of slices take.
std::optional<Uneven> uneven_of(const TunedPass& pass, const TuneAnswer& a) {
  const bool has = a.question.mode == Mode::paper && pass.request.algorithm == Algorithm::meshslice;
  if (!has) return std::nullopt;
  Uneven uneven = best_uneven(pass.request, a.question.chip, best(a).network);
  if (uneven.time < pass.cost.time) return uneven;
  return std::nullopt;
}

// The block's time, were every pass cut at its best.
std::optional<base::Picoseconds> uneven_time(const TuneAnswer& a) {
  const auto& used = a.question.algorithms;
  const bool cuts = std::find(used.begin(), used.end(), Algorithm::meshslice) != used.end();
  if (a.question.mode != Mode::paper || !cuts) return std::nullopt;
  base::Seconds time = best(a).time;
  for (const TunedLayer& layer : best(a).layers) {
    for (const TunedPass& pass : layer.passes) {
      const auto uneven = uneven_of(pass, a);
      if (uneven) time += (uneven->time - pass.cost.time) * static_cast<double>(layer.products);
    }
  }
  return to_picoseconds(time);
}

// "row=4x8"; nothing where no side is folded.
std::optional<std::string> fold_of(const TunedBlock& block) {
  for (const Direction direction : {Direction::row, Direction::column}) {
    const auto& sizes = block.network.folds[static_cast<std::size_t>(direction)];
    if (sizes.empty()) continue;
    return fmt::format("{}={}", name_of(direction), fmt::join(sizes, "x"));
  }
  return std::nullopt;
}

template <class Get>
auto of_certificate(Get get) {
  return [get](const TuneAnswer& a) { return a.tuned.certificate.*get; };
}

const report::MetricTable<TuneAnswer>& answer_metrics() {
  using A = TuneAnswer;
  using M = report::Metric<A>;
  static const report::MetricTable<A> table(
      "tuned", "gemm tune: the fastest way to compute the layers of one block.",
      {
          M("model", Unit::text, &A::model, "Its name.", "model"),
          M(
              "chips", Unit::count, [](const A& a) { return a.question.chips; }, "Of the mesh.",
              "chips"),
          M("task", Unit::text, &A::task,
            "train: forward and backward; prefill or decode: forward alone."),
          M("batch", Unit::count, &A::batch, "Sequences of a step."),
          M("sequence", Unit::count, &A::sequence, "Tokens of a sequence."),
          M(
              "mode", Unit::text, [](const A& a) { return name_of(a.question.mode); },
              "By whose rules: authors, paper or physical.", "mode"),
          M(
              "chip", Unit::text, [](const A& a) { return a.question.chip.name; },
              "A name of configs/chips.", "chip"),
          M(
              "calibrated", Unit::flag, [](const A& a) { return a.question.chip.calibrated; },
              "Whether the chip's figures were fitted to the paper's results."),
          M("algorithm", Unit::text, &A::algorithm, "That passes may use."),
          M(
              "mesh", Unit::text, [](const A& a) { return text_of(best(a).mesh); },
              "Rows x columns of the fastest mesh.", "mesh"),
          M(
              "fold", Unit::text, [](const A& a) { return fold_of(best(a)); },
              "Where a side of the mesh lies in two dimensions of the torus: which, and their "
              "sizes.",
              "fold"),
          M(
              "block_time_ps", Unit::ps, [](const A& a) { return to_picoseconds(best(a).time); },
              "Of all passes of the layers of one block.", "block time"),
          M(
              "utilisation", Unit::ratio,
              [](const A& a) { return utilisation(a.question, best(a).time); },
              "Of the chips' peak.", "utilisation")
              .as(three_digits),
          M(
              "compute_ps", Unit::ps, [](const A& a) { return to_picoseconds(best(a).compute()); },
              "In which a chip multiplies."),
          M(
              "exposed_comm_ps", Unit::ps,
              [](const A& a) { return to_picoseconds(best(a).time - best(a).compute()); },
              "In which a chip only waits for its links.", "exposed"),
          M(
              "resharding_ps", Unit::ps,
              [](const A& a) { return to_picoseconds(best(a).resharding); },
              "Of activations whose layouts differ between layers; part of the block's time."),
          M(
              "memory_bytes", Unit::bytes, [](const A& a) { return best(a).memory; },
              "Of a chip: shards of weights, gradients and activations, and the largest buffers."),
          M("evaluated", Unit::count, of_certificate(&Certificate::evaluated),
            "Closed forms that were taken, one a pass, choice, algorithm and slice count.",
            "evaluated"),
          M("pruned", Unit::count, of_certificate(&Certificate::pruned),
            "Closed forms that were not, as a lower bound was no better than a rival."),
          M("points", Unit::count, of_certificate(&Certificate::points), "Both together."),
          M("too_big", Unit::count, of_certificate(&Certificate::too_big),
            "Of the evaluated, those whose buffers a chip cannot hold."),
          M("combinations", Unit::count, of_certificate(&Certificate::combinations),
            "Settings of a whole block that this decides: a product over layers and passes, summed "
            "over meshes.",
            "of")
              .as(whole),
          M("meshes", Unit::count, of_certificate(&Certificate::meshes), "Of so many chips."),
          M("meshes_refused", Unit::count, of_certificate(&Certificate::refused),
            "Of these, those that cannot cut or hold some layer."),
          M("uneven_block_time_ps", Unit::ps, uneven_time,
            "The block's time, were every slice of a size of its own; in mode paper.", "uneven"),
          M(
              "paper_rules_mesh", Unit::text,
              [](const A& a) {
                return a.by_rules ? std::optional(text_of(a.by_rules->mesh)) : std::nullopt;
              },
              "The best mesh by the paper's own rules of choice; not in authors mode."),
          M(
              "paper_rules_block_time_ps", Unit::ps,
              [](const A& a) {
                return a.by_rules ? std::optional(to_picoseconds(a.by_rules->time)) : std::nullopt;
              },
              "Its time: largest matrix stays, one slice count for three passes.", "paper's rules"),
      });
  return table;
}

const report::MetricTable<PassRow>& pass_metrics() {
  using P = PassRow;
  using M = report::Metric<P>;
  static const report::MetricTable<P> table(
      "pass", "gemm tune: a pass of a layer on the fastest mesh.",
      {
          M("layer", Unit::text, &P::name, "Its name.", "layer"),
          M(
              "pass", Unit::text, [](const P& p) { return name_of(p.pass); },
              "forward, backward_data or backward_weight.", "pass"),
          M(
              "stationary", Unit::text, [](const P& p) { return name_of(p.layer->choice.stays); },
              "Which of X, W and Y stays, with its gradient.", "stays"),
          M(
              "algorithm", Unit::text,
              [](const P& p) { return name_of(p.tuned->request.algorithm); }, "Of this product.",
              "algorithm"),
          M(
              "dataflow", Unit::text, [](const P& p) { return name_of(p.tuned->request.dataflow); },
              "os, ls or rs.", "dataflow"),
          M(
              "transposed", Unit::flag, [](const P& p) { return p.layer->choice.transposed; },
              "Whether all matrices are stored transposed.", "transposed"),
          M(
              "shape", Unit::text, [](const P& p) { return text_of(p.tuned->request.shape); },
              "Of the product, M x N x K."),
          M(
              "slices", Unit::count, [](const P& p) { return p.tuned->request.slices; },
              "S, or steps of the direction that overlaps.", "slices"),
          M(
              "products", Unit::count, [](const P& p) { return p.layer->products; },
              "Such passes, one after the other, as of experts; the other figures are of one.",
              "products"),
          M(
              "time_ps", Unit::ps, [](const P& p) { return to_picoseconds(p.tuned->cost.time); },
              "Of the pass.", "time"),
          M(
              "exposed_comm_ps", Unit::ps,
              [](const P& p) { return to_picoseconds(p.tuned->cost.exposed); },
              "In which a chip only waits for its links.", "exposed"),
          M(
              "bytes_row", Unit::bytes, [](const P& p) { return p.tuned->cost.row; },
              "That a chip sends along its row.", "row"),
          M(
              "bytes_column", Unit::bytes, [](const P& p) { return p.tuned->cost.column; },
              "That a chip sends along its column.", "column"),
          M(
              "buffer_bytes", Unit::bytes, [](const P& p) { return p.tuned->cost.buffers; },
              "Of gathered and partial matrices."),
          M(
              "uneven_time_ps", Unit::ps,
              [](const P& p) {
                return p.uneven ? std::optional(to_picoseconds(p.uneven->time)) : std::nullopt;
              },
              "With slices of different sizes, where that is faster; in mode paper."),
          M(
              "uneven_slices", Unit::text,
              [](const P& p) {
                return p.uneven
                           ? std::optional(fmt::format("{} of {}", fmt::join(p.uneven->slices, "+"),
                                                       p.uneven->units))
                           : std::nullopt;
              },
              "These sizes, in parts of the sliced dimension."),
          M(
              "resharding_ps", Unit::ps,
              [](const P& p) { return to_picoseconds(p.layer->resharding); },
              "Of the layer's X and Y and their gradients: the same in its three rows."),
      });
  return table;
}

struct RunnerUp {
  const TuneAnswer* answer;
  const TunedBlock* block;
};

const report::MetricTable<RunnerUp>& runner_up_metrics() {
  using R = RunnerUp;
  using M = report::Metric<R>;
  static const report::MetricTable<R> table(
      "runner_up", "gemm tune: another mesh, tuned.",
      {
          M(
              "mesh", Unit::text, [](const R& r) { return text_of(r.block->mesh); },
              "Rows x columns.", "mesh"),
          M(
              "fold", Unit::text, [](const R& r) { return fold_of(*r.block); },
              "Where a side of the mesh lies in two dimensions of the torus: which, and their "
              "sizes.",
              "fold"),
          M(
              "block_time_ps", Unit::ps, [](const R& r) { return to_picoseconds(r.block->time); },
              "Of all passes of the layers of one block.", "block time"),
          M(
              "utilisation", Unit::ratio,
              [](const R& r) { return utilisation(r.answer->question, r.block->time); },
              "Of the chips' peak.", "utilisation")
              .as(three_digits),
          M(
              "slower", Unit::ratio,
              [](const R& r) { return r.block->time / best(*r.answer).time; },
              "Its time over the fastest's.", "x fastest")
              .as(three_digits),
          M(
              "memory_bytes", Unit::bytes, [](const R& r) { return r.block->memory; },
              "Of a chip: shards of weights, gradients and activations, and the largest buffers."),
      });
  return table;
}

}  // namespace

void add_rows(const TuneAnswer& answer, report::Result& result) {
  result.add(answer_metrics()(answer));
  const TunedBlock& winner = best(answer);
  for (std::size_t i = 0; i < winner.layers.size(); ++i) {
    const TunedLayer& layer = winner.layers[i];
    for (const Pass pass : answer.question.passes()) {
      const TunedPass& tuned = layer.passes[static_cast<std::size_t>(pass)];
      result.add(pass_metrics()(
          {&layer, answer.question.layers[i].name, pass, &tuned, uneven_of(tuned, answer)}));
    }
  }
  for (std::size_t i = 1; i < answer.tuned.blocks.size(); ++i) {
    report::Printed row = runner_up_metrics()({&answer, &answer.tuned.blocks[i]});
    if (i > kShown) row.cells = nullptr;
    result.add(std::move(row));
  }
}

std::vector<report::RowKind> tune_row_kinds() {
  return {answer_metrics().kind(), pass_metrics().kind(), runner_up_metrics().kind(),
          reconfigured_row_kind()};
}

}  // namespace jacquard::gemm
