// SPDX-License-Identifier: Apache-2.0
#include "sim/tool/words_of_line.hpp"

namespace jacquard::tool {

std::vector<std::string> words_of_line(const std::string& line) {
  std::vector<std::string> words;
  bool within = false, quotes = false;
  for (std::size_t k = 0; k < line.size(); ++k) {
    const char c = line[k];
    if (c == ' ' && !quotes) {
      within = false;
      continue;
    }
    if (!within) words.emplace_back();
    within = true;
    if (c == '\'')
      quotes = !quotes;
    else if (c == '\\' && !quotes && k + 1 < line.size())
      words.back() += line[++k];
    else
      words.back() += c;
  }
  return words;
}

}  // namespace jacquard::tool
