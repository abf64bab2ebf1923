// SPDX-License-Identifier: Apache-2.0
// What a verb found, in one sentence, where the verb has none of its own.
#pragma once

#include <string>

#include "sim/cli/command.hpp"

namespace jacquard::cli {

// Of the first headline that rows have: its figure, or the least and the most of several rows and
// by what these are told apart. "" where no row has a headline.
std::string headline_sentence(const Command& command, const report::Result& result);

}  // namespace jacquard::cli
