// SPDX-License-Identifier: Apache-2.0
#include "jacquard/serve/cost/step_layers.hpp"

#include <algorithm>

#include "jacquard/serve/cost/captured.hpp"

namespace jacquard::serve {

StepSizes sizes_of(base::Span<const StepLoad> groups) {
  std::int64_t most = 0, all = 0;
  int samples = 0;
  for (const StepLoad& load : groups) {
    most = std::max(most, load.tokens());
    all += load.tokens();
    samples = std::max(samples, load.samples());
  }
  const std::int64_t padded = captured_tokens(most);
  if (groups.size() == 1) all = padded;
  return {static_cast<double>(padded), static_cast<double>(all), static_cast<double>(samples)};
}

Deployment as_served(const Deployment& deployment) {
  Deployment served = deployment;
  served.device.peak.bf16 = cost::in_long_bursts(deployment.device).peak.bf16;
  return served;
}

std::vector<ServingOp> layer_ops(const Deployment& d, const StepLoad& load, const StepSizes& sizes,
                                 int layer) {
  const workload::LayerKind kind = d.model.kind(layer);
  std::vector<ServingOp> ops = token_ops(d, kind, sizes.padded);
  const auto append = [&ops](std::vector<ServingOp> more, std::size_t at) {
    ops.insert(ops.begin() + static_cast<std::ptrdiff_t>(at), more.begin(), more.end());
  };
  // The mixer goes before the matrix behind it.
  const auto out = std::find_if(ops.begin(), ops.end(), [](const ServingOp& op) {
    return op.label == workload::OpLabel::attention_out;
  });
  append(mixer_ops(d, load, kind.mixer), static_cast<std::size_t>(out - ops.begin()));
  if (kind.feed == workload::FeedForward::experts) {
    append(expert_ops(d, sizes.all), ops.size());
    append(exchange_ops(d, sizes.padded), ops.size());
  }
  return ops;
}

}  // namespace jacquard::serve
