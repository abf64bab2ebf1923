// SPDX-License-Identifier: Apache-2.0
#include "jacquard/config/codec.hpp"

#include <algorithm>

#include "jacquard/base/error.hpp"

namespace jacquard::config {

std::string whole_number_expected(std::int64_t lo, std::int64_t hi) {
  if (hi == std::numeric_limits<std::int64_t>::max()) {
    return "a whole number, at least " + std::to_string(lo);
  }
  return "a whole number in " + std::to_string(lo) + ".." + std::to_string(hi);
}

std::int64_t read_whole_number(const Json& json, std::int64_t lo, std::int64_t hi,
                               const std::string& expected, const Place& place) {
  if (!json.is_number_integer()) place.fail(expected, brief(json));
  // An unsigned value above the int64 maximum would turn negative in get<int64_t>().
  const bool huge = json.is_number_unsigned() &&
                    json.get<std::uint64_t>() >
                        static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  if (huge) place.fail(expected, brief(json));
  const auto value = json.get<std::int64_t>();
  if (value < lo || value > hi) place.fail(expected, brief(json));
  return value;
}

Codec<bool> boolean() {
  const std::string expected = "true or false";
  return {expected, Document{{"type", "boolean"}}, TextForm::json,
          [expected](const Json& json, const Place& place) {
            if (!json.is_boolean()) place.fail(expected, brief(json));
            return json.get<bool>();
          },
          [](const bool& value) { return Document(value); }};
}

Codec<double> real_number(double lo, double hi) {
  const std::string expected = "a number in " + Json(lo).dump() + ".." + Json(hi).dump();
  return {expected, Document{{"type", "number"}, {"minimum", lo}, {"maximum", hi}}, TextForm::json,
          [lo, hi, expected](const Json& json, const Place& place) {
            if (!json.is_number()) place.fail(expected, brief(json));
            const auto value = json.get<double>();
            if (!(value >= lo && value <= hi)) place.fail(expected, brief(json));
            return value;
          },
          [](const double& value) { return Document(value); }};
}

Codec<std::string> text(std::string expected) {
  return {expected, Document{{"type", "string"}}, TextForm::string,
          [expected](const Json& json, const Place& place) {
            if (json.is_null()) return std::string();
            if (!json.is_string()) place.fail(expected, brief(json));
            return json.get<std::string>();
          },
          [](const std::string& value) { return Document(value); }};
}

std::string words_expected(const std::vector<std::string>& words) {
  std::string list;
  for (std::size_t i = 0; i < words.size(); ++i) {
    list += (i == 0 ? "" : i + 1 == words.size() ? " or " : ", ") + ("\"" + words[i] + "\"");
  }
  return list;
}

std::size_t read_word(const Json& json, const std::vector<std::string>& words, const Place& place) {
  if (json.is_string()) {
    const auto word = json.get<std::string>();
    const auto it = std::find(words.begin(), words.end(), word);
    if (it != words.end()) return static_cast<std::size_t>(it - words.begin());
    const std::string near = base::nearest(word, words);
    place.fail(words_expected(words), brief(json),
               near.empty() ? "" : "did you mean '" + near + "'?");
  }
  place.fail(words_expected(words), brief(json));
}

}  // namespace jacquard::config
