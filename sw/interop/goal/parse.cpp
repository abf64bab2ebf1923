// SPDX-License-Identifier: Apache-2.0
#include <cctype>
#include <map>
#include <optional>

#include "jacquard/base/at.hpp"
#include "jacquard/base/parse_number.hpp"
#include "jacquard/demand/line_reader.hpp"
#include "jacquard/interop/goal/goal.hpp"

namespace jacquard::interop {
namespace {

constexpr std::int64_t kMostRanks = 1 << 16;
constexpr std::int64_t kMostAmount = std::int64_t{1} << 50;
constexpr std::int64_t kMostTag = 4'294'967'295;

bool is_blank(char c) { return c == ' ' || c == '\t'; }
bool stands_alone(char c) { return c == ':' || c == '{' || c == '}'; }

// Words of lines: comments are dropped, and a colon or brace is a word of its own.
class Words {
 public:
  explicit Words(const std::string& text, const std::string& source)
      : lines_(demand::text_input(source, text)), source_(source) {}

  bool next_line(std::vector<std::string>& words) {
    std::string_view line;
    while (lines_.next(line)) {
      words = split(without_comments(line));
      if (!words.empty()) return true;
    }
    return false;
  }

  std::size_t line() const { return lines_.line_number(); }

 private:
  std::string without_comments(std::string_view line) {
    std::string kept;
    for (std::size_t i = 0; i < line.size(); ++i) {
      const std::string_view two = line.substr(i, 2);
      if (in_comment_) {
        if (two != "*/") continue;
        in_comment_ = false;
        ++i;
      } else if (two == "/*") {
        in_comment_ = true;
        ++i;
      } else if (two == "//") {
        break;
      } else {
        kept += line[i];
      }
    }
    return kept;
  }

  static std::vector<std::string> split(const std::string& line) {
    std::vector<std::string> words;
    bool goes_on = false;
    for (const char c : line) {
      if (is_blank(c)) {
        goes_on = false;
      } else if (stands_alone(c) || !goes_on) {
        words.emplace_back(1, c);
        goes_on = !stands_alone(c);
      } else {
        words.back() += c;
      }
    }
    return words;
  }

  demand::LineReader lines_;
  std::string source_;
  bool in_comment_ = false;
};

class Parser {
 public:
  Parser(const std::string& text, const std::string& source) : words_(text, source) {
    schedule_.source = source;
  }

  GoalSchedule parse() {
    while (words_.next_line(line_)) {
      at_ = 0;
      while (at_ < line_.size()) statement();
    }
    if (rank_) fail("'}' that ends rank " + std::to_string(*rank_), "the end");
    if (told_.empty()) fail("num_ranks", "the end");
    return std::move(schedule_);
  }

 private:
  [[noreturn]] void fail(const std::string& expected, const std::string& found) const {
    config::Place{schedule_.source, "line " + std::to_string(words_.line())}.fail(expected, found);
  }
  std::string found() const {
    return at_ < line_.size() ? "'" + line_[at_] + "'" : "the line's end";
  }
  bool is(const char* word) const { return at_ < line_.size() && line_[at_] == word; }
  bool take(const char* word) {
    if (!is(word)) return false;
    ++at_;
    return true;
  }
  void require(const char* word) {
    if (!take(word)) fail(std::string("'") + word + "'", found());
  }

  std::int64_t number(const char* what, std::int64_t most, std::string text = {}) {
    if (text.empty() && at_ < line_.size()) text = line_[at_];
    const auto value = base::parse_number<std::int64_t>(text);
    if (!value || *value < 0 || *value > most) {
      fail(std::string(what) + " in 0.." + std::to_string(most), found());
    }
    ++at_;
    return *value;
  }

  std::int64_t bytes() {
    std::string text = at_ < line_.size() ? line_[at_] : "";
    if (!text.empty() && text.back() == 'b') {
      text.pop_back();
      return number("bytes such as 8b", kMostAmount, text.empty() ? "b" : text);
    }
    const std::int64_t amount = number("bytes such as 8b", kMostAmount);
    require("b");
    return amount;
  }

  void statement() {
    if (!rank_) {
      outside_ranks();
    } else if (take("}")) {
      end_rank();
    } else if (is("send") || is("recv") || is("calc")) {
      operation("");
    } else {
      labelled();
    }
  }

  void outside_ranks() {
    if (take("num_ranks")) {
      if (!told_.empty()) fail("one num_ranks", "another");
      const std::int64_t ranks = number("ranks", kMostRanks);
      if (ranks == 0) fail("at least 1 rank", "0");
      told_.resize(static_cast<std::size_t>(ranks));
      schedule_.ranks.resize(told_.size());
      return;
    }
    if (told_.empty()) fail("num_ranks", found());
    require("rank");
    rank_ = static_cast<std::size_t>(number("a rank", static_cast<std::int64_t>(told_.size()) - 1));
    if (told_[*rank_]) fail("each rank once", "rank " + std::to_string(*rank_) + " again");
    told_[*rank_] = true;
    require("{");
  }

  void labelled() {
    const std::string label = line_[at_];
    const auto first = static_cast<unsigned char>(label.front());
    if (std::isalpha(first) == 0) fail("send, recv, calc, a label or '}'", found());
    ++at_;
    if (take(":")) {
      operation(label);
      return;
    }
    const bool on_begin = take("irequires");
    if (!on_begin && !take("requires")) fail("':', requires or irequires", found());
    if (at_ == line_.size()) fail("a label", found());
    orders_.push_back({label, line_[at_++], on_begin, words_.line()});
  }

  void operation(const std::string& label) {
    GoalOp op;
    op.label = label;
    op.line = words_.line();
    if (take("calc")) {
      op.amount = number("nanoseconds", kMostAmount);
    } else {
      const bool sends = take("send");
      if (!sends) {
        if (!is("recv")) fail("send, recv or calc", found());
        ++at_;
      }
      op.kind = sends ? GoalKind::send : GoalKind::receive;
      op.amount = bytes();
      require(sends ? "to" : "from");
      if (is("-1")) fail("the rank of a sender, as any sender is not supported", "-1");
      op.peer = static_cast<int>(number("a rank", static_cast<std::int64_t>(told_.size()) - 1));
      if (take("tag")) {
        if (is("-1")) fail("the tag of a message, as any tag is not supported", "-1");
        op.tag = number("a tag", kMostTag);
      }
    }
    if (take("cpu")) op.cpu = number("a cpu", 255);
    if (take("nic")) op.nic = number("a nic", 255);
    take(";");
    auto& ops = schedule_.ranks[*rank_];
    if (!label.empty() && !labels_.try_emplace(label, ops.size()).second) {
      fail("a label of its own", "'" + label + "' again");
    }
    ops.push_back(std::move(op));
  }

  struct Order {
    std::string later;
    std::string earlier;
    bool on_begin;
    std::size_t line;
  };

  std::size_t labelled_op(const std::string& label, std::size_t line) const {
    const auto known = labels_.find(label);
    if (known == labels_.end()) {
      config::Place{schedule_.source, "line " + std::to_string(line)}.fail(
          "the label of an operation of rank " + std::to_string(*rank_), "'" + label + "'");
    }
    return known->second;
  }

  void end_rank() {
    auto& ops = schedule_.ranks[*rank_];
    for (const Order& order : orders_) {
      GoalOp& op = ops[labelled_op(order.later, order.line)];
      const std::size_t earlier = labelled_op(order.earlier, order.line);
      (order.on_begin ? op.after_begin : op.after_end).push_back(earlier);
    }
    orders_.clear();
    labels_.clear();
    rank_.reset();
  }

  Words words_;
  GoalSchedule schedule_;
  std::vector<std::string> line_;
  std::size_t at_ = 0;
  std::vector<bool> told_;           // by rank
  std::optional<std::size_t> rank_;  // whose operations these are
  std::map<std::string, std::size_t> labels_;
  std::vector<Order> orders_;
};

}  // namespace

config::Place GoalSchedule::place(const GoalOp& op) const {
  return {source, "line " + std::to_string(op.line)};
}

bool is_goal(const std::string& text) {
  constexpr std::string_view kFirst = "num_ranks";
  std::size_t at = 0;
  while (at < text.size()) {
    if (std::isspace(static_cast<unsigned char>(text[at])) != 0) {
      ++at;
    } else if (text.compare(at, 2, "//") == 0) {
      at = std::min(text.find('\n', at), text.size());
    } else if (text.compare(at, 2, "/*") == 0) {
      at = text.find("*/", at);
      at = at == std::string::npos ? text.size() : at + 2;
    } else {
      return text.compare(at, kFirst.size(), kFirst) == 0;
    }
  }
  return false;
}

GoalSchedule parse_goal(const std::string& text, const std::string& source) {
  return Parser(text, source).parse();
}

}  // namespace jacquard::interop
