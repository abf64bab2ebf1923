// SPDX-License-Identifier: Apache-2.0
// What `jacquard train --out` writes.
#include <catch2/catch.hpp>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "jacquard/base/file.hpp"
#include "support/program.hpp"

using jacquard::base::read_file;
using jacquard::tb::Answer;
using jacquard::tb::Folder;
using jacquard::tb::run_program;
using jacquard::tb::with;
using jacquard::tb::Words;
using nlohmann::json;

namespace {

const Words kStep = {"train",  "llama3-8b",  "--system", "dgx_h100_8", "--layers",
                     "8",      "--batch",    "16",       "--parallel", "dp=2,pp=4,micro_batch=1",
                     "--json", "--no-timing"};

int count(const std::string& text, const std::string& part) {
  int found = 0;
  for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

}  // namespace

TEST_CASE("train --out writes what it prints\\, a timeline and a picture of every stage") {
  const Folder folder;
  for (const char* engine : {"analytic", "event"}) {
    const Answer answer = run_program(with(kStep, {"--engine", engine, "--out", engine}), folder);
    INFO(answer.err);
    REQUIRE(answer.exit_code == 0);
    const std::string out = folder.path(engine);
    CHECK(json::parse(read_file(out + "/train.json"))["rows"] == json::parse(answer.out)["rows"]);
    CHECK(json::parse(read_file(out + "/timeline.json"))["traceEvents"].size() > 100);
    const std::string picture = read_file(out + "/step.svg");
    CHECK(count(picture, "<g class=\"row\"") == 4);
    CHECK(count(picture, ">stage 3</text>") == 1);
  }
}

TEST_CASE("The picture of a step is the same for any number of threads") {
  const Folder folder;
  run_program(with(kStep, {"--threads", "1", "--out", "one"}), folder);
  run_program(with(kStep, {"--threads", "2", "--out", "two"}), folder);
  CHECK(read_file(folder.path("one/step.svg")) == read_file(folder.path("two/step.svg")));
}
