// SPDX-License-Identifier: Apache-2.0
// Bytes that serving reads from NPUs' memories: what costs energy beside products.
#pragma once

#include "jacquard/serve/deployment.hpp"

namespace jacquard::serve {

// Of a replica's weights, in a step of so many tokens, on all NPUs: all but the experts that no
// token visits, if each token visits any of them alike. `weights`: weight_bytes() of an NPU.
double weights_read(const Deployment& deployment, double weights, double tokens);

// Of keys and values on all NPUs of a replica, while each of so many requests makes an answer:
// written once, and read by each later step.
double kv_moved(const Deployment& deployment, double requests, double input, double output);

// Of a static batch: weights once a step, and keys and values.
struct BatchSteps {
  double requests = 1;
  double input = 1;
  double prefill_steps = 1;
  double decode_steps = 0;
};
double batch_bytes(const Deployment& deployment, const BatchSteps& batch);

}  // namespace jacquard::serve
