// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <functional>
#include <map>

#include "jacquard/search/expression_node.hpp"

namespace jacquard::search {
namespace {

constexpr int kAnyNumber = -1;
constexpr int kUnknown = -2;

using Numbers = std::vector<double>;

double number_of(const Value& value, const config::Place& place) {
  if (const auto* number = std::get_if<double>(&value)) return *number;
  place.fail("a number", "'" + std::get<std::string>(value) + "'");
}

std::vector<Value> values_of(const std::vector<Bound>& arguments) {
  std::vector<Value> all;
  for (const Bound& argument : arguments) {
    if (const auto* list = std::get_if<std::vector<Value>>(&argument)) {
      all.insert(all.end(), list->begin(), list->end());
    } else {
      all.push_back(std::get<Value>(argument));
    }
  }
  return all;
}

struct Function {
  int arguments;
  double (*of)(const Numbers&);
};

// Those that take a list take it as numbers one after the other.
const std::map<std::string, Function, std::less<>>& functions() {
  static const std::map<std::string, Function, std::less<>> all = {
      {"sum",
       {kAnyNumber,
        [](const Numbers& n) {
          double sum = 0;
          for (const double x : n) sum += x;
          return sum;
        }}},
      {"product",
       {kAnyNumber,
        [](const Numbers& n) {
          double product = 1;
          for (const double x : n) product *= x;
          return product;
        }}},
      {"min", {kAnyNumber, [](const Numbers& n) { return *std::min_element(n.begin(), n.end()); }}},
      {"max", {kAnyNumber, [](const Numbers& n) { return *std::max_element(n.begin(), n.end()); }}},
      {"all",
       {kAnyNumber,
        [](const Numbers& n) {
          return std::find(n.begin(), n.end(), 0.0) == n.end() ? 1.0 : 0.0;
        }}},
      {"any",
       {kAnyNumber,
        [](const Numbers& n) {
          return std::any_of(n.begin(), n.end(), [](double x) { return x != 0; }) ? 1.0 : 0.0;
        }}},
      {"abs", {1, [](const Numbers& n) { return std::abs(n[0]); }}},
      {"sqrt", {1, [](const Numbers& n) { return std::sqrt(n[0]); }}},
      {"log2", {1, [](const Numbers& n) { return std::log2(n[0]); }}},
      {"floor", {1, [](const Numbers& n) { return std::floor(n[0]); }}},
      {"ceil", {1, [](const Numbers& n) { return std::ceil(n[0]); }}}};
  return all;
}

double count(const std::vector<Bound>& arguments, const config::Place& place) {
  const auto* wanted = std::get_if<Value>(&arguments[1]);
  if (wanted == nullptr) place.fail("a value as second argument of count", "a list");
  const std::vector<Value> all = values_of({arguments[0]});
  return static_cast<double>(std::count(all.begin(), all.end(), *wanted));
}

}  // namespace

int arguments_of(const std::string& function) {
  if (function == "if") return 3;
  if (function == "count") return 2;
  const auto found = functions().find(function);
  return found == functions().end() ? kUnknown : found->second.arguments;
}

bool is_function(const std::string& name) {
  return arguments_of(name) != kUnknown || name == "and" || name == "or" || name == "not";
}

std::vector<std::string> function_names() {
  std::vector<std::string> names = {"if", "count"};
  for (const auto& [name, function] : functions()) names.push_back(name);
  return names;
}

Bound call(const std::string& function, const std::vector<Bound>& arguments,
           const config::Place& place) {
  if (function == "count") return Value{count(arguments, place)};
  Numbers numbers;
  for (const Value& value : values_of(arguments)) numbers.push_back(number_of(value, place));
  const Function& f = functions().find(function)->second;
  if (numbers.empty()) place.fail("a list with an element in " + function, "an empty one");
  if (f.arguments == 1 && numbers.size() != 1) place.fail("one number in " + function, "a list");
  return Value{f.of(numbers)};
}

}  // namespace jacquard::search
