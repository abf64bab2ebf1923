// SPDX-License-Identifier: Apache-2.0
// How far a command says it is.
#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>

#include "cli/mistake.hpp"

using Catch::Contains;
using jacquard::tb::Folder;

TEST_CASE("synth says which share of its steps is done, and no time left that it cannot know") {
  const Folder folder;
  std::filesystem::create_directories(folder.path("bin"));
  for (const char* tool : {"yosys", "sta"}) {
    folder.file(std::string("bin/") + tool,
                "#!/bin/sh\ncase \"$1\" in -V|-version) exit 0;; esac\nsleep 3\nexit 1\n");
    std::filesystem::permissions(folder.path(std::string("bin/") + tool),
                                 std::filesystem::perms::owner_all);
  }
  folder.file("cells.lib", "library (none) {}\n");
  const std::string path = std::getenv("PATH");
  ::setenv("PATH", (folder.path("bin") + ":" + path).c_str(), 1);
  ::setenv("JACQUARD_LIBERTY", folder.path("cells.lib").c_str(), 1);
  const jacquard::tb::Answer answer = jacquard::tb::run_program(
      {"synth", "--core", "wwfa", "--ports", "4", "--threads", "1"}, folder);
  ::setenv("PATH", path.c_str(), 1);
  ::unsetenv("JACQUARD_LIBERTY");
  CHECK(answer.exit_code == 2);
  CHECK_THAT(answer.err, Contains("steps of Yosys and OpenSTA, for 2 s") && !Contains(" left"));
}
