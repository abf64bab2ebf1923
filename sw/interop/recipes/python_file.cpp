// SPDX-License-Identifier: Apache-2.0
#include "jacquard/interop/recipes/python_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <set>
#include <utility>

#include "jacquard/base/parse_number.hpp"
#include "jacquard/config/place.hpp"
#include "jacquard/interop/recipes/python_lines.hpp"

namespace jacquard::interop::recipes {
namespace {

using config::Json;
using config::Place;
using Kind = PythonWord::Kind;
using Value = PythonValue;
using Object = PythonObject;
using Names = std::map<std::string, Value>;

constexpr int kDeepest = 60;                 // of brackets, blocks and calls
constexpr int kMostSteps = 200'000;          // statements and expressions
constexpr std::size_t kLargest = 1'000'000;  // items and parts of texts, of all values

std::string last_of(const std::string& dotted) { return dotted.substr(dotted.rfind('.') + 1); }

}  // namespace

class PythonFile::Evaluator {
 public:
  Evaluator(std::vector<PythonLine> lines, std::string file)
      : lines_(std::move(lines)), file_(std::move(file)) {}
  // Objects may hold one another, in a circle or in a long chain.
  ~Evaluator() {
    for (const auto& object : objects_) std::exchange(object->members, {});
  }
  Evaluator(const Evaluator&) = delete;
  Evaluator& operator=(const Evaluator&) = delete;

  // Of the script itself: what it gives to functions of others.
  std::vector<Value> run_script() {
    run(0, lines_.size(), globals_);
    return given_;
  }
  // What each function gives that needs no argument and that no other one of the file calls.
  std::map<std::string, Value> results() {
    std::map<std::string, Value> all;
    for (const auto& [name, head] : std::map(functions_)) {
      const Words& words = lines_[head].words;
      const auto all_parts = parts(words, 3, closed(words, 2) - 1);
      const bool is_free = std::all_of(all_parts.begin(), all_parts.end(), [&](const auto& part) {
        const auto end = words.begin() + static_cast<std::ptrdiff_t>(part.second);
        return std::any_of(
            words.begin() + static_cast<std::ptrdiff_t>(part.first), end,
            [](const PythonWord& w) { return w.is("=") || w.is("*") || w.is("**"); });
      });
      if (!is_free || name[0] == '_') continue;
      if (auto result = result_of(name)) all[name] = std::move(*result);
    }
    for (const std::string& name : called_) all.erase(name);
    return all;
  }
  bool has(const std::string& function) const { return functions_.count(function) > 0; }
  std::optional<Value> result_of(const std::string& function) {
    return call(function, {}, {}, lines_[functions_.at(function)].words[0].line);
  }

 private:
  using Words = std::vector<PythonWord>;

  [[noreturn]] void fail(int line, const std::string& expected, const std::string& found) const {
    Place{file_, fmt::format("line {}", line)}.fail(expected, found);
  }
  void step(int line) {
    if (++steps_ > kMostSteps || depth_ > kDeepest) fail(line, "a recipe of fewer parts", "more");
  }

  // ---- statements

  std::size_t end_of_block(std::size_t head) const {
    std::size_t end = head + 1;
    while (end < lines_.size() && lines_[end].indent > lines_[head].indent) ++end;
    return end;
  }

  // What it returns, if it does.
  std::optional<Value> run(std::size_t begin, std::size_t end, Names& names) {
    ++depth_;
    std::optional<Value> result;
    bool decided = false;  // a branch of this if ran
    for (std::size_t i = begin; i < end && !result;) {
      const Words& words = lines_[i].words;
      const std::string& first = words[0].text;
      step(words[0].line);
      const std::size_t next = std::min(end_of_block(i), end);
      const auto starts = [&](std::initializer_list<const char*> keywords) {
        return std::any_of(keywords.begin(), keywords.end(), [&](const char* k) {
          return words[0].kind == Kind::name && first == k;
        });
      };
      if (starts({"def"}) && words.size() > 2) {
        functions_[words[1].text] = i;
      } else if (starts({"if", "elif", "else"})) {
        if (first == "if") decided = false;
        const auto holds = first == "else" ? std::optional(true) : condition(words, names);
        if (!decided && holds.value_or(true)) {
          const bool was = std::exchange(open_, open_ || !holds);
          result = run(i + 1, next, names);
          open_ = was;
          decided = holds.value_or(false);
        }
        if (open_) result.reset();
      } else if (starts({"for", "while", "except", "match", "case"})) {
        decided = false;  // of the else of a loop
        const bool was = std::exchange(open_, true);
        run(i + 1, next, names);
        open_ = was;
      } else if (starts({"with", "try", "finally"})) {
        result = run(i + 1, next, names);
      } else if (starts({"del"})) {
        remove(words, names);
      } else if (starts({"return"})) {
        result = evaluate(words, 1, words.size(), names);
      } else if (!starts({"class", "import", "from", "assert", "raise", "pass", "global"}) &&
                 !words[0].is("@")) {
        assign_or_call(words, names);
      }
      i = next;
    }
    --depth_;
    return result;
  }

  // Nothing where it is computed.
  std::optional<bool> condition(const Words& words, Names& names) {
    std::size_t begin = 1, end = words.size();
    while (end > begin && !words[end - 1].is(":")) --end;  // to the colon
    if (end > begin) --end;
    const bool negated = begin < end && words[begin].is("not");
    if (negated) ++begin;
    const auto truth = [](const Json& v) {
      return !(v.is_null() || v == false || v == 0 || v == "" || v == Json::array());
    };
    for (std::size_t i = begin; i < end; ++i) {
      const bool is = words[i].is("is"), same = words[i].is("=="), other = words[i].is("!=");
      if (!is && !same && !other) continue;
      const bool is_not = is && i + 1 < end && words[i + 1].is("not");
      const Value a = evaluate(words, begin, i, names);
      const Value b = evaluate(words, i + (is_not ? 2 : 1), end, names);
      if (words[begin].is("__name__")) return true;
      const bool is_made = a.object && (!a.object->callee.empty() || !a.object->members.empty());
      if (is_made && b.literal) return (is_not || other) != negated;
      if (!a.literal || !b.literal) return std::nullopt;
      return ((*a.literal == *b.literal) != (is_not || other)) != negated;
    }
    const Value value = evaluate(words, begin, end, names);
    if (value.literal) return truth(*value.literal) != negated;
    return std::nullopt;
  }

  void assign_or_call(const Words& words, Names& names) {
    std::size_t colon = words.size(), depth = 0;
    std::vector<std::size_t> equals;  // a = b = 1
    for (std::size_t i = 0; i < words.size(); ++i) {
      if (words[i].is("lambda")) break;
      if (words[i].is("(") || words[i].is("[") || words[i].is("{")) ++depth;
      if (words[i].is(")") || words[i].is("]") || words[i].is("}")) --depth;
      if (depth == 0 && words[i].is(":") && equals.empty()) colon = std::min(colon, i);
      if (depth == 0 && (words[i].is("=") || is_augmented(words[i]))) equals.push_back(i);
    }
    if (equals.empty()) {
      statement_ = &words;
      if (colon == words.size()) evaluate(words, 0, words.size(), names);
      return;
    }
    const std::size_t from = equals.back() + 1;
    const auto sources = parts(words, from, words.size());
    const bool is_plain = words[equals.back()].is("=");
    const Value value = evaluate(words, from, words.size(), names);
    std::size_t begin = 0;
    for (const std::size_t end : equals) {
      const auto targets = parts(words, begin, std::min(end, colon));
      for (std::size_t i = 0; i < targets.size(); ++i) {
        Value part = value;
        if (targets.size() > 1) {
          part = {std::nullopt, nullptr, joined(words, from, words.size()), words[0].line};
          if (sources.size() == targets.size())
            part = evaluate(words, sources[i].first, sources[i].second, names);
        }
        if (!is_plain) part = computed(part, joined(words, from, words.size()), words[0].line);
        assign(words, targets[i].first, targets[i].second, std::move(part), names);
      }
      begin = end + 1;
    }
  }

  static bool is_augmented(const PythonWord& word) {
    return word.kind == Kind::mark && word.text.size() == 2 && word.text[1] == '=' &&
           std::string("+-*/|").find(word.text[0]) != std::string::npos;
  }
  static Value computed(const Value& value, const std::string& words, int line) {
    return {std::nullopt, nullptr, words.empty() ? value.words : words, line};
  }

  // name.name["name"] = value
  void assign(const Words& words, std::size_t begin, std::size_t end, Value value, Names& names) {
    const int line = words[0].line;
    if (open_) value = computed(value, "", line);
    if (!value.object) value.line = line;
    std::vector<std::string> path;
    bool is_path = words[begin].kind == Kind::name, has_subscript = false;
    if (is_path) path.push_back(words[begin].text);
    for (std::size_t i = begin + 1; i < end && is_path; i += 2) {
      is_path = i + 1 < end;
      if (!is_path) break;
      const bool subscript = words[i].is("[") && words[i + 1].kind == Kind::text && i + 2 < end &&
                             words[i + 2].is("]");
      is_path = subscript || (words[i].is(".") && words[i + 1].kind == Kind::name);
      path.push_back(words[i + 1].text);
      if (subscript) ++i;
      has_subscript = has_subscript || subscript;
    }
    if (!is_path || (has_subscript && !is_known(path[0], names))) {
      return refuse_known(words, begin, end, names, "an assignment to attributes");
    }
    Names* into = &names;
    for (std::size_t i = 0; i + 1 < path.size(); ++i) {
      if (i == 0 && names.count(path[0]) == 0 && globals_.count(path[0]) > 0) into = &globals_;
      Value& inner = (*into)[path[i]];
      if (!inner.object) inner = {std::nullopt, made_object(), inner.words, line};
      into = &inner.object->members;
    }
    (*into)[path.back()] = std::move(value);
  }

  bool is_known(const std::string& name, const Names& names) const {
    const auto is_in = [&](const Names& all) {
      const auto found = all.find(name);
      return found != all.end() && (found->second.object || found->second.literal);
    };
    return is_in(names.count(name) > 0 ? names : globals_);
  }
  // What changes a value of this file in a way that is not followed.
  void refuse_known(const Words& words, std::size_t begin, std::size_t end, const Names& names,
                    const char* expected) const {
    for (std::size_t i = begin; i < end; ++i) {
      const bool is_root = words[i].kind == Kind::name && (i == begin || !words[i - 1].is("."));
      if (is_root && is_known(words[i].text, names))
        fail(words[begin].line, expected, joined(words, begin, end));
    }
  }
  void remove(const Words& words, Names& names) const {
    for (const auto& [begin, end] : parts(words, 1, words.size())) {
      if (end > begin + 1) {
        refuse_known(words, begin, end, names, "assignments, none of them deleted");
      }
    }
  }
  std::shared_ptr<Object> made_object() {
    objects_.push_back(std::make_shared<Object>());
    return objects_.back();
  }

  // ---- expressions

  static std::string joined(const Words& words, std::size_t begin, std::size_t end) {
    std::string text;
    for (std::size_t i = begin; i < end && text.size() < 60; ++i) {
      const bool spaced =
          !text.empty() && words[i].kind != Kind::mark && words[i - 1].kind != Kind::mark;
      text += (spaced ? " " : "") + words[i].text;
    }
    return text;
  }

  // Behind the bracket that closes the one at `open`.
  static std::size_t closed(const Words& words, std::size_t open) {
    std::size_t depth = 0;
    for (std::size_t i = open; i < words.size(); ++i) {
      if (words[i].is("(") || words[i].is("[") || words[i].is("{")) ++depth;
      if ((words[i].is(")") || words[i].is("]") || words[i].is("}")) && --depth == 0) return i + 1;
    }
    return words.size();
  }
  // The parts between commas.
  static std::vector<std::pair<std::size_t, std::size_t>> parts(const Words& words,
                                                                std::size_t begin,
                                                                std::size_t end) {
    std::vector<std::pair<std::size_t, std::size_t>> found;
    for (std::size_t i = begin, from = begin; i <= end; ++i) {
      if (i < end && (words[i].is("(") || words[i].is("[") || words[i].is("{"))) {
        i = closed(words, i) - 1;
      } else if (i >= end || words[i].is(",")) {
        if (from < std::min(i, end)) found.emplace_back(from, std::min(i, end));
        from = i + 1;
      }
    }
    return found;
  }

  Value evaluate(const Words& words, std::size_t begin, std::size_t end, Names& names) {
    const int line = words[std::min(begin, words.size() - 1)].line;
    step(line);
    ++depth_;
    Value value = evaluated(words, begin, end, names);
    --depth_;
    if (value.line == 0) value.line = line;
    if (value.words.empty()) value.words = joined(words, begin, end);
    size_ += value.words.size() / 64 + (value.literal ? size_of(*value.literal) : 1);
    if (size_ > kLargest) fail(line, "a recipe of fewer parts", "more");
    return value;
  }

  static std::size_t size_of(const Json& json) {
    if (json.is_string()) return 1 + json.get_ref<const std::string&>().size() / 64;
    std::size_t size = 1;
    if (json.is_array()) {
      for (const Json& item : json) size += size_of(item);
    }
    return size;
  }

  Value evaluated(const Words& words, std::size_t begin, std::size_t end, Names& names) {
    Value value;
    if (begin >= end) return value;
    const PythonWord& first = words[begin];
    const bool brackets = closed(words, begin) == end && end - begin >= 2;
    if (first.kind == Kind::text) {
      std::string text;
      for (std::size_t i = begin; i < end; ++i) {
        if (words[i].kind != Kind::text || words[i].is_formatted) return value;
        text += words[i].text;
      }
      value.literal = text;
    } else if (first.is("-") && end == begin + 2 && words[begin + 1].kind == Kind::number) {
      value.literal = number("-" + words[begin + 1].text);
    } else if (end == begin + 1 && first.kind == Kind::number) {
      value.literal = number(first.text);
    } else if (end == begin + 1 && (first.is("True") || first.is("False"))) {
      value.literal = first.is("True");
    } else if (end == begin + 1 && first.is("None")) {
      value.literal = Json();
    } else if (brackets && (first.is("(") || first.is("["))) {
      const auto items = parts(words, begin + 1, end - 1);
      const bool is_list = first.is("[") || items.size() > 1 || words[end - 2].is(",");
      if (!is_list) return evaluate(words, begin + 1, end - 1, names);
      Json list = Json::array();
      for (const auto& [from, to] : items) {
        const Value item = evaluate(words, from, to, names);
        if (!item.literal) return value;
        list.push_back(*item.literal);
      }
      value.literal = std::move(list);
    } else if (first.kind == Kind::name) {
      return chain(words, begin, end, names);
    }
    return value;
  }

  static Json number(std::string text) {
    text.erase(std::remove(text.begin(), text.end(), '_'), text.end());
    const std::size_t sign = text[0] == '-' ? 1 : 0;
    const char base = text.size() > sign + 2 ? static_cast<char>(text[sign + 1] | 0x20) : ' ';
    if (text[sign] == '0' && (base == 'x' || base == 'o' || base == 'b')) {
      std::int64_t whole = 0;
      const std::string digits = (sign > 0 ? "-" : "") + text.substr(sign + 2);
      const char* const end = digits.data() + digits.size();
      const int radix = base == 'x' ? 16 : base == 'o' ? 8 : 2;
      const auto read = std::from_chars(digits.data(), end, whole, radix);
      if (read.ec == std::errc() && read.ptr == end) return whole;
    }
    if (const auto whole = base::parse_number<std::int64_t>(text)) return *whole;
    if (const auto real = base::parse_number<double>(text)) return *real;
    return Json::binary({text.begin(), text.end()});
  }

  // name.name(...).name
  Value chain(const Words& words, std::size_t begin, std::size_t end, Names& names) {
    const auto found = names.find(words[begin].text);
    const auto global = globals_.find(words[begin].text);
    Value value;
    std::string dotted = words[begin].text;  // while it is no value
    bool is_value = true;
    if (found != names.end()) {
      value = found->second;
    } else if (global != globals_.end()) {
      value = global->second;
    } else {
      is_value = false;
    }
    for (std::size_t i = begin + 1; i < end;) {
      if (words[i].is(".") && i + 1 < end && words[i + 1].kind == Kind::name) {
        const std::string& name = words[i + 1].text;
        const bool calls = i + 2 < end && words[i + 2].is("(");
        if (is_value && value.object && !calls) {
          const auto member = value.object->members.find(name);
          if (member == value.object->members.end()) {  // so that what is assigned to it is kept
            const Value unsaid{std::nullopt, made_object(), "", words[i].line};
            value.object->members[name] = unsaid;
            value = unsaid;
          } else {
            value = member->second;
          }
        } else if (is_value && !value.object) {
          return {};
        }
        dotted += "." + name;
        i += 2;
      } else if (words[i].is("(")) {
        const std::size_t close = closed(words, i);
        value = called(dotted, is_value ? value : Value{}, words, i, close, names);
        is_value = true;
        i = close;
      } else {
        return {};  // a sum, a comparison, a subscript
      }
    }
    if (is_value) return value;
    return {std::nullopt, nullptr, dotted, 0};
  }

  Value called(const std::string& name, Value self, const Words& words, std::size_t open,
               std::size_t close, Names& names) {
    std::vector<Value> plain;
    Names named;
    for (const auto& [from, to] : parts(words, open + 1, close - 1)) {
      if (words[from].is("*") || words[from].is("**")) continue;
      const bool is_named =
          to > from + 2 && words[from].kind == Kind::name && words[from + 1].is("=");
      Value value = evaluate(words, is_named ? from + 2 : from, to, names);
      const bool gives = statement_ == &words && close == words.size() && value.object;
      if (gives && functions_.count(name) == 0 && !value.object->members.empty())
        given_.push_back(value);
      is_named ? void(named[words[from].text] = std::move(value))
               : plain.push_back(std::move(value));
    }
    if (functions_.count(name) > 0) {
      called_.insert(name);
      return call(name, std::move(plain), std::move(named), words[open].line).value_or(Value{});
    }
    if ((name == "setattr" || name == "delattr") && !plain.empty() && plain[0].object) {
      const bool is_text = plain.size() == 3 && plain[1].literal && plain[1].literal->is_string();
      const int line = words[open].line;
      if (!is_text) fail(line, "a setattr of a literal name", joined(words, open - 1, close));
      Value& member = plain[0].object->members[plain[1].literal->get<std::string>()];
      member = open_ ? computed(plain[2], "", line) : plain[2];
      return {};
    }
    if (self.object) {  // a method: the object, with what it is given
      for (auto& [key, value] : named) {
        self.object->members[key] = open_ ? computed(value, "", words[open].line) : value;
      }
      return self;
    }
    Value made{std::nullopt, made_object(), name, words[open].line};
    made.object->callee = name;
    const std::string last = last_of(name);
    const bool configures = last == "Config" || last == "Partial" || last == "partial";
    if (configures && !plain.empty()) made.object->callee = plain[0].words;
    if (last == "from_hf_pretrained" && !plain.empty()) named["hf_model_id"] = plain[0];
    if (last == "deepcopy" && !plain.empty()) return plain[0];
    for (std::size_t i = configures ? 1 : 0; i < plain.size(); ++i) {
      if (plain[i].object)
        named.try_emplace(i == 0 ? "config" : "part", plain[i]);  // Model(Config())
    }
    made.object->members = std::move(named);
    return made;
  }

  std::optional<Value> call(const std::string& name, std::vector<Value> plain, Names named,
                            int line) {
    step(line);
    if (depth_ > kDeepest / 2) fail(line, "functions that do not call themselves", name);
    const std::size_t head = functions_.at(name);
    const Words& words = lines_[head].words;
    Names names;
    std::size_t open = 2, count = 0;
    for (const auto& [from, to] : parts(words, open + 1, closed(words, open) - 1)) {
      if (words[from].kind != Kind::name) continue;  // *args, **more
      const std::string& parameter = words[from].text;
      std::size_t equals = from;
      while (equals < to && !words[equals].is("=")) ++equals;
      Value value{std::nullopt, nullptr, parameter, line};
      if (equals < to) value = evaluate(words, equals + 1, to, globals_);
      if (count < plain.size()) value = plain[count];
      if (const auto given = named.find(parameter); given != named.end()) value = given->second;
      names[parameter] = std::move(value);
      ++count;
    }
    return run(head + 1, end_of_block(head), names);
  }

  std::vector<PythonLine> lines_;
  std::string file_;
  std::map<std::string, std::size_t> functions_;  // the line of `def`
  std::set<std::string> called_;
  Names globals_;
  std::vector<Value> given_;
  const Words* statement_ = nullptr;  // of one call
  bool open_ = false;                 // within what may not run
  int depth_ = 0, steps_ = 0;
  std::size_t size_ = 0;                          // of all values so far
  std::vector<std::shared_ptr<Object>> objects_;  // every one
};

PythonFile::PythonFile(const std::string& text, const std::string& file)
    : evaluator_(std::make_unique<Evaluator>(python_lines(text, file), file)) {}
PythonFile::~PythonFile() = default;
std::vector<Value> PythonFile::given() { return evaluator_->run_script(); }
bool PythonFile::has(const std::string& function) const { return evaluator_->has(function); }
std::optional<Value> PythonFile::result_of(const std::string& function) {
  return evaluator_->result_of(function);
}
std::map<std::string, Value> PythonFile::results() { return evaluator_->results(); }

}  // namespace jacquard::interop::recipes
