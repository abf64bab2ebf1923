// SPDX-License-Identifier: Apache-2.0
// jacquard collective: collectives as rounds.
#include <memory>

#include "sim/cli/collective/prove.hpp"
#include "sim/cli/collective/run.hpp"
#include "sim/cli/commands/all.hpp"

namespace jacquard::cli {
namespace {

// What the words say to do; nothing, where no subcommand is among them.
using Chosen = std::function<int()>;

void add_subcommand(const Command& command, CLI::App& app, const Common& common,
                    const std::shared_ptr<Chosen>& chosen) {
  CLI::App* sub = app.add_subcommand(command.name, command.summary);
  sub->fallthrough();  // --json and its like may follow the subcommand
  sub->footer(std::string("Examples:\n") + command.examples);
  const auto run = command.setup(*sub, common);
  sub->callback([chosen, run] { *chosen = run; });
}

std::function<int()> setup(CLI::App& app, const Common& common) {
  auto chosen = std::make_shared<Chosen>();
  app.require_subcommand(0, 1);
  add_subcommand(prove_command(), app, common, chosen);
  const auto run = add_collective_run(app, common);
  return [chosen, run] { return *chosen ? (*chosen)() : run(); };
}

}  // namespace

Command collective_command() {
  return {
      "collective", "A collective on a network, by closed forms, events or circuits; proofs",
      "  jacquard collective --kind all-reduce --algorithm ring --topology \"Ring(8)\" \\\n"
      "    --bandwidth \"50 GiB/s\" --latency \"500 ns\" --bytes \"64 MiB\" --chunks 4\n"
      "  jacquard collective --topology \"Ring(4) Switch(8)\" --bandwidth \"200 GB/s,50 GB/s\" \\\n"
      "    --spread blueconnect --algorithm ring,halving-doubling --engine analytic\n"
      "  jacquard collective --algorithm direct --topology \"Crossbar(16)\" --engine cycle\n"
      "  jacquard collective --algorithm direct --topology configs/graphs/leaf_spine.json\n"
      "  jacquard collective --topology \"Ring(8)\" --rounds-out ring.json\n"
      "  jacquard collective --topology \"Ring(8)\" --rounds ring.json\n"
      "  jacquard collective prove --algorithm all --ports 1..64",
      setup, true};
}

}  // namespace jacquard::cli
