// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace jacquard::base {

// Whether `text` has `end` behind something else, which is then all that is left of it.
inline bool drop_end(std::string& text, std::string_view end) {
  if (text.size() <= end.size() || text.compare(text.size() - end.size(), end.size(), end) != 0) {
    return false;
  }
  text.resize(text.size() - end.size());
  return true;
}

}  // namespace jacquard::base
