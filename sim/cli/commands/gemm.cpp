// SPDX-License-Identifier: Apache-2.0
// jacquard gemm: matrix products that a mesh of chips computes together.
#include <memory>

#include "jacquard/base/error.hpp"
#include "sim/cli/commands/all.hpp"

namespace jacquard::cli {
namespace {

std::vector<Command> parts() {
  return {gemm_prove_command(), gemm_run_command(), gemm_tune_command()};
}

std::vector<report::RowKind> rows() {
  std::vector<report::RowKind> kinds;
  for (const Command& command : parts()) {
    if (command.rows == nullptr) continue;
    for (report::RowKind& kind : command.rows()) kinds.push_back(std::move(kind));
  }
  return kinds;
}

std::function<int()> setup(Arguments& app, const Common& common) {
  auto run = std::make_shared<std::function<int()>>();
  app.allow_one_subcommand();
  for (const Command& command : parts()) {
    app.add_subcommand(command, common, [run](const auto& chosen) { *run = chosen; });
  }
  return [run]() -> int {
    if (*run) return (*run)();
    throw base::ConfigError({"gemm", "", "prove, run or tune", "", "jacquard gemm --help"});
  };
}

}  // namespace

Command gemm_command() {
  return {"gemm",
          "Matrix products on a mesh of chips: proved, costed, simulated and tuned",
          "  jacquard gemm prove --all --max 8x8\n"
          "  jacquard gemm run --algorithm meshslice --dataflow os --mesh 32x8 \\\n"
          "    --shape 262144x36864x12288 --slices 8 --chip tpu-v4-sim\n"
          "  jacquard gemm tune gpt3-175b --chips 256\n",
          setup,
          true,
          true,
          rows};
}

}  // namespace jacquard::cli
