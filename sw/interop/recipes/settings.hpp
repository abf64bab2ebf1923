// SPDX-License-Identifier: Apache-2.0
// What a recipe's file says, one setting after the other.
#pragma once

#include <string>
#include <vector>

#include "jacquard/config/json_reader.hpp"
#include "jacquard/interop/recipes/key.hpp"

namespace jacquard::interop::recipes {

struct Setting {
  std::string path;  // "model.hidden_size", "num_layers": '_' for '-', without dashes before
  config::Json
      value;  // of an argument a number, a text, a list of words, or true where it has none
  config::Place place;

  std::string name() const { return path.substr(path.rfind('.') + 1); }
};

struct Settings {
  Framework framework = Framework::megatron;
  std::vector<Setting> all;  // without those that are null
};

// Whether the file may be a recipe: YAML, TOML, or text with a training program's arguments.
bool is_recipe(const std::string& file);

// By the end of its name: TOML, YAML, else a shell script or a line of arguments. Throws
// ConfigError naming the line for a syntax error, and the file where it has no argument.
Settings read_settings(const std::string& file);

}  // namespace jacquard::interop::recipes
