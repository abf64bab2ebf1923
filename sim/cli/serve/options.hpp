// SPDX-License-Identifier: Apache-2.0
// What is to be served, on the command line: MODEL, an option for each key, and what to make of it.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "sim/cli/config_options.hpp"
#include "systemc/serve/serve_config.hpp"

namespace jacquard::cli {

struct ServeOptions {
  std::string input;               // MODEL, as given
  std::string engine_config;       // a file
  std::vector<std::string> texts;  // by field of serve::serve_fields()
  struct Key {
    std::size_t field = 0;
    Option option;
  };
  std::vector<Key> options;
  std::vector<std::string> sweep;    // "batch=1,8" each, of static batches
  std::vector<std::string> compare;  // two systems
  bool pareto = false;
  bool traces = false;
  bool no_report = false;
  bool is_quick = false;
  Option quick;

  // Whether the key has its option on the command line.
  bool given(const std::string& key) const;
};

// Whether a key is given, by its option or by --set.
bool says(const ServeOptions& options, const Common& common, const std::string& key);

std::shared_ptr<ServeOptions> add_serve_options(Arguments& app);

// Defaults, then --engine-config, MODEL, --set, and the options. Throws ConfigError naming the
// option or the file. `split`: of a manifest, as --disaggregate has it, or "".
serve::ServeConfig resolve_serve(const ServeOptions& options, const Common& common,
                                 std::string& split);

}  // namespace jacquard::cli
