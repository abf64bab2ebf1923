// SPDX-License-Identifier: Apache-2.0
// jacquard collective: collectives as rounds.
#include <memory>

#include "jacquard/base/error.hpp"
#include "sim/cli/collective/prove.hpp"
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
  return [chosen] {
    if (*chosen) return (*chosen)();
    throw base::ConfigError({"collective", "", "prove", "nothing", ""});
  };
}

}  // namespace

Command collective_command() {
  return {"collective", "Collectives as rounds: prove that they compute what they claim",
          "  jacquard collective prove --algorithm all --ports 1..64", setup};
}

}  // namespace jacquard::cli
