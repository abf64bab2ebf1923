// SPDX-License-Identifier: Apache-2.0
// jacquard genstack operate: what a run of weeks loses to interruptions.
#include <memory>

#include "sim/cli/commands/all.hpp"
#include "sim/cli/find_config.hpp"
#include "sim/genstack/operate.hpp"

namespace jacquard::cli {
namespace {

struct Options {
  std::string operations;
  int runs = 1000;
};

int run_operate(const Options& o, const Common& common) {
  const auto& table = stack::operations_fields();
  stack::Operations operations;
  config::Place place{"--set", ""};
  if (!o.operations.empty()) {
    place.source = find_config("operations", o.operations, "OPERATIONS");
    operations = config::read_config(table, place.source);
  }
  for (const std::string& assignment : common.set) table.set(operations, assignment);
  report::Result result("genstack operate", common.seed, table.show(operations));
  for (const auto& row : genstack::operate(operations, o.runs, common.seed, place)) {
    result.add(genstack::operate_metrics()(row));
  }
  print(result, common);
  return 0;
}

std::function<int()> setup(Arguments& app, const Common& common) {
  constexpr int kMostRuns = 1'000'000;
  auto o = std::make_shared<Options>();
  app.add_option("OPERATIONS", o->operations,
                 "What interrupts the run: a file, or a name of configs/operations");
  app.add_option("--runs", o->runs, "Simulated runs of each policy")
      .capture_default_str()
      .within(1, kMostRuns);
  return [o, &common] { return run_operate(*o, common); };
}

}  // namespace

Command genstack_operate_command() {
  return {"operate",
          "What a run of weeks loses to failures, by policy (Monte Carlo)",
          "  jacquard genstack operate llama3_54_days\n"
          "  jacquard genstack operate llama3_54_days --set spares=64 --set detection='60 s'\n",
          setup,
          true,
          false,
          [] { return std::vector{genstack::operate_metrics().kind()}; },
          {{"operate", "effective_ratio", "share of time that counts", {"policy"}}}};
}

}  // namespace jacquard::cli
