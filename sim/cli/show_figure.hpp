// SPDX-License-Identifier: Apache-2.0
// --figure: a result as a figure of a paper.
#pragma once

#include <string>
#include <vector>

#include "jacquard/config/json_reader.hpp"
#include "sim/cli/command.hpp"
#include "sim/view/figure.hpp"

namespace jacquard::cli {

// The headlines of a verb, with their units.
std::vector<view::Sought> sought_of(const Command& command);

// Writes FOLDER/NAME.csv, NAME.py and the picture that this draws. Throws ConfigError where the
// result has nothing to draw, and where python3 has no matplotlib.
void show_figure(const config::Json& result, const std::string& source, const std::string& name,
                 const std::vector<view::Sought>& sought, const Common& common);

// The same of what the verb has printed.
void show_answer_figure(const Common& common);

}  // namespace jacquard::cli
