// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "cli/mistake.hpp"
#include "support/program.hpp"

using jacquard::tb::Answer;
using jacquard::tb::Folder;
using jacquard::tb::mistake;
using jacquard::tb::run_program;
using nlohmann::json;

namespace {

using Words = std::vector<std::string>;

Words words_with(const Words& more) {
  Words words = {"train",      "qwen3-30b-a3b", "--system",   "8xgb200",
                 "--type",     "fp8",           "--batch",    "512",
                 "--sequence", "4096",          "--parallel", "ep=8,zero=1,micro_batch=4",
                 "--engine",   "analytic",      "--json",     "--ignore-memory"};
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

double seconds(const Words& more) {
  const Folder folder;
  const Answer answer = run_program(words_with(more), folder);
  INFO(answer.err);
  REQUIRE(answer.exit_code == 0);
  const json rows = json::parse(answer.out).at("rows");
  for (const json& row : rows) {
    if (row["row_kind"] == "step") return row["time_ps"].get<double>() * 1e-12;
  }
  return 0;
}

}  // namespace

TEST_CASE("a job's software changes its step, and so does a key of it") {
  const double older = seconds({"--set", "software=megatron-26.04"});
  CHECK(seconds({"--set", "software=megatron-26.06"}) < older);
  CHECK(seconds({}) != older);
  // Gradients in fp32 are read and written in twice the bytes.
  CHECK(seconds({"--set", "software=megatron-26.04", "--set", "software.gradient_type=fp32"}) >
        older);
}

TEST_CASE("software that does not ship is answered with the nearest name") {
  const Folder folder;
  CHECK_THAT(mistake(words_with({"--set", "software=megatron-26.5"}), folder),
             Catch::Contains("software") && Catch::Contains("megatron-26.0"));
}
