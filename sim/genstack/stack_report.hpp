// SPDX-License-Identifier: Apache-2.0
// The page of a stack, beside its tables.
#pragma once

#include <string>
#include <vector>

#include "jacquard/stack/choose_slot.hpp"
#include "jacquard/stack/stack.hpp"

namespace jacquard::genstack {

// Writes FOLDER/report.html. `command` is what was typed; `tried` the slot lengths, if any. Throws
// ConfigError for a folder that cannot be written.
void write_report(const stack::Stack& stack, const std::string& command,
                  const std::vector<stack::SlotPoint>& tried, const std::string& folder);

}  // namespace jacquard::genstack
