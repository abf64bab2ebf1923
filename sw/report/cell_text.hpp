// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "jacquard/report/metric.hpp"

namespace jacquard::report {

enum class Lines { one, several };  // of a text

// With '?' for each control character: a name from a file moves no terminal's cursor, and breaks no
// line where there is one.
std::string without_control(std::string text, Lines lines);

// A cell of a table for people: numbers with four decimals, or four digits where they are tiny or
// huge; null as "-"; text without control characters.
std::string cell_text(const Row& value);

}  // namespace jacquard::report
