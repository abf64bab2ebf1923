// SPDX-License-Identifier: Apache-2.0
#include "systemc/experiment/sweep.hpp"

#include "jacquard/base/error.hpp"

namespace jacquard::experiment {

using config::field;
using config::list;
using config::text;

const config::FieldTable<Sweep>& sweep_fields() {
  static const config::FieldTable<Sweep> table(
      "sweep", "The same for each of some values of a key.",
      {
          field<Sweep>(
              "key", [](auto& s) -> auto& { return s.key; },
              text("a key such as circuit.guard, or nothing"), "Which key; none: no sweep."),
          field<Sweep>(
              "values", [](auto& s) -> auto& { return s.values; },
              list(text("a value, as --set takes it")), "Its values, as texts."),
      });
  return table;
}

std::vector<std::string> points_of(const Sweep& sweep) {
  if (sweep.key.empty()) return {""};
  if (sweep.values.empty()) {
    throw base::ConfigError({"experiment", "/sweep/values", "at least one value", "none", ""});
  }
  return sweep.values;
}

}  // namespace jacquard::experiment
