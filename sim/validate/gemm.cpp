// SPDX-License-Identifier: Apache-2.0
#include "jacquard/cost/gemm.hpp"

#include "jacquard/cost/duration.hpp"
#include "sim/validate/kernels.hpp"
#include "sim/validate/words.hpp"

namespace jacquard::validate {
namespace {

// An unknown engine's layers are taken to be as vLLM's.
cost::Software engine_of(const std::string& framework) {
  const cost::Software known = software_of(framework);
  return known == cost::Software::any ? cost::Software::vllm : known;
}

std::vector<KernelSample> samples(const CsvRow& row) {
  KernelKey key;
  key.framework = row.text("framework");
  key.kernel = row.text("kernel");
  key.dtype = row.text("dtype");
  const workload::GemmWork sizes{row.positive("m"), row.positive("n"), row.positive("k")};
  const auto ours = [sizes, type = type_of(key.dtype), software = engine_of(key.framework)](
                        const cost::Device& device) -> std::optional<base::Seconds> {
    if (!type) return std::nullopt;
    workload::GemmWork work = sizes;
    work.type = *type;
    return cost::seconds_of(device, work, {cost::Launch::streamed, software});
  };
  return {{std::move(key), microseconds(row.positive("latency_us")), ours}};
}

}  // namespace

KernelValidation gemm_validation() {
  return {"gemm",
          "dense products C[m,n] = A[m,k] B[k,n] of serving engines",
          "measured/gemm.csv",
          {"framework", "kernel", "dtype", "m", "n", "k", "latency_us"},
          samples};
}

}  // namespace jacquard::validate
