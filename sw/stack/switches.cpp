// SPDX-License-Identifier: Apache-2.0
#include "jacquard/stack/switches.hpp"

#include <fmt/format.h>

#include <optional>
#include <string_view>

#include "jacquard/base/error.hpp"
#include "jacquard/base/parse_number.hpp"

namespace jacquard::stack {
namespace {

// The number behind `kind` in `name`, if it is below `count`.
std::optional<int> numbered(std::string_view name, std::string_view kind, int count) {
  if (name.substr(0, kind.size()) != kind) return std::nullopt;
  name.remove_prefix(kind.size());
  const auto number = base::parse_number<int>(name);
  if (!number || *number < 0 || *number >= count) return std::nullopt;
  return number;
}

}  // namespace

int ports_of_switch(const Sizes& sizes, int number) {
  if (sizes.leaves == 0) return sizes.ports;
  return is_leaf(sizes, number) ? sizes.leaf_ports + sizes.uplinks : sizes.leaves * sizes.links;
}

std::string switch_name(const Sizes& sizes, int number) {
  if (sizes.leaves == 0) return "crossbar";
  return is_leaf(sizes, number) ? fmt::format("leaf{}", number)
                                : fmt::format("spine{}", number - sizes.leaves);
}

int switch_named(const Sizes& sizes, const std::string& name, const std::string& source) {
  if (sizes.leaves == 0) {
    if (name == "crossbar") return 0;
    throw base::ConfigError({source, "", "crossbar, as there is one tier", "'" + name + "'", ""});
  }
  if (const auto leaf = numbered(name, "leaf", sizes.leaves)) return *leaf;
  if (const auto spine = numbered(name, "spine", sizes.spines)) return sizes.leaves + *spine;
  throw base::ConfigError(
      {source, "",
       fmt::format("leaf0..leaf{} or spine0..spine{}", sizes.leaves - 1, sizes.spines - 1),
       "'" + name + "'", ""});
}

}  // namespace jacquard::stack
