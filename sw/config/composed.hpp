// SPDX-License-Identifier: Apache-2.0
// Nouns compose: where a noun is due, its name, its path, or the noun itself may stand.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

#include "jacquard/config/field_table.hpp"

namespace jacquard::config {

// A noun as it stands somewhere: its keys, and their place for errors.
struct Noun {
  Json keys;
  Place place;
};

// What `json` means where a noun is due: an object itself; text with a "/" or ending in ".json" the
// object in that file; other text that of configs/<folder>/<text>.json. Throws ConfigError at
// `place` for a name that is none, with the nearest one, and as read_json() does.
Noun noun_of(const Json& json, const Place& place, const std::string& folder);

// "a name of configs/schedulers, ...": what errors and schemas say is expected.
std::string noun_expected(const std::string& folder);

// A struct with a table, as nested(). An object changes the keys that it holds; a name or a path
// stands for a whole noun, in which what it does not hold has its default.
template <class T, class Member, class Inner>
Field<T> composed(std::string_view key, const Member& member, const FieldTable<Inner>& table,
                  std::string_view folder) {
  static_assert(std::is_same_v<MemberOf<T, Member>, Inner>);
  return Field<T>(composed_core(key, access_of<T>(member), table, folder));
}

// The same of a noun that has a reader of its own: `whole` gives what a name, a path, or an object
// in another spelling stands for, and nothing for an object that changes keys.
template <class T, class Member, class Inner>
Field<T> composed(std::string_view key, const Member& member, const FieldTable<Inner>& table,
                  std::optional<Inner> (*whole)(const Json&, const Place&)) {
  static_assert(std::is_same_v<MemberOf<T, Member>, Inner>);
  return Field<T>(composed_core(key, access_of<T>(member), table,
                                [whole](void* to, const Json& json, const Place& place) {
                                  std::optional<Inner> found = whole(json, place);
                                  if (found) *static_cast<Inner*>(to) = std::move(*found);
                                  return found.has_value();
                                }));
}

// A noun of a choice among variants: kept as its keys, null where the variant has none and then not
// shown. Its keys are read into an Inner at once, so that what is wrong is named at its place.
template <class Inner>
Codec<Json> noun_of_variant(const FieldTable<Inner>& table, std::string folder,
                            TextForm text = TextForm::json) {
  Document schema = table.schema();
  schema["type"] = {"object", "string"};
  return {noun_expected(folder), std::move(schema), text,
          [&table, folder](const Json& json, const Place& place) {
            Noun noun = noun_of(json, place, folder);
            Inner whole;
            table.read(whole, noun.keys, noun.place);
            return std::move(noun.keys);
          },
          [](const Json& keys) {
            return keys.is_null() ? Document(Document::value_t::discarded) : Document(keys);
          }};
}

}  // namespace jacquard::config
