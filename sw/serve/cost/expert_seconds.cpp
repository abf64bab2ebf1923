// SPDX-License-Identifier: Apache-2.0
#include "jacquard/serve/cost/expert_seconds.hpp"

#include "jacquard/cost/experts.hpp"
#include "jacquard/workload/drawn_experts.hpp"

namespace jacquard::serve {
namespace {

// By measured loops of models with experts on H100, and of gpt-oss alone, whose tokens choose fewer
// experts than other models' in every layout and by every kernel: docs/serve.md.
constexpr double kPopularity = 1.1;
constexpr double kPopularityOfGptOss = 1.5;

double popularity_of(const workload::Model& model) {
  const bool gpt_oss = model.name.rfind("gpt-oss", 0) == 0 || model.name.rfind("gpt_oss", 0) == 0;
  return gpt_oss ? kPopularityOfGptOss : kPopularity;
}

// vLLM serves experts of four bits by Marlin on Hopper.
cost::ExpertKernel kernel_for(const Deployment& d, workload::NumberType type) {
  if (sends_to_experts(d)) return cost::ExpertKernel::grouped;  // DeepGEMM's and CUTLASS's
  const bool marlin = d.software == cost::Software::vllm && d.device.architecture == "hopper" &&
                      type == workload::NumberType::w4a16;
  return marlin ? cost::ExpertKernel::marlin : cost::kernel_of(d.device, d.software, type);
}

// Measured kernels sort by launches that the host is slow to give, and a graph's are ready. Where
// vLLM's NPUs have all tokens and some of the experts, activations pass over the rows of all.
cost::ExpertConstants constants_for(const Deployment& d, const workload::ExpertWork& work,
                                    bool captured) {
  const cost::ExpertKernel kernel = kernel_for(d, work.type);
  cost::ExpertConstants constants = cost::constants_of(d.device, kernel, d.software, work.type);
  if (captured && kernel != cost::ExpertKernel::generated) constants.sort = base::Seconds{0};
  // Tokens that DeepEP brought lie packed by expert, and are nobody else's: what is left beside the
  // products is the activation with its scales.
  if (sends_to_experts(d)) {
    constants.local_passes = 1;
    constants.global_passes = 0;
    return constants;
  }
  if (work.expert_parallel > 1 && d.software == cost::Software::vllm) {
    constants.global_passes += constants.local_passes;
    constants.local_passes = 0;
  }
  return constants;
}

}  // namespace

// Of several NPUs all have as many tokens in the mean: routers are trained so, and EPLB sees to
// it. Popularity says how many experts of an NPU have any.
std::optional<workload::ExpertDeals> expert_deals(const Deployment& d,
                                                  const workload::ExpertWork& work) {
  if (d.expert_skew <= 0) return std::nullopt;
  const double popularity = popularity_of(d.model);
  if (work.expert_parallel == 1) return workload::ExpertDeals(work, popularity);
  return workload::ExpertDeals(work, {popularity, d.redundant_experts, d.expert_imbalance});
}

base::Seconds expert_seconds(const Deployment& d, const workload::ExpertWork& work, bool captured,
                             const workload::ExpertDeals* deals) {
  const cost::ExpertConstants constants = constants_for(d, work, captured);
  if (deals != nullptr) {
    return cost::expert_time(d.device, work, constants, deals->busiest(work.tokens));
  }
  const auto own = expert_deals(d, work);
  return cost::expert_time(d.device, work, constants,
                           own ? own->busiest(work.tokens) : workload::busiest_device(work));
}

}  // namespace jacquard::serve
