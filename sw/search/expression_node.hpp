// SPDX-License-Identifier: Apache-2.0
// The tree of an expression, between its parser and its evaluation.
#pragma once

#include <string>
#include <vector>

#include "jacquard/search/expression.hpp"

namespace jacquard::search {

enum class Op {
  constant,
  name,
  index,
  call,
  negate,
  negation,
  either,
  both,
  equal,
  differs,
  less,
  less_equal,
  greater,
  greater_equal,
  add,
  subtract,
  multiply,
  divide,
  remainder,
  power,
};

struct Expression::Node {
  Op op = Op::constant;
  Value value;       // of a constant
  std::string text;  // of a name or function
  std::vector<Node> parts;
};

// How many arguments a function takes; -1: one list, or any number of values; -2: no such function.
int arguments_of(const std::string& function);
std::vector<std::string> function_names();

// What a function gives. `arguments` are as many as arguments_of() says.
Bound call(const std::string& function, const std::vector<Bound>& arguments,
           const config::Place& place);

Expression::Node parse_expression(const std::string& text, const config::Place& place);

}  // namespace jacquard::search
