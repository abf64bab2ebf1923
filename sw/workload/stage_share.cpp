// SPDX-License-Identifier: Apache-2.0
#include "jacquard/workload/stage_share.hpp"

#include <algorithm>

#include "jacquard/base/at.hpp"
#include "jacquard/workload/pipeline_order.hpp"

namespace jacquard::workload {
namespace {

double all_of(const UnitParameters& unit) { return unit.outside_experts + unit.experts; }

UnitParameters times(double n, const UnitParameters& unit) {
  return {n * unit.outside_experts, n * unit.experts};
}

void add(const StepRequest& r, const UnitParameters& unit, const UnitParameters& adapters, double n,
         StageShare& share) {
  const UnitParameters& trained = r.lora.freezes() ? adapters : unit;
  share.parameters = sum_of(share.parameters, times(n, sum_of(unit, adapters)));
  share.trained = sum_of(share.trained, times(n, trained));
  if (n <= 0) return;
  share.largest_trained = std::max(share.largest_trained, all_of(trained));
  if (all_of(unit) > all_of(share.largest)) share.largest = unit;
}

// The virtual stages that a stage has.
std::vector<int> places_of(const StepRequest& r, const StepPlan& plan, int stage) {
  std::vector<int> places;
  for (int chunk = 0; chunk < plan.chunks; ++chunk) {
    places.push_back(place_of(r.parallelism.schedule, stage, chunk, r.parallelism.pp));
  }
  return places;
}

// Embedding and head.
std::vector<StageMatrix> edge_matrices(const StepRequest& r, const StageShare& share) {
  const Model& m = r.model;
  std::vector<StageMatrix> all;
  const auto add = [&](double rows, double parts) {
    if (rows > 0) all.push_back({rows, double(m.hidden), 1, parts, false});
  };
  const double tp = r.parallelism.tp;
  const double vocabulary = m.vocabulary;
  const bool copy = ends_apart(r.parallelism);
  if (share.begins) {
    add(vocabulary, tp);
    add(m.positions, 1);
    add(m.patch_values, 1);
  }
  if (share.ends) {
    if (!m.tied_embeddings || copy) add(vocabulary, tp);
    if (share.modules > 0 && copy && !m.tied_embeddings) add(vocabulary, tp);
    if (m.vocabulary == 0) add(m.classes, 1);
  }
  return all;
}

}  // namespace

UnitParameters matrices_on_npu(const StepRequest& r, LayerKind kind) {
  const LayerParameters all = layer_parameters(r.model, kind);
  UnitParameters matrices = layer_on_npu(r, kind);
  matrices.outside_experts -= all.router + all.norms;
  return matrices;
}

StageShare share_of(const StepRequest& r, const StepPlan& plan, int stage) {
  StageShare share;
  const int places = static_cast<int>(plan.virtual_layers.size());
  for (const int place : places_of(r, plan, stage)) {
    const int first = base::at(plan.first_layers, place);
    for (int i = 0; i < base::at(plan.virtual_layers, place); ++i) {
      base::at(share.layers, index_of(r.model.kind(first + i))) += 1;
    }
    if (place == 0) {
      add(r, embedding_on_npu(r), {}, 1, share);
      share.begins = true;
    }
    if (place + 1 == places) {
      add(r, output_on_npu(r, ends_apart(r.parallelism)), {}, 1, share);
      const FurtherTokens further = further_tokens(r);
      share.modules = further.modules;
      if (share.modules > 0) {
        base::at(share.layers, index_of(further.kind)) += share.modules;
        add(r, beside_further_layers(r), {}, 1, share);
        share.matrices += 2.0 * share.modules * r.model.hidden * r.model.hidden / r.parallelism.tp;
      }
      share.ends = true;
    }
  }
  for (int i = 0; i < kLayerKinds; ++i) {
    const LayerKind kind = layer_kind(i);
    const double layers = share.layers_of(kind);
    if (layers <= 0) continue;
    add(r, layer_on_npu(r, kind), adapters_on_npu(r, kind), layers, share);
    const UnitParameters matrices = matrices_on_npu(r, kind);
    share.matrices += layers * (matrices.outside_experts + matrices.experts);
  }
  return share;
}

std::vector<StageMatrix> stage_matrices(const StepRequest& r, const StageShare& share) {
  std::vector<StageMatrix> all;
  const Parallelism& p = r.parallelism;
  for (int i = 0; i < kLayerKinds; ++i) {
    const double layers = base::at(share.layers, i);
    if (layers <= 0) continue;
    for (const LayerMatrix& m : layer_matrices(r.model, layer_kind(i))) {
      const bool expert = m.of == MatrixOf::experts;
      const double parts = m.split == Split::whole ? 1 : expert ? p.expert_tp() : p.tp;
      all.push_back(
          {m.in, m.out, layers * m.count / (expert ? p.expert_parts() : 1), parts, expert});
    }
  }
  if (share.modules > 0) {
    const double hidden = r.model.hidden;
    all.push_back({2 * hidden, hidden, double(share.modules), double(p.tp), false});
  }
  return all;
}

double shared_out(const StepRequest& r, const UnitParameters& p, bool yes) {
  if (!yes) return all_of(p);
  const RankGrid grid = r.parallelism.grid();
  return p.outside_experts / grid.members(replica_axes(r.parallelism, false)) +
         p.experts / grid.members(replica_axes(r.parallelism, true));
}

Updated updated_by(const StepRequest& r, const StageShare& share) {
  const bool shards = r.parallelism.zero >= 1;
  // Stages that have the same layers are as two replicas.
  const double copies = shards && r.parallelism.schedule == PipelineSchedule::dualpipe ? 2 : 1;
  Updated updated{shared_out(r, share.trained, shards) / copies, 0, 0};
  if (r.optimizer == Optimizer::adam || r.lora.freezes()) return updated;
  std::vector<StageMatrix> matrices = stage_matrices(r, share);
  if (r.optimizer == Optimizer::adafactor) {
    for (const StageMatrix& m : edge_matrices(r, share)) matrices.push_back(m);
  }
  for (const StageMatrix& m : matrices) {
    const auto part = [&](double values) {
      const double each = values / m.parts;
      return shared_out(r, m.expert ? UnitParameters{0, each} : UnitParameters{each, 0}, shards) /
             copies;
    };
    updated.in_matrices += part(m.count * m.rows * m.columns);
    updated.sums += part(m.count * (m.rows + m.columns));
  }
  return updated;
}

}  // namespace jacquard::workload
