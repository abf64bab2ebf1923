// SPDX-License-Identifier: Apache-2.0
#include "jacquard/cost/custom_all_reduce.hpp"

#include "sim/validate/kernels.hpp"
#include "sim/validate/words.hpp"

namespace jacquard::validate {
namespace {

std::vector<KernelSample> samples(const CsvRow& row) {
  KernelKey key;
  key.framework = row.text("framework");
  key.kernel = row.text("kernel");
  key.dtype = row.text("dtype");
  key.operation = "all_reduce";
  cost::CustomAllReduce work;
  // Another engine may run TensorRT-LLM's kernel.
  work.software = key.kernel == "TRTLLM" ? cost::Software::trtllm : software_of(key.framework);
  work.gpus = row.count("gpus");
  work.bytes = base::Bytes{row.whole("bytes")};
  work.captured = key.kernel.find("eager") == std::string::npos;
  const auto ours = [work](const cost::Device& device) -> std::optional<base::Seconds> {
    if (device.link.count() <= 0) return std::nullopt;
    return cost::custom_all_reduce(device, work);
  };
  return {{std::move(key), microseconds(row.positive("latency_us")), ours}};
}

}  // namespace

KernelValidation custom_all_reduce_validation() {
  return {"custom-allreduce",
          "all-reduce kernels of serving engines",
          "measured/custom_allreduce.csv",
          {"framework", "kernel", "dtype", "gpus", "bytes", "latency_us"},
          samples};
}

}  // namespace jacquard::validate
