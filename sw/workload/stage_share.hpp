// SPDX-License-Identifier: Apache-2.0
// What a pipeline's stage holds of the model.
#pragma once

#include <array>
#include <vector>

#include "jacquard/base/at.hpp"
#include "jacquard/workload/step_works.hpp"

namespace jacquard::workload {

struct StageShare {
  UnitParameters parameters;  // before replicas share them out
  UnitParameters trained;     // all of them, or adapters
  UnitParameters largest;     // of its units
  double largest_trained = 0;
  double matrices = 0;  // parameters of its layers' matrices, the router's apart
  std::array<double, kLayerKinds> layers{};  // by index_of(kind)
  bool begins = false;                       // looks embeddings up
  bool ends = false;                         // computes the logits
  int modules = 0;  // that predict further tokens, whose layers count among its layers

  double layers_of(LayerKind kind) const { return base::at(layers, index_of(kind)); }
  bool has(LayerKind kind) const { return layers_of(kind) > 0; }
};

// A matrix of an NPU's layers, whole: how many of its shape, and in how many parts tp has it.
struct StageMatrix {
  double rows = 0;
  double columns = 0;
  double count = 0;
  double parts = 1;
  bool expert = false;

  double parameters() const { return count * rows * columns / parts; }
};
std::vector<StageMatrix> stage_matrices(const StepRequest& request, const StageShare& share);

// What is left of `parameters` where replicas share them out.
double shared_out(const StepRequest& request, const UnitParameters& parameters, bool yes);
// Parameters that an NPU of the stage updates: what is trained, or its share of that.
Updated updated_by(const StepRequest& request, const StageShare& share);

StageShare share_of(const StepRequest& request, const StepPlan& plan, int stage);

// Of a layer on one NPU: parameters of matrices whose products have the request's type.
UnitParameters matrices_on_npu(const StepRequest& request, LayerKind kind);

}  // namespace jacquard::workload
