// SPDX-License-Identifier: Apache-2.0
// jacquard gemm run.
#include <memory>

#include "jacquard/base/error.hpp"
#include "sim/cli/commands/all.hpp"

namespace jacquard::cli {
namespace {

std::function<int()> setup(Arguments&, const Common&) {
  return []() -> int {
    throw base::ConfigError({"gemm", "", "a command that is there", "run", ""});
  };
}

}  // namespace

Command gemm_run_command() {
  return {"run", "run", "  jacquard gemm run\n", setup, true, true, nullptr};
}

}  // namespace jacquard::cli
