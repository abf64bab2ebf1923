// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace jacquard::base {

// "8,2" as its items: one more than there are commas, so "" has one, which is empty. The reader of
// an item says what is wrong with an empty one.
std::vector<std::string> comma_list(std::string_view text);

}  // namespace jacquard::base
