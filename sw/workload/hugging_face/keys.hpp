// SPDX-License-Identifier: Apache-2.0
// The keys of a Hugging Face config.json, many of which say nothing of sizes: only those asked for
// are read. The same size has several names.
#pragma once

#include <initializer_list>
#include <string>
#include <vector>

#include "jacquard/config/composed.hpp"

namespace jacquard::workload::hugging_face {

class Keys {
 public:
  using Names = std::initializer_list<const char*>;

  Keys(const config::Json& json, config::Place place) : json_(json), place_(std::move(place)) {}

  bool has(const char* key) const;
  // The first of the names that is there and not null; null if none is.
  const char* first(Names names) const;

  // A whole number of at least `lo`. Throws ConfigError where it is missing or wrong.
  int need(const char* key, int lo = 1) const;
  int need_any(Names names, int lo = 1) const;
  int get(const char* key, int otherwise) const;
  int get_any(Names names, int otherwise) const;
  // The same, or the first of a list of them (Hunyuan has one for each layer).
  int first_of_list(const char* key, int otherwise) const;
  // A size of several such, which `key` has too many of.
  int product(const char* key, std::int64_t one, std::int64_t count) const;
  bool flag(const char* key, bool otherwise) const;
  std::string text(const char* key) const;                // empty if there is none
  std::vector<int> numbers(const char* key) const;        // a list; empty if there is none
  std::vector<std::string> words(const char* key) const;  // likewise

  const config::Json& json(const char* key) const { return json_[key]; }
  bool is_list(const char* key) const { return has(key) && json_[key].is_array(); }
  Keys part(const char* key) const { return {json_[key], place_ / key}; }  // an object
  const config::Json& all() const { return json_; }
  config::Place place() const { return place_; }
  config::Place place(const char* key) const { return place_ / key; }
  [[noreturn]] void fail(const char* key, const std::string& expected,
                         const std::string& reason = "") const;

 private:
  const config::Json& json_;
  config::Place place_;
};

}  // namespace jacquard::workload::hugging_face
