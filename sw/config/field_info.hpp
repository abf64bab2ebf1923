// SPDX-License-Identifier: Apache-2.0
// What a table of fields knows apart from the struct's type, and what can be made of that alone.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "jacquard/config/json_reader.hpp"
#include "jacquard/config/place.hpp"

namespace jacquard::config {

// How the text of an option becomes JSON.
enum class TextForm { json, string };

struct FieldInfo {
  std::string key;               // snake_case
  std::string expected;          // "a whole number in 1..32": what errors and the manual say
  std::string doc;               // one sentence for the manual
  Document schema;               // JSON Schema of the value
  Document default_value;        // the default, as show() gives it
  std::vector<FieldInfo> inner;  // of a nested struct
  TextForm text = TextForm::json;
};

// Throws ConfigError unless `json` is an object all of whose keys are in the table or among
// `also_read`. The error of an unknown key names the nearest known one.
void require_known_keys(const Json& json, const std::vector<FieldInfo>& fields, const Place& place,
                        const std::vector<std::string>& also_read = {});

struct Assignment {
  std::string path;
  std::string text;
};
// "key=value". Throws ConfigError if there is no key or no '='.
Assignment split_assignment(const std::string& assignment);

// {"a": {"b": value}} for the path "a.b" and an option's text. Throws ConfigError for an unknown
// path.
Json json_of_override(std::string_view path, std::string_view text,
                      const std::vector<FieldInfo>& fields, const std::string& source);

// Calls act() and drops the JSON pointer from a ConfigError of `source` that it throws: an option
// names its own place. What stands behind the pointer ("/topology, dimension 1") stays, and so does
// the pointer into a file that the option names.
void without_pointer(const std::string& source, const std::function<void()>& act);

// JSON Schema (draft 2020-12) of the object; nested objects carry their own.
Document object_schema(const std::string& title, const std::string& doc,
                       const std::vector<FieldInfo>& fields);

// A Markdown table: key, what is expected, default, meaning. Nested keys are dotted.
std::string manual_of(const std::vector<FieldInfo>& fields);

}  // namespace jacquard::config
