// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <set>

#include "jacquard/base/file.hpp"
#include "jacquard/report/result.hpp"
#include "support/program.hpp"

using jacquard::report::Row;
using jacquard::tb::Answer;
using jacquard::tb::Folder;
using jacquard::tb::run_program;

TEST_CASE("repro meshslice covers every published entry and marks what was calibrated") {
  const Folder folder;
  const Answer answer = run_program({"repro", "meshslice", "--json"}, folder);
  REQUIRE(answer.exit_code == 0);
  int calibrated = 0;
  std::set<std::string> verdicts;
  const Row document = Row::parse(answer.out);
  for (const auto& row : document["rows"]) {
    INFO(row.dump());
    const std::string verdict = row["verdict"];
    verdicts.insert(verdict);
    calibrated += verdict == "calibration";
    CHECK_FALSE(row["ours"].is_null());
    CHECK_FALSE(row["remark"].get<std::string>().empty());
  }
  CHECK(document["rows"].size() == 19);  // published.json: 11 entries, dictionaries by key
  CHECK(calibrated == 8);                // gains, losses, end to end and Table 2 of two models
  CHECK(verdicts.count("differs") == 0);
  CHECK(verdicts.count("not-covered") == 0);
}

TEST_CASE("study meshslice gives the same bytes for any number of workers, and its pictures") {
  const Folder folder;
  const auto study = [&](const char* threads, const char* out) {
    return run_program(
        {"study", "meshslice", "--chips", "256", "--json", "--threads", threads, "--out", out},
        folder);
  };
  const Answer one = study("1", "one");
  REQUIRE(one.exit_code == 0);
  CHECK(study("2", "two").out == one.out);
  for (const char* name :
       {"slices", "timelines", "lost_time", "weak_gpt3", "strong_megatron", "slice_counts"}) {
    const std::string file = std::string("/meshslice_") + name + ".svg";
    INFO(file);
    const std::string picture = jacquard::base::read_file(folder.path("one" + file));
    CHECK_FALSE(picture.empty());
    CHECK(picture == jacquard::base::read_file(folder.path("two" + file)));
  }
}

TEST_CASE("study meshslice names a chip that does not exist, and refuses too few chips") {
  const Folder folder;
  const Answer chip = run_program({"study", "meshslice", "--chip", "tpu-v5"}, folder);
  CHECK(chip.exit_code == 2);
  CHECK(chip.err.find("tpu-v5") != std::string::npos);
  CHECK(run_program({"study", "meshslice", "--chips", "3"}, folder).exit_code == 2);
  CHECK(run_program({"study", "meshslice", "--mode", "authors"}, folder).exit_code == 2);
}
