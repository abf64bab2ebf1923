// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace jacquard::cli {

// Throws ConfigError, with the nearest name, unless the first word is one of `app`'s verbs or an
// option. CLI11 itself says only that a subcommand is required.
void check_verb(const CLI::App& app, int argc, const char* const* argv);

// Throws ConfigError for "--option=" with nothing behind it: CLI11 would take the next word for it.
void refuse_empty_values(const std::vector<std::string>& words);

// What was wrong with the command line, in one line that names the verb and, for an unknown option,
// the nearest one.
std::string explain(const CLI::App& app, const CLI::ParseError& error);

}  // namespace jacquard::cli
