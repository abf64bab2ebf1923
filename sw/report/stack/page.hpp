// SPDX-License-Identifier: Apache-2.0
// The report of a stack: one HTML file that needs nothing else.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "jacquard/stack/choose_slot.hpp"
#include "jacquard/stack/routes.hpp"
#include "jacquard/stack/stack.hpp"

namespace jacquard::report {

struct StackReport {
  std::string title;
  std::string command;                                     // what was typed
  std::vector<std::pair<std::string, std::string>> facts;  // what the stack does not say itself
  std::vector<stack::SlotPoint> tried;                     // by slot; empty where T was given
};

// `routes` are those of the stack. No scripts, no links to the outside; follows the reader's light
// or dark preference. Some hundred kilobytes, whatever the number of NPUs.
std::string stack_page(const StackReport& report, const stack::Stack& stack,
                       const stack::Routes& routes);

}  // namespace jacquard::report
