// SPDX-License-Identifier: Apache-2.0
// What a pipeline's stage holds of the model.
#pragma once

#include <array>

#include "jacquard/base/at.hpp"
#include "jacquard/workload/step_works.hpp"

namespace jacquard::workload {

struct StageShare {
  UnitParameters parameters;  // before replicas share them out
  UnitParameters largest;     // of its units
  double matrices = 0;        // parameters of its layers' matrices, the router's apart
  std::array<double, kLayerKinds> layers{};  // by index_of(kind)
  bool begins = false;                       // looks embeddings up
  bool ends = false;                         // computes the logits

  double layers_of(LayerKind kind) const { return base::at(layers, index_of(kind)); }
  bool has(LayerKind kind) const { return layers_of(kind) > 0; }
};

StageShare share_of(const StepRequest& request, const StepPlan& plan, int stage);

// Of a layer on one NPU: parameters of matrices whose products have the request's type.
UnitParameters matrices_on_npu(const StepRequest& request, LayerKind kind);

}  // namespace jacquard::workload
