// SPDX-License-Identifier: Apache-2.0
// Options of which space is searched for what, and how they become a question.
#pragma once

#include <string>
#include <vector>

#include "sim/cli/arguments.hpp"
#include "sim/cli/command.hpp"
#include "sim/search/question.hpp"

namespace jacquard::cli {

struct SpaceOptions {
  std::string space;
  std::string reward;
  std::string knobs;
  std::vector<Option> all;  // of these
};
void add_space_options(Arguments& app, SpaceOptions& o);

// Of a space alone; the rest is as by default. Throws ConfigError where none is named.
searching::Question question_of(const SpaceOptions& o, const Common& common);

}  // namespace jacquard::cli
