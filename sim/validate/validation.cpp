// SPDX-License-Identifier: Apache-2.0
#include "sim/validate/validation.hpp"

#include "sim/validate/kernels.hpp"

namespace jacquard::validate {

base::Span<const Validation> validations() {
  static const std::vector<Validation> all = {
      kernel_validation(gemm_validation()),
  };
  return all;
}

}  // namespace jacquard::validate
