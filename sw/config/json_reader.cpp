// SPDX-License-Identifier: Apache-2.0
#include "jacquard/config/json_reader.hpp"

#include <algorithm>
#include <vector>

#include "jacquard/base/error.hpp"
#include "jacquard/base/file.hpp"

namespace jacquard::config {
namespace {

// Numbers that Python writes and JSON lacks, and the text as long that stands for one.
constexpr std::string_view kOddNumbers[] = {"-Infinity", "Infinity", "NaN"};
std::string stand_in(std::string_view odd) {
  return "\x7f" + std::string(odd.substr(0, odd.size() - 3));
}

// Builds the document while it watches what nlohmann lets pass: repeated keys and endless nesting.
class Builder {
 public:
  Builder(std::string_view text, const std::string& source, std::size_t most_depth,
          std::size_t first_line)
      : text_(text), source_(source), most_depth_(most_depth), first_line_(first_line) {}

  Json take() { return std::move(root_); }

  bool null() { return put(nullptr); }
  bool boolean(bool v) { return put(v); }
  bool number_integer(Json::number_integer_t v) { return put(v); }
  bool number_unsigned(Json::number_unsigned_t v) { return put(v); }
  bool number_float(Json::number_float_t v, const std::string&) { return put(v); }
  bool string(std::string& v) {
    if (v.empty() || v[0] != '\x7f') return put(std::move(v));
    for (const std::string_view odd : kOddNumbers) {
      if (v == stand_in(odd)) return put(Json::binary({odd.begin(), odd.end()}));
    }
    return put(std::move(v));
  }
  bool binary(Json::binary_t&) { return false; }  // not in JSON text
  bool start_object(std::size_t) { return open(Json::object()); }
  bool start_array(std::size_t) { return open(Json::array()); }
  bool end_object() { return close(); }
  bool end_array() { return close(); }

  bool key(std::string& name) {
    if (open_.back()->contains(name)) {
      (here() / name).fail("each key once", "it again");
    }
    key_ = std::move(name);
    return true;
  }

  bool parse_error(std::size_t position, const std::string& token,
                   const nlohmann::detail::exception& error) {
    // `position` counts the characters read, the offending one included.
    const std::size_t at = std::min(position == 0 ? 0 : position - 1, text_.size());
    const std::string_view before = text_.substr(0, at);
    const auto newline = before.rfind('\n');
    const std::size_t line =
        first_line_ + static_cast<std::size_t>(std::count(before.begin(), before.end(), '\n'));
    const std::size_t column = newline == std::string_view::npos ? at + 1 : at - newline;
    const Place place{source_,
                      "line " + std::to_string(line) + ", column " + std::to_string(column)};
    if (error.id == 406) place.fail("a number that a double can hold", token);
    if (position > text_.size()) place.fail("JSON", "the end of the text");
    place.fail("JSON", token.empty() ? "something else" : "'" + printable(token) + "'");
  }

 private:
  static std::string printable(const std::string& token) {
    std::string text;
    for (const char c : token) {
      text += static_cast<unsigned char>(c) < 0x7f ? std::string(1, c) : std::string("?");
    }
    return text;
  }

  Place here() const {
    Place place{source_, first_line_ > 1 ? "line " + std::to_string(first_line_) + ", #" : ""};
    for (std::size_t i = 1; i < open_.size(); ++i) {
      const Json& parent = *open_[i - 1];
      place = parent.is_array() ? place / (parent.size() - 1) : place / names_[i];
    }
    return place;
  }

  Json* place_value(Json&& value) {
    if (open_.empty()) {
      root_ = std::move(value);
      return &root_;
    }
    Json& parent = *open_.back();
    if (parent.is_array()) {
      parent.push_back(std::move(value));
      return &parent.back();
    }
    return &(parent[key_] = std::move(value));
  }

  template <class Value>
  bool put(Value&& value) {
    place_value(Json(std::forward<Value>(value)));
    return true;
  }

  bool open(Json&& empty) {
    if (open_.size() >= most_depth_) {
      here().fail("at most " + std::to_string(most_depth_) + " levels of nesting", "more");
    }
    open_.push_back(place_value(std::move(empty)));
    names_.push_back(key_);
    return true;
  }

  bool close() {
    open_.pop_back();
    names_.pop_back();
    return true;
  }

  std::string_view text_;
  const std::string& source_;
  std::size_t most_depth_;
  std::size_t first_line_;
  Json root_;
  // A container grows only while it is the innermost one, so pointers to the outer ones stay valid.
  std::vector<Json*> open_;
  std::vector<std::string> names_;  // key under which each open container stands
  std::string key_;
};

Json parse(std::string_view text, const std::string& source, const JsonLimits& limits,
           std::size_t first_line) {
  Builder builder(text, source, limits.depth, first_line);
  Json::sax_parse(text.begin(), text.end(), &builder);
  return builder.take();
}

// With texts in place of Python's odd numbers, outside of texts; empty if there is none.
std::string without_odd_numbers(std::string_view text) {
  std::string out;
  bool inside = false, found = false;
  for (std::size_t i = 0; i < text.size();) {
    const auto word =
        std::find_if(std::begin(kOddNumbers), std::end(kOddNumbers),
                     [&](std::string_view w) { return !inside && text.substr(i, w.size()) == w; });
    if (word != std::end(kOddNumbers)) {
      out += '"' + stand_in(*word) + '"';
      i += word->size();
      found = true;
      continue;
    }
    if (text[i] == '"') inside = !inside;
    if (inside && text[i] == '\\' && i + 1 < text.size()) out += text[i++];
    out += text[i++];
  }
  return found ? out : "";
}

}  // namespace

Json parse_json(std::string_view text, const std::string& source, const JsonLimits& limits,
                std::size_t first_line) {
  if (text.size() > limits.bytes) {
    Place{source, ""}.fail("at most " + std::to_string(limits.bytes) + " bytes of JSON",
                           std::to_string(text.size()));
  }
  try {
    return parse(text, source, limits, first_line);
  } catch (const base::ConfigError&) {
    const std::string plain = without_odd_numbers(text);
    if (plain.empty()) throw;
    return parse(plain, source, limits, first_line);
  }
}

Json read_json(const std::string& path, const JsonLimits& limits) {
  return parse_json(base::read_file(path, limits.bytes), path, limits);
}

std::string brief(const Json& value) {
  if (value.is_object()) return "an object";
  if (value.is_array()) return "a list";
  if (value.is_binary()) return {value.get_binary().begin(), value.get_binary().end()};
  return value.dump(-1, ' ', true, Json::error_handler_t::replace);
}

}  // namespace jacquard::config
