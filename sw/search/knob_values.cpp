// SPDX-License-Identifier: Apache-2.0
#include "jacquard/search/knob_values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>

namespace jacquard::search {
namespace {

using config::Json;
using config::Place;

constexpr std::size_t kMost = 65535;  // a point holds 16 bits of each

// So many finite numbers.
std::vector<double> numbers(const Json& json, std::size_t count, const std::string& expected,
                            const Place& place) {
  if (!json.is_array() || json.size() != count) place.fail(expected, config::brief(json));
  std::vector<double> all;
  for (std::size_t i = 0; i < count; ++i) {
    if (!json[i].is_number()) (place / i).fail("a number", config::brief(json[i]));
    all.push_back(json[i].get<double>());
  }
  return all;
}

std::vector<Value> of_set(const Json& json, const Place& place) {
  if (!json.is_array() || json.empty()) {
    place.fail("a list of numbers or of words", config::brief(json));
  }
  if (json.size() > kMost) place.fail("at most 65535 values", std::to_string(json.size()));
  std::vector<Value> all;
  for (std::size_t i = 0; i < json.size(); ++i) {
    Value value = read_value(json[i], place / i);
    if (std::find(all.begin(), all.end(), value) != all.end()) {
      (place / i).fail("values that differ", text_of(value) + " twice");
    }
    if (!all.empty() && all.front().index() != value.index()) {
      (place / i).fail("numbers or words, not both", config::brief(json[i]));
    }
    all.push_back(std::move(value));
  }
  return all;
}

std::vector<Value> of_range(const Json& json, const Place& place) {
  const std::vector<double> ends = numbers(json, 3, "[lowest, highest, step]", place);
  const double steps = (ends[1] - ends[0]) / ends[2];
  if (!(ends[2] > 0) || !(ends[0] <= ends[1]) || !(steps < static_cast<double>(kMost))) {
    place.fail("lowest <= highest, a step above 0, and at most 65535 values", config::brief(json));
  }
  std::vector<Value> all;
  const auto last = static_cast<std::int64_t>(std::floor(steps * (1 + 1e-12)));
  for (std::int64_t i = 0; i <= last; ++i) {
    // 0.1 + 2 * 0.1 is 0.3 to a reader: twelve digits.
    all.emplace_back(std::stod(fmt::format("{:.12g}", ends[0] + static_cast<double>(i) * ends[2])));
  }
  return all;
}

std::vector<Value> of_powers(const Json& json, const Place& place) {
  const std::vector<double> ends = numbers(json, 2, "[lowest, highest]", place);
  int exponent = 0;
  if (!(ends[0] > 0) || !(ends[0] <= ends[1]) || std::frexp(ends[0], &exponent) != 0.5) {
    place.fail("lowest <= highest, and the lowest a power of two", config::brief(json));
  }
  std::vector<Value> all;
  for (double value = ends[0]; value <= ends[1]; value *= 2) all.emplace_back(value);
  return all;
}

}  // namespace

Value read_value(const Json& json, const Place& place) {
  if (json.is_number()) return json.get<double>();
  if (json.is_string() && !json.get_ref<const std::string&>().empty()) {
    return json.get<std::string>();
  }
  place.fail("a number or a word", config::brief(json));
}

std::vector<Value> knob_values(const Json& knob, const Place& place) {
  const std::string expected = R"({"set": [...]}, {"range": [...]} or {"powers_of_two": [...]})";
  if (!knob.is_object()) place.fail(expected, config::brief(knob));
  int forms = 0;
  for (const char* form : {"set", "range", "powers_of_two"}) forms += knob.contains(form) ? 1 : 0;
  if (forms != 1) place.fail(expected, config::brief(knob));
  if (knob.contains("set")) return of_set(knob["set"], place / "set");
  if (knob.contains("range")) return of_range(knob["range"], place / "range");
  return of_powers(knob["powers_of_two"], place / "powers_of_two");
}

}  // namespace jacquard::search
