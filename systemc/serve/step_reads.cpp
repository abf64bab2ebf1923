// SPDX-License-Identifier: Apache-2.0
#include "systemc/serve/step_reads.hpp"

#include "jacquard/serve/batch/moved_bytes.hpp"

namespace jacquard::serve {

void StepReads::seen(const StepSeen& step) {
  const Deployment& d = setup_.deployment;
  std::int64_t tokens = 0;
  for (const StepLoad& load : step.groups) {
    tokens += load.tokens();
    bytes_ += static_cast<double>(load.decode_keys) * setup_.memory.kv_of_token * d.tp * d.pp;
  }
  bytes_ += weights(tokens);
  if (next_ != nullptr) next_->seen(step);
}

// Steps come in the hundred thousands, of few sizes.
double StepReads::weights(std::int64_t tokens) {
  const auto size = static_cast<std::size_t>(tokens);
  if (size >= weights_.size()) weights_.resize(size + 1, 0.0);
  if (weights_[size] == 0) {
    weights_[size] =
        weights_read(setup_.deployment, setup_.memory.weights, static_cast<double>(tokens));
  }
  return weights_[size];
}

}  // namespace jacquard::serve
