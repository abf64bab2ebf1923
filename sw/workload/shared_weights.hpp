// SPDX-License-Identifier: Apache-2.0
// What replicas exchange of weights and gradients, beside the passes of a stage: gathers ahead of
// use, reductions behind the backward pass, gathers behind the update.
#pragma once

#include <vector>

#include "jacquard/workload/op_writer.hpp"
#include "jacquard/workload/pipeline_order.hpp"
#include "jacquard/workload/step_works.hpp"

namespace jacquard::workload {

// A part of the model with weights of its own: a layer, the embedding, or the logits.
struct Unit {
  int layer = 0;  // the embedding: -1; the logits: as many as layers
  const UnitComms* comms = nullptr;
  bool is_layer = false;
};

// One pass through one unit, in the order of the stage's program.
struct UnitUse {
  Unit unit;
  PassKind pass = PassKind::forward;
  int micro_batch = 0;
  bool gather = false;  // its weights are not there yet
  bool reduce = false;  // its gradients are complete, or reduced by every micro-batch
};

class SharedWeights {
 public:
  using Index = OpWriter::Index;

  // `prefetch`: uses ahead of the one that runs whose weights may be gathered.
  // `overlap`: whether gradients are reduced beside the backward pass.
  SharedWeights(std::vector<UnitUse> uses, const Parallelism& parallelism, std::size_t prefetch,
                bool overlap, OpWriter& out)
      : uses_(std::move(uses)),
        prefetch_(prefetch),
        overlap_(overlap),
        every_micro_batch_(parallelism.zero >= 2),
        ends_(uses_.size()),
        out_(out) {}

  // Of the next use: the gather it waits for. At most `prefetch` uses ahead of the one that runs
  // have their weights gathered: the gather of a use waits for the end of the one `prefetch` + 1
  // before it.
  Index begin();
  // Behind the last operation of the use.
  void end();
  // Reductions that wait for the last backward pass.
  void reduce_rest();
  // All gathered again after the update (ZeRO-1), each unit once.
  void gather_updated(Index update);

 private:
  Index gather(const Unit& unit, OpWriter::Of of, Index after);
  void reduce(const Unit& unit);

  std::vector<UnitUse> uses_;
  std::size_t prefetch_;
  bool overlap_;
  bool every_micro_batch_;  // reduces
  std::size_t current_ = 0;
  std::size_t gathered_ = 0;  // uses whose gather is in the program
  std::vector<Index> ends_;
  std::vector<Index> gathers_;
  std::vector<UnitUse> waiting_;  // for reduce_rest()
  OpWriter& out_;
};

// Which of the uses gather and reduce at ZeRO level `zero`. `once`: the first use of a unit gathers
// its weights, also at level 1.
void mark_uses(int zero, bool once, std::vector<UnitUse>& uses);

}  // namespace jacquard::workload
