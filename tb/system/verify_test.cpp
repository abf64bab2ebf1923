// SPDX-License-Identifier: Apache-2.0
// jacquard verify as a user runs it, on cores small enough to be built in a test.
#include <catch2/catch.hpp>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "jacquard/base/file.hpp"
#include "support/program.hpp"

using jacquard::tb::Answer;
using jacquard::tb::Folder;
using jacquard::tb::run_program;
using nlohmann::json;

namespace {

std::vector<std::string> with(std::vector<std::string> words,
                              const std::vector<std::string>& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

}  // namespace

TEST_CASE("verify finds each core equal to its model and says the same for any number of threads") {
  const Folder folder;
  for (const char* core : {"unit", "ladder", "wwfa", "crossbar"}) {
    const std::vector<std::string> words = {"verify", "--core",  core, "--ports", "4", "--bits",
                                            "4",      "--cases", "50", "--seed",  "3", "--json"};
    const Answer answer = run_program(with(words, {"--no-timing", "--threads", "1"}), folder);
    INFO(core << ": " << answer.err);
    REQUIRE(answer.exit_code == 0);
    REQUIRE(json::accept(answer.out));
    const json object = json::parse(answer.out);
    REQUIRE(object["rows"].size() == 1);
    const json& row = object["rows"][0];
    for (const char* key : {"cases", "mismatches", "cycles_mean", "cycles_max", "load_cycles",
                            "first_permutation_cycles_max", "efficiency_mean"}) {
      INFO(key);
      CHECK(row.contains(key));
    }
    CHECK(row["cases"] == 50);
    CHECK(row["mismatches"] == 0);
    CHECK(row["efficiency_mean"] > 0);
    CHECK(row["efficiency_mean"] <= 1);
    CHECK(answer.out.find("wall") == std::string::npos);
    for (const char* threads : {"1", "2"}) {
      CHECK(run_program(with(words, {"--no-timing", "--threads", threads}), folder).out ==
            answer.out);
    }
    const Answer timed = run_program(words, folder);
    CHECK(json::parse(timed.out)["rows"][0].contains("clocks_per_wall_s"));
    CHECK(folder.listing().empty());
  }
}

TEST_CASE("verify writes its waveform where it is told, or says why not") {
  const Folder folder;
  const std::vector<std::string> words = {"verify", "--core", "unit",    "--ports", "4",
                                          "--bits", "4",      "--cases", "2",       "--quiet"};
  const Answer traced = run_program(with(words, {"--trace", "a/unit.fst"}), folder);
  CHECK(traced.exit_code == 0);
  REQUIRE(std::filesystem::exists(folder.path("a/unit.fst")));
  CHECK(std::filesystem::file_size(folder.path("a/unit.fst")) > 100);

  CHECK(run_program(with(words, {"--trace", "a/unit.vcd"}), folder).exit_code == 0);
  CHECK_THAT(jacquard::base::read_file(folder.path("a/unit.vcd")),
             Catch::Contains("$var wire  1") && Catch::Contains("load_valid_i"));

  const Answer refused = run_program(with(words, {"--trace", "."}), folder);
  CHECK(refused.exit_code == 2);
  CHECK(refused.out.empty());
  CHECK(jacquard::tb::count_lines(refused.err) == 1);
}
