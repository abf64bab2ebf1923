// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "jacquard/base/file.hpp"
#include "support/program.hpp"

using jacquard::base::read_file;
using jacquard::tb::Answer;
using jacquard::tb::Folder;
using jacquard::tb::run_program;

namespace {

Answer study(const Folder& folder, const std::vector<std::string>& more) {
  std::vector<std::string> all = {"study",      "fig6", "--matrices",  "4", "--evaluations", "21",
                                  "--training", "2",    "--finalists", "2", "--sample",      "2",
                                  "--part",     "1000", "--json"};
  all.insert(all.end(), more.begin(), more.end());
  return run_program(all, folder);
}

}  // namespace

TEST_CASE("study fig6 gives the same answer for any number of workers, and from its journal") {
  const Folder folder;
  const Answer one = study(folder, {"--out", "one", "--threads", "1"});
  REQUIRE(one.exit_code == 0);
  for (const char* kind : {"demand", "fabric", "finalist", "sensitivity"}) {
    CHECK(one.out.find(std::string("\"row_kind\": \"") + kind) != std::string::npos);
  }
  CHECK(study(folder, {"--out", "three", "--threads", "3"}).out == one.out);
  CHECK(read_file(folder.path("one/fig6.jsonl")) == read_file(folder.path("three/fig6.jsonl")));
  CHECK(study(folder, {"--out", "one"}).out == one.out);
  CHECK(read_file(folder.path("one/fig6.json")) == one.out);
}

TEST_CASE("study fig6 refuses a journal of other options, and options that make no study") {
  const Folder folder;
  REQUIRE(study(folder, {"--out", "one"}).exit_code == 0);
  const Answer other = study(folder, {"--out", "one", "--seed", "2"});
  CHECK(other.exit_code == 2);
  CHECK_THAT(other.err, Catch::Contains("fig6.jsonl") && Catch::Contains("another folder"));
  for (const std::vector<std::string>& wrong : {std::vector<std::string>{"--matrices", "0"},
                                                {"--evaluations", "0"},
                                                {"--training", "-1"},
                                                {"--training-part", "0"},
                                                {"--finalists", "0"},
                                                {"--sample", "0"},
                                                {"--part", "0"}}) {
    const Answer answer = run_program({"study", "fig6", wrong[0], wrong[1]}, folder);
    CAPTURE(wrong[0]);
    CHECK(answer.exit_code == 2);
    CHECK_THAT(answer.err, Catch::Contains(wrong[0]));
  }
  const Answer unwritable = study(folder, {"--out", "/proc/none"});
  CHECK(unwritable.exit_code == 2);
}
