// SPDX-License-Identifier: Apache-2.0
#include "docs/console.hpp"

#include <catch2/catch.hpp>

#include "jacquard/base/error.hpp"

using namespace jacquard::tb;
using Lines = std::vector<std::string>;

TEST_CASE("A page's commands are found, with what each prints") {
  const auto blocks =
      console_blocks("p.md",
                     "text\n```console\n$ a --b \\\n    c\nout\n\nput\n$ cd x\n```\n"
                     "```json\n$ no\n```\n```console full exit=1\n$ for a in b\n> do\n```\n");
  REQUIRE(blocks.size() == 2);
  REQUIRE(blocks[0].commands.size() == 2);
  CHECK(blocks[0].commands[0].shell == "a --b \\\n    c");
  CHECK(blocks[0].commands[0].line == 3);
  CHECK(blocks[0].commands[0].shown == Lines{"out", "", "put"});
  CHECK(blocks[0].commands[1].shell == "cd x");
  CHECK(blocks[0].exit_code == 0);
  CHECK_FALSE(blocks[0].full);
  CHECK(blocks[1].commands[0].shell == "for a in b\ndo");
  CHECK(blocks[1].exit_code == 1);
  CHECK(blocks[1].full);
}

TEST_CASE("A block of commands that is not one is refused") {
  for (const char* text : {"```console\n$ a\n", "```console\nout\n$ a\n```\n",
                           "```console slow\n$ a\n```\n", "```console exit=0\n$ a\n```\n"}) {
    INFO(text);
    CHECK_THROWS_AS(console_blocks("p.md", text), jacquard::base::ConfigError);
  }
}

TEST_CASE("Output is compared line by line, and an ellipsis stands for what is left out") {
  CHECK(disagreement({"a", "b"}, "a\nb\n") == "");
  CHECK(disagreement({"a", "b"}, "a\n") != "");
  CHECK(disagreement({"a"}, "a\nb\n") != "");
  CHECK(disagreement({"a", "b"}, "a\nc\n") == "expected: b\n     got: c");
  CHECK(disagreement({"a", "..."}, "a\nb\nc\n") == "");
  CHECK(disagreement({"a", "..."}, "a\n") == "");
  CHECK(disagreement({"...", "c"}, "a\nb\nc\n") == "");
  CHECK(disagreement({"...", "b"}, "a\nb\nc\n") != "");
  CHECK(disagreement({"a", "...", "c", "...", "e"}, "a\nb\nc\nd\ne\n") == "");
  CHECK(disagreement({"a", "...", "x", "...", "e"}, "a\nb\nc\nd\ne\n") != "");
  CHECK(disagreement({"a b ..."}, "a b c\n") == "");
  CHECK(disagreement({"a b ..."}, "a c\n") != "");
}

TEST_CASE("The width of a column and a wall clock do not count, any other value does") {
  const Lines table = {"name  decided_wall  valid", "exact         52.3 us   true"};
  CHECK(disagreement(table, "name   decided_wall  valid\nexact        9.81 ms   true\n") == "");
  CHECK(disagreement(table, "name   decided_wall  valid\nexact        52.3 us  false\n") != "");
  CHECK(disagreement(table, "name   decided_time  valid\nexact        52.3 us   true\n") != "");
  CHECK(disagreement({"  \"wall_ms\": 1,"}, "\"wall_ms\": 2,\n") == "");
  CHECK(disagreement({"  \"slots\": 1,"}, "  \"slots\": 2,\n") != "");
}
