// SPDX-License-Identifier: Apache-2.0
#include "jacquard/cost/duration.hpp"
#include "sim/validate/kernels.hpp"
#include "sim/validate/words.hpp"

namespace jacquard::validate {
namespace {

// SGLang's kernel on Hopper prefills in the absorbed form; others expand the heads.
bool absorbed(const KernelKey& key) {
  return key.phase == "generation" || key.kernel == "flash_attention";
}

// `heads` are those of one GPU.
std::vector<KernelSample> samples(const CsvRow& row) {
  KernelKey key;
  key.framework = row.text("framework");
  key.kernel = row.text("kernel");
  key.dtype = row.text("kv_dtype");
  key.phase = row.text("phase");

  workload::LatentAttentionWork sizes;  // DeepSeek-V3's
  sizes.batch = row.count("batch");
  sizes.queries = row.count("isl_or_1");
  sizes.keys = sizes.queries + count_or_none(row, "past_kv");
  sizes.heads = row.count("heads");
  sizes.decode = absorbed(key);
  const auto ours = [sizes, type = type_of(row.text("mla_dtype")), kv_type = type_of(key.dtype),
                     software = software_of(key.framework)](
                        const cost::Device& device) -> std::optional<base::Seconds> {
    if (!type || !kv_type) return std::nullopt;
    workload::LatentAttentionWork work = sizes;
    work.type = *type;
    work.kv_type = *kv_type;
    return cost::seconds_of(device, work, {cost::Launch::streamed, software});
  };
  return {{std::move(key), microseconds(row.positive("latency_us")), ours}};
}

}  // namespace

KernelValidation mla_validation() {
  return {"mla",
          "multi-head latent attention of serving engines",
          "measured/mla.csv",
          {"framework", "kernel", "phase", "batch", "isl_or_1", "past_kv", "heads", "mla_dtype",
           "kv_dtype", "latency_us"},
          samples};
}

}  // namespace jacquard::validate
