// SPDX-License-Identifier: Apache-2.0
#include "jacquard/base/comma_list.hpp"

#include <algorithm>
#include <cstddef>

namespace jacquard::base {

std::vector<std::string> comma_list(std::string_view text) {
  std::vector<std::string> items;
  for (std::size_t from = 0; from <= text.size();) {
    const std::size_t comma = std::min(text.find(',', from), text.size());
    items.emplace_back(text.substr(from, comma - from));
    from = comma + 1;
  }
  return items;
}

}  // namespace jacquard::base
