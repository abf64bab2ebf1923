// SPDX-License-Identifier: Apache-2.0
#include "sim/tool/swept.hpp"

#include <fmt/format.h>

#include <set>

#include "jacquard/base/comma_list.hpp"
#include "jacquard/base/error.hpp"

namespace jacquard::tool {

std::vector<Swept> read_sweeps(const std::vector<std::string>& texts, std::int64_t most) {
  std::vector<Swept> all;
  std::set<std::string> keys;
  std::int64_t cases = 1;
  for (const std::string& text : texts) {
    const std::size_t equals = text.find('=');
    if (equals == 0 || equals == std::string::npos || equals + 1 == text.size()) {
      throw base::ConfigError({"--sweep", "", "a key and its values, such as in=128,2048",
                               "'" + text.substr(0, 60) + "'", ""});
    }
    all.push_back({text.substr(0, equals), base::comma_list(text.substr(equals + 1))});
    for (const std::string& value : all.back().values) {
      if (!value.empty()) continue;
      throw base::ConfigError(
          {"--sweep", "", "a value between commas", "'" + text.substr(0, 60) + "'", ""});
    }
    if (!keys.insert(all.back().key).second) {
      throw base::ConfigError({"--sweep", "", "each key once", "'" + all.back().key + "' twice",
                               "give all its values with commas between them"});
    }
    cases *= static_cast<std::int64_t>(all.back().values.size());
    if (cases > most) {
      throw base::ConfigError({"--sweep", "", fmt::format("at most {} cases", most),
                               fmt::format("{} and more", cases), ""});
    }
  }
  return all;
}

}  // namespace jacquard::tool
