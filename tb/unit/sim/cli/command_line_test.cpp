// SPDX-License-Identifier: Apache-2.0
#include "sim/cli/command_line.hpp"

#include <catch2/catch.hpp>

#include "jacquard/tool/process.hpp"

using jacquard::cli::command_line;

TEST_CASE("A shell takes a printed command apart into the words it was typed with") {
  const std::vector<std::string> words = {
      "schedule", "--guard", "10 ns",   "--demand=a b.csv", "it's", "", "$HOME `id` \"x\" \\",
      "*",        "--set",   "a.b=c;d", "line\nbreak",      "~",    "#"};
  std::string shown = command_line(words);
  REQUIRE(shown.rfind("jacquard ", 0) == 0);
  const std::string script = "jacquard() { printf '[%s]' \"$@\"; }; " + shown;
  std::string expected;
  for (const std::string& word : words) expected += "[" + word + "]";
  CHECK(jacquard::tool::run_process({"sh", "-c", script}).output == expected);
}

TEST_CASE("What decides no result is left out of a printed command") {
  CHECK(command_line({"schedule", "--threads", "2", "--demand", "moe:4", "--threads=1"}) ==
        "jacquard schedule --demand moe:4");
  CHECK(command_line({"simulate", "x", "--out", "a b", "--seed", "2"}, {"--out"}) ==
        "jacquard simulate x --seed 2");
  CHECK(command_line({}) == "jacquard");
}
