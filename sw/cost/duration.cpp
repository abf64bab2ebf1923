// SPDX-License-Identifier: Apache-2.0
#include "jacquard/cost/duration.hpp"

#include <variant>

#include "jacquard/base/error.hpp"
#include "jacquard/cost/attention.hpp"
#include "jacquard/cost/elementwise.hpp"
#include "jacquard/cost/embedding.hpp"
#include "jacquard/cost/experts.hpp"
#include "jacquard/cost/gemm.hpp"
#include "jacquard/cost/latent_attention.hpp"
#include "jacquard/cost/linear_attention.hpp"

namespace jacquard::cost {
namespace {

struct Law {
  const Device& device;
  const Conditions& conditions;

  base::Seconds operator()(const workload::ElementwiseWork& w) const {
    return elementwise_time(device, w);
  }
  base::Seconds operator()(const workload::GemmWork& w) const {
    return gemm_time(device, w, conditions.software, conditions.in_step);
  }
  base::Seconds operator()(const workload::AttentionWork& w) const {
    return attention_time(device, w, conditions.software);
  }
  base::Seconds operator()(const workload::LatentAttentionWork& w) const {
    return latent_attention_time(device, w, conditions.software);
  }
  base::Seconds operator()(const workload::LinearAttentionWork& w) const {
    return linear_attention_time(device, w, conditions.software);
  }
  base::Seconds operator()(const workload::ExpertWork& w) const {
    return expert_time(device, w, kernel_of(device, conditions.software, w.type),
                       conditions.software);
  }
  base::Seconds operator()(const workload::EmbeddingWork& w) const {
    return embedding_time(device, w);
  }
  base::Seconds operator()(const workload::HostWork& w) const { return base::Seconds{w.seconds}; }
};

}  // namespace

base::Seconds seconds_of(const Device& device, const workload::ComputeWork& work,
                         const Conditions& conditions) {
  const workload::Amounts amounts = workload::amounts_of(work);
  JQ_CHECK(amounts.flops >= 0 && amounts.bytes >= 0, "a work's amounts are not negative");
  const bool on_host = std::holds_alternative<workload::HostWork>(work);
  if (!on_host && amounts.flops == 0 && amounts.bytes == 0) return base::Seconds{0};
  const base::Seconds time = std::visit(Law{device, conditions}, work);
  if (conditions.launch == Launch::streamed) return time;
  return time + kHostLaunch * device.host_time;
}

}  // namespace jacquard::cost
