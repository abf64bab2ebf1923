// SPDX-License-Identifier: Apache-2.0
#include "mutation/mutants.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "jacquard/base/rng.hpp"
#include "mutation/outline.hpp"

namespace jacquard::tb {
namespace {

using Kind = Token::Kind;

const std::map<std::string, std::string> kSwaps = {
    {"&", "|"},   {"|", "&"},   {"^", "&"},   {"&&", "||"}, {"||", "&&"},
    {"==", "!="}, {"!=", "=="}, {"<", ">="},  {">=", "<"},  {">", "<="},
    {"<=", ">"},  {"<<", ">>"}, {">>", "<<"}, {"+", "-"},   {"-", "+"}};
const std::set<std::string> kUnary = {"~", "!", "&", "|", "^", "-", "+"};
const std::set<std::string> kTerms = {"&", "|", "^", "&&", "||", "+", "-"};  // have droppable sides

class Finder {
 public:
  explicit Finder(const std::string& source)
      : source_(source), tokens_(tokenize(source)), outline_(outline(tokens_)) {}

  std::vector<Mutant> find() {
    for (const Condition& condition : outline_.conditions) {
      expression(condition.range);
      mistaken_condition(condition);
    }
    for (const Assignment& assignment : outline_.assignments) {
      expression(assignment.value);
      selects(assignment.target);
      stuck(assignment.value, is_vector(assignment.target));
    }
    for (const TokenRange& connection : outline_.connections) {
      stuck(connection, connection.begin < connection.end && is_vector(connection));
    }
    const auto rank = [](const std::string& kind) {
      return std::find(mutant_kinds().begin(), mutant_kinds().end(), kind);
    };
    std::sort(found_.begin(), found_.end(), [&](const Mutant& a, const Mutant& b) {
      return std::tuple(rank(a.kind), a.offset, a.length, a.replacement) <
             std::tuple(rank(b.kind), b.offset, b.length, b.replacement);
    });
    return std::move(found_);
  }

 private:
  // The text of tokens [begin, end).
  std::string text(std::size_t begin, std::size_t end) const {
    const std::size_t from = tokens_[begin].offset;
    return source_.substr(from, tokens_[end - 1].end() - from);
  }

  void add(const char* kind, std::size_t begin, std::size_t end, const std::string& replacement) {
    const std::size_t from = tokens_[begin].offset;
    if (text(begin, end) == replacement) return;
    if (!seen_.insert(fmt::format("{} {} {}", from, end - begin, replacement)).second) return;
    found_.push_back({kind, from, tokens_[end - 1].end() - from, replacement});
  }

  bool ends_operand(std::size_t at) const {
    const Token& token = tokens_[at];
    return token.kind != Kind::symbol || token.is(")") || token.is("]") || token.is("}");
  }

  bool is_binary(std::size_t at, const TokenRange& range) const {
    return at > range.begin && ends_operand(at - 1) && tokens_[at].kind == Kind::symbol;
  }

  void mistaken_condition(const Condition& condition) {
    const auto [begin, end] = condition.range;
    add("negated condition", begin, end, "!(" + text(begin, end) + ")");
    add("stuck bit", begin, end, "1'b0");
    add("stuck bit", begin, end, "1'b1");
    if (!condition.enable) return;
    for (const Condition& other : outline_.conditions) {
      if (other.enable) add("swapped enable", begin, end, text(other.range.begin, other.range.end));
    }
  }

  void expression(const TokenRange& range) {
    selects(range);
    for (std::size_t at = range.begin; at < range.end; ++at) {
      const Token& token = tokens_[at];
      if (token.is("[")) {
        at = closing(tokens_, at);
      } else if (token.is("?")) {
        const std::size_t begin = condition_begin(at, range);
        add("negated condition", begin, at, "!(" + text(begin, at) + ")");
      } else if (token.kind == Kind::number) {
        constant(at, range);
      } else if (is_binary(at, range)) {
        binary(at, range);
      } else if (token.is("~") || token.is("!")) {
        add("negated condition", at, at + 1, "");
      } else if (token.is("&") || token.is("|")) {
        add("operator swap", at, at + 1, kSwaps.at(token.text));
      }
    }
  }

  // Where the condition before a ? begins: back to what opens it or comes before it.
  std::size_t condition_begin(std::size_t question, const TokenRange& range) const {
    int depth = 0;
    std::size_t at = question;
    while (at > range.begin) {
      const Token& before = tokens_[at - 1];
      if (before.is(")") || before.is("]") || before.is("}")) ++depth;
      if (before.is("(") || before.is("[") || before.is("{")) --depth;
      if (depth < 0) break;
      if (depth == 0 && (before.is(",") || before.is("?") || before.is(":"))) break;
      --at;
    }
    return at;
  }

  void binary(std::size_t at, const TokenRange& range) {
    const Token& token = tokens_[at];
    if (kSwaps.count(token.text) != 0) add("operator swap", at, at + 1, kSwaps.at(token.text));
    if (kTerms.count(token.text) == 0) return;
    add("dropped term", at, operand_end(at + 1, range), "");
    add("dropped term", operand_begin(at, range), at + 1, "");
  }

  std::size_t operand_end(std::size_t at, const TokenRange& range) const {
    while (at < range.end && kUnary.count(tokens_[at].text) != 0) ++at;
    for (bool first = true; at < range.end; first = false) {
      const Token& token = tokens_[at];
      if (token.is("[") || token.is("{") || token.is("(")) {
        if (!first && token.is("{")) break;
        at = closing(tokens_, at) + 1;
      } else if (token.kind != Kind::symbol || token.is(".") || token.is("'")) {
        ++at;
      } else {
        break;
      }
    }
    return at;
  }

  std::size_t operand_begin(std::size_t at, const TokenRange& range) const {
    while (at > range.begin) {
      const Token& before = tokens_[at - 1];
      if (before.is(")") || before.is("]") || before.is("}")) {
        int depth = 0;
        do {
          --at;
          depth += ends_bracket(at) ? 1 : opens_bracket(at) ? -1 : 0;
        } while (depth > 0);
        if (opens_operand(at)) break;
      } else if (before.kind != Kind::symbol || before.is(".") || before.is("'")) {
        --at;
      } else {
        break;
      }
    }
    while (at > range.begin && kUnary.count(tokens_[at - 1].text) != 0 &&
           !is_binary(at - 1, range)) {
      --at;
    }
    return at;
  }

  bool ends_bracket(std::size_t at) const {
    return tokens_[at].is(")") || tokens_[at].is("]") || tokens_[at].is("}");
  }
  bool opens_bracket(std::size_t at) const {
    return tokens_[at].is("(") || tokens_[at].is("[") || tokens_[at].is("{");
  }
  // A bracket at the begin of an operand, not one that selects from what is before it.
  bool opens_operand(std::size_t at) const {
    return !tokens_[at].is("[") && !(at > 0 && tokens_[at].is("(") && tokens_[at - 1].is("'"));
  }

  // [i], [high:low], [base +: width], one higher and one lower.
  void selects(const TokenRange& range) {
    for (std::size_t at = range.begin; at < range.end; ++at) {
      if (!tokens_[at].is("[") || at == range.begin || !ends_operand(at - 1)) continue;
      const std::size_t close = closing(tokens_, at);
      std::size_t colon = at + 1;
      while (colon < close && !tokens_[colon].is(":") && !tokens_[colon].is("+:") &&
             !tokens_[colon].is("-:")) {
        ++colon;
      }
      for (const char* by : {" + 1", " - 1"}) {
        std::string moved = "(" + text(at + 1, colon) + ")" + by;
        if (colon < close) moved += " " + tokens_[colon].text + " ";
        if (colon < close) {
          const std::string rest = text(colon + 1, close);
          moved += tokens_[colon].is(":") ? "(" + rest + ")" + by : rest;
        }
        add("off-by-one index", at + 1, close, moved);
      }
    }
  }

  void constant(std::size_t at, const TokenRange& range) {
    const std::string& number = tokens_[at].text;
    if (number == "1'b0" || number == "'0") {
      add("stuck bit", at, at + 1, "1'b1");
    } else if (number == "1'b1" || number == "'1") {
      add("stuck bit", at, at + 1, "1'b0");
    } else if (number.find('\'') == std::string::npos &&
               !(at > range.begin && tokens_[at - 1].is("{"))) {
      const int value = std::stoi(number);
      add("off-by-one index", at, at + 1, std::to_string(value + 1));
      if (value > 0) add("off-by-one index", at, at + 1, std::to_string(value - 1));
    }
  }

  bool is_vector(const TokenRange& target) const {
    if (tokens_[target.end - 1].is("]")) {
      const std::string all = text(target.begin, target.end);
      return all.find(':') != std::string::npos;
    }
    return outline_.vectors.count(tokens_[target.end - 1].text) != 0;
  }

  // Made of numbers and of parameters, whose names are in capitals.
  bool is_constant(const TokenRange& value) const {
    return std::none_of(
        tokens_.begin() + static_cast<std::ptrdiff_t>(value.begin),
        tokens_.begin() + static_cast<std::ptrdiff_t>(value.end), [](const Token& token) {
          return token.kind == Kind::word &&
                 token.text.find_first_of("abcdefghijklmnopqrstuvwxyz") != std::string::npos;
        });
  }

  void stuck(const TokenRange& value, bool vector) {
    if (is_constant(value)) return;
    const std::string was = "(" + text(value.begin, value.end) + ")";
    for (int bit = 1; bit <= (vector ? 2 : 1); ++bit) {
      add("stuck bit", value.begin, value.end, fmt::format("{} | {}", was, bit));
      add("stuck bit", value.begin, value.end, fmt::format("{} & ~{}", was, bit));
    }
  }

  const std::string& source_;
  std::vector<Token> tokens_;
  Outline outline_;
  std::vector<Mutant> found_;
  std::set<std::string> seen_;
};

std::string on_one_line(const std::string& text) {
  std::string line;
  for (const char c : text) {
    if (c != '\n' && (c != ' ' || line.empty() || line.back() != ' ')) line += c;
  }
  return line.empty() ? "nothing" : line;
}

}  // namespace

const std::vector<std::string>& mutant_kinds() {
  static const std::vector<std::string> kinds = {"negated condition", "operator swap",
                                                 "off-by-one index",  "dropped term",
                                                 "stuck bit",         "swapped enable"};
  return kinds;
}

std::vector<Mutant> find_mutants(const std::string& source) { return Finder(source).find(); }

std::string apply(const std::string& source, const Mutant& mutant) {
  std::string changed = source;
  return changed.replace(mutant.offset, mutant.length, mutant.replacement);
}

std::string describe(const std::string& source, const Mutant& mutant) {
  const auto begin = source.begin();
  const auto line = std::count(begin, begin + static_cast<std::ptrdiff_t>(mutant.offset), '\n') + 1;
  return fmt::format("line {}, {}: {} -> {}", line, mutant.kind,
                     on_one_line(source.substr(mutant.offset, mutant.length)),
                     on_one_line(mutant.replacement));
}

std::vector<Mutant> draw_order(std::vector<Mutant> mutants, std::uint64_t seed,
                               const std::string& purpose) {
  std::map<std::string, std::vector<Mutant>> by_kind;
  for (Mutant& mutant : mutants) by_kind[mutant.kind].push_back(std::move(mutant));
  base::Rng rng(seed, purpose);
  std::vector<Mutant> order;
  for (auto& [kind, all] : by_kind) {
    for (std::size_t left = all.size(); left > 1; --left) {
      std::swap(all[left - 1], all[rng.below(left)]);
    }
  }
  for (bool some = true; some;) {
    some = false;
    for (auto& [kind, all] : by_kind) {
      if (all.empty()) continue;
      order.push_back(std::move(all.back()));
      all.pop_back();
      some = true;
    }
  }
  return order;
}

}  // namespace jacquard::tb
