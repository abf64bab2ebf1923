// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/astra/keys.hpp"

#include <algorithm>

#include "jacquard/base/error.hpp"
#include "jacquard/base/parse_number.hpp"

namespace jacquard::cli {
namespace {

double limit_of(const std::string& key, const std::string& value) {
  const double limit = base::parse_number<double>(value).value_or(0);
  if (!(limit > 0)) {
    throw base::ConfigError({"--set", key, "a number above 0", "'" + value + "'", ""});
  }
  return limit;
}

}  // namespace

AstraKeys astra_keys_of(const std::vector<std::string>& assignments) {
  AstraKeys keys;
  for (const std::string& assignment : assignments) {
    const std::size_t equals = std::min(assignment.find('='), assignment.size());
    const std::string key = assignment.substr(0, equals);
    const std::string value = assignment.substr(std::min(equals + 1, assignment.size()));
    if (key == "engine.most_messages") {
      keys.limits.messages = limit_of(key, value);
    } else if (key == "engine.most_memory") {
      keys.limits.memory = limit_of(key, value);
    } else if (key == "engine.symmetry" && (value == "auto" || value == "off")) {
      keys.symmetry = value == "auto";
    } else {
      throw base::ConfigError({"--set", "",
                               "engine.symmetry=auto or engine.symmetry=off, "
                               "engine.most_messages=N, engine.most_memory=BYTES",
                               "'" + assignment + "'", ""});
    }
  }
  return keys;
}

}  // namespace jacquard::cli
