// SPDX-License-Identifier: Apache-2.0
// The verbs of a demand alone: they need a twelfth of the tree, and are built first.
#include <vector>

#include "sim/cli/commands/all.hpp"
#include "sim/cli/run.hpp"

int main(int argc, char** argv) {
  using namespace jacquard::cli;
  const std::vector<Command> verbs = {demo_command(), schedule_command(), verify_command()};
  return run(argc, argv, verbs);
}
