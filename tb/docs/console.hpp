// SPDX-License-Identifier: Apache-2.0
// The commands of a page of documentation and what the page shows of their output. A block of them:
//
//   ```console [full] [exit=N]
//   $ jacquard ... \            a command; lines that end in a backslash or begin with "> " go on
//   what it prints              compared; a line of "..." stands for any lines, and a line that
//   ...                         ends in " ..." for one that begins so; nothing shown: not compared
//   ```
//
// All commands end with exit code 0, or the last one with N. `full`: too long for each day's tests.
#pragma once

#include <string>
#include <vector>

namespace jacquard::tb {

struct ConsoleCommand {
  int line = 0;  // of the page, from 1
  std::string shell;
  std::vector<std::string> shown;
};

struct ConsoleBlock {
  bool full = false;
  int exit_code = 0;
  std::vector<ConsoleCommand> commands;
};

// Throws ConfigError for a block that does not end, has a word that is not one of the above, or has
// output before a command.
std::vector<ConsoleBlock> console_blocks(const std::string& page, const std::string& text);

// "" where the output is what the page shows, else the first line that differs. Spaces between the
// cells of a table do not count, nor do values in columns and JSON keys that contain "wall".
std::string disagreement(const std::vector<std::string>& shown, const std::string& output);

}  // namespace jacquard::tb
