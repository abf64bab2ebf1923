// SPDX-License-Identifier: Apache-2.0
#include "jacquard/workload/step_program.hpp"

#include "jacquard/base/at.hpp"

namespace jacquard::workload {
namespace {

constexpr std::array<const char*, kAxes> kAxisNames{"tp", "cp", "ep", "dp", "pp"};

constexpr std::array kLabelNames{
    "embedding",      "attention_norm", "qkv",          "attention",     "attention_out",
    "ffn_norm",       "ffn_up",         "ffn_down",     "router",        "experts",
    "shared_experts", "activation",     "residual",     "logits",        "loss",
    "optimizer",      "recompute",      "gradient_sum", "cast",          "tp_comm",
    "cp_comm",        "ep_dispatch",    "ep_combine",   "weight_gather", "gradient_reduce",
    "pipeline_comm",  "other",
};
static_assert(kLabelNames.size() == static_cast<std::size_t>(OpLabel::other) + 1);

}  // namespace

const char* name_of(Axis axis) { return base::at(kAxisNames, axis); }
const char* name_of(OpLabel label) { return base::at(kLabelNames, label); }

int RankGrid::size() const {
  int all = 1;
  for (const int d : degree) all *= d;
  return all;
}

int RankGrid::stride(Axis axis) const {
  int stride = 1;
  for (const Axis nearer : order) {
    if (nearer == axis) break;
    stride *= base::at(degree, nearer);
  }
  return stride;
}

int RankGrid::place(int npu, Axis axis) const {
  return npu / stride(axis) % base::at(degree, axis);
}

int RankGrid::members(AxisMask axes) const {
  int members = 1;
  for (std::size_t axis = 0; axis < kAxes; ++axis) {
    if ((axes & mask_of(static_cast<Axis>(axis))) != 0) members *= degree[axis];
  }
  return members;
}

void ClassProgram::add(StepOp op, const std::vector<std::uint32_t>& after) {
  op.first_dependency = static_cast<std::uint32_t>(dependencies.size());
  op.dependencies = static_cast<std::uint32_t>(after.size());
  dependencies.insert(dependencies.end(), after.begin(), after.end());
  ops.push_back(op);
}

}  // namespace jacquard::workload
