// SPDX-License-Identifier: Apache-2.0
#include "jacquard/workload/expert_traffic.hpp"

#include <cmath>

#include "jacquard/workload/work_adder.hpp"

namespace jacquard::workload {

ExpertTraffic expert_traffic(const StepRequest& request) {
  const Model& model = request.model;
  if (!model.has_experts()) {
    request.knob("ep").fail("a model with experts", "'" + model.name + "', which has none");
  }
  const double value = request.counting == Counting::macs ? 1 : bytes_per_value(NumberType::bf16);
  const double tokens = tokens_outside_tp(request, plan_of(request));
  ExpertTraffic traffic;
  traffic.ranks = request.parallelism.expert_parts();
  traffic.experts = model.experts.count;
  traffic.top_k = model.experts.top_k;
  traffic.tokens = static_cast<std::int64_t>(std::ceil(tokens));
  traffic.bytes_per_token = base::Bytes{static_cast<std::int64_t>(model.hidden * value)};
  return traffic;
}

}  // namespace jacquard::workload
