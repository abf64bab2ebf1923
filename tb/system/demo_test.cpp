// SPDX-License-Identifier: Apache-2.0
// The first thing a newcomer runs, from end to end: traffic, schedulers, Verilog, report.
#include <catch2/catch.hpp>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "jacquard/base/file.hpp"
#include "support/program.hpp"

using jacquard::base::read_file;
using jacquard::tb::Answer;
using jacquard::tb::Folder;
using jacquard::tb::run_program;
using nlohmann::json;

TEST_CASE("The demo schedules a real matrix, and the Verilog agrees in every clock") {
  const Folder folder;
  const Answer answer = run_program({"demo", "--out", "shown", "--json", "--no-timing"}, folder);
  INFO(answer.err);
  REQUIRE(answer.exit_code == 0);
  REQUIRE(json::accept(answer.out));
  const json result = json::parse(answer.out);
  int schedulers = 0, cores = 0;
  for (const json& row : result["rows"]) {
    INFO(row.dump());
    CHECK(row["valid"] == true);
    if (row.contains("scheduler")) ++schedulers;
    if (row.value("row_kind", "") == "rtl") {
      ++cores;
      CHECK(row["mismatches"] == 0);
      CHECK(row["compared_cycles"] >= row["load_cycles"].get<int>() + row["cycles"].get<int>());
    }
  }
  CHECK(schedulers >= 13);
  CHECK(cores == 1);

  const std::string page = read_file(folder.path("shown/report.html"));
  CHECK_THAT(
      page, Catch::Contains("<svg") && Catch::Contains("solstice") && Catch::EndsWith("</html>\n"));
  CHECK(page.find("http://") == page.find("http://www.w3.org"));  // nothing is fetched
  CHECK(std::filesystem::file_size(folder.path("shown/ladder.fst")) > 1000);
  CHECK_THAT(read_file(folder.path("shown/ladder.gtkw")), Catch::Contains("ladder.fst"));

  SECTION("and says the same the next time") {
    const Answer again = run_program({"demo", "--out", "again", "--json", "--no-timing"}, folder);
    CHECK(again.out == answer.out);
  }
}

TEST_CASE("The demo for people shows the table, the Verilog's answer and where to look") {
  const Folder folder;
  const Answer answer = run_program({"demo", "--out", "shown"}, folder);
  REQUIRE(answer.exit_code == 0);
  CHECK_THAT(answer.out, Catch::Contains("exact") && Catch::Contains("ladder") &&
                             Catch::Contains("bit for bit") &&
                             Catch::Contains("shown/report.html"));
}

TEST_CASE("The demo leaves nothing half-made where it cannot write") {
  const Folder folder;
  folder.file("taken", "a file where a folder should be\n");
  const Answer answer = run_program({"demo", "--no-rtl", "--out", "taken"}, folder);
  CHECK(answer.exit_code == 2);
  CHECK(folder.listing() == std::vector<std::string>{"taken"});
}
