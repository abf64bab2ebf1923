// SPDX-License-Identifier: Apache-2.0
#include "papers/published/numbers.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "jacquard/base/error.hpp"

namespace jacquard::report {
namespace {

using config::Json;
using config::Place;

std::string text_of(const Json& entry, const char* key, const char* otherwise, const Place& place) {
  const auto found = entry.find(key);
  if (found == entry.end() && otherwise != nullptr) return otherwise;
  if (found == entry.end()) (place / key).fail("text", "nothing");
  if (!found->is_string()) (place / key).fail("text", config::brief(*found));
  return found->get<std::string>();
}

int positive(const Json& entry, const char* key, const Place& place) {
  const auto found = entry.find(key);
  const bool good =
      found != entry.end() && found->is_number_integer() && *found > 0 && *found <= 1'000'000;
  if (!good) (place / key).fail("a whole number in 1..1000000");
  return found->get<int>();
}

// "8" before "16", and words by the alphabet.
bool before(const std::string& a, const std::string& b) {
  const bool numbers = !a.empty() && !b.empty() &&
                       a.find_first_not_of("0123456789") == std::string::npos &&
                       b.find_first_not_of("0123456789") == std::string::npos;
  return numbers && a.size() != b.size() ? a.size() < b.size() : a < b;
}

void add_entry(const Json& entry, const Place& place, std::vector<PublishedNumber>& all) {
  if (!entry.is_object()) place.fail("an object", config::brief(entry));
  PublishedNumber number;
  number.id = text_of(entry, "id", nullptr, place);
  number.unit = text_of(entry, "unit", "", place);
  number.kind = text_of(entry, "kind", nullptr, place);
  number.compare = text_of(entry, "cmp", "=", place);
  if (entry.contains("tol")) {
    if (!entry["tol"].is_number()) (place / "tol").fail("a number", config::brief(entry["tol"]));
    number.tolerance = entry["tol"].get<double>();
  }
  if (!entry.contains("value")) (place / "value").fail("what the paper prints", "nothing");
  const Json& value = entry["value"];
  if (!value.is_object()) {
    number.value = value;
    all.push_back(std::move(number));
    return;
  }
  std::vector<std::string> keys;
  for (const auto& item : value.items()) keys.push_back(item.key());
  std::sort(keys.begin(), keys.end(), before);
  for (const std::string& key : keys) {
    PublishedNumber one = number;
    one.id += "/" + key;
    one.value = value[key];
    all.push_back(std::move(one));
  }
}

}  // namespace

Published read_published(const std::string& path) {
  const Json json = config::read_json(path);
  const Place top{path, ""};
  if (!json.is_object()) top.fail("an object", config::brief(json));
  constexpr const char* table1 = "chronos_table1_llama3_405b";
  Published published;
  for (const auto& section : json.items()) {
    if (!section.value().is_array() || section.key() == table1) continue;
    const Place place = top / section.key();
    for (std::size_t i = 0; i < section.value().size(); ++i) {
      add_entry(section.value()[i], place / i, published.numbers);
    }
  }
  const Place place = top / table1;
  if (!json.contains(table1) || !json[table1].is_array() || json[table1].empty()) {
    place.fail("a list of configurations");
  }
  for (std::size_t i = 0; i < json[table1].size(); ++i) {
    const Json& row = json[table1][i];
    published.llama3_405b.push_back(
        {positive(row, "tp", place / i), positive(row, "dp", place / i)});
  }
  return published;
}

std::vector<PublishedNumber> select(const Published& published, const std::string& id) {
  std::vector<PublishedNumber> chosen;
  std::vector<std::string> known;
  for (const PublishedNumber& number : published.numbers) {
    const std::string& name = number.id;
    const bool below = name.size() > id.size() && name.compare(0, id.size(), id) == 0 &&
                       (name[id.size()] == '.' || name[id.size()] == '/');
    if (id.empty() || name == id || below) chosen.push_back(number);
    known.push_back(name);
  }
  if (!chosen.empty()) return chosen;
  const std::string near = base::nearest(id, known);
  throw base::ConfigError({"repro", "", "an id, or the beginning of some, from repro --list",
                           "'" + id + "'", near.empty() ? "" : "did you mean '" + near + "'?"});
}

double half_a_printed_unit(const Json& printed) {
  const std::string text = printed.dump();
  const auto exponent_at = text.find_first_of("eE");
  const std::string digits = text.substr(0, exponent_at);
  const double scale =
      exponent_at == std::string::npos ? 0 : std::strtod(text.c_str() + exponent_at + 1, nullptr);
  const auto point = digits.find('.');
  std::size_t decimals = point == std::string::npos ? 0 : digits.size() - point - 1;
  // "13.0" is how the JSON writer shows a whole number that is kept as a fraction.
  if (point != std::string::npos && digits.substr(point) == ".0") decimals = 0;
  return 0.5 * std::pow(10.0, scale - static_cast<double>(decimals));
}

}  // namespace jacquard::report
