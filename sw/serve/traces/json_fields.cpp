// SPDX-License-Identifier: Apache-2.0
#include "jacquard/serve/traces/json_fields.hpp"

#include <limits>

namespace jacquard::serve {

using config::Json;

JsonFields::JsonFields(const Json& object, config::Place place)
    : object_(object), place_(std::move(place)) {
  if (!object.is_object()) place_.fail("an object", config::brief(object));
}

bool JsonFields::has(const std::string& key) const {
  const auto found = object_.find(key);
  return found != object_.end() && !found->is_null();
}

void JsonFields::each_key(const std::function<void(const std::string&)>& take) const {
  for (const auto& [key, value] : object_.items()) take(key);
}

std::optional<double> JsonFields::number(const std::string& key) const {
  const Json& value = object_.at(key);
  if (!value.is_number()) return std::nullopt;
  return value.get<double>();
}

std::optional<std::int64_t> JsonFields::whole(const std::string& key) const {
  const Json& value = object_.at(key);
  constexpr std::uint64_t kMost = std::numeric_limits<std::int64_t>::max();
  if (!value.is_number_unsigned() || value.get<std::uint64_t>() > kMost) return std::nullopt;
  return value.get<std::int64_t>();
}

std::optional<std::vector<std::uint64_t>> JsonFields::ids(const std::string& key) const {
  std::vector<std::uint64_t> ids;
  if (!object_.at(key).is_array()) return std::nullopt;
  for (const Json& id : object_.at(key)) {
    if (!id.is_number_unsigned()) return std::nullopt;
    ids.push_back(id.get<std::uint64_t>());
  }
  return ids;
}

std::string JsonFields::text(const std::string& key) const {
  const Json& value = object_.at(key);
  return value.is_string() ? value.get<std::string>() : value.dump();
}

void JsonFields::fail(const std::string& key, const std::string& expected) const {
  if (key.empty()) place_.fail(expected, config::brief(object_));
  const auto found = object_.find(key);
  config::Place{place_.source, place_.where + ", key " + key}.fail(
      expected, found == object_.end() ? "none" : config::brief(*found));
}

void JsonFields::lacks(const std::string& key, const std::string&) const {
  place_.fail("a key '" + key + "'", "none");
}

}  // namespace jacquard::serve
