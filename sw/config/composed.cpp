// SPDX-License-Identifier: Apache-2.0
#include "jacquard/config/composed.hpp"

#include "jacquard/config/find_config.hpp"

namespace jacquard::config {

std::string noun_expected(const std::string& folder) {
  return "an object, the path of a .json file, or a name of configs/" + folder;
}

Noun noun_of(const Json& json, const Place& place, const std::string& folder) {
  if (json.is_object()) return {json, place};
  if (!json.is_string()) place.fail(noun_expected(folder), brief(json));
  const std::string file = find_config(folder, json.get<std::string>(), place);
  return {read_json(file), Place{file, ""}};
}

}  // namespace jacquard::config
