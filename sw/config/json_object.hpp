// SPDX-License-Identifier: Apache-2.0
// Reads the members of one JSON object of a data format: what has no table of fields since it is
// no configuration.
#pragma once

#include <string>
#include <vector>

#include "jacquard/base/units.hpp"
#include "jacquard/config/json_reader.hpp"
#include "jacquard/config/place.hpp"

namespace jacquard::config {

// A whole number in lo..hi; a size as text with its unit. Throw ConfigError at `place` otherwise.
int read_int(const Json& json, int lo, int hi, const Place& place);
base::Bytes read_bytes(const Json& json, const Place& place);

class JsonObject {
 public:
  // `json` must outlive this. Throws ConfigError if it is no object or has a key that is not known.
  JsonObject(const Json& json, const std::vector<std::string>& known, Place place);

  bool has(const char* key) const { return json_.contains(key); }
  Place place(const char* key) const { return place_ / key; }

  // Throw ConfigError for a member of another kind, and without `otherwise` for a missing one.
  const Json& at(const char* key, const std::string& expected) const;
  int number(const char* key, int lo, int hi) const;
  int number(const char* key, int lo, int hi, int otherwise) const;
  base::Bytes bytes(const char* key) const;
  std::string text(const char* key) const;
  std::string text(const char* key, const std::string& otherwise) const;

 private:
  const Json& json_;
  Place place_;
};

}  // namespace jacquard::config
