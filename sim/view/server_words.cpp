// SPDX-License-Identifier: Apache-2.0
// What a page may run: the command comes from a file, which may be a stranger's.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>

#include "jacquard/base/error.hpp"
#include "sim/tool/words_of_line.hpp"
#include "sim/view/server.hpp"

namespace jacquard::view {
namespace {

using Words = std::vector<std::string>;

constexpr std::array<const char*, 12> kVerbs = {"schedule", "train",   "serve",  "collective",
                                                "simulate", "plan",    "ladder", "search",
                                                "advise",   "explain", "gemm",   "verify"};
// They start programs or write files.
constexpr std::array<const char*, 14> kNever = {
    "--outside", "--agent",  "--save",  "--demand-out", "--journal",  "--out",   "--page",
    "--launch",  "--runner", "--trace", "--front-out",  "--filelist", "--check", "--view"};

template <class List>
bool has(const List& list, const std::string& word) {
  return std::any_of(list.begin(), list.end(), [&](const char* one) { return word == one; });
}

[[noreturn]] void refuse(const std::string& word, const std::string& why) {
  throw base::ConfigError(
      {"the command", "", why, "'" + word + "'", "copy it, and run it by hand"});
}

void check(const std::string& word) {
  const std::string name = word.substr(0, word.find('='));
  if (has(kNever, name)) refuse(word, "no option that writes files or starts programs");
  if (word.find("program") != word.npos) refuse(word, "no program of its own");
  const bool leaves = word.rfind('/', 0) == 0 || word.rfind('~', 0) == 0 ||
                      word.find("=/") != word.npos || word.find("=~") != word.npos ||
                      word.find("..") != word.npos;
  // "1 kB..1 GB" is a range.
  const bool is_range = word.find("..") != word.npos && word.find('/') == word.npos;
  if (leaves && !is_range) refuse(word, "no path outside the folder");
}

bool is_option_name(const std::string& name) {
  return name.size() > 2 && name.rfind("--", 0) == 0 &&
         std::all_of(name.begin() + 2, name.end(), [](unsigned char c) {
           return std::islower(c) != 0 || std::isdigit(c) != 0 || c == '-';
         });
}

}  // namespace

Words words_to_run(const std::string& command_line,
                   const std::vector<std::pair<std::string, std::string>>& options) {
  Words words = tool::words_of_line(command_line);
  if (words.size() < 2 || words[0] != "jacquard" || !has(kVerbs, words[1])) {
    refuse(command_line, "a command that computes");
  }
  words.erase(words.begin());
  for (const auto& [name, value] : options) {
    const std::string key = name.rfind("--set ", 0) == 0 ? name.substr(6) : "";
    if (!is_option_name(key.empty() ? name : "--set")) refuse(name, "the name of an option");
    if (key.empty()) {
      for (std::size_t k = 1; k < words.size(); ++k) {
        const bool is_it = words[k] == name, holds_it = words[k].rfind(name + "=", 0) == 0;
        if (!is_it && !holds_it) continue;
        const bool has_value = is_it && k + 1 < words.size() && words[k + 1].rfind("--", 0) != 0;
        const auto at = words.begin() + static_cast<std::ptrdiff_t>(k);
        words.erase(at, at + (has_value ? 2 : 1));
        --k;
      }
      words.push_back(name + "=" + value);
    } else {  // the last --set of a key counts
      words.insert(words.end(), {"--set", key + "=" + value});
    }
  }
  for (const std::string& word : words) check(word);
  return words;
}

}  // namespace jacquard::view
