// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <string_view>

#include "jacquard/base/parse_number.hpp"
#include "jacquard/cost/experts.hpp"
#include "jacquard/demand/read_demand.hpp"
#include "sim/validate/kernels.hpp"
#include "sim/validate/words.hpp"

namespace jacquard::validate {
namespace {

constexpr std::string_view kPowerLaw = "power_law_";
constexpr double kMostSkew = 100;

// Exponent of a routing's power law: 1.2 of "power_law_1.2", 0 of "balanced". A further word
// ("power_law_sampled_1.9") is of the same density.
double skew_of(const CsvRow& row) {
  const std::string& name = row.text("distribution");
  if (name == "balanced" || name == "uniform") return 0;
  if (name.compare(0, kPowerLaw.size(), kPowerLaw) == 0) {
    const auto exponent =
        base::parse_number<double>(std::string_view(name).substr(name.find_last_of('_') + 1));
    if (exponent && *exponent >= 0 && *exponent <= kMostSkew) return *exponent;
  }
  row.fail("distribution", "balanced, or power_law_ and an exponent in 0..100");
}

// Experts of Nemotron 3 have no gate, and vLLM's kernel names do not say so.
bool has_gate(const CsvRow& row) {
  constexpr std::array<std::array<int, 2>, 4> without{
      {{2048, 5120}, {8192, 5120}, {1024, 2688}, {2688, 1856}}};
  if (row.text("kernel").find("nongated") != std::string::npos) return false;
  for (const auto& [hidden, inner] : without) {
    if (row.count("hidden") == hidden && row.count("inter") == inner) return false;
  }
  return true;
}

workload::ExpertWork work_of(const CsvRow& row) {
  workload::ExpertWork work;
  work.tokens = row.count("tokens");
  work.hidden = row.count("hidden");
  work.inner = row.count("inter");
  work.top_k = row.count("topk");
  work.experts = row.count("experts");
  work.tensor_parallel = row.count("moe_tp");
  work.expert_parallel = row.count("moe_ep");
  work.gated = has_gate(row);
  work.skew = skew_of(row);
  const std::string all = "at most its " + std::to_string(work.experts) + " experts";
  if (work.experts > demand::kMaxExperts) {
    row.fail("experts", "at most " + std::to_string(demand::kMaxExperts));
  }
  if (work.top_k > work.experts) row.fail("topk", all);
  if (work.expert_parallel > work.experts) {
    row.fail("moe_ep", all);
  }
  return work;
}

// Weights of four bits, with activations of two bytes or one.
constexpr std::string_view kFp8Activations = "w4a8_mxfp4_mxfp8";

std::optional<workload::NumberType> type_of_weights(const std::string& dtype) {
  if (dtype == kFp8Activations) return workload::NumberType::w4a16;
  return type_of(dtype);
}

// TensorRT-LLM's measurements name these as they do its others.
std::string kernel_of_row(const KernelKey& key) {
  return key.dtype == kFp8Activations ? "trtllm" : key.kernel;
}

std::vector<KernelSample> samples(const CsvRow& row) {
  KernelKey key;
  key.framework = row.text("framework");
  key.kernel = row.text("kernel");
  key.dtype = row.text("dtype");
  const auto ours = [sizes = work_of(row), type = type_of_weights(key.dtype),
                     kernel = kernel_of_row(key), software = software_of(key.framework)](
                        const cost::Device& device) -> std::optional<base::Seconds> {
    if (!type) return std::nullopt;
    workload::ExpertWork work = sizes;
    work.type = *type;
    return cost::expert_time(device, work, cost::kernel_named(kernel, device, software, *type),
                             software);
  };
  return {{std::move(key), microseconds(row.positive("latency_us")), ours}};
}

}  // namespace

KernelValidation moe_validation() {
  return {"moe",
          "grouped expert GEMMs of serving engines, after tensor and expert parallelism",
          "measured/moe.csv",
          {"framework", "kernel", "dtype", "tokens", "hidden", "inter", "topk", "experts", "moe_tp",
           "moe_ep", "distribution", "latency_us"},
          samples};
}

}  // namespace jacquard::validate
