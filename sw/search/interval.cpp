// SPDX-License-Identifier: Apache-2.0
#include "jacquard/search/interval.hpp"

#include <algorithm>
#include <cmath>

#include "jacquard/search/expression_node.hpp"

namespace jacquard::search {
namespace {

using Node = Expression::Node;

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr Interval kTruth{0, 1};

// 0 times infinity is 0: infinity only stands for "however large".
double times(double a, double b) { return a == 0 || b == 0 ? 0 : a * b; }

Interval hull(const std::vector<Interval>& all) {
  Interval hull{kInfinity, -kInfinity};
  for (const Interval& one : all) {
    hull.low = std::min(hull.low, one.low);
    hull.high = std::max(hull.high, one.high);
  }
  return all.empty() ? Interval{} : hull;
}

// Where the function rises everywhere that it is defined.
template <class Function>
Interval rising(Interval a, Function f) {
  const double low = f(a.low), high = f(a.high);
  return {std::isnan(low) ? -kInfinity : low, std::isnan(high) ? kInfinity : high};
}

Interval absolute(Interval a) {
  if (a.low >= 0) return a;
  if (a.high <= 0) return -a;
  return {0, std::max(-a.low, a.high)};
}

Interval folded(const std::string& name, const std::vector<Interval>& all) {
  Interval result = all.front();
  for (std::size_t i = 1; i < all.size(); ++i) {
    const Interval& b = all[i];
    if (name == "sum") result = result + b;
    if (name == "product") result = result * b;
    if (name == "min") result = {std::min(result.low, b.low), std::min(result.high, b.high)};
    if (name == "max") result = {std::max(result.low, b.low), std::max(result.high, b.high)};
  }
  return result;
}

class Enclosing {
 public:
  explicit Enclosing(const Ranges& ranges) : ranges_(ranges) {}

  Range of(const Node& node) const {
    switch (node.op) {
      case Op::constant:
        if (const auto* number = std::get_if<double>(&node.value)) return {{{*number, *number}}};
        return {{{}}};
      case Op::name:
        return named(node.text);
      case Op::index:
        return {{hull(named(node.text).elements)}};
      case Op::call:
        return {{called(node)}};
      case Op::negate:
        return each(of(node.parts[0]), [](Interval a) { return -a; });
      case Op::add:
        return both(node, [](Interval a, Interval b) { return a + b; });
      case Op::subtract:
        return both(node, [](Interval a, Interval b) { return a + -b; });
      case Op::multiply:
        return both(node, [](Interval a, Interval b) { return a * b; });
      case Op::divide:
        return both(node, [](Interval a, Interval b) { return a / b; });
      case Op::power:
        return both(node, power);
      case Op::remainder:
        return both(node, [](Interval, Interval) { return Interval{}; });
      case Op::negation:
      case Op::either:
      case Op::both:
        return {{kTruth}};
      default:  // comparisons
        return both(node, [](Interval, Interval) { return kTruth; });
    }
  }

 private:
  Range named(const std::string& name) const {
    const auto found = ranges_.find(name);
    return found == ranges_.end() ? Range{{{}}} : found->second;
  }

  template <class Function>
  static Range each(Range range, Function f) {
    for (Interval& element : range.elements) element = f(element);
    return range;
  }

  template <class Function>
  Range both(const Node& node, Function f) const {
    const Range a = of(node.parts[0]), b = of(node.parts[1]);
    const std::size_t size = std::max(a.elements.size(), b.elements.size());
    if (a.list && b.list && a.elements.size() != b.elements.size()) return {{{}}};
    Range result{{}, a.list || b.list};
    for (std::size_t i = 0; i < size; ++i) {
      result.elements.push_back(f(a.elements[a.list ? i : 0], b.elements[b.list ? i : 0]));
    }
    return result;
  }

  Interval called(const Node& node) const {
    const std::string& name = node.text;
    if (name == "if") {
      const Range yes = of(node.parts[1]), no = of(node.parts[2]);
      if (yes.list || no.list) return {};  // a sum of it would need each element
      return hull({hull(yes.elements), hull(no.elements)});
    }
    std::vector<Interval> all;
    for (const Node& part : node.parts) {
      const Range range = of(part);
      all.insert(all.end(), range.elements.begin(), range.elements.end());
    }
    if (all.empty()) return {};
    if (name == "sum" || name == "product" || name == "min" || name == "max") {
      return folded(name, all);
    }
    if (name == "abs") return absolute(all[0]);
    if (name == "sqrt") return rising(all[0], [](double x) { return std::sqrt(x); });
    if (name == "log2") return rising(all[0], [](double x) { return std::log2(x); });
    if (name == "floor") return rising(all[0], [](double x) { return std::floor(x); });
    if (name == "ceil") return rising(all[0], [](double x) { return std::ceil(x); });
    if (name == "all" || name == "any") return kTruth;
    return {};
  }

  const Ranges& ranges_;
};

}  // namespace

Interval operator+(Interval a, Interval b) {
  const double low = a.low + b.low, high = a.high + b.high;  // NaN: infinities of both signs
  return {std::isnan(low) ? -kInfinity : low, std::isnan(high) ? kInfinity : high};
}

Interval operator-(Interval a) { return {-a.high, -a.low}; }

Interval operator*(Interval a, Interval b) {
  const auto [low, high] = std::minmax(
      {times(a.low, b.low), times(a.low, b.high), times(a.high, b.low), times(a.high, b.high)});
  return {low, high};
}

Interval operator/(Interval a, Interval b) {
  if (b.low > 0) return a * Interval{1 / b.high, 1 / b.low};
  if (b.high < 0) return a * Interval{1 / b.high, 1 / b.low};
  if (b.low == 0 && b.high > 0) return a * Interval{1 / b.high, kInfinity};
  if (b.high == 0 && b.low < 0) return a * Interval{-kInfinity, 1 / b.low};
  return {};
}

Interval power(Interval a, Interval exponent) {
  if (exponent.low != exponent.high) return {};
  const double e = exponent.low;
  const auto raised = [e](double x) { return std::pow(x, e); };
  if (a.low > 0 || (a.low == 0 && e > 0)) {
    const double one = raised(a.low), other = raised(a.high);
    return {std::min(one, other), std::max(one, other)};
  }
  if (e <= 0 || std::floor(e) != e) return {};
  if (std::fmod(e, 2) != 0) return {raised(a.low), raised(a.high)};
  const Interval size = absolute(a);
  return {raised(size.low), raised(size.high)};
}

Interval enclosure(const Expression& expression, const Ranges& ranges) {
  return hull(Enclosing(ranges).of(expression.root()).elements);
}

}  // namespace jacquard::search
