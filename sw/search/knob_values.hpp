// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "jacquard/config/json_reader.hpp"
#include "jacquard/search/value.hpp"

namespace jacquard::search {

// What a knob's object says it may be: {"set": [...]}, {"range": [low, high, step]} or
// {"powers_of_two": [low, high]}, both ends included. Throws ConfigError at the pointer for another
// form, a value given twice, or more than 65,535 of them.
std::vector<Value> knob_values(const config::Json& knob, const config::Place& place);

// One value of a set or a base.
Value read_value(const config::Json& json, const config::Place& place);

}  // namespace jacquard::search
