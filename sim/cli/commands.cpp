// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/command.hpp"

namespace jacquard::cli {

base::Span<const Command> commands() {
  static const std::vector<Command> all = {};
  return all;
}

}  // namespace jacquard::cli
