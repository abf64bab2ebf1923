// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/say_answer.hpp"

#include <fmt/format.h>

#include "jacquard/report/cell_text.hpp"
#include "sim/tool/terminal.hpp"

namespace jacquard::cli {

void say_answer(const std::string& answer, const Common& common) {
  if (!answer.empty() && !common.sink) common.answer = answer;
  if (!common.for_people() || answer.empty()) return;
  common.has_answered = true;
  tool::erase_live_line();
  fmt::print("{}\n\n", report::without_control(answer, report::Lines::several));
}

}  // namespace jacquard::cli
