// SPDX-License-Identifier: Apache-2.0
#include "jacquard/config/place.hpp"

#include "jacquard/base/error.hpp"

namespace jacquard::config {

Place Place::operator/(std::string_view key) const {
  constexpr std::size_t longest_key = 80;
  Place child{source, where + "/"};
  for (const char c : key.substr(0, longest_key)) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) {
      child.where += '?';
    } else if (c == '~') {
      child.where += "~0";
    } else if (c == '/') {
      child.where += "~1";
    } else {
      child.where += c;
    }
  }
  if (key.size() > longest_key) child.where += "...";
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
