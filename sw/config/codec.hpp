// SPDX-License-Identifier: Apache-2.0
// How one value is read from JSON, shown as JSON, and described: the kinds a field can have.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "jacquard/config/field_info.hpp"
#include "jacquard/config/json_reader.hpp"
#include "jacquard/config/place.hpp"
#include "jacquard/config/quantity_text.hpp"

namespace jacquard::config {

template <class Value>
struct Codec {
  std::string expected;  // as errors and the manual say it
  Document schema;
  TextForm text = TextForm::json;
  std::function<Value(const Json&, const Place&)> read;
  std::function<Document(const Value&)> show;
};

// A JSON integer in lo..hi. Throws ConfigError at `place` otherwise.
std::int64_t read_whole_number(const Json& json, std::int64_t lo, std::int64_t hi,
                               const std::string& expected, const Place& place);
std::string whole_number_expected(std::int64_t lo, std::int64_t hi);

// A whole number in lo..hi.
template <class Integer>
Codec<Integer> whole_number(Integer lo, Integer hi = std::numeric_limits<Integer>::max()) {
  const std::string expected = whole_number_expected(lo, hi);
  Document schema = {{"type", "integer"}, {"minimum", lo}};
  if (hi != std::numeric_limits<Integer>::max()) schema["maximum"] = hi;
  return {expected, schema, TextForm::json,
          [lo, hi, expected](const Json& json, const Place& place) {
            return static_cast<Integer>(read_whole_number(json, lo, hi, expected, place));
          },
          [](const Integer& value) { return Document(value); }};
}

Codec<bool> boolean();

// A finite JSON number in lo..hi (inclusive).
Codec<double> real_number(double lo, double hi);

// Text of any kind, such as a name or a path; null is no text.
Codec<std::string> text(std::string expected);

// A list; its elements in an option's text are JSON: ["a", "b"].
template <class Value>
Codec<std::vector<Value>> list(Codec<Value> inner) {
  return {"a list of: " + inner.expected, Document{{"type", "array"}, {"items", inner.schema}},
          TextForm::json,
          [inner](const Json& json, const Place& place) {
            if (!json.is_array()) place.fail("a list of: " + inner.expected, brief(json));
            std::vector<Value> values;
            for (std::size_t i = 0; i < json.size(); ++i) {
              values.push_back(inner.read(json[i], place / i));
            }
            return values;
          },
          [inner](const std::vector<Value>& values) {
            Document all = Document::array();
            for (const Value& value : values) all.push_back(inner.show(value));
            return all;
          }};
}

// A quantity as text with its unit, in lo..hi (inclusive).
template <class Quantity>
Codec<Quantity> quantity(Quantity lo = Quantity{0},
                         Quantity hi = Quantity{std::numeric_limits<std::int64_t>::max()}) {
  const std::string expected = quantity_expected<Quantity>();
  return {expected, Document{{"type", "string"}, {"pattern", "^[0-9.]+ *[A-Za-z/]+$"}},
          TextForm::string,
          [lo, hi, expected](const Json& json, const Place& place) {
            if (!json.is_string()) place.fail(expected, brief(json), "the unit is missing");
            const auto value = parse_quantity<Quantity>(json.get<std::string>(), place);
            if (value < lo) place.fail("at least " + show_quantity(lo), brief(json));
            if (value > hi) place.fail("at most " + show_quantity(hi), brief(json));
            return value;
          },
          [](const Quantity& value) { return Document(show_quantity(value)); }};
}

// One of a few words.
template <class Enum>
using Words = std::vector<std::pair<std::string, Enum>>;

std::string words_expected(const std::vector<std::string>& words);
// Index of the word in the list. Throws ConfigError with the nearest one.
std::size_t read_word(const Json& json, const std::vector<std::string>& words, const Place& place);

template <class Enum>
Codec<Enum> choice(Words<Enum> words) {
  std::vector<std::string> names;
  for (const auto& w : words) names.push_back(w.first);
  return {words_expected(names), Document{{"enum", names}}, TextForm::string,
          [words, names](const Json& json, const Place& place) {
            return words[read_word(json, names, place)].second;
          },
          [words](const Enum& value) {
            for (const auto& w : words) {
              if (w.second == value) return Document(w.first);
            }
            return Document(nullptr);
          }};
}

// The same value or none: null in JSON, "none" on a command line.
template <class Value>
Codec<std::optional<Value>> optional(Codec<Value> inner) {
  return {inner.expected + ", or null", Document{{"anyOf", {inner.schema, {{"type", "null"}}}}},
          inner.text,
          [inner](const Json& json, const Place& place) -> std::optional<Value> {
            if (json.is_null()) return std::nullopt;
            return inner.read(json, place);
          },
          [inner](const std::optional<Value>& value) {
            return value ? inner.show(*value) : Document(nullptr);
          }};
}

}  // namespace jacquard::config
