// SPDX-License-Identifier: Apache-2.0
#include "jacquard/tool/swept.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "jacquard/base/error.hpp"

namespace jacquard::tool {
namespace {

std::string without_blanks(const std::string& text) {
  const std::size_t from = text.find_first_not_of(' ');
  return from == text.npos ? "" : text.substr(from, text.find_last_not_of(' ') + 1 - from);
}

std::vector<std::string> values_of(std::string text) {
  const char between = text.find(';') == text.npos ? ',' : ';';
  if (text.back() == ';') text.pop_back();
  std::vector<std::string> values;
  for (std::size_t from = 0; from <= text.size();) {
    const std::size_t end = std::min(text.find(between, from), text.size());
    values.push_back(without_blanks(text.substr(from, end - from)));
    from = end + 1;
  }
  return values;
}

}  // namespace

std::vector<Swept> read_sweeps(const std::vector<std::string>& texts, std::int64_t most) {
  std::vector<Swept> all;
  std::set<std::string> keys;
  std::int64_t cases = 1;
  for (const std::string& text : texts) {
    const std::size_t equals = text.find('=');
    if (equals == 0 || equals == std::string::npos || equals + 1 == text.size()) {
      throw base::ConfigError({"--sweep", "", "a key and its values, such as batch=1,8",
                               "'" + text.substr(0, 60) + "'", ""});
    }
    all.push_back({text.substr(0, equals), values_of(text.substr(equals + 1))});
    for (const std::string& value : all.back().values) {
      if (!value.empty()) continue;
      throw base::ConfigError({"--sweep", "", "a value between commas, or between semicolons",
                               "'" + text.substr(0, 60) + "'", ""});
    }
    if (!keys.insert(all.back().key).second) {
      throw base::ConfigError({"--sweep", "", "each key once", "'" + all.back().key + "' twice",
                               "give all its values at once"});
    }
    cases *= static_cast<std::int64_t>(all.back().values.size());
    if (cases > most) {
      throw base::ConfigError({"--sweep", "", fmt::format("at most {} cases", most),
                               fmt::format("{} and more", cases), ""});
    }
  }
  return all;
}

std::vector<std::vector<std::string>> combinations(const std::vector<Swept>& swept) {
  std::vector<std::vector<std::string>> all = {{}};
  for (const Swept& one : swept) {
    std::vector<std::vector<std::string>> longer;
    for (const std::vector<std::string>& values : all) {
      for (const std::string& value : one.values) {
        longer.push_back(values);
        longer.back().push_back(value);
      }
    }
    all = std::move(longer);
  }
  return all;
}

}  // namespace jacquard::tool
