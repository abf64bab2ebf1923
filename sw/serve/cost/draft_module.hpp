// SPDX-License-Identifier: Apache-2.0
// What drafts tokens: a layer like the model's last one that sees the last hidden state and the
// last token (multi-token prediction, DeepSeek-V3 technical report s2.2; EAGLE, arXiv 2401.15077).
// Embedding and logits are the model's own.
#pragma once

#include "jacquard/serve/cost/serving_op.hpp"

namespace jacquard::serve {

// The module on the NPUs of the last stage, without halves and the host's times. Its drafts are the
// tokens that it sees beside a decode's own in the first pass.
Deployment draft_module(const Deployment& deployment);

// What joins its two inputs: norms of both, and a matrix from both to one.
std::vector<ServingOp> joining_ops(const Deployment& deployment, double tokens);

// Bytes of its weights on an NPU.
double module_bytes(const Deployment& deployment);

}  // namespace jacquard::serve
