// SPDX-License-Identifier: Apache-2.0
#include "sim/plan/shown.hpp"

#include <map>

namespace jacquard::planner {

std::vector<bool> shown(const std::vector<StrategyRow>& rows, int top) {
  std::vector<bool> shown(rows.size(), false);
  std::map<std::string, std::vector<const StrategyRow*>> before;
  int count = 0;
  for (std::size_t i = 0; i < rows.size() && (top == 0 || count < top); ++i) {
    std::vector<const StrategyRow*>& of_name = before[rows[i].merged];
    shown[i] = true;
    for (const StrategyRow* other : of_name) shown[i] = shown[i] && !alike(*other, rows[i]);
    if (!shown[i]) continue;
    of_name.push_back(&rows[i]);
    ++count;
  }
  return shown;
}

}  // namespace jacquard::planner
