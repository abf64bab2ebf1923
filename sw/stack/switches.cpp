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
  if (is_leaf(sizes, number)) return sizes.leaf_ports + sizes.uplinks;
  if (sizes.pods == 0) return sizes.leaves * sizes.links;
  const bool is_spine = number < sizes.leaves + sizes.all_spines();
  return is_spine ? sizes.pod_leaves * sizes.links + sizes.pod_links
                  : sizes.pods * sizes.core_links;
}

std::string switch_name(const Sizes& sizes, int number) {
  if (sizes.leaves == 0) return "crossbar";
  if (is_leaf(sizes, number)) return fmt::format("leaf{}", number);
  const int spine = number - sizes.leaves;
  return spine < sizes.all_spines() ? fmt::format("spine{}", spine)
                                    : fmt::format("core{}", spine - sizes.all_spines());
}

int switch_named(const Sizes& sizes, const std::string& name, const std::string& source) {
  if (sizes.leaves == 0) {
    if (name == "crossbar") return 0;
    throw base::ConfigError({source, "", "crossbar, as there is one tier", "'" + name + "'", ""});
  }
  if (const auto leaf = numbered(name, "leaf", sizes.leaves)) return *leaf;
  const int spines = sizes.all_spines();
  if (const auto spine = numbered(name, "spine", spines)) return sizes.leaves + *spine;
  if (const auto core = numbered(name, "core", sizes.cores)) return sizes.leaves + spines + *core;
  throw base::ConfigError(
      {source, "",
       fmt::format("leaf0..leaf{} or spine0..spine{}{}", sizes.leaves - 1, spines - 1,
                   sizes.cores > 0 ? fmt::format(" or core0..core{}", sizes.cores - 1) : ""),
       "'" + name + "'", ""});
}

}  // namespace jacquard::stack
