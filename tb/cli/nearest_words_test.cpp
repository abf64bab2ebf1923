// SPDX-License-Identifier: Apache-2.0
// What a mistaken word leads to.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <string>

#include "cli/mistake.hpp"
#include "support/program.hpp"

using Catch::Matchers::Contains;
using jacquard::tb::Answer;
using jacquard::tb::Folder;
using jacquard::tb::mistake;
using jacquard::tb::run_program;
using jacquard::tb::with;
using jacquard::tb::Words;

TEST_CASE("A degree that is given as an option of its own is said as the verb takes it") {
  const Folder folder;
  CHECK_THAT(mistake({"train", "llama3-8b", "--tp", "8"}, folder), Contains("'--parallel tp=8'"));
  CHECK_THAT(mistake({"train", "llama3-8b", "--pp=4"}, folder), Contains("'--parallel pp=4'"));
}

TEST_CASE("A short name leads to the name that it shortens, and not to one it merely looks like") {
  const Folder folder;
  CHECK_THAT(mistake({"train", "llama3-8b", "--mb", "2"}, folder),
             Contains("'--parallel micro_batch=2'"));
  CHECK_THAT(mistake({"train", "llama3-8b", "--parallel", "mb=2"}, folder),
             Contains("did you mean 'micro_batch'?"));
  CHECK_THAT(mistake({"train", "mixtral_64", "--set", "system.npu.device=h200sx"}, folder),
             Contains("did you mean 'h200_sxm'?"));
  CHECK_THAT(mistake({"train", "mixtral_64", "--set", "system.npu.device=b20"}, folder),
             Contains("did you mean 'b200_sxm'?"));
  // No system, cluster or job is near it.
  CHECK_THAT(mistake({"collective", "--system", "cluster"}, folder), !Contains("did you mean"));
}

TEST_CASE("A name that is cut within its number shortens nothing") {
  const Folder folder;
  for (const char* cut : {"llama3-7", "qwen3-1"}) {
    CHECK_THAT(mistake({"serve", cut, "--system", "8xh200"}, folder), Contains("MODEL"));
  }
  CHECK(
      run_program({"serve", "llama3-70", "--system", "8xh200", "--batch", "1"}, folder).exit_code ==
      0);
}

TEST_CASE("A name that no configuration has is held against those of all kinds") {
  const Folder folder;
  CHECK_THAT(mistake({"config", "show", "h200"}, folder), Contains("did you mean 'h200_sxm'?"));
  CHECK_THAT(mistake({"config", "show", "dgx_h100_8x9"}, folder),
             Contains("did you mean 'dgx_h100_8x8'?"));
}

TEST_CASE("A point of a sweep that cannot run is a row that says why") {
  const Folder folder;
  const Answer answer = run_program({"train", "llama3-8b", "--system", "dgx_h100_8", "--parallel",
                                     "tp=8", "--sweep", "batch=8,7000000", "--json"},
                                    folder);
  REQUIRE(answer.exit_code == 0);
  const auto rows = nlohmann::json::parse(answer.out).at("rows");
  const auto& refused = rows.back();
  CHECK(refused.at("row_kind") == "refused");
  CHECK(refused.at("sweep_point") == "batch=7000000");
  CHECK_THAT(refused.at("refused").get<std::string>(),
             Contains("expected a step within 79.65 GiB"));
}

TEST_CASE("A batch that is named takes the micro-batch that it takes without a name") {
  const Folder folder;
  const Words step = {"train",      "llama3-8b", "--system", "dgx_h100_8",
                      "--parallel", "tp=8",      "--json"};
  const auto usual = nlohmann::json::parse(run_program(step, folder).out).at("rows").at(0);
  const std::string batch = std::to_string(usual.at("batch").get<int>());
  const Answer named = run_program(with(step, {"--batch", batch}), folder);
  REQUIRE(named.exit_code == 0);
  CHECK(nlohmann::json::parse(named.out).at("rows").at(0).at("time_ps") == usual.at("time_ps"));
}

TEST_CASE("A waveform is an FST or a VCD by its name, and another ending is refused") {
  const Folder folder;
  for (const char* name : {"wave", "wave.vcd.gz", "wave.lxt", "."}) {
    CHECK_THAT(mistake({"verify", "--core", "wwfa", "--trace", name}, folder),
               Contains("--trace") && Contains(".fst or .vcd"));
  }
}
