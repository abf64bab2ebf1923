// SPDX-License-Identifier: Apache-2.0
// What a page may run: the command comes from a file, which may be a stranger's. So only options
// that are known to compute are let through, and no file of the folder but a demand.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>

#include "jacquard/base/data_path.hpp"
#include "jacquard/base/error.hpp"
#include "sim/tool/words_of_line.hpp"
#include "sim/view/server.hpp"

namespace jacquard::view {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

constexpr std::array<const char*, 10> kVerbs = {"schedule", "train", "serve",  "collective",
                                                "simulate", "plan",  "ladder", "search",
                                                "advise",   "verify"};
// They take values and names. One that takes a file, a folder or a program is not among them.
constexpr std::array<const char*, 78> kComputing = {"--afd",
                                                    "--algorithm",
                                                    "--all",
                                                    "--arrivals",
                                                    "--bandwidth",
                                                    "--batch",
                                                    "--bits",
                                                    "--budget",
                                                    "--by",
                                                    "--bytes",
                                                    "--bytes-per-token",
                                                    "--cases",
                                                    "--chunks",
                                                    "--clients",
                                                    "--core",
                                                    "--dataflow",
                                                    "--decide",
                                                    "--demand",
                                                    "--demand-class",
                                                    "--detail",
                                                    "--diagonals-per-clock",
                                                    "--disaggregate",
                                                    "--dp",
                                                    "--engine",
                                                    "--ep",
                                                    "--expert-routing",
                                                    "--expert-start",
                                                    "--experts",
                                                    "--fabric",
                                                    "--fabrics",
                                                    "--find",
                                                    "--forward",
                                                    "--guard",
                                                    "--guard-per",
                                                    "--index",
                                                    "--input-tokens",
                                                    "--kind",
                                                    "--knobs",
                                                    "--kv-precision",
                                                    "--latency",
                                                    "--law",
                                                    "--layers",
                                                    "--memory-limit",
                                                    "--mode",
                                                    "--model",
                                                    "--mtp",
                                                    "--nodes",
                                                    "--npus",
                                                    "--optimizer",
                                                    "--output-tokens",
                                                    "--parallel",
                                                    "--pareto",
                                                    "--ports",
                                                    "--pp",
                                                    "--precision",
                                                    "--quick",
                                                    "--rate",
                                                    "--redundant-experts",
                                                    "--requests-count",
                                                    "--reward",
                                                    "--rows-per-clock",
                                                    "--scheduler",
                                                    "--schedulers",
                                                    "--seed",
                                                    "--seeds",
                                                    "--sensitivity",
                                                    "--sequence",
                                                    "--set",
                                                    "--slo",
                                                    "--slot",
                                                    "--software",
                                                    "--spread",
                                                    "--sweep",
                                                    "--switches",
                                                    "--system",
                                                    "--top",
                                                    "--topology",
                                                    "--tp"};

template <class List>
bool has(const List& list, const std::string& word) {
  return std::any_of(list.begin(), list.end(), [&](const char* one) { return word == one; });
}

[[noreturn]] void refuse(const std::string& word, const std::string& why) {
  throw base::ConfigError(
      {"the command", "", why, "'" + word + "'", "copy it, and run it by hand"});
}

// A file that ships with the program is known; one of the folder may be a stranger's, and name a
// program.
bool is_strangers_file(const std::string& name) {
  std::error_code ignored;
  const fs::path path = fs::weakly_canonical(name, ignored);
  if (name.empty() || !fs::exists(path, ignored)) return false;
  const std::string shipped =
      fs::weakly_canonical(base::data_path("configs"), ignored).string() + "/";
  return path.string().rfind(shipped, 0) != 0;
}

// A value, or a part of one between commas: no path that leaves the folder, no file there.
void check_value(const std::string& word, const std::string& value, bool is_demand) {
  const bool leaves = value.rfind('/', 0) == 0 || value.rfind('~', 0) == 0 ||
                      value.find("../") != value.npos || value == "..";
  if (leaves) refuse(word, "no path outside the folder");
  if (value.find("program") != value.npos || value.find('{') != value.npos) {
    refuse(word, "no program of its own");
  }
  const std::string end = fs::path(value).extension().string();
  const bool is_matrix = is_demand && (end == ".csv" || end == ".npy" || end == ".mtx");
  if (!is_matrix && is_strangers_file(value)) refuse(word, "no file of the folder but a demand");
}

void check(const Words& words) {
  std::string option;
  for (std::size_t k = 1; k < words.size(); ++k) {
    const std::string& word = words[k];
    std::string value = word;
    if (word.size() > 1 && word[0] == '-' &&
        std::isdigit(static_cast<unsigned char>(word[1])) == 0) {
      const std::size_t equals = word.find('=');
      option = word.substr(0, equals);
      if (!has(kComputing, option)) refuse(option, "options that only compute");
      if (equals == word.npos) continue;
      value = word.substr(equals + 1);
    }
    for (std::size_t from = 0; from <= value.size();) {
      const std::size_t to = std::min(value.find_first_of(",;=", from), value.size());
      check_value(word, value.substr(from, to - from), option == "--demand");
      from = to + 1;
    }
  }
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
    if (!key.empty()) {  // the last --set of a key counts
      words.insert(words.end(), {"--set", key + "=" + value});
      continue;
    }
    if (name == "--set") {
      words.insert(words.end(), {"--set", value});
      continue;
    }
    for (std::size_t k = 1; k < words.size(); ++k) {
      const bool is_it = words[k] == name, holds_it = words[k].rfind(name + "=", 0) == 0;
      if (!is_it && !holds_it) continue;
      const bool has_value = is_it && k + 1 < words.size() && words[k + 1].rfind("--", 0) != 0;
      const auto at = words.begin() + static_cast<std::ptrdiff_t>(k);
      words.erase(at, at + (has_value ? 2 : 1));
      --k;
    }
    words.push_back(name + "=" + value);
  }
  check(words);
  return words;
}

}  // namespace jacquard::view
