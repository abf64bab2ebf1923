// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace jacquard::tool {

// Columns of the terminal that stdout is, else of $COLUMNS if that is a number above 0, else
// `usual`.
int terminal_width(int usual);

}  // namespace jacquard::tool
