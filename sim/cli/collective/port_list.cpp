// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/collective/port_list.hpp"

#include <set>
#include <string_view>

#include "jacquard/base/comma_list.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/base/parse_number.hpp"

namespace jacquard::cli {

namespace {

constexpr int kMostPorts = 1024;

// 0 for what is no number of ports.
int number(std::string_view text) {
  const int value = base::parse_number<int>(text).value_or(0);
  return value >= 1 && value <= kMostPorts ? value : 0;
}

}  // namespace

std::vector<int> port_list(const std::string& text, const char* option) {
  std::set<int> ports;
  for (const std::string& item : base::comma_list(text)) {
    const std::size_t dots = item.find("..");
    const int first = number(item.substr(0, dots));
    const int last = dots == std::string::npos ? first : number(item.substr(dots + 2));
    if (first == 0 || last < first) {
      throw base::ConfigError(
          {option, "", "numbers in 1..1024 such as 8, 1..64 or 2,4,8", "'" + text + "'", ""});
    }
    for (int n = first; n <= last; ++n) ports.insert(n);
  }
  return {ports.begin(), ports.end()};
}

}  // namespace jacquard::cli
