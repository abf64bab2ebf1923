// SPDX-License-Identifier: Apache-2.0
#include "jacquard/topology/shape_text.hpp"

#include <algorithm>

#include "jacquard/base/error.hpp"

namespace jacquard::topology {
namespace {

struct Name {
  const char* text;
  Block block;
};
constexpr Name kNames[] = {{"Ring", Block::ring},
                           {"FullyConnected", Block::fully_connected},
                           {"Switch", Block::switched},
                           {"Crossbar", Block::crossbar}};
constexpr const char* kExpected =
    "a block such as Ring(8) (Ring, FullyConnected, Switch or Crossbar, and its size)";
constexpr std::size_t kMostDigits = 9;

bool is_blank(char c) { return c == ' ' || c == '\t'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool ends_word(char c) { return is_blank(c) || c == ',' || c == '('; }

std::string quoted(std::string_view text) { return "\"" + std::string(text) + "\""; }

class Reader {
 public:
  Reader(std::string_view text, const config::Place& place) : rest_(text), place_(place) {}

  std::vector<BlockSize> read() {
    skip_blanks();
    if (rest_.empty()) place_.fail(kExpected, "nothing");
    while (!rest_.empty()) {
      shape_.push_back(block());
      skip_blanks();
      if (take(',')) {
        skip_blanks();
        if (rest_.empty()) fail(kExpected, "nothing after the last comma");
      }
    }
    return std::move(shape_);
  }

 private:
  BlockSize block() {
    const Block kind = named(word());
    skip_blanks();
    if (!take('(')) fail("a size in brackets, such as (8)", found());
    skip_blanks();
    const int size = number();
    skip_blanks();
    if (!take(')')) fail("\")\" after the size", found());
    return {kind, size};
  }

  Block named(std::string_view name) const {
    std::vector<std::string> known;
    for (const Name& n : kNames) {
      if (name == n.text) return n.block;
      known.push_back(n.text);
    }
    const std::string near = base::nearest(name, known);
    fail(kExpected, quoted(name), near.empty() ? "" : "did you mean '" + near + "'?");
  }

  std::string_view word() {
    std::size_t length = 0;
    while (length < rest_.size() && !ends_word(rest_[length])) ++length;
    return advance(length);
  }

  int number() {
    std::size_t length = 0;
    while (length < rest_.size() && is_digit(rest_[length])) ++length;
    if (length == 0) fail("a size: a whole number of NPUs", found());
    const std::string digits(advance(length));
    if (length > kMostDigits) {
      fail("at most " + std::to_string(Fabric::kMostNpus) + " NPUs in all", digits);
    }
    return std::stoi(digits);
  }

  void skip_blanks() {
    while (!rest_.empty() && is_blank(rest_.front())) rest_.remove_prefix(1);
  }
  bool take(char c) {
    if (rest_.empty() || rest_.front() != c) return false;
    rest_.remove_prefix(1);
    return true;
  }
  std::string_view advance(std::size_t length) {
    const std::string_view taken = rest_.substr(0, length);
    rest_.remove_prefix(length);
    return taken;
  }
  std::string found() const { return rest_.empty() ? "the end of the text" : quoted(rest_); }

  [[noreturn]] void fail(const std::string& expected, const std::string& found,
                         const std::string& hint = "") const {
    in_dimension(place_, shape_.size()).fail(expected, found, hint);
  }

  std::string_view rest_;
  const config::Place& place_;
  std::vector<BlockSize> shape_;
};

}  // namespace

std::vector<BlockSize> read_shape(std::string_view text, const config::Place& place) {
  return Reader(text, place).read();
}

std::string block_name(Block block) {
  for (const Name& n : kNames) {
    if (n.block == block) return n.text;
  }
  return "";
}

std::string show_shape(const std::vector<BlockSize>& shape) {
  std::string text;
  for (const BlockSize& b : shape) {
    text += (text.empty() ? "" : " ") + block_name(b.block) + "(" + std::to_string(b.size) + ")";
  }
  return text;
}

std::string show_shape(const Fabric& fabric) {
  std::vector<BlockSize> shape;
  for (const Dimension& d : fabric.all()) shape.push_back({d.block, d.size});
  return show_shape(shape);
}

}  // namespace jacquard::topology
