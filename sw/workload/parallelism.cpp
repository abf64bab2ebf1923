// SPDX-License-Identifier: Apache-2.0
#include "jacquard/workload/parallelism.hpp"

#include <algorithm>

namespace jacquard::workload {
namespace {

using config::field;
using config::whole_number;

constexpr int kMost = 1 << 24;

config::Codec<Axis> axis_word() {
  return config::choice<Axis>({{"tp", Axis::tp},
                               {"cp", Axis::cp},
                               {"sp", Axis::cp},
                               {"ep", Axis::ep},
                               {"dp", Axis::dp},
                               {"pp", Axis::pp}});
}

config::Codec<std::vector<Axis>> axes_once() {
  const auto any = config::list(axis_word());
  return {any.expected(), any.schema(), any.text_form(),
          [any](const config::Json& json, const config::Place& place) {
            const std::vector<Axis> axes = any.read(json, place);
            for (std::size_t i = 0; i < axes.size(); ++i) {
              const auto here = axes.begin() + static_cast<std::ptrdiff_t>(i);
              if (std::find(axes.begin(), here, axes[i]) != here) {
                (place / i).fail("each axis once", name_of(axes[i]));
              }
            }
            return axes;
          },
          [any](const std::vector<Axis>& axes) { return any.show(axes); }};
}

using P = Parallelism;
using Fields = std::vector<config::Field<P>>;

Fields degrees() {
  const auto degree = whole_number<int>(1, kMost);
  return {
      field<P>(
          "dp", [](auto& p) -> auto& { return p.dp; }, degree, "Replicas of the model."),
      field<P>(
          "tp", [](auto& p) -> auto& { return p.tp; }, degree, "Parts of every matrix."),
      field<P>(
          "cp", [](auto& p) -> auto& { return p.cp; }, degree,
          "Parts of a sequence; sp is the same."),
      field<P>(
          "ep", [](auto& p) -> auto& { return p.ep; }, degree,
          "Parts of the experts; other layers see ep x dp replicas."),
      field<P>(
          "pp", [](auto& p) -> auto& { return p.pp; }, degree, "Stages of the pipeline."),
  };
}

Fields knobs() {
  return {
      field<P>(
          "zero", [](auto& p) -> auto& { return p.zero; }, whole_number<int>(0, 3),
          "What replicas share out: 1 the optimizer, 2 and gradients, 3 and weights."),
      field<P>(
          "prefetch", [](auto& p) -> auto& { return p.prefetch; }, whole_number<int>(0, 1000),
          "Layers whose weights are gathered ahead."),
      field<P>(
          "micro_batch", [](auto& p) -> auto& { return p.micro_batch; },
          whole_number<int>(0, kMost),
          "Sequences of a micro-batch and replica; 0: by micro_batches."),
      field<P>(
          "micro_batches", [](auto& p) -> auto& { return p.micro_batches; },
          whole_number<int>(0, kMost),
          "Micro-batches of a step; 0: 1, with stages the most that divide, up to 4 pp."),
      field<P>(
          "schedule", [](auto& p) -> auto& { return p.schedule; },
          config::choice<PipelineSchedule>({{"gpipe", PipelineSchedule::gpipe},
                                            {"1f1b", PipelineSchedule::one_f_one_b},
                                            {"interleaved", PipelineSchedule::interleaved},
                                            {"zero-bubble", PipelineSchedule::zero_bubble},
                                            {"zb-v", PipelineSchedule::zero_bubble_v},
                                            {"dualpipe", PipelineSchedule::dualpipe}}),
          "Order of a stage's forward and backward passes."),
      field<P>(
          "virtual_stages", [](auto& p) -> auto& { return p.virtual_stages; },
          whole_number<int>(1, 30000), "Parts of the model on each stage (interleaved)."),
      field<P>(
          "recompute", [](auto& p) -> auto& { return p.recompute; },
          config::optional(recompute_codec()),
          "What the backward pass computes again, unset as the software does: nothing; attention's "
          "products, or norms and "
          "activations where attention is fused; every other matrix too; whole layers; "
          "attention's products alone; layers of experts beside what is selective."),
      field<P>(
          "sequence_parallel", [](auto& p) -> auto& { return p.sequence_parallel; },
          config::boolean(), "Whether tp shares out norms and residuals by tokens."),
      field<P>(
          "async_tp", [](auto& p) -> auto& { return p.async_tp; }, config::boolean(),
          "Whether tp communicates beside its products, part by part."),
      field<P>(
          "tp_slices", [](auto& p) -> auto& { return p.tp_slices; }, whole_number<int>(1, 1 << 12),
          "Slices of tp's all-gathers and reduce-scatters, each beside another slice's product."),
      field<P>(
          "overlap", [](auto& p) -> auto& { return p.overlap; }, config::boolean(),
          "Whether gradients are reduced beside the backward pass, not behind it."),
      field<P>(
          "stages", [](auto& p) -> auto& { return p.stages; },
          config::list(whole_number<int>(0, 30000)),
          "Layers of each virtual stage; empty: as uneven says."),
      field<P>(
          "uneven", [](auto& p) -> auto& { return p.uneven; },
          config::choice<Uneven>({{"no", Uneven::no}, {"edges", Uneven::edges}}),
          "edges: the first and the last virtual stage have one layer fewer."),
      field<P>(
          "placement", [](auto& p) -> auto& { return p.placement; }, axes_once(),
          "Axes from the nearest NPUs on; those left out follow as tp, cp, ep, dp, pp."),
      field<P>(
          "fold", [](auto& p) -> auto& { return p.fold; }, axes_once(),
          "tp, cp or both: their members hold different experts too, which tp does not split."),
  };
}

Fields aliases() {
  return {field<P>(
              "sp", [](auto& p) -> auto& { return p.cp; }, whole_number<int>(1, kMost), ""),
          field<P>(
              "virtual", [](auto& p) -> auto& { return p.virtual_stages; },
              whole_number<int>(1, 30000), "")};
}

}  // namespace

bool Parallelism::folds(Axis axis) const {
  return std::find(fold.begin(), fold.end(), axis) != fold.end();
}

int Parallelism::expert_parts() const {
  return ep * (folds(Axis::tp) ? tp : 1) * (folds(Axis::cp) ? cp : 1);
}

RankGrid Parallelism::grid() const {
  RankGrid grid;
  grid.degree = {tp, cp, ep, dp, pp};
  if (placement.empty()) return grid;
  const auto usual = grid.order;
  auto next = grid.order.begin();
  for (const Axis axis : placement) {
    if (next == grid.order.end()) break;
    *next++ = axis;
  }
  for (const Axis axis : usual) {
    if (next == grid.order.end()) break;
    if (std::find(placement.begin(), placement.end(), axis) == placement.end()) *next++ = axis;
  }
  return grid;
}

config::Codec<Recompute> recompute_codec() {
  return config::choice<Recompute>({{"none", Recompute::none},
                                    {"selective", Recompute::selective},
                                    {"alternate", Recompute::alternate},
                                    {"full", Recompute::full},
                                    {"core_attn", Recompute::core_attention},
                                    {"moe", Recompute::experts}});
}

const config::FieldTable<Parallelism>& parallelism_fields() {
  static const config::FieldTable<Parallelism> table(
      "parallelism", "How a model is spread over NPUs.",
      [] {
        Fields all = degrees();
        for (config::Field<P>& f : knobs()) all.push_back(std::move(f));
        return all;
      }(),
      aliases());
  return table;
}

}  // namespace jacquard::workload
