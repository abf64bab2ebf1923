// SPDX-License-Identifier: Apache-2.0
// The program of one stage: its passes in order, with what comes in and goes out between stages.
#pragma once

#include "jacquard/workload/layer_passes.hpp"
#include "jacquard/workload/shared_weights.hpp"
#include "jacquard/workload/step_request.hpp"

namespace jacquard::workload {

class StageBuilder {
 public:
  using Index = OpWriter::Index;

  StageBuilder(const StepRequest& request, const StepPlan& plan, const StepWorks& works, int stage,
               StepProgram& program);

  // Throws nothing: what cannot be built was refused by plan_of().
  void build();

 private:
  // A stretch of layers, with the edges of the model where it has them.
  struct Part {
    int place = 0;  // among all virtual stages
    int first = 0;
    int layers = 0;
    bool embeds = false;
    bool ends = false;
  };

  Part part(const Pass& pass) const;
  std::vector<UnitUse> uses() const;
  bool gathers_beside() const;
  const Both& launch_of(int layer) const;
  std::size_t prefetch() const;
  void list_units(const Part& part, std::vector<UnitUse>& uses) const;
  void reserve(std::size_t layer_passes);

  void forward(const Pass& pass);
  void backward(const Pass& pass);
  // stage_ends.cpp
  Index forward_end(Index input);
  Index backward_end(PassKind pass);
  Index head_forward(Index input, Index weights);
  Index head_backward(PassKind pass, Index weights);
  Index module_forward(Index input);
  Index module_backward(PassKind pass, Index gradient);
  void update();
  void receive_tokens();
  void exchange_tied_gradients();

  Index received(const Part& part, int from_place, bool backward, int micro_batch);
  void sent(const Part& part, int to_place, bool backward, int micro_batch, Index after);
  int tag(int place, bool backward, int micro_batch) const;
  Phase forward_phase() const;

  const StepRequest& request_;
  const StepPlan& plan_;
  const StepWorks& works_;
  int stage_;
  StepProgram& program_;
  ClassProgram& class_;
  std::vector<Pass> passes_;
  OpWriter out_;
  LayerPasses layers_;
  LayerPasses modules_;  // layers of modules that predict further tokens
  SharedWeights weights_;
};

}  // namespace jacquard::workload
