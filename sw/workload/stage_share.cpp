// SPDX-License-Identifier: Apache-2.0
#include "jacquard/workload/stage_share.hpp"

#include "jacquard/base/at.hpp"

namespace jacquard::workload {
namespace {

void add(const UnitParameters& unit, double times, StageShare& share) {
  share.parameters.outside_experts += times * unit.outside_experts;
  share.parameters.experts += times * unit.experts;
  if (times > 0 &&
      unit.outside_experts + unit.experts > share.largest.outside_experts + share.largest.experts) {
    share.largest = unit;
  }
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
  const int pp = r.parallelism.pp;
  const int places = static_cast<int>(plan.virtual_layers.size());
  for (int place = stage; place < places; place += pp) {
    const int first = base::at(plan.first_layers, place);
    for (int i = 0; i < base::at(plan.virtual_layers, place); ++i) {
      base::at(share.layers, index_of(r.model.kind(first + i))) += 1;
    }
    if (place == 0) {
      add(embedding_on_npu(r), 1, share);
      share.begins = true;
    }
    if (place + 1 == places) {
      add(output_on_npu(r, pp > 1), 1, share);
      share.ends = true;
    }
  }
  for (int i = 0; i < kLayerKinds; ++i) {
    const LayerKind kind = layer_kind(i);
    const double layers = share.layers_of(kind);
    if (layers <= 0) continue;
    add(layer_on_npu(r, kind), layers, share);
    const UnitParameters matrices = matrices_on_npu(r, kind);
    share.matrices += layers * (matrices.outside_experts + matrices.experts);
  }
  return share;
}

}  // namespace jacquard::workload
