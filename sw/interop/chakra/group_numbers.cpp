// SPDX-License-Identifier: Apache-2.0
#include "jacquard/interop/chakra/group_numbers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "jacquard/base/error.hpp"
#include "jacquard/base/parse_number.hpp"

namespace jacquard::interop {
namespace {

std::string show(const std::vector<int>& ranks) {
  constexpr std::size_t kShown = 16;
  const std::size_t shown = std::min(ranks.size(), kShown);
  std::string text = ranks.empty() ? "none" : "";
  for (std::size_t i = 0; i < shown; ++i) text += (i ? ", " : "") + std::to_string(ranks[i]);
  return shown == ranks.size() ? text : fmt::format("{}, ... ({} ranks)", text, ranks.size());
}

[[noreturn]] void fail(const ChakraTrace& trace, const std::string& name,
                       const std::string& expected, const std::string& found) {
  throw base::ConfigError(
      {trace.source, "METADATA, process group " + name.substr(0, 60), expected, found, ""});
}

}  // namespace

std::optional<double> decimal(const std::string& text) {
  const auto value = base::parse_number<double>(text);
  return value && *value >= 0 && std::isfinite(*value) ? value : std::nullopt;
}

std::string group_key(const std::string& name) {
  const auto number = decimal(name);
  const bool is_group = number && *number == std::floor(*number) && *number <= kLastGroup;
  return is_group ? std::to_string(static_cast<int>(*number)) : name;
}

int group_number(const ChakraTrace& trace, const ChakraNode& node, const GroupNumbers& groups) {
  const std::string name = text_attribute(trace, node, "pg_name").value_or("");
  if (name.empty()) return 0;
  const std::string key = group_key(name);
  const auto known = groups.find(key);
  if (known != groups.end()) return known->second;
  const auto number = decimal(key);
  if (!number || *number != std::floor(*number) || *number > kLastGroup) {
    throw base::ConfigError(
        {trace.source, describe(node),
         fmt::format("pg_name: the number of a communicator group, 0..{}", kLastGroup),
         "'" + name + "'", ""});
  }
  return static_cast<int>(*number);
}

std::vector<std::pair<int, int>> renumbered(const GroupNumbers& groups,
                                            std::vector<std::pair<int, int>> renaming) {
  const auto number = [&groups](int written) {
    const auto known = groups.find(std::to_string(written));
    return known == groups.end() ? written : known->second;
  };
  for (auto& [of_trace, of_rank] : renaming) {
    of_trace = number(of_trace);
    of_rank = number(of_rank);
  }
  return renaming;
}

GroupNumbers Numbering::of(const ChakraTrace& trace, bool zero_is_everybody) {
  GroupNumbers numbers;
  for (const ProcessGroup& group : process_groups(trace)) {
    const std::string key = group_key(group.name);
    if (key == "0" && zero_is_everybody) continue;
    const int number = number_of(trace, group);
    const int first = numbers.try_emplace(key, number).first->second;
    if (first != number) {
      fail(trace, group.name,
           fmt::format("the ranks of the same group in another spelling, {}", show(groups_[first])),
           show(groups_[number]));
    }
  }
  return numbers;
}

std::map<int, std::string> Numbering::names() const {
  std::map<int, std::string> names;
  for (const auto& [group, number] : numbers_) {
    if (group.first != std::to_string(number)) names.emplace(number, group.first.substr(0, 60));
  }
  return names;
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
  const std::string key = group_key(group.name);
  const auto [known, is_new] = numbers_.try_emplace({key, group.ranks}, 0);
  if (!is_new) return known->second;
  const double own = decimal(key).value_or(0);
  int number = own > 0 && own == std::floor(own) && own < last_ ? static_cast<int>(own) : 0;
  const auto filed = of_file_.find(number);
  if (filed != of_file_.end() && filed->second != group.ranks) {
    fail(trace, group.name,
         fmt::format("the ranks of group {} of --comm-group-configuration, {}", number,
                     show(filed->second)),
         show(group.ranks));
  }
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
