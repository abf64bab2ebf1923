// SPDX-License-Identifier: Apache-2.0
// jacquard gemm prove.
#include <memory>

#include "jacquard/base/error.hpp"
#include "sim/cli/commands/all.hpp"

namespace jacquard::cli {
namespace {

std::function<int()> setup(Arguments&, const Common&) {
  return []() -> int {
    throw base::ConfigError({"gemm", "", "a command that is there", "prove", ""});
  };
}

}  // namespace

Command gemm_prove_command() {
  return {"prove", "prove", "  jacquard gemm prove\n", setup, true, true, nullptr};
}

}  // namespace jacquard::cli
