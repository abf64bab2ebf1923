// SPDX-License-Identifier: Apache-2.0
#include "systemc/train/expert_dispatch.hpp"

#include "jacquard/base/file.hpp"
#include "jacquard/workload/expert_traffic.hpp"

namespace jacquard::train {

void write_expert_dispatch(const Step& step, const std::string& folder) {
  const workload::StepRequest& request = step.request;
  const int ranks = request.parallelism.expert_parts();
  if (!request.model.has_experts() || ranks < 2 || ranks > demand::kMaxPorts) return;
  const demand::DemandMatrix matrix = workload::expert_demand(
      workload::expert_traffic(request), step.config.expert_routing, step.config.seed,
      config::Place{request.place.source, "/expert_routing"});
  base::write_file(folder + "/expert_dispatch.csv", workload::as_csv(matrix));
}

}  // namespace jacquard::train
