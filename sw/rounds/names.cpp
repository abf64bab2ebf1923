// SPDX-License-Identifier: Apache-2.0
#include "jacquard/rounds/names.hpp"

#include <algorithm>

#include "jacquard/base/at.hpp"
#include "jacquard/base/error.hpp"

namespace jacquard::rounds {

const std::vector<std::string>& kind_names() {
  static const std::vector<std::string> names = {
      "all-reduce", "reduce-scatter", "all-gather", "all-to-all", "broadcast", "send", "reduce"};
  return names;
}

const std::string& name_of(CollectiveKind kind) {
  static const std::string permute = "permute";
  return kind == CollectiveKind::permute ? permute : base::at(kind_names(), kind);
}

CollectiveKind kind_named(std::string_view name, const std::string& source) {
  const auto& names = kind_names();
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) base::throw_unknown_name(source, "collective", name, names);
  return static_cast<CollectiveKind>(found - names.begin());
}

}  // namespace jacquard::rounds
