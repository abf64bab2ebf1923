// SPDX-License-Identifier: Apache-2.0
#include "jacquard/interop/astra/group_numbers.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <numeric>

#include "jacquard/base/error.hpp"

namespace jacquard::interop {

std::optional<double> decimal(const std::string& text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool all = error == std::errc{} && end == text.data() + text.size();
  return all && value >= 0 && std::isfinite(value) ? std::optional(value) : std::nullopt;
}

GroupNumbers Numbering::of(const ChakraTrace& trace, bool zero_is_everybody) {
  GroupNumbers numbers;
  for (const ProcessGroup& group : process_groups(trace)) {
    if (group.name == "0" && zero_is_everybody) continue;
    numbers[group.name] = number_of(trace, group);
  }
  return numbers;
}

int Numbering::number_of(const ChakraTrace& trace, ProcessGroup group) {
  if (group.ranks.empty()) {
    group.ranks.resize(static_cast<std::size_t>(npus_));
    std::iota(group.ranks.begin(), group.ranks.end(), 0);
  }
  for (const int rank : group.ranks) {
    if (rank < npus_ || npus_ == 0) continue;
    throw base::ConfigError({trace.source, "process group " + group.name,
                             fmt::format("ranks in 0..{}", npus_ - 1), std::to_string(rank), ""});
  }
  const auto [known, is_new] = numbers_.try_emplace({group.name, group.ranks}, 0);
  if (!is_new) return known->second;
  const double own = decimal(group.name).value_or(0);
  int number = own > 0 && own == std::floor(own) && own < last_ ? static_cast<int>(own) : 0;
  const auto taken = groups_.find(number);
  const bool is_free = taken == groups_.end() || taken->second == group.ranks;
  if (number == 0 || !is_free) {
    while (groups_.count(last_) != 0) --last_;
    number = last_--;
  }
  groups_[number] = group.ranks;
  return known->second = number;
}

}  // namespace jacquard::interop
