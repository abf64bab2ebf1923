// SPDX-License-Identifier: Apache-2.0
#include "jacquard/config/codec.hpp"

#include <algorithm>
#include <cstring>
#include <memory>

#include "jacquard/base/error.hpp"

namespace jacquard::config {

std::string whole_number_expected(std::int64_t lo, std::int64_t hi) {
  if (hi == std::numeric_limits<std::int64_t>::max()) {
    return "a whole number, at least " + std::to_string(lo);
  }
  if (hi < lo) return "no number, as there is nothing that it could name";
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

CodecCore::CodecCore(std::string expected, Document schema, TextForm text_form)
    : expected_(std::move(expected)), schema_(std::move(schema)), text_form_(text_form) {}
CodecCore::~CodecCore() = default;

template <class Integer>
Codec<Integer> whole_number(Integer lo, Integer hi) {
  const std::string expected = whole_number_expected(lo, hi);
  Document schema = {{"type", "integer"}, {"minimum", lo}};
  if (hi != std::numeric_limits<Integer>::max()) schema["maximum"] = hi;
  return {expected, std::move(schema), TextForm::json,
          [lo, hi, expected](const Json& json, const Place& place) {
            return static_cast<Integer>(read_whole_number(json, lo, hi, expected, place));
          },
          [](const Integer& value) { return Document(value); }};
}
template Codec<int> whole_number(int, int);
template Codec<std::int64_t> whole_number(std::int64_t, std::int64_t);

template <class Quantity>
Codec<Quantity> quantity(Quantity lo, Quantity hi) {
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
template Codec<base::Picoseconds> quantity(base::Picoseconds, base::Picoseconds);
template Codec<base::Bytes> quantity(base::Bytes, base::Bytes);
template Codec<base::BitsPerSecond> quantity(base::BitsPerSecond, base::BitsPerSecond);
template Codec<base::BytesPerSecond> quantity(base::BytesPerSecond, base::BytesPerSecond);
template Codec<base::FlopsPerSecond> quantity(base::FlopsPerSecond, base::FlopsPerSecond);
template Codec<base::Joules> quantity(base::Joules, base::Joules);
template Codec<base::Watts> quantity(base::Watts, base::Watts);

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

namespace {

class Choice final : public CodecCore {
 public:
  Choice(std::vector<std::string> names, std::vector<std::int64_t> values, std::size_t bytes)
      : CodecCore(words_expected(names), Document{{"enum", names}}, TextForm::string),
        names_(std::move(names)),
        values_(std::move(values)),
        bytes_(bytes) {}

  // The low bytes come first on every machine that we build for.
  void read(void* value, const Json& json, const Place& place) const override {
    const std::int64_t found = values_[read_word(json, names_, place)];
    std::memcpy(value, &found, bytes_);
  }
  Document show(const void* value) const override {
    for (std::size_t i = 0; i < values_.size(); ++i) {
      if (std::memcmp(&values_[i], value, bytes_) == 0) return names_[i];
    }
    return nullptr;
  }

 private:
  std::vector<std::string> names_;
  std::vector<std::int64_t> values_;
  std::size_t bytes_;
};

class Optional final : public CodecCore {
 public:
  Optional(CodecPtr inner, OptionalOps ops)
      : CodecCore(inner->expected() + ", or null",
                  Document{{"anyOf", {inner->schema(), {{"type", "null"}}}}}, inner->text_form()),
        inner_(std::move(inner)),
        ops_(ops) {}

  void read(void* value, const Json& json, const Place& place) const override {
    if (json.is_null()) return ops_.reset(value);
    inner_->read(ops_.emplace(value), json, place);
  }
  Document show(const void* value) const override {
    const void* inside = ops_.inside(value);
    return inside == nullptr ? Document(nullptr) : inner_->show(inside);
  }

 private:
  CodecPtr inner_;
  OptionalOps ops_;
};

class List final : public CodecCore {
 public:
  List(CodecPtr inner, ListOps ops)
      : CodecCore("a list of: " + inner->expected(),
                  Document{{"type", "array"}, {"items", inner->schema()}}, TextForm::json),
        inner_(std::move(inner)),
        ops_(ops) {}

  void read(void* value, const Json& json, const Place& place) const override {
    if (!json.is_array()) place.fail(expected(), brief(json));
    ops_.clear(value);
    for (std::size_t i = 0; i < json.size(); ++i) {
      inner_->read(ops_.grow(value), json[i], place / i);
    }
  }
  Document show(const void* value) const override {
    Document all = Document::array();
    for (std::size_t i = 0; i < ops_.size(value); ++i) {
      all.push_back(inner_->show(ops_.at(value, i)));
    }
    return all;
  }

 private:
  CodecPtr inner_;
  ListOps ops_;
};

}  // namespace

CodecPtr choice_core(std::vector<WordValue> words, std::size_t bytes) {
  std::vector<std::string> names;
  std::vector<std::int64_t> values;
  for (auto& [word, value] : words) {
    names.push_back(std::move(word));
    values.push_back(value);
  }
  return std::make_shared<Choice>(std::move(names), std::move(values), bytes);
}

CodecPtr optional_core(CodecPtr inner, OptionalOps ops) {
  return std::make_shared<Optional>(std::move(inner), ops);
}

CodecPtr list_core(CodecPtr inner, ListOps ops) {
  return std::make_shared<List>(std::move(inner), ops);
}

}  // namespace jacquard::config
