// SPDX-License-Identifier: Apache-2.0
#include "jacquard/serve/cost/draft_module.hpp"

#include "jacquard/serve/cost/op_list.hpp"
#include "jacquard/serve/memory_budget.hpp"

namespace jacquard::serve {

Deployment draft_module(const Deployment& d) {
  Deployment module = d;
  const workload::LayerKind last = d.model.kind(d.model.layers - 1);
  module.model.layers = 1;
  module.model.layer_kinds = {last.feed};
  module.model.mixers = {last.mixer};
  module.pp = 1;
  module.two_batches = false;
  module.host = {};
  module.beyond.clear();
  return module;
}

std::vector<ServingOp> joining_ops(const Deployment& d, double tokens) {
  const double hidden = d.model.hidden;
  OpList ops;
  ops.elementwise(workload::OpLabel::other, 2 * tokens * hidden * 4);
  ops.gemm(workload::OpLabel::other, tokens, hidden, 2 * hidden, d.precision.weights);
  return ops.take();
}

double module_bytes(const Deployment& d) {
  const double hidden = d.model.hidden;
  return layer_weight_bytes(d, d.model.kind(d.model.layers - 1)) +
         2 * hidden * hidden * workload::bytes_per_value(d.precision.weights);
}

}  // namespace jacquard::serve
