// SPDX-License-Identifier: Apache-2.0
// jacquard gemm tune.
#include <memory>

#include "jacquard/base/error.hpp"
#include "sim/cli/commands/all.hpp"

namespace jacquard::cli {
namespace {

std::function<int()> setup(Arguments&, const Common&) {
  return []() -> int {
    throw base::ConfigError({"gemm", "", "a command that is there", "tune", ""});
  };
}

}  // namespace

Command gemm_tune_command() {
  return {"tune", "tune", "  jacquard gemm tune\n", setup, true, true, nullptr};
}

}  // namespace jacquard::cli
