// SPDX-License-Identifier: Apache-2.0
#include "papers/verbs/times_option.hpp"

#include <algorithm>

#include "jacquard/base/comma_list.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/config/quantity_text.hpp"

namespace jacquard::cli {

using base::Picoseconds;

std::vector<Picoseconds> times_of(const std::string& text, const char* option) {
  std::vector<Picoseconds> all;
  for (const std::string& one : base::comma_list(text)) {
    all.push_back(config::parse_quantity<Picoseconds>(one, config::Place{option, ""}));
    constexpr Picoseconds kMost{base::kPicosecondsPerSecond};
    if (all.back() < Picoseconds{0} || all.back() > kMost) {
      throw base::ConfigError({option, "", "times in 0 s..1 s", one, ""});
    }
  }
  std::sort(all.begin(), all.end());
  return all;
}

}  // namespace jacquard::cli
