// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <array>
#include <cctype>
#include <cmath>
#include <utility>

#include "jacquard/base/error.hpp"
#include "jacquard/base/read_real.hpp"
#include "jacquard/search/expression_node.hpp"

namespace jacquard::search {
namespace {

using Node = Expression::Node;

constexpr int kDeepest = 64;            // brackets within brackets
constexpr std::size_t kLongest = 4096;  // characters: a sum is as deep as it has terms

struct Operator {
  std::string_view text;
  Op op;
};
// A longer one before its beginning.
constexpr std::array<Operator, 6> kComparisons = {{{"==", Op::equal},
                                                   {"!=", Op::differs},
                                                   {"<=", Op::less_equal},
                                                   {">=", Op::greater_equal},
                                                   {"<", Op::less},
                                                   {">", Op::greater}}};
constexpr std::array<Operator, 2> kSums = {{{"+", Op::add}, {"-", Op::subtract}}};
constexpr std::array<Operator, 3> kProducts = {
    {{"*", Op::multiply}, {"/", Op::divide}, {"%", Op::remainder}}};

class Parser {
 public:
  Parser(const std::string& text, const config::Place& place) : text_(text), place_(place) {}

  Node whole() {
    Node node = either();
    space();
    if (at_ < text_.size()) fail("an operator or the end");
    return node;
  }

 private:
  [[noreturn]] void fail(const std::string& expected, const std::string& hint = "") const {
    config::Place place = place_;
    place.where += fmt::format("{}column {}", place.where.empty() ? "" : ", ", at_ + 1);
    place.fail(expected,
               at_ < text_.size() ? fmt::format("'{}'", text_.substr(at_, 20)) : "the end", hint);
  }

  void space() {
    while (at_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[at_])) != 0) ++at_;
  }
  static bool begins_word(char c) {
    return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_';
  }
  static bool in_word(char c) {
    return begins_word(c) || std::isdigit(static_cast<unsigned char>(c)) != 0;
  }

  bool take(std::string_view token) {
    space();
    if (text_.compare(at_, token.size(), token) != 0) return false;
    const std::size_t end = at_ + token.size();
    if (begins_word(token.front()) && end < text_.size() && in_word(text_[end])) return false;
    at_ = end;
    return true;
  }

  template <std::size_t N>
  const Operator* take_one(const std::array<Operator, N>& operators) {
    for (const Operator& o : operators) {
      if (take(o.text)) return &o;
    }
    return nullptr;
  }

  static Node pair(Op op, Node left, Node right) {
    Node node;
    node.op = op;
    node.parts.push_back(std::move(left));
    node.parts.push_back(std::move(right));
    return node;
  }
  static Node single(Op op, Node part) {
    Node node;
    node.op = op;
    node.parts.push_back(std::move(part));
    return node;
  }

  Node either() {
    Node left = both();
    while (take("or")) left = pair(Op::either, std::move(left), both());
    return left;
  }
  Node both() {
    Node left = negation();
    while (take("and")) left = pair(Op::both, std::move(left), negation());
    return left;
  }
  Node negation() {
    const Deeper deeper(*this);
    if (take("not")) return single(Op::negation, negation());
    return comparison();
  }
  Node comparison() {
    Node left = sum();
    if (const Operator* o = take_one(kComparisons)) {
      left = pair(o->op, std::move(left), sum());
      if (take_one(kComparisons) != nullptr) fail("one comparison, or 'and' between two");
    }
    return left;
  }
  Node sum() {
    Node left = product();
    while (const Operator* o = take_one(kSums)) left = pair(o->op, std::move(left), product());
    return left;
  }
  Node product() {
    Node left = sign();
    while (const Operator* o = take_one(kProducts)) left = pair(o->op, std::move(left), sign());
    return left;
  }
  Node sign() {
    const Deeper deeper(*this);
    if (take("-")) return single(Op::negate, sign());
    Node base = atom();
    if (take("^")) return pair(Op::power, std::move(base), sign());
    return base;
  }

  Node atom() {
    space();
    if (at_ >= text_.size()) fail("a number, a name or '('");
    const char c = text_[at_];
    if (take("(")) {
      Node inner = either();
      if (!take(")")) fail("')'");
      return inner;
    }
    if (c == '"' || c == '\'') return word(c);
    if (std::isdigit(static_cast<unsigned char>(c)) != 0) return number();
    if (begins_word(c)) return name();
    fail("a number, a name or '('");
  }

  Node word(char quote) {
    const std::size_t end = text_.find(quote, at_ + 1);
    if (end == std::string::npos) fail("a closing quote");
    Node node;
    node.value = text_.substr(at_ + 1, end - at_ - 1);
    at_ = end + 1;
    return node;
  }

  Node number() {
    double value = 0;
    const char* begin = text_.data() + at_;
    const auto [end, error] = base::read_real(begin, text_.data() + text_.size(), value);
    if (error != std::errc() || !std::isfinite(value)) fail("a number that fits a double");
    at_ += static_cast<std::size_t>(end - begin);
    if (at_ < text_.size() && in_word(text_[at_])) fail("an operator after the number");
    Node node;
    node.value = value;
    return node;
  }

  Node name() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && in_word(text_[at_])) ++at_;
    Node node;
    node.text = text_.substr(begin, at_ - begin);
    if (take("(")) return called(std::move(node), begin);
    node.op = Op::name;
    if (take("[")) {
      node.op = Op::index;
      node.parts.push_back(sum());
      if (!take("]")) fail("']'");
    }
    return node;
  }

  Node called(Node node, std::size_t begin) {
    node.op = Op::call;
    const int takes = arguments_of(node.text);
    if (takes == -2) {
      at_ = begin;
      const std::string near = base::nearest(node.text, function_names());
      fail("a function", near.empty() ? "" : "nearest is '" + near + "'");
    }
    do {
      node.parts.push_back(either());
    } while (take(","));
    if (!take(")")) fail("')'");
    if (takes >= 0 && node.parts.size() != static_cast<std::size_t>(takes)) {
      at_ = begin;
      fail(fmt::format("{} argument{} of {}", takes, takes == 1 ? "" : "s", node.text));
    }
    return node;
  }

  struct Deeper {
    explicit Deeper(Parser& p) : parser(p) {
      if (++parser.depth_ > kDeepest) parser.fail(fmt::format("at most {} levels", kDeepest));
    }
    ~Deeper() { --parser.depth_; }
    Deeper(const Deeper&) = delete;
    Deeper& operator=(const Deeper&) = delete;
    Parser& parser;
  };

  const std::string& text_;
  const config::Place& place_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

}  // namespace

Expression::Node parse_expression(const std::string& text, const config::Place& place) {
  if (text.size() > kLongest) {
    place.fail(fmt::format("at most {} characters", kLongest), std::to_string(text.size()));
  }
  return Parser(text, place).whole();
}

}  // namespace jacquard::search
