// SPDX-License-Identifier: Apache-2.0
#include "jacquard/interop/recipes/shell.hpp"

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <cstring>
#include <sstream>
#include <utility>

#include "jacquard/base/parse_number.hpp"

namespace jacquard::interop::recipes {
namespace {

constexpr std::size_t kLongest = std::size_t{1} << 20;  // of a variable, against doubling
constexpr int kDeepest = 20;                            // of defaults within defaults

using Words = std::vector<std::string>;

bool is_name(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }

bool is_one_of(const std::string& word, std::initializer_list<const char*> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

std::ptrdiff_t options_of(const Words& words) {
  return std::count_if(words.begin(), words.end(),
                       [](const std::string& word) { return word.rfind("--", 0) == 0; });
}

// One comparison of `[ ... ]`.
bool holds(Words words) {
  const auto bracket = [](const std::string& w) {
    return is_one_of(w, {"[", "[[", "]", "]]", "test"});
  };
  words.erase(std::remove_if(words.begin(), words.end(), bracket), words.end());
  if (words.empty()) return false;
  if (words[0] == "!") return !holds({words.begin() + 1, words.end()});
  if (words[0] == "-z") return words.size() == 1 || words[1].empty();
  if (words[0] == "-n") return words.size() > 1 && !words[1].empty();
  if (words.size() == 1) return !is_one_of(words[0], {"", "false"});
  if (words.size() != 3) return false;
  const std::string &a = words[0], &op = words[1], &b = words[2];
  if (is_one_of(op, {"=", "=="})) return a == b;
  if (op == "!=") return a != b;
  const auto x = base::parse_number<std::int64_t>(a), y = base::parse_number<std::int64_t>(b);
  if (!x || !y) return false;
  return (op == "-eq" && *x == *y) || (op == "-ne" && *x != *y) || (op == "-gt" && *x > *y) ||
         (op == "-lt" && *x < *y) || (op == "-ge" && *x >= *y) || (op == "-le" && *x <= *y);
}

class Reader {
 public:
  Reader(const std::string& text, Shell& shell, bool keeps_names, int depth = 0)
      : text_(text), shell_(shell), keeps_names_(keeps_names), depth_(depth) {}

  void read() {
    for (skip_blanks(); peek() != '\0'; skip_blanks()) {
      if (at_operator()) {
        const bool ends_line = text_[at_++] == '\n';
        finish();
        if (ends_line) read_here_documents();
      } else if (!start_ || !read_assignment()) {
        std::string next = word();
        if (start_ && is_keyword(next)) continue;
        command_.push_back(std::move(next));
        start_ = false;
      }
    }
    finish();
    for (const auto& variable : shell_.variables) offer(apart(variable.second));
  }

  // The whole text as a value.
  std::string expanded() {
    std::string text;
    while (peek() != '\0') {
      const char c = text_[at_++];
      if (c != '"' && c != '\'') expand(c, text);
    }
    return text;
  }

 private:
  bool running() const {
    return std::all_of(ifs_.begin(), ifs_.end(), [](If i) { return i.yes; });
  }

  static Words apart(const std::string& command) {
    std::istringstream in(command);
    Words words;
    for (std::string word; in >> word;) words.push_back(word);
    return words;
  }
  void offer(Words words) {
    if (options_of(words) > options_of(shell_.words)) shell_.words = std::move(words);
  }

  void finish() {
    std::string command;
    for (const std::string& word : command_) command += word + " ";
    if (Words words = apart(command); running() && !words.empty()) {
      shell_.commands.push_back(words);
      offer(std::move(words));
    }
    command_.clear();
    start_ = true;
  }

  // Whether the word is one, at the beginning of a command.
  bool is_keyword(const std::string& word) {
    const bool inside = !ifs_.empty();
    if (word == "if") {
      const bool yes = condition();
      ifs_.push_back({yes, yes});
    } else if (word == "elif" && inside) {
      const bool yes = condition() && !ifs_.back().taken;
      ifs_.back() = {yes, yes || ifs_.back().taken};
    } else if (word == "else" && inside) {
      ifs_.back().yes = !ifs_.back().taken;
    } else if (is_one_of(word, {"while", "until", "case", "for"})) {
      ifs_.push_back({word == "for", true});
    } else if (is_one_of(word, {"fi", "done", "esac"}) && inside) {
      ifs_.pop_back();
    } else {
      return is_one_of(word, {"then", "do", "{", "}", "export", "declare", "local", "readonly",
                              "-a", "exec", "time"});
    }
    return start_ = true;
  }

  // From behind "if" to "then".
  bool condition() {
    bool value = true, both = true;
    const bool keeps_names = std::exchange(keeps_names_, false);
    Words one;
    for (std::string next; next != "then";) {
      skip_blanks();
      if (peek() == '\0') break;
      const bool op = at_operator();
      const bool joins = op && (peek() == '&' || peek() == '|') && peek(1) == peek();
      next = op ? text_.substr(at_++, 1) : word();
      if (joins) ++at_;
      if (joins || next == "then") {
        value = both ? value && holds(one) : value || holds(one);
        both = next == "&";
        one.clear();
      } else if (!op) {
        one.push_back(next);
      }
    }
    keeps_names_ = keeps_names;
    return value;
  }

  char peek(std::size_t ahead = 0) const {
    return at_ + ahead < text_.size() ? text_[at_ + ahead] : '\0';
  }
  bool at_operator() const { return std::strchr("\n;&|()", peek()) != nullptr; }

  void skip_blanks() {
    for (;; ++at_) {
      if (peek() == '\\' && peek(1) == '\n') {
        ++at_;
      } else if (peek() == '#') {
        at_ = std::min(text_.find('\n', at_), text_.size()) - 1;
      } else if (peek() == '<' && peek(1) == '<') {
        const bool is_text = peek(2) == '<';
        at_ += is_text || peek(2) == '-' ? std::size_t{3} : std::size_t{2};
        while (peek() == ' ') ++at_;
        if (!is_text) here_.push_back(word());
        --at_;
      } else if (peek() == '\0' || std::strchr(" \t<>", peek()) == nullptr) {
        return;
      }
    }
  }

  // Each to the line that is its mark; after one without, none is looked for.
  void read_here_documents() {
    for (const std::string& mark : std::exchange(here_, {})) {
      bool found = false;
      for (std::size_t begin = at_; marks_end_ && !found && begin < text_.size();) {
        const std::size_t end = std::min(text_.find('\n', begin), text_.size());
        const std::size_t tabs = std::min(text_.find_first_not_of('\t', begin), end);
        found = text_.compare(tabs, end - tabs, mark) == 0;
        if (found) read_inner(text_.substr(at_, begin - at_));
        if (found) at_ = std::min(end + 1, text_.size());
        begin = end + 1;
      }
      marks_end_ = found;
    }
  }

  // What is no script may have any number of quotes.
  void read_inner(const std::string& text) {
    const int open_quote = shell_.open_quote;
    if (depth_ <= kDeepest) Reader(text, shell_, keeps_names_, depth_ + 1).read();
    shell_.open_quote = open_quote;
  }

  // Whether NAME=... stands here.
  bool read_assignment() {
    std::size_t length = 0;
    while (is_name(peek(length))) ++length;
    const std::size_t more = peek(length) == '+' ? 1 : 0;
    if (length == 0 || peek(length + more) != '=') return false;
    const std::string name = text_.substr(at_, length);
    at_ += length + more + 1;
    std::string value = peek() == '(' ? list() : word();
    if (!running()) return true;
    std::string& variable = shell_.variables[name];
    variable = more > 0 ? variable + " " + value : value;
    if (variable.size() > kLongest) variable.clear();
    return true;
  }

  std::string list() {
    std::string words;
    for (++at_, skip_blanks(); peek() != ')' && peek() != '\0'; skip_blanks()) {
      if (at_operator()) {
        ++at_;
      } else {
        words += word() + " ";
      }
    }
    ++at_;
    return words;
  }

  // To a blank or an operator, without quotes.
  std::string word() {
    std::string text;
    while (peek() != '\0' && std::strchr(" \t\n;&|()<>", peek()) == nullptr) {
      const std::size_t begin = at_;
      const char c = text_[at_++];
      if (c != '\'' && c != '"') {
        expand(c, text);
        continue;
      }
      while (peek() != c && peek() != '\0') {
        const char next = text_[at_++];
        c == '"' ? expand(next, text) : text.push_back(next);
      }
      if (peek() == '\0' && shell_.open_quote == 0) {
        const auto end = text_.begin() + static_cast<std::ptrdiff_t>(begin);
        shell_.open_quote = 1 + static_cast<int>(std::count(text_.begin(), end, '\n'));
      }
      ++at_;
    }
    return text;
  }

  // `c` was taken.
  void expand(char c, std::string& text) {
    if (c == '`') {
      at_ = std::min(text_.find('`', at_), text_.size() - 1) + 1;
    } else if (c == '\\' && peek() != '\0') {
      if (peek() != '\n') text += peek();
      ++at_;
    } else if (c == '$') {
      text += dollar();
      if (text.size() > kLongest) text.clear();
    } else {
      text += c;
    }
  }

  std::string dollar() {
    if (peek() == '(') return enclosed('(', ')'), "";  // a sum, or what a program prints
    if (peek() == '{') return braces(enclosed('{', '}'));
    if (peek() == '\'' || peek() == '"') return "";
    std::size_t length = 0;
    while (is_name(peek(length))) ++length;
    at_ += std::max<std::size_t>(length, 1);
    return named(text_.substr(at_ - std::max<std::size_t>(length, 1), length));
  }

  // What stands between the mark here and the one that closes it.
  std::string enclosed(char open, char close) {
    const std::size_t begin = ++at_;
    for (int depth = 1; peek() != '\0'; ++at_) {
      if (peek() == open) ++depth;
      if (peek() == close && --depth == 0) break;
    }
    return text_.substr(begin, at_++ - begin);
  }

  // NAME, NAME[@], NAME:-default and NAME-default; of others the value as it is.
  std::string braces(const std::string& inner) {
    const auto end = std::find_if_not(inner.begin(), inner.end(), is_name);
    const std::string value = value_of({inner.begin(), end});
    const std::string rest(end, inner.end());
    const std::size_t dash = rest.rfind(":-", 0) == 0 ? 2 : rest.rfind('-', 0) == 0 ? 1 : 0;
    if (rest.empty()) return named(inner);
    if (dash == 0 || !value.empty() || depth_ > kDeepest) return value;
    return Reader(rest.substr(dash), shell_, keeps_names_, depth_ + 1).expanded();
  }

  std::string named(const std::string& name) const {
    const bool is_set = shell_.variables.count(name) > 0 || name.empty();
    return keeps_names_ && !is_set ? "$" + name : value_of(name);
  }

  std::string value_of(const std::string& name) const {
    const auto found = shell_.variables.find(name);
    return found == shell_.variables.end() ? "" : found->second;
  }

  struct If {
    bool yes = false;    // this branch runs
    bool taken = false;  // one did
  };

  const std::string text_;
  Shell& shell_;
  bool keeps_names_;
  int depth_;
  std::size_t at_ = 0;
  bool start_ = true;  // the next word begins a command
  std::vector<If> ifs_;
  Words command_;
  Words here_;  // marks of here-documents that begin on the next line
  bool marks_end_ = true;
};

}  // namespace

Shell read_shell(std::string text, bool keeps_names) {
  Shell shell;
  text.erase(std::remove(text.begin(), text.end(), '\r'), text.end());
  Reader(text, shell, keeps_names).read();
  return shell;
}

void require_quotes_end(const Shell& shell, config::Place place) {
  if (shell.open_quote == 0) return;
  place.where += (place.where.empty() ? "line " : ", line ") + std::to_string(shell.open_quote);
  place.fail("a quote that ends", "none");
}

std::string shell_word(const std::string& text) {
  constexpr const char* kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=.,:/@%";
  if (!text.empty() && text.find_first_not_of(kPlain) == text.npos) return text;
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

}  // namespace jacquard::interop::recipes
