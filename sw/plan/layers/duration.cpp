// SPDX-License-Identifier: Apache-2.0
#include "jacquard/plan/layers/duration.hpp"

#include <cmath>
#include <utility>
#include <vector>

#include "jacquard/base/parse_number.hpp"

namespace jacquard::planner {
namespace {

constexpr double kLongest = 1e12;  // seconds, some 30,000 years

const std::vector<std::pair<const char*, double>>& units() {
  static const std::vector<std::pair<const char*, double>> all = {
      {"s", 1},
      {"min", 60},
      {"minutes", 60},
      {"h", kSecondsOfHour},
      {"hour", kSecondsOfHour},
      {"hours", kSecondsOfHour},
      {"d", kSecondsOfDay},
      {"day", kSecondsOfDay},
      {"days", kSecondsOfDay},
      {"week", 7 * kSecondsOfDay},
      {"weeks", 7 * kSecondsOfDay},
  };
  return all;
}

}  // namespace

double seconds_of(const std::string& text, const config::Place& place) {
  const auto fail = [&] {
    place.fail("a time such as 20 days, 12 hours or 30 s", '"' + text.substr(0, 40) + '"');
  };
  const std::size_t end = text.find_first_not_of("0123456789.");
  if (end == 0 || end == std::string::npos) fail();
  const auto number = base::parse_number<double>(text.substr(0, end));
  const std::size_t word = text.find_first_not_of(' ', end);
  if (!number || word == std::string::npos) fail();
  for (const auto& [name, seconds] : units()) {
    if (text.substr(word) != name) continue;
    const double all = *number * seconds;
    if (!(all > 0) || all > kLongest) fail();
    return all;
  }
  fail();
  return 0;
}

}  // namespace jacquard::planner
