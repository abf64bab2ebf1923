// SPDX-License-Identifier: Apache-2.0
#include "jacquard/search/expression.hpp"

#include <fmt/format.h>

#include <cmath>
#include <set>

#include "jacquard/search/expression_node.hpp"

namespace jacquard::search {
namespace {

using Node = Expression::Node;
using List = std::vector<Value>;

void collect(const Node& node, std::set<std::string>& names) {
  if (node.op == Op::name || node.op == Op::index) names.insert(node.text);
  for (const Node& part : node.parts) collect(part, names);
}

double compared(Op op, int order) {
  switch (op) {
    case Op::equal:
      return order == 0 ? 1 : 0;
    case Op::differs:
      return order != 0 ? 1 : 0;
    case Op::less:
      return order < 0 ? 1 : 0;
    case Op::less_equal:
      return order <= 0 ? 1 : 0;
    case Op::greater:
      return order > 0 ? 1 : 0;
    default:
      return order >= 0 ? 1 : 0;
  }
}

bool compares(Op op) { return op >= Op::equal && op <= Op::greater_equal; }

double computed(Op op, double a, double b) {
  switch (op) {
    case Op::add:
      return a + b;
    case Op::subtract:
      return a - b;
    case Op::multiply:
      return a * b;
    case Op::divide:
      return a / b;
    case Op::remainder:
      return std::fmod(a, b);
    default:
      return std::pow(a, b);
  }
}

class Interpreter {
 public:
  Interpreter(const Bindings& bindings, const config::Place& place)
      : bindings_(bindings), place_(place) {}

  Bound of(const Node& node) const {
    switch (node.op) {
      case Op::constant:
        return node.value;
      case Op::name:
        return bound(node.text);
      case Op::index:
        return element(node);
      case Op::call:
        return called(node);
      case Op::negate:
        return each(node.op, Value{0.0}, of(node.parts[0]));
      case Op::negation:
        return Value{truth(node.parts[0]) ? 0.0 : 1.0};
      case Op::either:
        return Value{truth(node.parts[0]) || truth(node.parts[1]) ? 1.0 : 0.0};
      case Op::both:
        return Value{truth(node.parts[0]) && truth(node.parts[1]) ? 1.0 : 0.0};
      default:
        return each(node.op, of(node.parts[0]), of(node.parts[1]));
    }
  }

  Value scalar(const Bound& bound) const {
    if (const auto* value = std::get_if<Value>(&bound)) return *value;
    place_.fail("one value", "a list", "sum(), product(), min(), all() and any() make one of it");
  }
  double number(const Value& value) const {
    if (const auto* number = std::get_if<double>(&value)) return *number;
    place_.fail("a number", "'" + std::get<std::string>(value) + "'");
  }

 private:
  const Bound& bound(const std::string& name) const {
    const auto found = bindings_.find(name);
    if (found == bindings_.end()) place_.fail("a name with a value", "'" + name + "'");
    return found->second;
  }

  Bound element(const Node& node) const {
    const auto* list = std::get_if<List>(&bound(node.text));
    if (list == nullptr) place_.fail("a list before '['", "'" + node.text + "'");
    const double index = number(scalar(of(node.parts[0])));
    if (!(index >= 0) || index >= static_cast<double>(list->size()) || std::floor(index) != index) {
      place_.fail(fmt::format("an index in 0..{} of {}", list->size() - 1, node.text),
                  fmt::format("{}", index));
    }
    return (*list)[static_cast<std::size_t>(index)];
  }

  Bound called(const Node& node) const {
    if (node.text == "if") return of(node.parts[truth(node.parts[0]) ? 1 : 2]);
    std::vector<Bound> arguments;
    for (const Node& part : node.parts) arguments.push_back(of(part));
    Bound result = call(node.text, arguments, place_);
    require_finite(number(std::get<Value>(result)));
    return result;
  }

  bool truth(const Node& node) const { return number(scalar(of(node))) != 0; }

  void require_finite(double value) const {
    if (!std::isfinite(value)) place_.fail("a finite result", fmt::format("{}", value));
  }

  Value one(Op op, const Value& a, const Value& b) const {
    if (compares(op)) return compared(op, order(a, b));
    if (op == Op::negate) return -number(b);
    const double value = computed(op, number(a), number(b));
    require_finite(value);
    return value;
  }

  int order(const Value& a, const Value& b) const {
    if (a.index() != b.index()) {
      place_.fail("two numbers or two words to compare", text_of(a) + " and " + text_of(b));
    }
    return a < b ? -1 : b < a ? 1 : 0;
  }

  // A list with a value, or two lists of a length: element by element.
  Bound each(Op op, const Bound& a, const Bound& b) const {
    const auto* left = std::get_if<List>(&a);
    const auto* right = std::get_if<List>(&b);
    if (left == nullptr && right == nullptr) {
      return one(op, std::get<Value>(a), std::get<Value>(b));
    }
    if (left != nullptr && right != nullptr && left->size() != right->size()) {
      place_.fail("lists of one length",
                  fmt::format("{} and {} elements", left->size(), right->size()));
    }
    List all;
    const std::size_t size = left != nullptr ? left->size() : right->size();
    for (std::size_t i = 0; i < size; ++i) {
      all.push_back(one(op, left != nullptr ? (*left)[i] : std::get<Value>(a),
                        right != nullptr ? (*right)[i] : std::get<Value>(b)));
    }
    return all;
  }

  const Bindings& bindings_;
  const config::Place& place_;
};

}  // namespace

Expression Expression::parse(const std::string& text, const config::Place& place) {
  Expression expression;
  expression.root_ = std::make_shared<const Node>(parse_expression(text, place));
  std::set<std::string> names;
  collect(*expression.root_, names);
  expression.reads_.assign(names.begin(), names.end());
  expression.text_ = text;
  expression.place_ = place;
  return expression;
}

const std::vector<std::string>& Expression::reads() const { return reads_; }

Value Expression::evaluate(const Bindings& bindings) const {
  const Interpreter interpreter(bindings, place_);
  return interpreter.scalar(interpreter.of(*root_));
}

double Expression::number(const Bindings& bindings) const {
  return Interpreter(bindings, place_).number(evaluate(bindings));
}

}  // namespace jacquard::search
