// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "jacquard/serve/cost/serving_op.hpp"

namespace jacquard::serve {

// Heads of keys and values that one NPU holds: replicated where tp exceeds them.
inline double kv_heads_of(const Deployment& d, workload::Mixer mixer = workload::Mixer::attention) {
  return std::max(1.0, static_cast<double>(d.model.attention(mixer).kv_heads) / d.tp);
}

// Collects operations; those of no size are left out.
class OpList {
 public:
  void add(workload::OpLabel label, workload::ComputeWork work) {
    const workload::Amounts amounts = workload::amounts_of(work);
    if (amounts.flops > 0 || amounts.bytes > 0) ops_.push_back({label, std::move(work)});
  }
  void gemm(workload::OpLabel label, double m, double n, double k, workload::NumberType type) {
    if (m > 0 && n > 0 && k > 0) add(label, workload::GemmWork{m, n, k, 1, type});
  }
  void elementwise(workload::OpLabel label, double bytes) {
    add(label, workload::ElementwiseWork{0, bytes});
  }
  void communicate(workload::OpLabel label, workload::CollectiveKind kind, int npus, double bytes) {
    if (npus < 2 || bytes <= 0) return;
    add(label, Communication{kind, npus, base::Bytes{std::llround(bytes)}});
  }
  void add(workload::OpLabel label, const Communication& communication) {
    if (communication.npus >= 2) ops_.push_back({label, communication});
  }
  void all_reduce(workload::OpLabel label, int npus, double bytes) {
    communicate(label, workload::CollectiveKind::all_reduce, npus, bytes);
  }
  std::vector<ServingOp> take() { return std::move(ops_); }

 private:
  std::vector<ServingOp> ops_;
};

}  // namespace jacquard::serve
