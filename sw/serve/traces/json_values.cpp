// SPDX-License-Identifier: Apache-2.0
#include "jacquard/serve/traces/json_values.hpp"

#include <algorithm>

#include "jacquard/serve/traces/request_files.hpp"

namespace jacquard::serve {

JsonValues::JsonValues(const demand::Input& input) : lines_(input, kJsonLines) {
  list_ = to_next_character() && line_[at_] == '[';
  if (list_) ++at_;
}

bool JsonValues::to_next_character() {
  while (true) {
    at_ = std::min(line_.find_first_not_of(" \t", at_), line_.size());
    if (at_ < line_.size()) return true;
    if (!lines_.next(line_)) return false;
    at_ = 0;
  }
}

bool JsonValues::after_comma() {
  const bool ends = line_[at_] == ']';
  if (!ends && values_ == 0) return true;
  if (!ends && line_[at_] != ',') lines_.here().fail("a comma or the list's end", "other text");
  ++at_;
  if (to_next_character() != ends) return !ends;
  if (ends) lines_.here().fail("nothing behind the list", "other text");
  lines_.here().fail("a value behind the comma", "the end of the file");
}

void JsonValues::take_scalar(std::string& text) {
  const std::size_t end = std::min(line_.find_first_of(" \t,]", at_ + 1), line_.size());
  text.append(line_.substr(at_, end - at_));
  at_ = end;
}

void JsonValues::take_nested(std::string& text) {
  int depth = 0;
  bool quoted = false;
  while (true) {
    const std::size_t begin = at_;
    for (; at_ < line_.size(); ++at_) {
      const char c = line_[at_];
      if (quoted) {
        if (c == '\\') ++at_;
        quoted = c != '"';
      } else if (c == '"') {
        quoted = true;
      } else if (c == '{' || c == '[') {
        ++depth;
      } else if ((c == '}' || c == ']') && --depth == 0) {
        ++at_;
        break;
      }
    }
    at_ = std::min(at_, line_.size());
    text.append(line_.substr(begin, at_ - begin));
    if (depth == 0) return;
    if (text.size() > kJsonLines.line_bytes) lines_.here().fail("values of at most 1 GiB", "more");
    at_ = 0;
    if (!lines_.next(line_)) break;
    text += '\n';
  }
  line_ = {};
}

bool JsonValues::next(std::string& text) {
  text.clear();
  if (!to_next_character()) {
    if (list_) lines_.here().fail("the list's end", "the end of the file");
    return false;
  }
  if (list_ && !after_comma()) return false;
  ++values_;
  began_ = lines_.line_number();
  const bool nested = line_[at_] == '{' || line_[at_] == '[';
  nested ? take_nested(text) : take_scalar(text);
  return true;
}

}  // namespace jacquard::serve
