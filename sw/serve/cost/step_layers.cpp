// SPDX-License-Identifier: Apache-2.0
#include "jacquard/serve/cost/step_layers.hpp"

#include <algorithm>

#include "jacquard/serve/cost/captured.hpp"

namespace jacquard::serve {

StepSizes sizes_of(const Deployment& d, base::Span<const StepLoad> groups) {
  std::int64_t most = 0, all = 0;
  int samples = 0, sequences = 0;
  for (const StepLoad& load : groups) {
    const std::int64_t drafted = std::int64_t{load.decodes} * d.drafts.tokens;
    most = std::max(most, load.tokens() + drafted);
    all += load.tokens() + drafted;
    sequences = std::max(sequences, load.samples());
    samples = std::max(samples, load.samples() + static_cast<int>(drafted));
  }
  const std::int64_t padded = captured_tokens(most);
  if (groups.size() == 1) all = padded;
  return {static_cast<double>(padded), static_cast<double>(all), static_cast<double>(samples),
          static_cast<double>(sequences)};
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
