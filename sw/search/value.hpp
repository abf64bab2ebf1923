// SPDX-License-Identifier: Apache-2.0
// What a knob may be set to: a number or a word.
#pragma once

#include <string>
#include <variant>

namespace jacquard::search {

using Value = std::variant<double, std::string>;

// A number without needless digits ("50", "12.5"), or the word.
std::string text_of(const Value& value);

}  // namespace jacquard::search
