// SPDX-License-Identifier: Apache-2.0
#include "jacquard/workload/step_works.hpp"

#include <algorithm>
#include <cmath>

#include "jacquard/base/at.hpp"
#include "jacquard/workload/work_adder.hpp"

namespace jacquard::workload {
namespace {

double rows_of_vocabulary(const StepRequest& r) {
  return std::ceil(static_cast<double>(r.model.vocabulary) / r.parallelism.tp);
}

void add_edges(const StepRequest& r, const StepPlan& plan, WorkAdder& adder, StepWorks& works) {
  const Model& m = r.model;
  const double tokens = tokens_outside_tp(r, plan);
  const double values = plan.tokens * m.hidden;
  works.final_norm = add_norm(r, plan, adder);
  if (m.patch_values > 0) {
    const Linear patches = adder.wide_linear(tokens, m.patch_values, m.hidden, false);
    works.embedding = {patches.forward, patches.weights};
  } else if (adder.macs()) {
    works.embedding = adder.counted_look_up(tokens, m.vocabulary, m.hidden);
  } else {
    works.embedding = adder.elementwise(values, 4, 8);
  }
  if (r.lora.freezes()) works.embedding.backward = -1;
  // Of a prompt only the last token's logits are asked for.
  const bool train = r.kind == StepKind::train;
  if (m.vocabulary > 0) {
    const double rows = train ? plan.tokens : plan.micro_batch;
    works.logits = adder.wide_linear(rows, m.hidden, rows_of_vocabulary(r));
    if (!train) return;
    // Reads bf16, writes the softmax in fp32; backward the other way round.
    // One kernel each way reads bf16 twice, and overwrites it with the gradient.
    const bool fused = r.software.fused_loss;
    works.loss = adder.elementwise(rows * rows_of_vocabulary(r), fused ? 6 : 10, fused ? 4 : 6);
    // The largest logit, the one that was right, the sum: three numbers of a token.
    works.loss_reduce = adder.communicate(CollectiveKind::all_reduce, 12 * rows, mask_of(Axis::tp));
  } else if (m.classes > 0) {
    works.logits = adder.wide_linear(plan.micro_batch, m.hidden, m.classes);
  }
}

// Frozen weights have no gradients, and are gathered where they are not kept.
UnitComms unit_comms(const StepRequest& r, const UnitParameters& on_npu,
                     const UnitParameters& adapters, WorkAdder& adder, const RankGrid& grid) {
  UnitComms comms;
  const UnitParameters trained = r.lora.freezes() ? adapters : on_npu;
  const UnitParameters changed = r.parallelism.zero < 3 ? trained : sum_of(on_npu, adapters);
  const int zero = r.parallelism.zero;
  const CollectiveKind reduction =
      zero == 0 ? CollectiveKind::all_reduce : CollectiveKind::reduce_scatter;
  for (const bool experts : {false, true}) {
    const double parameters = experts ? trained.experts : trained.outside_experts;
    const double gathered = experts ? changed.experts : changed.outside_experts;
    const AxisMask axes = replica_axes(r.parallelism, experts);
    const int reduce = adder.communicate(reduction, parameters * adder.gradient_bytes(), axes);
    const int gather =
        zero == 0 ? -1
                  : adder.communicate(CollectiveKind::all_gather,
                                      gathered * adder.value_bytes() / grid.members(axes), axes);
    (experts ? comms.reduce_experts : comms.reduce) = reduce;
    (experts ? comms.gather_experts : comms.gather) = gather;
  }
  // The product of a weight's gradient reads and writes the sum, where else it wrote bf16
  // (Megatron-LM's fused accumulation); with fp32 sums 6 bytes more.
  if (!adder.macs()) {
    const double bytes = 2 * adder.gradient_bytes() - 2;
    const double parameters = trained.outside_experts + trained.experts;
    if (parameters > 0) comms.sum = adder.add(ElementwiseWork{parameters, bytes * parameters});
  }
  return comms;
}

// Transformer Engine casts the rows that tp gathers before it sends them (distributed.py,
// gather_along_first_dim), but not sums.
double gathered_share(const StepRequest& r, const WorkAdder& adder) {
  const bool casts = r.kind == StepKind::train && r.framework == Framework::megatron;
  if (!casts || adder.macs()) return 1;
  return std::min(1.0, bytes_per_value(r.type) / bytes_per_value(NumberType::bf16));
}

void add_further_tokens(const StepRequest& r, const StepPlan& plan, WorkAdder& adder,
                        StepWorks& works) {
  works.further = further_tokens(r);
  if (works.further.modules == 0) return;
  const double hidden = r.model.hidden;
  works.further_matrix = adder.linear(plan.tokens, 2 * hidden, hidden / r.parallelism.tp);
}

// Of each kind of layer, where the host's launches count.
void add_launches(const StepRequest& r, WorkAdder& adder, StepWorks& works) {
  if (r.kind != StepKind::train || r.software.launch.count() == 0) return;
  for (int i = 0; i < kLayerKinds; ++i) {
    if (r.model.layers_of(layer_kind(i)) == 0) continue;
    base::at(works.launch, i) = {adder.add(ElementwiseWork{}), adder.add(ElementwiseWork{})};
  }
}

void add_units(const StepRequest& r, WorkAdder& adder, const RankGrid& grid, StepWorks& works) {
  if (r.kind != StepKind::train) return;
  for (int i = 0; i < kLayerKinds; ++i) {
    const LayerKind kind = layer_kind(i);
    if (r.model.layers_of(kind) == 0) continue;
    base::at(works.layer_units, i) =
        unit_comms(r, layer_on_npu(r, kind), adapters_on_npu(r, kind), adder, grid);
  }
  works.embedding_unit = unit_comms(r, embedding_on_npu(r), {}, adder, grid);
  const bool copy = ends_apart(r.parallelism);
  const FurtherTokens further = further_tokens(r);
  UnitParameters modules, adapters;
  for (int i = 0; i < further.modules; ++i) {
    modules = sum_of(modules, layer_on_npu(r, further.kind));
    adapters = sum_of(adapters, adapters_on_npu(r, further.kind));
  }
  modules = sum_of(modules, beside_further_layers(r));
  works.output_unit = unit_comms(r, sum_of(output_on_npu(r, copy), modules), adapters, adder, grid);
  // A tied embedding that was not kept is gathered a second time.
  if (r.parallelism.zero == 3 && r.model.tied_embeddings && !copy) {
    const UnitParameters again = sum_of(output_on_npu(r, true), modules);
    works.output_unit.gather = unit_comms(r, again, adapters, adder, grid).gather;
  }
  if (copy && (r.model.tied_embeddings || further.modules > 0) && !r.lora.freezes()) {
    const double shards =
        r.parallelism.zero > 0 ? grid.members(replica_axes(r.parallelism, false)) : 1;
    works.tied =
        adder.communicate(CollectiveKind::send,
                          rows_of_vocabulary(r) * r.model.hidden * adder.gradient_bytes() / shards,
                          mask_of(Axis::pp));
  }
}

}  // namespace

FurtherTokens further_tokens(const StepRequest& r) {
  const Model& m = r.model;
  if (r.kind != StepKind::train || m.vocabulary == 0 || r.software.mtp_layers == 0) return {};
  const auto attending =
      std::find_if(std::begin(kAllMixers), std::end(kAllMixers),
                   [&](Mixer mixer) { return attends(mixer) && m.layers_of(mixer) > 0; });
  if (attending == std::end(kAllMixers)) return {};
  return {r.software.mtp_layers,
          {*attending, m.has_experts() ? FeedForward::experts : FeedForward::dense}};
}

UnitParameters beside_further_layers(const StepRequest& r) {
  const int modules = further_tokens(r).modules;
  if (modules == 0) return {};
  const Model& m = r.model;
  const double matrix = 2.0 * m.hidden * m.hidden / r.parallelism.tp;
  const double norms = 3 * edge_parameters(m).final_norm;
  const bool copy = ends_apart(r.parallelism) && !m.tied_embeddings;
  return {modules * (matrix + norms) + (copy ? rows_of_vocabulary(r) * m.hidden : 0), 0};
}

bool ends_apart(const Parallelism& p) {
  return p.pp > 1 && p.schedule != PipelineSchedule::zero_bubble_v &&
         p.schedule != PipelineSchedule::dualpipe;
}

UnitParameters adapters_on_npu(const StepRequest& r, LayerKind kind) {
  if (!r.lora.freezes()) return {};
  return {adapter_parameters(r.model, kind, r.lora, r.parallelism.tp), 0};
}

AxisMask replica_axes(const Parallelism& p, bool experts) {
  const AxisMask dp = mask_of(Axis::dp);
  const AxisMask cp = mask_of(Axis::cp);
  if (!experts) return static_cast<AxisMask>(dp | cp | mask_of(Axis::ep));
  return p.folds(Axis::cp) ? dp : static_cast<AxisMask>(dp | cp);
}

UnitParameters layer_on_npu(const StepRequest& r, LayerKind kind) {
  const LayerParameters all = layer_parameters(r.model, kind);
  const double tp = r.parallelism.tp;
  // Each member of tp has a copy of the router and the norms, too.
  const double copies = copied_parameters(r.model, kind.mixer, tp);
  const double attention = (all.attention - copies) / tp + copies;
  return {attention + (all.ffn + all.shared) / tp + all.router + all.norms,
          all.experts / (double(r.parallelism.expert_tp()) * r.parallelism.expert_parts())};
}

UnitParameters embedding_on_npu(const StepRequest& r) {
  const double tokens = static_cast<double>(r.model.vocabulary) * r.model.hidden;
  return {edge_parameters(r.model).embedding - tokens + rows_of_vocabulary(r) * r.model.hidden, 0};
}

UnitParameters output_on_npu(const StepRequest& r, bool copy_of_tied) {
  const EdgeParameters edge = edge_parameters(r.model);
  if (r.model.vocabulary == 0) return {edge.final_norm + edge.output, 0};
  const bool matrix = !r.model.tied_embeddings || copy_of_tied;
  return {edge.final_norm + (matrix ? rows_of_vocabulary(r) * r.model.hidden : 0), 0};
}

StepWorks add_works(const StepRequest& r, const StepPlan& plan, StepProgram& program) {
  const Model& m = r.model;
  program.works.reserve(64);
  program.comms.reserve(32);
  const bool weights_stay = r.parallelism.zero < 3;
  WorkAdder adder(r, program, weights_stay ? plan.micro_batches : 1);
  StepWorks works;
  works.sequence_parallel = shares_tokens(r);
  works.asynchronous = works.sequence_parallel && r.parallelism.async_tp;
  works.slices = works.sequence_parallel ? r.parallelism.tp_slices : 1;
  for (const Mixer mixer : kAllMixers) {
    if (m.layers_of(mixer) == 0) continue;
    base::at(works.mixers, static_cast<int>(mixer)) = add_mixer(r, plan, mixer, adder);
  }
  works.ffn_norm = add_norm(r, plan, adder);
  if (m.inner > 0) works.ffn = add_feed_forward(m, plan.tokens, m.inner, r.parallelism.tp, adder);
  if (m.has_experts()) works.experts = add_experts(r, plan, adder);
  add_edges(r, plan, adder, works);

  const double rows = plan.tokens * m.hidden * adder.value_bytes();
  const AxisMask tp = mask_of(Axis::tp);
  if (works.sequence_parallel) {
    works.gather = adder.communicate(CollectiveKind::all_gather, rows / r.parallelism.tp, tp);
    const double typed = rows * gathered_share(r, adder);
    works.layer_gather =
        typed < rows ? adder.communicate(CollectiveKind::all_gather, typed / r.parallelism.tp, tp)
                     : works.gather;
    works.reduce = adder.communicate(CollectiveKind::reduce_scatter, rows, tp);
    if (works.slices > 1) {
      const double slice = rows / works.slices;
      works.gather_slice = adder.communicate(CollectiveKind::all_gather,
                                             typed / works.slices / r.parallelism.tp, tp);
      works.reduce_slice = adder.communicate(CollectiveKind::reduce_scatter, slice, tp);
    }
  } else {
    works.reduce = adder.communicate(CollectiveKind::all_reduce, rows, tp);
  }
  if (r.parallelism.pp > 1) {
    works.boundary = adder.communicate(CollectiveKind::send,
                                       works.sequence_parallel ? rows / r.parallelism.tp : rows,
                                       mask_of(Axis::pp));
    if (r.kind == StepKind::decode) {
      works.token =
          adder.communicate(CollectiveKind::send, 4.0 * plan.micro_batch, mask_of(Axis::pp));
    }
  }
  add_units(r, adder, program.grid, works);
  add_further_tokens(r, plan, adder, works);
  add_launches(r, adder, works);
  return works;
}

}  // namespace jacquard::workload
