// SPDX-License-Identifier: Apache-2.0
// A question to the planner on the command line: MODEL, and an option for each key.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "jacquard/plan/layers/plan_config.hpp"
#include "sim/cli/config_options.hpp"

namespace jacquard::cli {

struct PlanOptions {
  std::string input;  // MODEL, as given
  std::string model;  // --model
  std::string system;
  std::vector<std::string> texts;  // by field of planner::plan_fields()
  struct Key {
    std::size_t field = 0;
    Option option;
  };
  std::vector<Key> options;

  const std::string& model_word() const { return model.empty() ? input : model; }
  bool given(const std::string& key) const;
  std::string text_of(const std::string& key) const;  // "" where it was not given
};

std::shared_ptr<PlanOptions> add_plan_options(Arguments& app);

// Defaults, then model and system, then --set, then the options. Throws ConfigError naming file or
// option.
planner::PlanConfig resolve_plan(const PlanOptions& options, const Common& common);

}  // namespace jacquard::cli
