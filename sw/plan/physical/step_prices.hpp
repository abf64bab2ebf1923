// SPDX-License-Identifier: Apache-2.0
// The works and communications of a strategy's step, each once, with what they take.
#pragma once

#include <array>
#include <vector>

#include "jacquard/plan/physical/program.hpp"

namespace jacquard::plan::physical {

// Numbers of works or comms in a program.
using Numbers = std::vector<int>;
inline constexpr int kNone = workload::StepOp::kNone;  // nothing to do

// Of one kind of layer.
struct LayerNumbers {
  bool known = false;
  int forward = kNone;
  int backward = kNone;  // data and weights in one
  int data = kNone;
  int weights = kNone;
  int gather = kNone;
  int scatter = kNone;
  Numbers sums;       // TP's all-reduces of activations
  Numbers exchanges;  // of experts, before and after
  Numbers gradients;  // DDP's all-reduces, in the order of the levels
};

struct EmbeddingNumbers {
  int look_up = kNone;
  int look_up_backward = kNone;
  Numbers exchange;             // MP's all-to-all, of a pass
  Numbers replicas;             // what DDP sends of gradients
  bool replicas_block = false;  // the backward look-up
};

class StepPrices {
 public:
  StepPrices(PricedSystem& machine, const Strategy& strategy, const Keeping& keeping, Timed& out);

  const LayerNumbers& of(const Layer& layer);
  const EmbeddingNumbers& embedding() const { return embedding_; }
  // All that says which operations a step has.
  void describe(std::vector<int>& out) const;
  int optimizer(double parameters);

 private:
  bool divides(Part part) const;
  double samples(Part part) const;
  double gradient_bytes() const;
  int add_work(double seconds);
  int add_comm(workload::CollectiveKind kind, Reach reach, double bytes,
               engine::step::CommTime time);
  void add_paper(workload::CollectiveKind kind, const Levels& levels, int i, double bytes,
                 Numbers& to);
  void add_physical(workload::CollectiveKind kind, const Share& share, double bytes, Numbers& to);
  LayerNumbers priced(const Layer& layer);
  void add_paper_comms(const Layer& layer, const Levels& levels, LayerNumbers& to);
  void add_physical_comms(const Layer& layer, const Shares& shares, double local, LayerNumbers& to);
  void price_embedding();
  void add_paper_embedding(const Levels& levels);

  PricedSystem& machine_;
  const Request& request_;
  const Model& model_;
  const Strategy& strategy_;
  Keeping keeping_;
  Timed& out_;
  bool volumes_;
  std::array<LayerNumbers, 5> numbers_;
  std::array<LayerNumbers, 5> odd_numbers_;
  EmbeddingNumbers embedding_;
};

}  // namespace jacquard::plan::physical
