// SPDX-License-Identifier: Apache-2.0
// jacquard help and version: what people, shells and man read.
#include <algorithm>
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <sstream>

#include "cli/mistake.hpp"
#include "jacquard/base/file.hpp"
#include "jacquard/base/version.hpp"
#include "jacquard/tool/process.hpp"
#include "sim/cli/command.hpp"

using namespace jacquard;
using Catch::Contains;
using tb::Answer;
using tb::Folder;
using tb::Words;

namespace {

std::string shown(const Words& words, const Folder& folder) {
  const Answer answer = tb::run_program(words, folder);
  CHECK(answer.exit_code == 0);
  CHECK(answer.err.empty());
  return answer.out;
}

}  // namespace

TEST_CASE("help of a verb is its --help, and help alone that of the program") {
  const Folder folder;
  CHECK(shown({"help", "schedule"}, folder) == shown({"schedule", "--help"}, folder));
  CHECK(shown({"help", "gemm", "tune"}, folder) == shown({"gemm", "tune", "--help"}, folder));
  CHECK(shown({"help"}, folder) == shown({"--help"}, folder));
  CHECK_THAT(tb::mistake({"help", "schedul"}, folder), Contains("did you mean 'schedule'"));
  CHECK_THAT(tb::mistake({"help", "--json"}, folder), Contains("--json"));
}

TEST_CASE("No line of any verb's help is wider than 80 columns") {
  const Folder folder;
  for (const cli::Command& command : cli::commands()) {
    std::istringstream lines(shown({"help", command.name}, folder));
    for (std::string line; std::getline(lines, line);) {
      const bool example = line.rfind("  jacquard", 0) == 0 || line.rfind("    ", 0) == 0;
      INFO(command.name << ": " << line);
      CHECK((line.size() <= 80 || (example && line.size() <= 100)));
    }
  }
}

TEST_CASE("Help lists the words that an option takes") {
  const Folder folder;
  const std::string help = shown({"help", "schedule"}, folder);
  CHECK_THAT(help, Contains("One of permutation, slot."));
  CHECK_THAT(help, Contains("holds-first,"));
  CHECK_THAT(help, Contains("hotspot,"));
}

TEST_CASE("version says the release, to people and programs") {
  const Folder folder;
  CHECK_THAT(shown({"version"}, folder), Contains(base::kVersion));
  const auto rows = nlohmann::json::parse(shown({"version", "--json"}, folder))["rows"];
  CHECK(rows[0]["release"] == base::kVersion);
  CHECK(shown({"--version"}, folder) == std::string(base::kVersion) + "\n");
}

TEST_CASE("bash completes verbs, their options and those of their own commands") {
  const Folder folder;
  folder.file("completion.bash", shown({"help", "--completion", "bash"}, folder));
  const auto completed = [&](const std::string& words, int at) {
    const std::string script = "source completion.bash; COMP_WORDS=(" + words +
                               "); COMP_CWORD=" + std::to_string(at) +
                               "; _jacquard; echo \"${COMPREPLY[*]}\" >out";
    CHECK(tool::run_process({"bash", "-c", script}, folder.path("")).exit_code == 0);
    std::string text = base::read_file(folder.path("out"));
    text.pop_back();
    return text;
  };
  CHECK(completed("jacquard sched", 1) == "schedule");
  CHECK(completed("jacquard schedule --gua", 2) == "--guard --guard-per");
  CHECK(completed("jacquard gemm tu", 2) == "tune");
  CHECK_THAT(completed("jacquard gemm tune --chi", 3), Contains("--chips"));
  CHECK_THAT(tb::mistake({"help", "--completion", "fish"}, folder), Contains("bash or zsh"));
  CHECK_THAT(shown({"help", "--completion", "zsh"}, folder), Contains("#compdef jacquard"));
}

TEST_CASE("The manual page has every verb, and no line that man takes for a request of its own") {
  const Folder folder;
  const std::string page = shown({"help", "--man"}, folder);
  for (const cli::Command& command : cli::commands()) {
    CHECK_THAT(page, Contains(std::string("\n.SS ") + command.name + "\n"));
  }
  std::istringstream lines(page);
  const std::vector<std::string> requests = {".TH", ".SH", ".SS", ".TP", ".B",
                                             ".I",  ".PP", ".nf", ".fi"};
  for (std::string line; std::getline(lines, line);) {
    if (line.empty() || (line[0] != '.' && line[0] != '\'')) continue;
    INFO(line);
    CHECK(std::find(requests.begin(), requests.end(), line.substr(0, line.find(' '))) !=
          requests.end());
  }
}
