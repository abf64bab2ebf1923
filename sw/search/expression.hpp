// SPDX-License-Identifier: Apache-2.0
// Arithmetic over knobs and metrics, as constraints, derived knobs and rewards write it:
//   product(npus) == 1024        dp * sp * pp <= npus_total        1 / (time_s * sum(bandwidth))
//   topology[0] == "Ring" or npus[0] > 4
// Operators: or and not  == != < <= > >=  + - * / %  ^, unary -; functions sum, product, min, max,
// abs, sqrt, log2, floor, ceil, count(list, value); if(condition, then, else). True is 1.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "jacquard/config/place.hpp"
#include "jacquard/search/value.hpp"

namespace jacquard::search {

using Bound = std::variant<Value, std::vector<Value>>;
// By name. A list has as many elements as the space has dimensions.
using Bindings = std::map<std::string, Bound, std::less<>>;

// Whether an expression would read this name as a function or an operator.
bool is_function(const std::string& name);

class Expression {
 public:
  // Throws ConfigError at `place` for text that cannot be parsed, naming the column.
  static Expression parse(const std::string& text, const config::Place& place);

  const std::string& text() const { return text_; }
  // Names that it reads, ascending.
  const std::vector<std::string>& reads() const;
  // A number or a word. Throws ConfigError for an unbound name, a word where a number is due, an
  // index beyond a list, or a result that is not finite (division by zero).
  Value evaluate(const Bindings& bindings) const;
  double number(const Bindings& bindings) const;
  bool holds(const Bindings& bindings) const { return number(bindings) != 0; }

  struct Node;
  const Node& root() const { return *root_; }

 private:
  std::shared_ptr<const Node> root_;
  std::string text_;
  std::vector<std::string> reads_;
  config::Place place_;
};

}  // namespace jacquard::search
