// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/command_line.hpp"

#include <algorithm>

namespace jacquard::cli {
namespace {

std::string quoted(const std::string& word) {
  constexpr const char* plain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=.,:/@%";
  if (!word.empty() && word.find_first_not_of(plain) == word.npos) return word;
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

}  // namespace

std::string command_line(const std::vector<std::string>& words,
                         const std::vector<std::string>& also_not) {
  const auto left_out = [&](const std::string& name) {
    return name == "--threads" ||
           std::find(also_not.begin(), also_not.end(), name) != also_not.end();
  };
  std::string line = "jacquard";
  for (std::size_t k = 0; k < words.size(); ++k) {
    const std::string& word = words[k];
    const auto equals = word.find('=');
    if (!left_out(word.substr(0, equals))) {
      line += ' ' + quoted(word);
    } else if (equals == word.npos) {
      ++k;  // its value
    }
  }
  return line;
}

}  // namespace jacquard::cli
