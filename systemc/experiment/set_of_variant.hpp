// SPDX-License-Identifier: Apache-2.0
// What a variant of an experiment sets.
#pragma once

#include <string>

#include "jacquard/config/field_table.hpp"

namespace jacquard::experiment {

// "key=value", as --set has it; `variant` is where it stands, "variants/NAME". Throws ConfigError
// there for a text of another form, and for a key or value that is none.
template <class Config>
void set_of_variant(const config::FieldTable<Config>& table, const std::string& assignment,
                    const std::string& variant, Config& config) {
  if (assignment.find('=') == std::string::npos || assignment.front() == '=') {
    config::Place{variant + "/set", ""}.fail("key=value", "'" + assignment + "'");
  }
  const config::Assignment one = config::split_assignment(assignment);
  table.set(config, one.path, one.text, variant + "/" + one.path);
}

}  // namespace jacquard::experiment
