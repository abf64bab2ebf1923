// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>

#include "jacquard/config/composed.hpp"

namespace jacquard::cli {

// The noun that a word means: a name, a file, or {...}. Gives where it stands.
template <class Noun>
config::Place read_noun(const std::string& word, const char* option, const char* folder,
                        const config::FieldTable<Noun>& table, Noun& noun) {
  const bool object = word.rfind('{', 0) == 0;
  const config::Json json = object ? config::parse_json(word, option) : config::Json(word);
  const config::Noun found = config::noun_of(json, {option, ""}, folder);
  Noun whole;
  table.read(whole, found.keys, found.place);
  noun = std::move(whole);
  return found.place;
}

}  // namespace jacquard::cli
