// SPDX-License-Identifier: Apache-2.0
// The findings of 2026 from the command line: pages, pictures, rows.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "cli/mistake.hpp"
#include "jacquard/base/file.hpp"

using namespace jacquard;
using Catch::Contains;
using nlohmann::json;
using tb::Answer;
using tb::Folder;
using tb::mistake;
using tb::run_program;
using tb::with;
using tb::Words;

namespace {

const Words kStudy = {"study", "findings-2026", "--quick"};

}  // namespace

TEST_CASE("Option --only names findings that there are") {
  const Folder folder;
  for (const char* wrong : {"11", "0", "two", "1,,2", "1,-3"}) {
    INFO(wrong);
    CHECK_THAT(mistake(with(kStudy, {"--only", wrong}), folder),
               Contains("--only: expected numbers of findings, 1..10"));
  }
}

TEST_CASE("Findings leave a page, a picture and rows, the same for any number of threads") {
  const Folder folder;
  std::string first;
  for (const char* threads : {"1", "3"}) {
    const Words words = with(kStudy, {"--only", "9,4", "--json", "--threads", threads, "--out",
                                      std::string("t") + threads});
    const Answer answer = run_program(words, folder);
    INFO(answer.err);
    REQUIRE(answer.exit_code == 0);
    if (first.empty()) first = answer.out;
    CHECK(answer.out == first);
  }
  const auto text = [&](const std::string& name) { return base::read_file(folder.path(name)); };
  for (const char* name : {"index.html", "finding-4.html", "finding-4.svg", "finding-9.html",
                           "finding-9.svg", "findings-2026.json"}) {
    INFO(name);
    CHECK(text(std::string("t1/") + name) == text(std::string("t3/") + name));
  }
  CHECK_THAT(text("t1/index.html"), Contains("finding-4.html") && Contains("finding-9.html"));
  CHECK_THAT(text("t1/finding-4.html"),
             Contains("<svg") && Contains("jacquard simulate") && Contains("2602.12521"));

  const json rows = json::parse(first).at("rows");
  std::vector<int> numbers;
  std::size_t points = 0;
  for (const json& row : rows) {
    if (row.at("row_kind") == "finding_2026_point") ++points;
    if (row.at("row_kind") != "finding_2026") continue;
    numbers.push_back(row.at("finding"));
    const std::string verdict = row.at("verdict");
    CHECK((verdict == "holds" || verdict == "fails" || verdict == "depends"));
    CHECK(!row.at("commands").empty());
    CHECK(!row.at("answer").get<std::string>().empty());
  }
  CHECK(numbers == std::vector<int>{4, 9});
  CHECK(points > 20);
}

// A guard of 25 ms, of which the gather's and the reduce-scatter's alone are paid: 50 ms of 1.2212
// s (docs/experiments/phase_boundaries.md).
TEST_CASE("The closed form of phases pays two guards of a step") {
  const Folder folder;
  const Answer answer = run_program(with(kStudy, {"--only", "4", "--json"}), folder);
  INFO(answer.err);
  REQUIRE(answer.exit_code == 0);
  const json parsed = json::parse(answer.out);
  const json& row = parsed.at("rows").at(0);
  CHECK(row.at("at_a").get<double>() == Approx(0.050 / 1.2212).epsilon(0.001));
  CHECK(row.at("at_b").get<double>() > row.at("at_a").get<double>());
}
