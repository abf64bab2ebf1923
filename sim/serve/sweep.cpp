// SPDX-License-Identifier: Apache-2.0
#include "sim/serve/sweep.hpp"

#include <fmt/format.h>

#include <set>

#include "jacquard/base/comma_list.hpp"
#include "jacquard/base/error.hpp"

namespace jacquard::serve {
namespace {

struct Swept {
  std::string key;
  std::vector<std::string> values;
};

// Options write keys with "-".
std::string key_of(std::string word) {
  for (char& c : word) c = c == '-' ? '_' : c;
  return word;
}

std::vector<Swept> read(const std::vector<std::string>& sweeps) {
  std::vector<Swept> all;
  std::set<std::string> keys;
  std::int64_t cases = 1;
  for (const std::string& text : sweeps) {
    const std::size_t equals = text.find('=');
    if (equals == 0 || equals == std::string::npos || equals + 1 == text.size()) {
      throw base::ConfigError({"--sweep", "", "a key and its values, such as in=128,2048",
                               "'" + text.substr(0, 60) + "'", ""});
    }
    all.push_back({key_of(text.substr(0, equals)), base::comma_list(text.substr(equals + 1))});
    if (!keys.insert(all.back().key).second) {
      throw base::ConfigError({"--sweep", "", "each key once", "'" + all.back().key + "' twice",
                               "give all its values with commas between them"});
    }
    cases *= static_cast<std::int64_t>(all.back().values.size());
    if (cases > kMostCases) {
      throw base::ConfigError({"--sweep", "", fmt::format("at most {} cases", kMostCases),
                               fmt::format("{} and more", cases), ""});
    }
  }
  return all;
}

}  // namespace

std::vector<ServeConfig> cases_of(const ServeConfig& config,
                                  const std::vector<std::string>& sweeps) {
  std::vector<ServeConfig> cases = {config};
  for (const Swept& swept : read(sweeps)) {
    std::vector<ServeConfig> more;
    more.reserve(cases.size() * swept.values.size());
    for (const ServeConfig& each : cases) {
      for (const std::string& value : swept.values) {
        more.push_back(each);
        serve_fields().set(more.back(), swept.key, value, "--sweep " + swept.key);
      }
    }
    cases = std::move(more);
  }
  return cases;
}

}  // namespace jacquard::serve
