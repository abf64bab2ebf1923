// SPDX-License-Identifier: Apache-2.0
// Arguments of a program in a shell script, or in a plain line, and how one is written. No shell
// runs.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "jacquard/config/place.hpp"

namespace jacquard::interop::recipes {

struct Shell {
  // Of the command with the most options; where no command has more, of the variable with the most.
  std::vector<std::string> words;
  std::map<std::string, std::string> variables;    // at the end; lists with blanks between
  std::vector<std::vector<std::string>> commands;  // in order; words in quotes apart at blanks
  int open_quote = 0;                              // the line of a quote that never ends; 0: none
};

// Follows NAME=value, NAME=(...), +=, $NAME, ${NAME}, ${NAME:-default} and if with comparisons of
// texts and numbers. Variables without a value, sums, files, and what programs print are nothing;
// bodies of while and case are passed over. With `keeps_names`, $NAME without a value stands as it
// is outside of comparisons, so that whoever needs the value can name it. A here-document is read
// as a script of its own.
Shell read_shell(std::string text, bool keeps_names = false);

// Throws ConfigError at the line of the script at `place`.
void require_quotes_end(const Shell& shell, config::Place place);

// A word of a command, in quotes where a shell needs them.
std::string shell_word(const std::string& text);

}  // namespace jacquard::interop::recipes
