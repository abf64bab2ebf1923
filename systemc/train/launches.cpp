// SPDX-License-Identifier: Apache-2.0
#include "systemc/train/launches.hpp"

#include <algorithm>
#include <variant>

#include "jacquard/base/at.hpp"

namespace jacquard::train {
namespace {

using workload::Captured;
using workload::OpLabel;

// Kernels of works that are more than one. Experts: routing, sorting and summing of rows; a product
// each for every expert of the device, forward twice, backward four times, and as many casts below
// bf16 (Transformer Engine's grouped linear).
constexpr double kExpertKernels = 30;
constexpr double kForwardProducts = 2;
constexpr double kBackwardProducts = 4;
constexpr double kAttentionBackward = 3;

double kernels_of(const workload::ComputeWork& work) {
  if (const auto* experts = std::get_if<workload::ExpertWork>(&work)) {
    const double own = static_cast<double>(experts->experts) / experts->expert_parallel;
    const double products = experts->backward ? kBackwardProducts : kForwardProducts;
    const double casts = workload::bytes_per_value(experts->type) < 2 ? products : 0;
    return kExpertKernels + own * (products + casts);
  }
  if (const auto* attention = std::get_if<workload::AttentionWork>(&work)) {
    return attention->backward ? kAttentionBackward : 1;
  }
  return 1;
}

// Whether kernels of this purpose are within a graph.
bool is_captured(Captured captured, OpLabel label) {
  if (captured != Captured::parts) return captured == Captured::step;
  return label == OpLabel::attention_norm || label == OpLabel::qkv || label == OpLabel::attention ||
         label == OpLabel::attention_out || label == OpLabel::ffn_norm || label == OpLabel::router;
}

}  // namespace

void price_launches(const workload::StepProgram& program, const workload::SoftwareKeys& software,
                    const Npu& npu, std::vector<base::Picoseconds>& works) {
  if (software.launch.count() == 0) return;
  // Of NVIDIA's devices those with Grace beside them are named so.
  const bool grace =
      npu.device && npu.device->name.rfind("gb", 0) == 0 && software.launch_grace.count() > 0;
  const auto launch =
      static_cast<double>((grace ? software.launch_grace : software.launch).count());
  for (const workload::ClassProgram& of_class : program.classes) {
    double host = 0;
    std::int64_t device = 0;
    for (const workload::StepOp& op : of_class.ops) {
      if (op.layer < 0) continue;  // the embedding and the loss
      const bool counts = !is_captured(software.captured, op.label);
      if (op.kind == workload::OpKind::collective && counts) host += launch;
      if (op.kind != workload::OpKind::compute) continue;
      base::Picoseconds& time = base::at(works, op.work);
      if (op.label == OpLabel::other) {
        time =
            base::Picoseconds{std::max<std::int64_t>(0, static_cast<std::int64_t>(host) - device)};
        host = 0;
        device = 0;
        continue;
      }
      device += time.count();
      if (counts) host += launch * kernels_of(base::at(program.works, op.work));
    }
  }
}

}  // namespace jacquard::train
