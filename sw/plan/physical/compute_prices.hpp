// SPDX-License-Identifier: Apache-2.0
// What a device computes of a unit, and how long: by the paper's shares of peaks, or by kernels.
#pragma once

#include <map>
#include <tuple>

#include "jacquard/cost/device.hpp"
#include "jacquard/plan/evaluate.hpp"
#include "jacquard/plan/physical/layers.hpp"

namespace jacquard::plan::physical {

// Seconds of one pass of one unit.
struct PassTimes {
  double forward = 0;
  double data = 0;     // gradient of its input
  double weights = 0;  // of its weights
};

struct LookupTimes {
  double forward = 0;
  double backward = 0;
};

class ComputePrices {
 public:
  explicit ComputePrices(const Request& request);

  // Of `samples` that `tensor` devices compute together. `added`: its gradients are added to those
  // of micro-batches before.
  PassTimes unit(const Layer& unit, double samples, double tensor, bool added);
  // Of `samples` in a share 1 / `shards` of the tables.
  LookupTimes lookup(double samples, double shards) const;
  // Adam on so many parameters with a master copy in fp32 where they are kept in fewer bytes.
  double optimizer(double parameters) const;

 private:
  struct Kernels;
  void mlp(const Layer& unit, double samples, double tensor, Kernels& out) const;
  void attention(double samples, double tensor, Kernels& out) const;
  void ffn(double samples, double tensor, Kernels& out) const;
  void head(double samples, double tensor, Kernels& out) const;
  PassTimes by_kernels(const Layer& unit, double samples, double tensor, bool added) const;
  PassTimes by_peak(const Layer& unit, double samples, double tensor) const;
  workload::GemmWork product_of(double m, double n, double k, double count) const;
  double at_peak(double flops) const;
  double from_memory(double bytes) const;

  const Request& request_;
  const Model& model_;
  cost::Device device_;
  double times_tf32_;
  // By kind, parity, samples, tensor and added.
  std::map<std::tuple<LayerKind, bool, double, double, bool>, PassTimes> known_;
};

}  // namespace jacquard::plan::physical
