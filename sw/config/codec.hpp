// SPDX-License-Identifier: Apache-2.0
// How one value is read from JSON, shown as JSON, and described: the kinds a field can have.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "jacquard/config/codec_core.hpp"
#include "jacquard/config/field_info.hpp"
#include "jacquard/config/json_reader.hpp"
#include "jacquard/config/place.hpp"
#include "jacquard/config/quantity_text.hpp"

namespace jacquard::config {

template <class Value>
class Codec {
 public:
  explicit Codec(CodecPtr core) : core_(std::move(core)) {}

  // A kind of value of one's own: `read(json, place)` gives a Value, `show(value)` a Document.
  template <class Read, class Show>
  Codec(std::string expected, Document schema, TextForm text_form, Read read, Show show)
      : core_(std::make_shared<Own<Read, Show>>(std::move(expected), std::move(schema), text_form,
                                                std::move(read), std::move(show))) {}

  const std::string& expected() const { return core_->expected(); }
  const Document& schema() const { return core_->schema(); }
  TextForm text_form() const { return core_->text_form(); }
  const CodecPtr& core() const { return core_; }

  // Throws ConfigError at `place` for JSON that means no such value.
  Value read(const Json& json, const Place& place) const {
    Value value{};
    core_->read(&value, json, place);
    return value;
  }
  Document show(const Value& value) const { return core_->show(&value); }

 private:
  template <class Read, class Show>
  class Own final : public CodecCore {
   public:
    Own(std::string expected, Document schema, TextForm text_form, Read read, Show show)
        : CodecCore(std::move(expected), std::move(schema), text_form),
          read_(std::move(read)),
          show_(std::move(show)) {}
    void read(void* value, const Json& json, const Place& place) const override {
      *static_cast<Value*>(value) = read_(json, place);
    }
    Document show(const void* value) const override {
      return show_(*static_cast<const Value*>(value));
    }

   private:
    Read read_;
    Show show_;
  };

  CodecPtr core_;
};

// A JSON integer in lo..hi. Throws ConfigError at `place` otherwise.
std::int64_t read_whole_number(const Json& json, std::int64_t lo, std::int64_t hi,
                               const std::string& expected, const Place& place);
std::string whole_number_expected(std::int64_t lo, std::int64_t hi);

// A whole number in lo..hi, for int and std::int64_t (and whatever codec.cpp instantiates).
template <class Integer>
Codec<Integer> whole_number(Integer lo, Integer hi = std::numeric_limits<Integer>::max());

Codec<bool> boolean();

// A finite JSON number in lo..hi (inclusive).
Codec<double> real_number(double lo, double hi);

// Text of any kind, such as a name or a path; null is no text.
Codec<std::string> text(std::string expected);

// A list; its elements in an option's text are JSON: ["a", "b"].
template <class Value>
Codec<std::vector<Value>> list(const Codec<Value>& inner) {
  using List = std::vector<Value>;
  return Codec<List>(list_core(
      inner.core(), {[](const void* l) { return static_cast<const List*>(l)->size(); },
                     [](const void* l, std::size_t i) -> const void* {
                       return static_cast<const List*>(l)->data() + i;
                     },
                     [](void* l) -> void* { return &static_cast<List*>(l)->emplace_back(); },
                     [](void* l) { static_cast<List*>(l)->clear(); }}));
}

// A quantity as text with its unit, in lo..hi (inclusive).
template <class Quantity>
Codec<Quantity> quantity(Quantity lo = Quantity{0},
                         Quantity hi = Quantity{std::numeric_limits<std::int64_t>::max()});

// One of a few words.
template <class Enum>
using Words = std::vector<std::pair<std::string, Enum>>;

std::string words_expected(const std::vector<std::string>& words);
// Index of the word in the list. Throws ConfigError with the nearest one.
std::size_t read_word(const Json& json, const std::vector<std::string>& words, const Place& place);

template <class Enum>
Codec<Enum> choice(Words<Enum> words) {
  if constexpr (std::is_enum_v<Enum> || std::is_integral_v<Enum>) {
    std::vector<WordValue> all;
    for (auto& w : words) all.emplace_back(w.first, static_cast<std::int64_t>(w.second));
    return Codec<Enum>(choice_core(std::move(all), sizeof(Enum)));
  } else {
    std::vector<std::string> names;
    for (const auto& w : words) names.push_back(w.first);
    return Codec<Enum>(
        words_expected(names), Document{{"enum", names}}, TextForm::string,
        [words, names](const Json& json, const Place& place) {
          return words[read_word(json, names, place)].second;
        },
        [words](const Enum& value) {
          for (const auto& w : words) {
            if (w.second == value) return Document(w.first);
          }
          return Document(nullptr);
        });
  }
}

// The same value or none: null in JSON, "none" on a command line.
template <class Value>
Codec<std::optional<Value>> optional(const Codec<Value>& inner) {
  using Maybe = std::optional<Value>;
  return Codec<Maybe>(optional_core(
      inner.core(), {[](const void* o) -> const void* {
                       const auto& maybe = *static_cast<const Maybe*>(o);
                       return maybe ? &*maybe : nullptr;
                     },
                     [](void* o) -> void* { return &static_cast<Maybe*>(o)->emplace(); },
                     [](void* o) { static_cast<Maybe*>(o)->reset(); }}));
}

}  // namespace jacquard::config
