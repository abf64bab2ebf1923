// SPDX-License-Identifier: Apache-2.0
// jacquard advise: which scheduler at which guard time.
#include <catch2/catch.hpp>
#include <cstdint>
#include <nlohmann/json.hpp>

#include "cli/mistake.hpp"
#include "jacquard/base/file.hpp"

using namespace jacquard;
using nlohmann::json;
using tb::Answer;
using tb::Folder;
using tb::Words;

namespace {

json rows_of(const Words& words, const Folder& folder) {
  const Answer answer = tb::run_program(tb::with({"advise", "--json", "--quiet"}, words), folder);
  INFO(answer.err);
  REQUIRE(answer.exit_code == 0);
  return json::parse(answer.out)["rows"];
}

std::string why(const Words& words, const Folder& folder) {
  return tb::mistake(tb::with({"advise", "--json"}, words), folder);
}

}  // namespace

TEST_CASE("The ranges of an advice are neighbours from no guard to the longest") {
  const Folder folder;
  const json rows = rows_of({"--demand", "moe:16", "--longest", "1 ms"}, folder);
  std::int64_t next = 0;
  for (const json& row : rows) {
    if (row["row_kind"] != "range") continue;
    CHECK(row["guard_from_ps"] == next);
    CHECK(row["guard_to_ps"] >= next);
    CHECK(row["makespan_over_bound"] >= row["makespan_over_bound_from"]);
    CHECK(row["makespan_over_bound_from"] >= 1);
    next = row["guard_to_ps"].get<std::int64_t>() + 1;
  }
  CHECK(next == 1'000'000'001);
}

TEST_CASE("The largest guard of all is that of the scheduler that affords most") {
  const Folder folder;
  const json rows = rows_of({"--demand", "sparse:16"}, folder);
  for (const char* key : {"largest_guard_5pct_ps", "largest_guard_20pct_ps"}) {
    json most;
    for (const json& row : rows) {
      if (row["row_kind"] == "scheduler" && !row[key].is_null() &&
          (most.is_null() || row[key] > most)) {
        most = row[key];
      }
    }
    CHECK(rows[0][key] == most);
  }
}

TEST_CASE("An advice without timing has the same bytes for any number of threads") {
  const Folder folder;
  const Words words = {"advise", "--demand", "uniform:12", "--json", "--quiet", "--no-timing"};
  const std::string one = tb::run_program(tb::with(words, {"--threads", "1"}), folder).out;
  CHECK(!one.empty());
  CHECK(tb::run_program(tb::with(words, {"--threads", "3"}), folder).out == one);
}

TEST_CASE("Widths of counters are a list with commas, or JSON") {
  const Folder folder;
  const Words words = {"--demand", "moe:8", "--no-timing"};
  CHECK(rows_of(tb::with(words, {"--bits", "8,10"}), folder) ==
        rows_of(tb::with(words, {"--bits", "[8, 10]"}), folder));
}

TEST_CASE("Two switches share a permutation, and afford what is left of the allowance") {
  const Folder folder;
  folder.file("p.csv", "0,25500000\n25500000,0\n");
  // 255 quanta of 0.1 ms are 128 and 127 of them; the bound is half of 25.5 ms.
  const json rows = rows_of({"--demand", "p.csv", "--rate", "8 Gb/s", "--bits", "8", "--switches",
                             "2", "--schedulers", "exact,shifts", "--no-timing"},
                            folder);
  CHECK(rows[0]["largest_guard_5pct_ps"] == (25'500'000'000 * 105 / 200) - 12'800'000'000);
  for (const json& row : rows) CHECK(row["scheduler"] != "shifts");
}

TEST_CASE("With --out an advice draws its ranges") {
  const Folder folder;
  rows_of({"--demand", "moe:8", "--out", "advice"}, folder);
  const std::string page = base::read_file(folder.path("advice/advise.html"));
  CHECK(page.find("<svg") != page.npos);
  CHECK(page.find("class=\"region\"") != page.npos);
  CHECK(base::read_file(folder.path("advice/advise.svg")).find("guard time") != std::string::npos);
}

TEST_CASE("What an advice cannot be given on is said in one line") {
  const Folder folder;
  folder.file("nothing.csv", "0,0\n0,0\n");
  folder.file("two.jsonl", "[[0,1],[1,0]]\n[[0]]\n");
  CHECK_THAT(why({"--demand", "nothing.csv"}, folder), Catch::Contains("something to send"));
  CHECK_THAT(why({"--demand", "two.jsonl", "--index", "all"}, folder),
             Catch::Contains("equal ports"));
  CHECK_THAT(why({}, folder), Catch::Contains("--demand"));
  CHECK_THAT(why({"--demand", "moe:8", "--bits", "none"}, folder), Catch::Contains("--bits"));
  CHECK_THAT(why({"--demand", "moe:8", "--rate", "800"}, folder), Catch::Contains("--rate"));
  CHECK_THAT(why({"--demand", "moe:8", "--longest", "-1 us"}, folder),
             Catch::Contains("--longest"));
  CHECK_THAT(why({"--demand", "moe:8", "--schedulers", "nobody"}, folder),
             Catch::Contains("--schedulers"));
}

TEST_CASE("advise says what its bound is, and what the largest multiple of it means") {
  const Folder folder;
  const Answer answer = tb::run_program({"advise", "--demand", "moe:16", "--no-timing"}, folder);
  REQUIRE(answer.exit_code == 0);
  const std::string sentence = answer.out.substr(0, answer.out.find("\n\n"));
  CHECK_THAT(sentence,
             Catch::Contains("is the largest row or column at the rate of a port's links"));
  CHECK_THAT(sentence, Catch::Contains("over_bound is the time over it: with guards of "));
}
