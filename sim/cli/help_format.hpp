// SPDX-License-Identifier: Apache-2.0
// How --help looks: options and what they mean in two columns, within the terminal.
#pragma once

#include <memory>

namespace CLI {
class FormatterBase;
}

namespace jacquard::cli {

// The heading of the options that every command has.
inline constexpr const char* kCommonGroup = "Options of every command";

std::shared_ptr<CLI::FormatterBase> help_format();

// Columns of the terminal that stdout is, else of $COLUMNS, else 80; at least 60, at most 120.
int help_width();

}  // namespace jacquard::cli
