// SPDX-License-Identifier: Apache-2.0
#include "jacquard/config/json_object.hpp"

#include <algorithm>

#include "jacquard/base/error.hpp"
#include "jacquard/config/codec.hpp"
#include "jacquard/config/quantity_text.hpp"

namespace jacquard::config {

int read_int(const Json& json, int lo, int hi, const Place& place) {
  return static_cast<int>(read_whole_number(json, lo, hi, whole_number_expected(lo, hi), place));
}

base::Bytes read_bytes(const Json& json, const Place& place) {
  if (!json.is_string()) place.fail(quantity_expected<base::Bytes>(), brief(json));
  return parse_quantity<base::Bytes>(json.get_ref<const std::string&>(), place);
}

JsonObject::JsonObject(const Json& json, const std::vector<std::string>& known, Place place)
    : json_(json), place_(std::move(place)) {
  if (!json.is_object()) place_.fail("an object", brief(json));
  for (const auto& item : json.items()) {
    if (std::find(known.begin(), known.end(), item.key()) != known.end()) continue;
    const std::string near = base::nearest(item.key(), known);
    (place_ / item.key())
        .fail("only known keys", "one that is none",
              near.empty() ? "" : "did you mean '" + near + "'?");
  }
}

const Json& JsonObject::at(const char* key, const std::string& expected) const {
  const auto found = json_.find(key);
  if (found == json_.end()) place(key).fail(expected, "nothing");
  return *found;
}

int JsonObject::number(const char* key, int lo, int hi) const {
  return read_int(at(key, whole_number_expected(lo, hi)), lo, hi, place(key));
}

int JsonObject::number(const char* key, int lo, int hi, int otherwise) const {
  return has(key) ? number(key, lo, hi) : otherwise;
}

base::Bytes JsonObject::bytes(const char* key) const {
  return read_bytes(at(key, quantity_expected<base::Bytes>()), place(key));
}

std::string JsonObject::text(const char* key) const {
  const Json& json = at(key, "text");
  if (!json.is_string()) place(key).fail("text", brief(json));
  return json.get<std::string>();
}

std::string JsonObject::text(const char* key, const std::string& otherwise) const {
  return has(key) ? text(key) : otherwise;
}

}  // namespace jacquard::config
