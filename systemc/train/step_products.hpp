// SPDX-License-Identifier: Apache-2.0
// Products of a step that run tile by tile on the cores of its NPUs: npu.detail=systolic.
#pragma once

#include <functional>
#include <vector>

#include "systemc/machine/job_machine.hpp"
#include "systemc/train/run_step.hpp"

namespace jacquard::train {

// Throws ConfigError at the key `npu` where its detail is systolic on another engine than cycle,
// without a memory, with numbers other than bf16, or counting multiply-adds once.
void require_products(const TrainConfig& config, const JobPlaces& places);

class StepProducts {
 public:
  // Throws ConfigError for products whose sides are too long or whose tiles do not fit.
  explicit StepProducts(const Step& step);

  // What the work is on cores, in order; nothing for what the law times. A product of bf16 is
  // itself, as often as it counts. Experts are a product for each matrix and each of their own
  // tokens' expert, and in the backward pass the gradients of both sides. Attention stays with the
  // law, as a kernel of its own.
  std::vector<systemc::GemmWork> of(const workload::ComputeWork& work) const;
  // By the law, what a work that is products takes beside them.
  base::Picoseconds time_beside(const workload::ComputeWork& work) const;

 private:
  systemc::GemmWork product(double m, double n, double k) const;
  std::vector<systemc::GemmWork> experts(const workload::ExpertWork& work) const;

  const Step& step_;
};

// Throws ConfigError for a step whose computations on `npus` are too many accesses or bursts of
// this memory for minutes of simulation, or whose products are larger than the memory, or take an
// NPU more than 46 days. `cost` is that of the machine; `cores` are those of each NPU, if any.
void require_brief(const Step& step, const systemc::MemoryOfNpu& memory,
                   const std::function<systemc::ComputeCost(int npu, int op)>& cost,
                   const std::vector<systemc::CoresOfNpu>& cores, const std::vector<int>& npus);

}  // namespace jacquard::train
