// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "jacquard/base/file.hpp"
#include "jacquard/report/result.hpp"
#include "support/program.hpp"

using jacquard::tb::Answer;
using jacquard::tb::Folder;
using jacquard::tb::run_program;

namespace {

Answer study(const Folder& folder, const char* threads, const char* out) {
  return run_program(
      {"study", "stack", "--jobs", "mixtral_8x7b_64", "--technologies", "electronic", "--set",
       "job.layers=2", "--set", "job.batch=64", "--json", "--threads", threads, "--out", out},
      folder);
}

}  // namespace

TEST_CASE("study stack has a row for each fabric, equal for any number of workers") {
  const Folder folder;
  const Answer one = study(folder, "1", "one");
  REQUIRE(one.exit_code == 0);
  CHECK(study(folder, "2", "two").out == one.out);
  int packets = 0, circuits = 0, losses = 0;
  const auto document = jacquard::report::Row::parse(one.out);
  for (const auto& row : document["rows"]) {
    losses += row.contains("formula_loss");
    if (!row.contains("over_bound")) continue;
    if (row["fabric"] == "packets") {
      CHECK(row["over_packets"].get<double>() >= 1);  // over the best of them
      ++packets;
      continue;
    }
    ++circuits;
    CHECK(row["over_bound"].get<double>() >= 1);
    CHECK(row["slot_ps"].get<std::int64_t>() > 0);
  }
  CHECK(packets == 7);
  CHECK(circuits == 2);
  CHECK(losses == 1);
  CHECK_FALSE(jacquard::base::read_file(folder.path("one/stack.html")).empty());
  CHECK_FALSE(jacquard::base::read_file(folder.path("one/stack.svg")).empty());
}

TEST_CASE("study stack names a technology that does not exist") {
  const Folder folder;
  const Answer wrong = run_program({"study", "stack", "--technologies", "mirrors"}, folder);
  CHECK(wrong.exit_code == 2);
  CHECK(wrong.err.find("mirrors") != std::string::npos);
}
