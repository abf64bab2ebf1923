// SPDX-License-Identifier: Apache-2.0
#include "mutation/tokens.hpp"

#include <cctype>

namespace jacquard::tb {
namespace {

// The longest first.
const char* const kSymbols[] = {
    "<<<", ">>>", "===", "!==", "<<", ">>", "<=", ">=", "==", "!=", "&&", "||", "|=",
    "&=",  "^=",  "+=",  "-=",  "+:", "-:", "++", "--", "~&", "~|", "~^", "**", "::"};

bool is_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_' || c == '$';
}

class Reader {
 public:
  explicit Reader(const std::string& source) : source_(source) {}

  std::vector<Token> read() {
    while (at_ < source_.size()) {
      const char c = source_[at_];
      if (std::isspace(static_cast<unsigned char>(c))) {
        ++at_;
      } else if (starts("//")) {
        skip_past("\n");
      } else if (starts("/*")) {
        skip_past("*/");
      } else if (starts("(*") && !starts("(*)")) {
        skip_past("*)");
      } else if (c == '"') {
        ++at_;
        skip_past("\"");
      } else if (c == '`') {
        directive();
      } else if (std::isdigit(static_cast<unsigned char>(c)) || based_number()) {
        number();
      } else if (is_word(c)) {
        take(Token::Kind::word, word_end(at_));
      } else {
        take(Token::Kind::symbol, at_ + symbol_length());
      }
    }
    return tokens_;
  }

 private:
  bool starts(const char* text) const {
    return source_.compare(at_, std::string(text).size(), text) == 0;
  }

  void skip_past(const std::string& text) {
    const std::size_t found = source_.find(text, at_);
    at_ = found == std::string::npos ? source_.size() : found + text.size();
  }

  std::size_t word_end(std::size_t from) const {
    while (from < source_.size() && is_word(source_[from])) ++from;
    return from;
  }

  // 'b0, '0, '1: not the ' of a cast, which is followed by (.
  bool based_number() const {
    return source_[at_] == '\'' && at_ + 1 < source_.size() && is_word(source_[at_ + 1]);
  }

  void number() {
    std::size_t end = word_end(at_);
    if (end + 1 < source_.size() && source_[end] == '\'' && is_word(source_[end + 1])) {
      end = word_end(end + 1);
    }
    take(Token::Kind::number, source_[at_] == '\'' ? word_end(at_ + 1) : end);
  }

  std::size_t symbol_length() const {
    for (const char* symbol : kSymbols) {
      if (starts(symbol)) return std::string(symbol).size();
    }
    return 1;
  }

  void directive() {
    const std::string name = source_.substr(at_, word_end(at_ + 1) - at_);
    if (name != "`ifdef" && name != "`ifndef") {
      skip_past("\n");
      return;
    }
    for (int depth = 0;;) {
      if (starts("`if")) ++depth;
      if (starts("`endif") && --depth == 0) break;
      if (++at_ >= source_.size()) return;
    }
    skip_past("`endif");
  }

  void take(Token::Kind kind, std::size_t end) {
    tokens_.push_back({kind, source_.substr(at_, end - at_), at_});
    at_ = end;
  }

  const std::string& source_;
  std::size_t at_ = 0;
  std::vector<Token> tokens_;
};

}  // namespace

std::vector<Token> tokenize(const std::string& source) { return Reader(source).read(); }

}  // namespace jacquard::tb
