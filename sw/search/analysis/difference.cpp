// SPDX-License-Identifier: Apache-2.0
#include "jacquard/search/analysis/difference.hpp"

namespace jacquard::search {
namespace {

std::string text_of_bound(const Bound& bound) {
  if (const auto* value = std::get_if<Value>(&bound)) return text_of(*value);
  std::string text;
  for (const Value& value : std::get<std::vector<Value>>(bound)) {
    text += (text.empty() ? "" : ",") + text_of(value);
  }
  return text;
}

}  // namespace

std::vector<Difference> difference(const Space& space, const Point& from, const Point& to) {
  const Bindings before = space.bindings(from);
  const Bindings after = space.bindings(to);
  std::vector<Difference> all;
  const auto compare = [&](const std::string& name) {
    const auto a = before.find(name);
    const auto b = after.find(name);
    if (a == before.end() || b == after.end() || a->second == b->second) return;
    all.push_back({name, text_of_bound(a->second), text_of_bound(b->second)});
  };
  for (const Knob& knob : space.knobs()) {
    if (knob.dimension <= 0) compare(knob.family);
  }
  for (const Derived& derived : space.derived()) compare(derived.name);
  return all;
}

}  // namespace jacquard::search
