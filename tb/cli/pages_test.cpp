// SPDX-License-Identifier: Apache-2.0
// Commands that pages only name: the program has each verb and each option.
#include <catch2/catch.hpp>
#include <filesystem>
#include <map>
#include <set>

#include "docs/words.hpp"
#include "jacquard/base/file.hpp"
#include "support/program.hpp"
#include "support/source_tree.hpp"

using namespace jacquard::tb;
namespace fs = std::filesystem;

namespace {

// What every command takes; the help of a command within another does not repeat them.
const std::set<std::string> kCommon{"--json",    "--quiet", "--no-timing", "--seed",
                                    "--threads", "--out",   "--set"};

// The help of a verb, or of its first word where the second is a value; "" if there is no such
// verb.
std::string help_of(const Words& verb, const Folder& folder) {
  static std::map<Words, std::string> known;
  const auto found = known.find(verb);
  if (found != known.end()) return found->second;
  Answer answer = run_program(with(verb, {"--help"}), folder);
  if (answer.exit_code != 0) answer = run_program({verb[0], "--help"}, folder);
  return known[verb] = answer.exit_code == 0 ? answer.out : "";
}

}  // namespace

TEST_CASE("Every command that a page names has its verb and its options") {
  const Folder folder;
  std::vector<std::string> faults;
  std::vector<fs::path> pages{in_source_tree("README.md")};
  for (const auto& entry : fs::recursive_directory_iterator(in_source_tree("docs"))) {
    if (entry.path().extension() == ".md") pages.push_back(entry.path());
  }
  std::size_t commands = 0;
  for (const fs::path& page : pages) {
    for (const NamedCommand& named : named_commands(jacquard::base::read_file(page))) {
      ++commands;
      const std::string help = help_of(named.verb, folder);
      const std::string place = page.filename().string() + ": jacquard " + named.verb[0];
      if (help.empty()) faults.push_back(place);
      for (const std::string& option : named.options) {
        const bool common = named.verb.size() > 1 && kCommon.count(option) != 0;
        if (option != "--help" && !common && help.find(option) == std::string::npos) {
          faults.push_back(place + " " + option);
        }
      }
    }
  }
  CHECK(commands > 100);
  CHECK(faults == std::vector<std::string>{});
}
