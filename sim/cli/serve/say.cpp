// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/serve/say.hpp"

#include <fmt/format.h>

#include "sim/tool/terminal.hpp"

namespace jacquard::cli {

void say(const Common& common, const std::string& sentence) {
  if (!common.for_people()) return;
  tool::erase_live_line();
  fmt::print("{}\n\n", sentence);
}

}  // namespace jacquard::cli
