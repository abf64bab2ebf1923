// SPDX-License-Identifier: Apache-2.0
#include "jacquard/base/error.hpp"
#include "sim/gemm/run.hpp"

namespace jacquard::gemm {

Answer run_cycle(const RunConfig&) {
  throw base::ConfigError({"--engine", "", "analytic or event", "cycle", ""});
}

}  // namespace jacquard::gemm
