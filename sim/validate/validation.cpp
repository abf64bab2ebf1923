// SPDX-License-Identifier: Apache-2.0
#include "sim/validate/validation.hpp"

#include <array>
#include <string_view>

#include "sim/validate/kernels.hpp"
#include "sim/validate/mlperf/mlperf.hpp"
#include "sim/validate/serving/serving.hpp"
#include "sim/validate/training.hpp"

namespace jacquard::validate {

base::Span<const Validation> validations() {
  static const std::vector<Validation> all = {
      kernel_validation(gemm_validation()),
      kernel_validation(nccl_validation()),
      kernel_validation(custom_all_reduce_validation()),
      kernel_validation(deepep_validation()),
      kernel_validation(attention_validation()),
      kernel_validation(mla_validation()),
      kernel_validation(linear_attention_validation()),
      kernel_validation(moe_validation()),
      serving_validation(),
      mlperf_validation(),
      training_validation(),
  };
  return all;
}

bool sums_up(const std::string& row_kind) {
  constexpr std::array<std::string_view, 6> kinds{"engine",         "serving_errors",
                                                  "training_total", "training_group",
                                                  "summary",        "mlperf_prediction"};
  for (const std::string_view kind : kinds) {
    if (row_kind == kind) return true;
  }
  return false;
}

}  // namespace jacquard::validate
