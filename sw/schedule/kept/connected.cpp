// SPDX-License-Identifier: Apache-2.0
#include "jacquard/schedule/kept/connected.hpp"

namespace jacquard::schedule {

bool Connected::has(const Matching& setting) const {
  if (columns_.empty()) return false;
  for (std::size_t row = 0; row < setting.size(); ++row) {
    if (setting[row] != kUnmatched && setting[row] != columns_[row]) return false;
  }
  return true;
}

void Connected::take(const Matching& setting) {
  if (columns_.empty()) columns_.assign(setting.size(), kUnmatched);
  std::vector<char> taken(setting.size(), 0);  // a bit each would cost more than it saves
  for (const int column : setting) {
    if (column != kUnmatched) taken[static_cast<std::size_t>(column)] = 1;
  }
  for (std::size_t row = 0; row < setting.size(); ++row) {
    int& column = columns_[row];
    if (setting[row] != kUnmatched) {
      column = setting[row];
    } else if (column != kUnmatched && taken[static_cast<std::size_t>(column)] != 0) {
      column = kUnmatched;
    }
  }
}

}  // namespace jacquard::schedule
