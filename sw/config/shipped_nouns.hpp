// SPDX-License-Identifier: Apache-2.0
// Nouns of one kind that know their own name: all that ship, or the one that a name or a path
// means.
#pragma once

#include <string>
#include <vector>

#include "jacquard/config/field_table.hpp"
#include "jacquard/config/find_config.hpp"

namespace jacquard::config {

// Throws ConfigError as find_config, the table and require_consistent(noun, its file) do.
template <class T>
T read_noun(const FieldTable<T>& table, const std::string& folder, const std::string& name,
            const Place& place) {
  const std::string path = find_config(folder, name, place);
  T noun = read_config(table, path);
  require_consistent(noun, Place{path, ""});
  noun.name = name;
  return noun;
}

// Of configs/<folder>, by name.
template <class T>
std::vector<T> read_shipped(const FieldTable<T>& table, const std::string& folder) {
  std::vector<T> all;
  for (const std::string& name : shipped_configs(folder)) {
    all.push_back(read_noun(table, folder, name, Place{folder, ""}));
  }
  return all;
}

}  // namespace jacquard::config
