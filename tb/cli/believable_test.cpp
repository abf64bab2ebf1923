// SPDX-License-Identifier: Apache-2.0
// "Is this believable?": the pages of repro and validate.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "cli/mistake.hpp"
#include "jacquard/base/file.hpp"
#include "support/program.hpp"

using namespace jacquard;
using Catch::Contains;
using nlohmann::json;
using tb::Answer;
using tb::Folder;

TEST_CASE("The page of repro has a panel for each paper and a row for each number") {
  const Folder folder;
  const Answer shown =
      tb::run_program({"repro", "pfa.ports", "--no-timing", "--quiet", "--out", "b"}, folder);
  CHECK(shown.exit_code == 0);
  const std::string page = base::read_file(folder.path("b/repro.html"));
  const json rows = json::parse(base::read_file(folder.path("b/repro.json")))["rows"];
  CHECK(!rows.empty());
  for (const json& row : rows) CHECK_THAT(page, Contains(row["id"].get<std::string>()));
  CHECK_THAT(page, Contains("<h3>pfa</h3>"));
  CHECK_THAT(page, Contains("<circle"));
}

TEST_CASE("Quick repro leaves out what takes minutes, and nothing else of the same paper") {
  const Folder folder;
  const auto ids = [&](const tb::Words& more) {
    const Answer answer =
        tb::run_program(tb::with({"repro", "chronos", "--list", "--json"}, more), folder);
    std::vector<std::string> all;
    const json rows = json::parse(answer.out)["rows"];
    for (const json& row : rows) all.push_back(row["id"]);
    return all;
  };
  const auto every = ids({}), quick = ids({"--quick"});
  const auto has = [](const std::vector<std::string>& list, const std::string& id) {
    return std::find(list.begin(), list.end(), id) != list.end();
  };
  CHECK(has(every, "chronos.bhavan.time_us"));
  CHECK(!has(quick, "chronos.bhavan.time_us"));
  CHECK(!has(quick, "chronos.fig6.packet_mean_ms"));
  CHECK(has(quick, "chronos.slot.llama3.loss"));
}

TEST_CASE("The page of a validation draws measured pairs, or bars where it has only errors") {
  const Folder folder;
  CHECK(tb::run_program({"validate", "training", "--quiet", "--out", "v"}, folder).exit_code == 0);
  const std::string training = base::read_file(folder.path("v/validate-training.html"));
  CHECK_THAT(training, Contains("<circle"));
  CHECK_THAT(training, Contains("within 10 %"));
  CHECK(tb::run_program({"validate", "deepep", "--quiet", "--out", "v"}, folder).exit_code == 0);
  const std::string deepep = base::read_file(folder.path("v/validate-deepep.html"));
  CHECK_THAT(deepep, Contains("Mean errors"));
  CHECK(deepep.find("<circle") == deepep.npos);
}

TEST_CASE("Rows of repro are printed one by one, the same as --json has") {
  const Folder folder;
  const Answer shown = tb::run_program({"repro", "chronos.slot", "--no-timing"}, folder);
  CHECK_THAT(shown.out, Contains("id ") && Contains("chronos.slot.mems.bytes_for_75pct_MB"));
  CHECK(shown.out.find("id ") == 0);
}

TEST_CASE("A run of repro ends with the number of each verdict") {
  const Folder folder;
  const tb::Words words = {"repro", "cosmic.table3", "--quiet"};
  const Answer rows = tb::run_program(tb::with(words, {"--json"}), folder);
  const auto result = nlohmann::json::parse(rows.out);
  for (const auto& row : result.at("rows")) CHECK(row.at("verdict") == "match");
  CHECK_THAT(tb::run_program(words, folder).out,
             Catch::EndsWith(std::to_string(result.at("rows").size()) +
                             " numbers: 3 match; none differs.\n"));
}
