// SPDX-License-Identifier: Apache-2.0
// The program of one stage: its passes in order, with what comes in and goes out between stages.
#pragma once

#include <map>
#include <optional>

#include "jacquard/workload/layer_passes.hpp"
#include "jacquard/workload/shared_weights.hpp"
#include "jacquard/workload/stage_share.hpp"
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
    int chunk = 0;
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
  void receive_tokens();
  // stage_update.cpp
  void update();
  void exchange_tied_gradients();
  // The other stage that has the same layers (dualpipe): gradients before the update, and weights
  // behind it where each updates half.
  Index exchange_with_mirror(OpLabel label, double bytes, int tag, Index after);
  Index update_weights(const StageShare& share, Index after, Index also);
  Index orthogonalise(const StageShare& share);

  // From the virtual stage before or behind a part, and to the one behind or before it.
  Index arrived(const Part& part, bool backward, int micro_batch);
  void leave(const Part& part, bool backward, int micro_batch, Index last);
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
  // What goes from one chunk of this stage to the next (the turn of a V), by tag.
  std::map<int, Index> handed_over_;
  // Of a forward pass that runs with the backward pass behind it: what that one takes, and what is
  // sent when both end.
  struct Beside {
    Index arrived = OpWriter::kNothing;
    Index last = OpWriter::kNothing;
    Part part;
    int micro_batch = 0;
  };
  std::optional<Beside> beside_;
};

}  // namespace jacquard::workload
