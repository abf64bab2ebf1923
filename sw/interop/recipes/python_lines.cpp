// SPDX-License-Identifier: Apache-2.0
#include "jacquard/interop/recipes/python_lines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstring>

#include "jacquard/config/place.hpp"

namespace jacquard::interop::recipes {
namespace {

constexpr int kTab = 8;
constexpr const char* kHeads[] = {"if",  "elif",   "else",    "for", "while", "with",
                                  "try", "except", "finally", "def", "class"};

bool is_letter(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || (c & 0x80) != 0;
}

class Reader {
 public:
  Reader(const std::string& text, const std::string& file) : text_(text), file_(file) {}

  std::vector<PythonLine> read() {
    if (const std::size_t nul = text_.find('\0'); nul != text_.npos) {
      const auto begin = text_.begin();
      const auto end = begin + static_cast<std::ptrdiff_t>(nul);
      fail(1 + static_cast<int>(std::count(begin, end, '\n')), "text", "a NUL byte");
    }
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '\n') {
        end_line();
      } else if (c == ' ' || c == '\t' || c == '\r' || c == '\f') {
        if (starts_) indent_ += c == '\t' ? kTab - indent_ % kTab : 1;
        ++at_;
      } else if (text_.compare(at_, 2, "\\\n") == 0 || text_.compare(at_, 3, "\\\r\n") == 0) {
        at_ = text_.find('\n', at_) + 1;
        ++number_;
      } else if (c == ';' && open_.empty()) {
        ++at_;
        starts_ = false;
        end_statement();
      } else if (c == '#') {
        at_ = std::min(text_.find('\n', at_), text_.size());
      } else {
        if (heads_block()) {
          end_statement();
          ++indent_;
        }
        starts_ = false;
        if (line_.words.empty()) line_.indent = indent_;
        read_word();
      }
    }
    if (!open_.empty()) fail(open_.back(), "a bracket that ends");
    end_line();
    return std::move(lines_);
  }

 private:
  [[noreturn]] void fail(int line, const char* expected, const char* found = "none") const {
    config::Place{file_, fmt::format("line {}", line)}.fail(expected, found);
  }

  void end_line() {
    ++number_;
    ++at_;
    if (!open_.empty()) return;
    end_statement();
    starts_ = true;
    indent_ = 0;
  }
  void end_statement() {
    if (!line_.words.empty()) lines_.push_back(std::move(line_));
    line_ = PythonLine{};
  }

  // Before the block of "if x: y = 1", which stands on the line of its head.
  bool heads_block() const {
    const auto& words = line_.words;
    if (words.empty() || !words.back().is(":") || !open_.empty()) return false;
    const auto is_colon_of = [&](const char* word) {
      return std::any_of(words.begin(), words.end(), [&](const auto& w) { return w.is(word); });
    };
    if (is_colon_of("lambda")) return false;
    return std::any_of(std::begin(kHeads), std::end(kHeads),
                       [&](const char* head) { return words[0].is(head); });
  }

  void read_word() {
    PythonWord word;
    word.line = number_;
    std::size_t end = at_;
    while (end < text_.size() && (is_letter(text_[end]) || is_within_number(end))) ++end;
    const bool is_prefix = end < text_.size() && end - at_ <= 2 && strchr("'\"", text_[end]);
    if (is_prefix) return read_text(end);
    if (end > at_) {
      word.kind = std::isdigit(static_cast<unsigned char>(text_[at_])) != 0
                      ? PythonWord::Kind::number
                      : PythonWord::Kind::name;
      word.text = text_.substr(at_, end - at_);
    } else {
      word.text = mark();
    }
    at_ += word.text.size();
    if (std::strchr("([{", word.text[0]) != nullptr) open_.push_back(number_);
    if (std::strchr(")]}", word.text[0]) != nullptr && !open_.empty()) open_.pop_back();
    line_.words.push_back(std::move(word));
  }

  // The dot of 1.5 and the sign of 1e-4.
  bool is_within_number(std::size_t end) const {
    if (end == at_ || std::isdigit(static_cast<unsigned char>(text_[at_])) == 0) return false;
    const bool is_hex = text_.compare(at_, 2, "0x") == 0;
    const bool sign = text_[end] == '-' || text_[end] == '+';
    return text_[end] == '.' || (sign && !is_hex && (text_[end - 1] | 0x20) == 'e');
  }

  std::string mark() const {
    for (const char* two :
         {"==", "!=", "<=", ">=", "->", ":=", "+=", "-=", "*=", "/=", "|=", "**", "//"}) {
      if (text_.compare(at_, 2, two) == 0) return two;
    }
    return text_.substr(at_, 1);
  }

  // The quote stands at `quote`, behind letters such as r or f.
  void read_text(std::size_t quote) {
    PythonWord word{PythonWord::Kind::text, "", number_, false};
    bool is_raw = false;
    for (; at_ < quote; ++at_) {
      is_raw = is_raw || (text_[at_] | 0x20) == 'r';
      word.is_formatted = word.is_formatted || (text_[at_] | 0x20) == 'f';
    }
    const bool is_long = text_.compare(quote, 3, std::string(3, text_[quote])) == 0;
    const std::string end(is_long ? 3 : 1, text_[quote]);
    for (at_ += end.size(); text_.compare(at_, end.size(), end) != 0; ++at_) {
      if (at_ >= text_.size() || (text_[at_] == '\n' && !is_long)) fail(word.line, "a text's end");
      if (text_[at_] == '\\' && at_ + 1 < text_.size()) {
        if (is_raw) word.text += '\\';
        ++at_;
      }
      if (text_[at_] == '\n') ++number_;
      word.text += text_[at_];
    }
    at_ += end.size();
    line_.words.push_back(std::move(word));
  }

  const std::string& text_;
  const std::string& file_;
  std::size_t at_ = 0;
  int number_ = 1;
  int indent_ = 0;
  bool starts_ = true;     // before the first word of a line of the file
  std::vector<int> open_;  // lines of brackets
  PythonLine line_;
  std::vector<PythonLine> lines_;
};

}  // namespace

std::vector<PythonLine> python_lines(const std::string& text, const std::string& file) {
  return Reader(text, file).read();
}

}  // namespace jacquard::interop::recipes
