// SPDX-License-Identifier: Apache-2.0
// What --sweep KEY=A,B,C asks for.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace jacquard::tool {

struct Swept {
  std::string key;
  std::vector<std::string> values;
};

// Each text is KEY=A,B,C. Throws ConfigError for a text without key or values, a key that stands
// twice, and more than `most` combinations of values.
std::vector<Swept> read_sweeps(const std::vector<std::string>& texts, std::int64_t most);

}  // namespace jacquard::tool
