// SPDX-License-Identifier: Apache-2.0
// The statements of a Liberty text, one after the other.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace jacquard::synth {

inline std::string_view trimmed(std::string_view text) {
  const auto is_space = [](char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; };
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

// A group "head { body }", or an attribute, which has no body.
struct Statement {
  std::string_view head;
  std::string_view body;
  bool is_group = false;

  std::string_view word() const { return trimmed(head.substr(0, head.find_first_of(" (:\t\n"))); }
  std::string argument() const {
    const std::size_t open = head.find('('), close = head.rfind(')');
    if (open == std::string_view::npos || close == std::string_view::npos || close < open)
      return "";
    std::string name(trimmed(head.substr(open + 1, close - open - 1)));
    name.erase(std::remove(name.begin(), name.end(), '"'), name.end());
    return name;
  }
};

class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {}

  bool next(Statement& found) {
    skip_separators();
    const std::size_t start = at_;
    int parentheses = 0;
    for (; at_ < text_.size(); ++at_) {
      const char c = text_[at_];
      if (c == '"') {
        at_ = std::min(text_.find('"', at_ + 1), text_.size() - 1);
      } else if (c == '(') {
        ++parentheses;
      } else if (c == ')') {
        // A complex attribute may end without a semicolon, at the end of its line.
        if (--parentheses == 0 && ends_here(at_ + 1)) {
          found = {trimmed(text_.substr(start, ++at_ - start)), {}, false};
          return true;
        }
      } else if (c == ';') {
        found = {trimmed(text_.substr(start, at_ - start)), {}, false};
        ++at_;
        return true;
      } else if (c == '{') {
        found.head = trimmed(text_.substr(start, at_ - start));
        found.is_group = true;
        const std::size_t body = at_ + 1;
        at_ = end_of_group(at_);
        found.body = text_.substr(body, at_ - body);
        ++at_;
        return true;
      }
    }
    return false;
  }
  bool unclosed() const { return unclosed_; }

 private:
  void skip_separators() {
    while (at_ < text_.size() &&
           std::string_view(" \t\n\r;").find(text_[at_]) != std::string_view::npos)
      ++at_;
  }
  bool ends_here(std::size_t at) const {
    while (at < text_.size() && (text_[at] == ' ' || text_[at] == '\t' || text_[at] == '\r')) ++at;
    return at >= text_.size() || text_[at] == '\n';
  }
  std::size_t end_of_group(std::size_t at) {
    int depth = 0;
    for (; at < text_.size(); ++at) {
      if (text_[at] == '"') at = std::min(text_.find('"', at + 1), text_.size() - 1);
      if (text_[at] == '{') ++depth;
      if (text_[at] == '}' && --depth == 0) return at;
    }
    unclosed_ = true;
    return text_.size();
  }

  std::string_view text_;
  std::size_t at_ = 0;
  bool unclosed_ = false;
};

}  // namespace jacquard::synth
