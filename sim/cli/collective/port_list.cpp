// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/collective/port_list.hpp"

#include <charconv>
#include <set>
#include <string_view>

#include "jacquard/base/error.hpp"

namespace jacquard::cli {

namespace {

constexpr int kMostPorts = 1024;

// 0 for what is no number of ports.
int number(std::string_view text) {
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool whole = error == std::errc{} && end == text.data() + text.size();
  return whole && value >= 1 && value <= kMostPorts ? value : 0;
}

}  // namespace

std::vector<int> port_list(const std::string& text, const char* option) {
  std::set<int> ports;
  std::string_view rest = text;
  while (true) {
    const std::string_view item = rest.substr(0, rest.find(','));
    const std::size_t dots = item.find("..");
    const int first = number(item.substr(0, dots));
    const int last = dots == std::string_view::npos ? first : number(item.substr(dots + 2));
    if (first == 0 || last < first) {
      throw base::ConfigError(
          {option, "", "numbers in 1..1024 such as 8, 1..64 or 2,4,8", "'" + text + "'", ""});
    }
    for (int n = first; n <= last; ++n) ports.insert(n);
    if (item.size() == rest.size()) break;
    rest.remove_prefix(item.size() + 1);
  }
  return {ports.begin(), ports.end()};
}

}  // namespace jacquard::cli
