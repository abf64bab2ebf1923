// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "jacquard/base/error.hpp"
#include "sim/view/server.hpp"

namespace jacquard::view {
namespace {

using Words = std::vector<std::string>;

TEST_CASE("An option that the command has is replaced, another one is added") {
  CHECK(words_to_run("jacquard schedule --demand moe:16 --guard '1 us'",
                     {{"--guard", "2 us"}, {"--bits", "8"}}) ==
        Words{"schedule", "--demand", "moe:16", "--guard=2 us", "--bits=8"});
  CHECK(words_to_run("jacquard serve llama3-8b --rate=5", {{"--rate", "7 /s"}}) ==
        Words{"serve", "llama3-8b", "--rate=7 /s"});
  CHECK(words_to_run("jacquard train a --set x=1", {{"--set x", "2"}}) ==
        Words{"train", "a", "--set", "x=1", "--set", "x=2"});
}

TEST_CASE("A range of sizes is no path") {
  CHECK_NOTHROW(words_to_run("jacquard collective --bytes '1 kB..1 GB'", {}));
}

TEST_CASE("What writes files, starts programs or leaves the folder is not run") {
  for (const char* line : {"rm -rf x",
                           "jacquard",
                           "jacquard gallery --out x",
                           "jacquard view a",
                           "jacquard bench rtl",
                           "jacquard schedule --outside 'sh -c x'",
                           "jacquard schedule --outside=x",
                           "jacquard schedule --save x",
                           "jacquard schedule --demand-out x",
                           "jacquard train a --out x",
                           "jacquard schedule --demand /etc/passwd",
                           "jacquard schedule --demand ../x.csv",
                           "jacquard schedule --demand=/etc/passwd",
                           "jacquard train ~/x",
                           "jacquard serve a --journal x",
                           "jacquard simulate a --set scheduler.kind=program",
                           "jacquard search a --agent x",
                           "jacquard verify --rtl /x.sv",
                           "jacquard verify --rtl x.sv",
                           "jacquard verify -f x.f",
                           "jacquard verify --emit-bench=x",
                           "jacquard verify --junit=x",
                           "jacquard collective --rounds-out=x",
                           "jacquard collective --tuner-out=x",
                           "jacquard collective --tuner x",
                           "jacquard search a --store=x",
                           "jacquard search a --resume x",
                           "jacquard train a --launch megatron",
                           "jacquard train a --set scheduler.program=x",
                           "jacquard train a --set 'scheduler={\"kind\":\"x\"}'",
                           "jacquard explain x.json",
                           "jacquard gemm run"}) {
    CAPTURE(line);
    CHECK_THROWS_AS(words_to_run(line, {}), base::ConfigError);
  }
  // A configuration of the folder may name a program; a shipped one does not.
  const std::string own = "server_words_test.json";
  std::ofstream(own) << "{}";
  CHECK_THROWS_AS(words_to_run("jacquard simulate " + own, {}), base::ConfigError);
  CHECK_THROWS_AS(words_to_run("jacquard train a --set hbm=" + own, {}), base::ConfigError);
  std::filesystem::remove(own);
  const std::string plain = "jacquard schedule --demand moe:16";
  for (const char* name : {"--save", "save", "--save x", "; rm", "--set", "--Guard", ""}) {
    CAPTURE(name);
    CHECK_THROWS_AS(words_to_run(plain, {{name, "../x"}}), base::ConfigError);
  }
  CHECK_THROWS_AS(words_to_run(plain, {{"--demand", "/etc/passwd"}}), base::ConfigError);
}

}  // namespace
}  // namespace jacquard::view
