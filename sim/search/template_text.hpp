// SPDX-License-Identifier: Apache-2.0
// Texts with knobs in them: how a space's file binds a verb's keys.
#pragma once

#include <string>
#include <vector>

#include "jacquard/config/json_reader.hpp"
#include "jacquard/search/expression.hpp"

namespace jacquard::searching {

// "dp={dp},tp={tp}": what is in braces is an expression. A list with one text in which a name is a
// list has an element for each of the name's: ["{bandwidth} GB/s"] is
// ["50 GB/s","100 GB/s"].
class TemplateText {
 public:
  // Throws ConfigError at `place` for a brace without its other, or an expression's fault.
  static TemplateText read(const config::Json& json, const config::Place& place);

  std::string of(const search::Bindings& bindings) const;
  // Names that its expressions read, ascending.
  std::vector<std::string> reads() const;

 private:
  struct Part {
    std::string before;
    search::Expression expression;
    bool last = false;  // text alone
  };
  std::string one(const search::Bindings& bindings) const;

  std::vector<Part> parts_;
  bool each_ = false;
};

}  // namespace jacquard::searching
