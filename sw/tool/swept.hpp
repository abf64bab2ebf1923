// SPDX-License-Identifier: Apache-2.0
// What --sweep KEY=A,B,C asks for. Values that hold commas stand between semicolons.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace jacquard::tool {

struct Swept {
  std::string key;
  std::vector<std::string> values;
};

// Each text is KEY=A,B,C, or KEY=A;B;C where a semicolon stands in it; one may end it, so
// "KEY=A,B;" is the one value "A,B". Blanks around values are dropped. Throws ConfigError for a
// text without key or values, a key that stands twice, and more than `most` combinations of values.
std::vector<Swept> read_sweeps(const std::vector<std::string>& texts, std::int64_t most);

// All combinations, one value for each of `swept`; the first key varies slowest.
std::vector<std::vector<std::string>> combinations(const std::vector<Swept>& swept);

}  // namespace jacquard::tool
