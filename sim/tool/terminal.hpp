// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace jacquard::tool {

// Columns of the terminal that stdout is, else of $COLUMNS if that is a number above 0, else
// `usual`.
int terminal_width(int usual);

// Whether stdout is a terminal that shows colours, and NO_COLOR (no-color.org) is unset or empty.
bool shows_colours();

// Columns of the terminal that stderr is; 0 if it is none, or one that cannot rewrite a line.
int live_width();

// Takes the live line of stderr (tool::Progress) away, if there is one: for all that writes to the
// terminal.
void erase_live_line();

// Shows `line` in place of the last, cut to `width`. False if stderr cannot be written.
bool show_live_line(const std::string& line, int width);

}  // namespace jacquard::tool
