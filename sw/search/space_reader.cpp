// SPDX-License-Identifier: Apache-2.0
// A space from its file: docs/search.md.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>

#include "jacquard/base/at.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/config/json_object.hpp"
#include "jacquard/search/knob_values.hpp"
#include "jacquard/search/space.hpp"

namespace jacquard::search {
namespace {

using config::Json;
using config::JsonObject;
using config::Place;

constexpr int kMostDimensions = 64;
constexpr std::size_t kMostKnobs = 4096;

bool is_name(const std::string& text) {
  const auto part = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
  };
  return !text.empty() && std::isdigit(static_cast<unsigned char>(text.front())) == 0 &&
         std::all_of(text.begin(), text.end(), part);
}

void require_new(std::set<std::string>& names, const std::string& name, const Place& place) {
  if (!is_name(name)) place.fail("a name of letters, digits and '_'", "'" + name + "'");
  if (!names.insert(name).second) place.fail("a name that is new", "'" + name + "' again");
}

void add_knobs(std::vector<Knob>& knobs, const std::string& layer, const std::string& family,
               const Json& json, int dimensions, const Place& place) {
  const JsonObject object(json, {"set", "range", "powers_of_two", "per_dimension", "doc"}, place);
  Knob knob;
  knob.family = knob.name = family;
  knob.layer = layer;
  knob.values = knob_values(json, place);
  knob.ordered = std::holds_alternative<double>(knob.values.front());
  if (object.has("doc")) object.text("doc");
  const Json each = json.value("per_dimension", Json(false));
  if (!each.is_boolean()) object.place("per_dimension").fail("true or false", config::brief(each));
  if (!each.get<bool>()) {
    knobs.push_back(std::move(knob));
    return;
  }
  if (dimensions == 0) {
    object.place("per_dimension").fail("/dimensions, the number of dimensions", "none");
  }
  for (knob.dimension = 0; knob.dimension < dimensions; ++knob.dimension) {
    knob.name = fmt::format("{}[{}]", family, knob.dimension);
    knobs.push_back(knob);
  }
}

// Texts of a list, each with its place.
template <class Read>
void each_text(const Json& json, const char* key, const Place& place, const Read& read) {
  if (!json.contains(key)) return;
  const Json& list = json[key];
  if (!list.is_array()) (place / key).fail("a list of texts", config::brief(list));
  for (std::size_t i = 0; i < list.size(); ++i) {
    const Place at = place / key / i;
    if (!list[i].is_string()) at.fail("a text", config::brief(list[i]));
    read(list[i].get_ref<const std::string&>(), at);
  }
}

void require_known(const Expression& expression, const std::set<std::string>& known,
                   const Place& place) {
  for (const std::string& name : expression.reads()) {
    if (known.count(name) != 0) continue;
    const std::string near = base::nearest(name, {known.begin(), known.end()});
    place.fail("names of knobs or of derived knobs above it", "'" + name + "'",
               near.empty() ? "" : "nearest is '" + near + "'");
  }
}

Derived derived_of(const std::string& text, const Place& place) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos || text.compare(equals, 2, "==") == 0) {
    place.fail("\"name = expression\"", "'" + text.substr(0, 60) + "'");
  }
  std::string name = text.substr(0, equals);
  name.erase(std::remove(name.begin(), name.end(), ' '), name.end());
  if (is_function(name)) place.fail("a name that is no function", "'" + name + "'");
  return {name, Expression::parse(text.substr(equals + 1), place)};
}

}  // namespace

Space Space::read(const Json& json, const Place& place) {
  const JsonObject object(json,
                          {"title", "environment", "dimensions", "knobs", "derived", "constraints",
                           "base", "reward", "rewards", "fidelities"},
                          place);
  Space space;
  space.place_ = place;
  space.title_ = object.text("title", "");
  space.environment_ = object.at("environment", "an object: what evaluates a point");
  if (json.contains("fidelities")) space.fidelities_ = json["fidelities"];
  const int dimensions = object.number("dimensions", 0, kMostDimensions, 0);

  std::set<std::string> names;
  const Json& layers = object.at("knobs", "an object of layers, each an object of knobs");
  const Place knobs_at = object.place("knobs");
  if (!layers.is_object() || layers.empty()) {
    knobs_at.fail("an object of layers, each an object of knobs", config::brief(layers));
  }
  for (const auto& [layer, families] : layers.items()) {
    if (!families.is_object())
      (knobs_at / layer).fail("an object of knobs", config::brief(families));
    for (const auto& [family, knob] : families.items()) {
      const Place at = knobs_at / layer / family;
      require_new(names, family, at);
      if (is_function(family)) at.fail("a name that is no function", "'" + family + "'");
      add_knobs(space.knobs_, layer, family, knob, dimensions, at);
    }
  }
  if (space.knobs_.empty() || space.knobs_.size() > kMostKnobs) {
    knobs_at.fail("1 to 4096 knobs", std::to_string(space.knobs_.size()));
  }
  each_text(json, "derived", place, [&](const std::string& text, const Place& at) {
    Derived derived = derived_of(text, at);
    require_known(derived.expression, names, at);
    require_new(names, derived.name, at);
    space.derived_.push_back(std::move(derived));
  });
  each_text(json, "constraints", place, [&](const std::string& text, const Place& at) {
    Expression expression = Expression::parse(text, at);
    require_known(expression, names, at);
    space.constraints_.push_back({text, std::move(expression)});
  });
  if (json.contains("rewards")) {
    const Json& rewards = json["rewards"];
    const Place at = place / "rewards";
    if (!rewards.is_object()) at.fail("an object of texts", config::brief(rewards));
    for (const auto& [name, text] : rewards.items()) {
      if (!text.is_string()) (at / name).fail("a text", config::brief(text));
      space.rewards_.push_back(
          {name, Expression::parse(text.get_ref<const std::string&>(), at / name)});
    }
  }
  if (!space.rewards_.empty()) {
    space.default_reward_ = object.text("reward", space.rewards_.front().name);
    std::vector<std::string> known;
    for (const Reward& reward : space.rewards_) known.push_back(reward.name);
    if (std::find(known.begin(), known.end(), space.default_reward_) == known.end()) {
      const Place at = object.place("reward");
      base::throw_unknown_name(at.source + at.where, "a reward", space.default_reward_, known);
    }
  }
  if (json.contains("base")) space.base_ = space.point_of(json["base"], place / "base");
  return space;
}

}  // namespace jacquard::search
