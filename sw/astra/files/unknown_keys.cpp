// SPDX-License-Identifier: Apache-2.0
#include "jacquard/astra/files/unknown_keys.hpp"

#include <algorithm>

namespace jacquard::astra {

void drop_unknown(config::Json& json, const std::vector<config::FieldInfo>& known,
                  const std::string& source, UnknownKeys* unknown) {
  if (unknown == nullptr || !json.is_object()) return;
  std::vector<std::string> drop;
  for (const auto& entry : json.items()) {
    const bool is_known =
        std::any_of(known.begin(), known.end(),
                    [&](const config::FieldInfo& field) { return field.key == entry.key(); });
    if (!is_known) drop.push_back(entry.key());
  }
  for (const std::string& key : drop) {
    json.erase(key);
    unknown->push_back(source + ": " + config::brief(key.substr(0, 60)));
  }
}

}  // namespace jacquard::astra
