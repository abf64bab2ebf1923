// SPDX-License-Identifier: Apache-2.0
// The text form of a parallelism: "dp=64,tp=4,sp=4,zero=3".
#include <fmt/format.h>

#include <algorithm>

#include "jacquard/base/comma_list.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/workload/parallelism.hpp"

namespace jacquard::workload {
namespace {

using config::Json;

std::string without_alias(const std::string& key) {
  if (key == "sp") return "cp";
  return key == "virtual" ? "virtual_stages" : key;
}

// "7:8:8:7" as a list in JSON.
std::string list_of(const std::string& text, bool words) {
  std::string json = words ? "[\"" : "[";
  for (const char c : text) json += c != ':' ? std::string(1, c) : words ? "\",\"" : ",";
  return json + (words ? "\"]" : "]");
}

std::string value_text(const config::Document& value) {
  if (value.is_string()) return value.get<std::string>();
  if (value.is_null()) return "none";
  if (!value.is_array()) return value.dump();
  std::string text;
  for (const config::Document& one : value) text += (text.empty() ? "" : ":") + value_text(one);
  return text;
}

}  // namespace

Parallelism parse_parallelism(const std::string& text, const std::string& source) {
  Parallelism p;
  std::vector<std::string> seen;
  for (const std::string& item : base::comma_list(text)) {
    const std::size_t equal = item.find('=');
    if (equal == std::string::npos || equal == 0) {
      throw base::ConfigError(
          {source, "", "knobs such as \"dp=64,tp=4,zero=3\"", '"' + item + '"', ""});
    }
    const std::string key = without_alias(item.substr(0, equal));
    if (std::find(seen.begin(), seen.end(), key) != seen.end()) {
      throw base::ConfigError({source, "", "each knob once", key + " twice", ""});
    }
    seen.push_back(key);
    std::string value = item.substr(equal + 1);
    if ((key == "stages" || key == "placement" || key == "fold") &&
        (value.empty() || value.front() != '[')) {
      value = list_of(value, key != "stages");
    }
    if (value == "none") {  // a word here, which set() takes for no value
      parallelism_fields().read(p, Json{{key, value}}, {source, ""});
    } else {
      parallelism_fields().set(p, key, value, source + ", " + key);
    }
  }
  return p;
}

std::string text_of_change(const Parallelism& from, const Parallelism& to) {
  const config::Document before = parallelism_fields().show(from);
  const config::Document after = parallelism_fields().show(to);
  std::string text;
  for (const auto& [key, value] : after.items()) {
    if (value == before[key]) continue;
    text += fmt::format("{}{}={}", text.empty() ? "" : ",", key, value_text(value));
  }
  return text;
}

std::string text_of(const Parallelism& parallelism) {
  const std::string text = text_of_change(Parallelism{}, parallelism);
  return text.empty() ? "dp=1" : text;
}

namespace {

// Errors stand in the text at `place`.
Parallelism parallelism_at(const std::string& text, const config::Place& place) {
  try {
    return parse_parallelism(text, "");
  } catch (const base::ConfigError& error) {
    base::InputFault fault = error.fault();
    fault.where = place.where + fault.source;  // ", dp", or nothing
    fault.source = place.source;
    throw base::ConfigError(std::move(fault));
  }
}

}  // namespace

config::Codec<Parallelism> parallelism_codec() {
  config::Document schema = parallelism_fields().schema();
  schema["type"] = {"object", "string"};
  return {"knobs such as \"dp=64,tp=4,zero=3\", or an object of them", std::move(schema),
          config::TextForm::string,
          [](const Json& json, const config::Place& place) {
            if (json.is_string()) return parallelism_at(json.get<std::string>(), place);
            Parallelism p;
            parallelism_fields().read(p, json, place);
            return p;
          },
          [](const Parallelism& p) { return config::Document(text_of(p)); }};
}

}  // namespace jacquard::workload
