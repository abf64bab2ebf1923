// SPDX-License-Identifier: Apache-2.0
#include "papers/findings2026/answers.hpp"

#include <algorithm>
#include <stdexcept>

namespace jacquard::studies::findings2026 {

const Rows& Answers::rows(const std::string& run) const {
  const auto found = rows_.find(run);
  if (found == rows_.end()) throw std::logic_error("a finding did not run " + run);
  return found->second;
}

const report::Row& Answers::with(const std::string& run, const std::string& key) const {
  const Rows& all = rows(run);
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const auto& row) { return row.contains(key); });
  if (found == all.end()) throw std::logic_error("no row of " + run + " has " + key);
  return *found;
}

double Answers::number(const std::string& run, const std::string& key) const {
  return with(run, key).at(key).get<double>();
}

const report::Row& Answers::where(
    const std::string& run, const std::vector<std::pair<std::string, std::string>>& texts) const {
  const Rows& all = rows(run);
  const auto has_all = [&](const report::Row& row) {
    return std::all_of(texts.begin(), texts.end(), [&](const auto& text) {
      const auto found = row.find(text.first);
      return found != row.end() && *found == text.second;
    });
  };
  const auto found = std::find_if(all.begin(), all.end(), has_all);
  if (found != all.end()) return *found;
  throw std::logic_error("no row of " + run + " has " + texts.front().first + " " +
                         texts.front().second);
}

}  // namespace jacquard::studies::findings2026
