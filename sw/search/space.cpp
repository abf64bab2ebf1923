// SPDX-License-Identifier: Apache-2.0
#include "jacquard/search/space.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "jacquard/base/error.hpp"
#include "jacquard/base/hash.hpp"
#include "jacquard/search/knob_values.hpp"

namespace jacquard::search {
namespace {

using config::Document;
using config::Json;
using config::Place;

const Value& value_at(const Knob& knob, const Point& point, std::size_t index) {
  return knob.values[point[index]];
}

Document as_json(const Value& value) {
  if (const auto* word = std::get_if<std::string>(&value)) return *word;
  const double number = std::get<double>(value);
  constexpr double kExact = 9007199254740992;  // 2^53: whole numbers below it are exact
  if (std::abs(number) < kExact && number == std::floor(number)) {
    return static_cast<std::int64_t>(number);
  }
  return number;
}

std::uint16_t index_of(const Knob& knob, const Value& value, const Place& place) {
  const auto found = std::find(knob.values.begin(), knob.values.end(), value);
  if (found == knob.values.end()) {
    std::string values;
    for (std::size_t i = 0; i < std::min<std::size_t>(knob.values.size(), 8); ++i) {
      values += (i == 0 ? "" : ", ") + text_of(knob.values[i]);
    }
    if (knob.values.size() > 8) values += ", ... " + text_of(knob.values.back());
    place.fail("one of " + values, text_of(value));
  }
  return static_cast<std::uint16_t>(found - knob.values.begin());
}

}  // namespace

Bindings Space::bindings(const Point& point) const {
  Bindings bindings;
  for (std::size_t k = 0; k < knobs_.size();) {
    const Knob& knob = knobs_[k];
    if (knob.dimension < 0) {
      bindings.emplace_hint(bindings.end(), knob.family, value_at(knob, point, k));
      ++k;
      continue;
    }
    std::vector<Value> list;
    for (; k < knobs_.size() && knobs_[k].family == knob.family; ++k) {
      list.push_back(value_at(knobs_[k], point, k));
    }
    bindings.emplace(knob.family, std::move(list));
  }
  for (const Derived& derived : derived_) {
    bindings[derived.name] = derived.expression.evaluate(bindings);
  }
  return bindings;
}

Document Space::show(const Point& point) const {
  Document all = Document::object();
  for (std::size_t k = 0; k < knobs_.size(); ++k) {
    const Knob& knob = knobs_[k];
    const Document value = as_json(value_at(knob, point, k));
    if (knob.dimension < 0) {
      all[knob.family] = value;
    } else {
      all[knob.family].push_back(value);
    }
  }
  return all;
}

std::string Space::text(const Point& point) const {
  std::string text;
  for (std::size_t k = 0; k < knobs_.size(); ++k) {
    const Knob& knob = knobs_[k];
    const std::string value = text_of(value_at(knob, point, k));
    if (knob.dimension > 0) {
      text.back() = ',';
      text += value + "]";
      continue;
    }
    if (!text.empty()) text += " ";
    text += fmt::format(knob.dimension == 0 ? "{}=[{}]" : "{}={}", knob.family, value);
  }
  return text;
}

Point Space::point_of(const Json& json, const Place& place) const {
  if (!json.is_object()) place.fail("an object with a value of each knob", config::brief(json));
  std::vector<std::string> families;
  for (const Knob& knob : knobs_) {
    if (knob.dimension <= 0) families.push_back(knob.family);
  }
  for (const auto& [name, value] : json.items()) {
    if (std::find(families.begin(), families.end(), name) != families.end()) continue;
    const std::string near = base::nearest(name, families);
    place.fail("names of knobs", "'" + name + "'", near.empty() ? "" : "nearest is '" + near + "'");
  }
  Point point;
  for (const Knob& knob : knobs_) {
    const Place at = place / knob.family;
    const auto found = json.find(knob.family);
    if (found == json.end()) at.fail("a value of this knob", "none");
    if (knob.dimension < 0) {
      point.push_back(index_of(knob, read_value(*found, at), at));
      continue;
    }
    const auto d = static_cast<std::size_t>(knob.dimension);
    const auto dimensions = static_cast<std::size_t>(
        std::count_if(knobs_.begin(), knobs_.end(),
                      [&](const Knob& other) { return other.family == knob.family; }));
    if (!found->is_array() || found->size() != dimensions) {
      at.fail(fmt::format("a list of {}", dimensions), config::brief(*found));
    }
    point.push_back(index_of(knob, read_value((*found)[d], at / d), at / d));
  }
  return point;
}

Space Space::restricted_to(const std::vector<std::string>& free, const std::string& source) const {
  if (!base_) {
    throw base::ConfigError({source, "", "a space with a base, which holds the other knobs",
                             place_.source, "add \"base\""});
  }
  std::vector<std::string> words;
  for (const Knob& knob : knobs_) {
    for (const std::string& word : {knob.layer, knob.family, knob.name}) {
      if (std::find(words.begin(), words.end(), word) == words.end()) words.push_back(word);
    }
  }
  for (const std::string& word : free) {
    if (std::find(words.begin(), words.end(), word) == words.end()) {
      base::throw_unknown_name(source, "a layer or a knob", word, words);
    }
  }
  Space space = *this;
  for (std::size_t k = 0; k < knobs_.size(); ++k) {
    Knob& knob = space.knobs_[k];
    const auto names = [&](const std::string& word) {
      return word == knob.layer || word == knob.family || word == knob.name;
    };
    if (std::any_of(free.begin(), free.end(), names)) continue;
    knob.values = {knob.values[(*base_)[k]]};
    (*space.base_)[k] = 0;
  }
  return space;
}

std::string Space::fingerprint() const {
  Document all;
  for (const Knob& knob : knobs_) {
    Document values = Document::array();
    for (const Value& value : knob.values) values.push_back(as_json(value));
    all["knobs"].push_back({knob.name, knob.layer, values});
  }
  for (const Derived& derived : derived_)
    all["derived"].push_back({derived.name, derived.expression.text()});
  for (const Constraint& constraint : constraints_) all["constraints"].push_back(constraint.text);
  for (const Reward& reward : rewards_)
    all["rewards"].push_back({reward.name, reward.expression.text()});
  all["environment"] = environment_;
  return base::fnv1a_hex(all.dump());
}

}  // namespace jacquard::search
