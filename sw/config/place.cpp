// SPDX-License-Identifier: Apache-2.0
#include "jacquard/config/place.hpp"

#include "jacquard/base/error.hpp"

namespace jacquard::config {

Place Place::operator/(std::string_view key) const {
  Place child{source, where + "/"};
  for (const char c : key) {
    if (c == '~') {
      child.where += "~0";
    } else if (c == '/') {
      child.where += "~1";
    } else {
      child.where += c;
    }
  }
  return child;
}

Place Place::operator/(std::size_t index) const {
  return {source, where + "/" + std::to_string(index)};
}

void Place::fail(const std::string& expected, const std::string& found,
                 const std::string& hint) const {
  throw base::ConfigError({source, where, expected, found, hint});
}

}  // namespace jacquard::config
