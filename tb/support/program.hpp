// SPDX-License-Identifier: Apache-2.0
// Runs the program as a user does and keeps what it said.
#pragma once

#include <string>
#include <vector>

#include "support/folder.hpp"

namespace jacquard::tb {

struct Answer {
  int exit_code = 0;
  std::string out;
  std::string err;
};

// `jacquard` with these arguments, in the folder. Its files of output lie elsewhere.
Answer run_program(const std::vector<std::string>& arguments, const Folder& in);

int count_lines(const std::string& text);

using Words = std::vector<std::string>;

inline Words with(Words words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

}  // namespace jacquard::tb
