// SPDX-License-Identifier: Apache-2.0
#include "jacquard/cost/duration.hpp"
#include "sim/validate/kernels.hpp"
#include "sim/validate/words.hpp"

namespace jacquard::validate {
namespace {

std::vector<KernelSample> samples(const CsvRow& row) {
  KernelKey key;
  key.framework = row.text("framework");
  key.kernel = row.text("kernel");
  key.dtype = row.text("kv_dtype");
  key.phase = row.text("phase");

  workload::AttentionWork sizes;
  sizes.batch = row.count("batch");
  sizes.queries = row.count("isl_or_1");
  sizes.keys = sizes.queries + count_or_none(row, "past_kv");
  sizes.heads = row.count("heads");
  sizes.kv_heads = row.count("kv_heads");
  sizes.head_size = sizes.value_size = row.count("head_dim");
  sizes.window = count_or_none(row, "window");
  sizes.cached = true;
  const auto ours = [sizes, type = type_of(row.text("attn_dtype")), kv_type = type_of(key.dtype),
                     software = software_of(key.framework)](
                        const cost::Device& device) -> std::optional<base::Seconds> {
    if (!type || !kv_type) return std::nullopt;
    workload::AttentionWork work = sizes;
    work.type = *type;
    work.kv_type = *kv_type;
    return cost::seconds_of(device, work, {cost::Launch::streamed, software});
  };
  return {{std::move(key), microseconds(row.positive("latency_us")), ours}};
}

}  // namespace

KernelValidation attention_validation() {
  return {"attention",
          "prefill and decode attention of serving engines, with the cache's write",
          "measured/attention.csv",
          {"framework", "kernel", "phase", "batch", "isl_or_1", "past_kv", "heads", "kv_heads",
           "head_dim", "attn_dtype", "kv_dtype", "window", "latency_us"},
          samples};
}

}  // namespace jacquard::validate
