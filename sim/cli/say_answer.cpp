// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/say_answer.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sim/tool/terminal.hpp"

namespace jacquard::cli {
namespace {

// A name from a file may hold what a terminal takes for a command.
std::string without_controls(std::string text) {
  const auto is_control = [](unsigned char c) { return (c < 0x20 && c != '\n') || c == 0x7f; };
  std::replace_if(text.begin(), text.end(), is_control, '?');
  return text;
}

}  // namespace

void say_answer(const std::string& answer, const Common& common) {
  if (!common.for_people() || answer.empty()) return;
  tool::erase_live_line();
  fmt::print("{}\n\n", without_controls(answer));
}

}  // namespace jacquard::cli
