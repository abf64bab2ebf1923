// SPDX-License-Identifier: Apache-2.0
#include "jacquard/cost/linear_attention.hpp"

#include "sim/validate/kernels.hpp"
#include "sim/validate/words.hpp"

namespace jacquard::validate {
namespace {

bool either(const CsvRow& row, const char* column, const char* yes, const char* no) {
  const std::string& word = row.text(column);
  if (word != yes && word != no) row.fail(column, std::string(yes) + " or " + no);
  return word == yes;
}

// A row with channels is a short convolution, one without a scan or an update of the state.
std::vector<KernelSample> samples(const CsvRow& row) {
  KernelKey key;
  key.framework = row.text("framework");
  key.kernel = row.text("kernel");
  key.dtype = "bfloat16";
  key.phase = row.text("phase");

  workload::LinearAttentionWork work;
  work.batch = row.count("batch");
  work.queries = row.count("isl_or_1");
  work.heads = row.count("heads");
  work.key_heads = row.count("key_heads");
  work.key_size = row.count("key_size");
  work.value_size = row.count("value_size");
  work.conv = row.count("taps");
  work.state_bytes = row.positive("state_bytes");
  work.delta = either(row, "rule", "delta", "mamba2");
  work.decode = either(row, "phase", "generation", "context");
  const int channels = count_or_none(row, "channels");
  if (channels > 0) {
    work.key_heads = 0;
    work.heads = channels / work.value_size;
  }
  const auto ours = [work, channels, software = software_of(key.framework)](
                        const cost::Device& device) -> std::optional<base::Seconds> {
    return channels > 0 ? cost::short_convolution_time(device, work, software)
                        : cost::linear_state_time(device, work, software);
  };
  return {{std::move(key), microseconds(row.positive("latency_us")), ours}};
}

}  // namespace

KernelValidation linear_attention_validation() {
  return {"linear-attention",
          "gated delta rule and Mamba-2 of serving engines",
          "measured/linear_attention.csv",
          {"framework", "rule", "phase", "kernel", "batch", "isl_or_1", "heads", "key_heads",
           "key_size", "value_size", "taps", "channels", "state_bytes", "latency_us"},
          samples};
}

}  // namespace jacquard::validate
