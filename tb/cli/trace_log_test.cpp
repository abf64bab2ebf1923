// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "jacquard/base/file.hpp"
#include "support/program.hpp"

using namespace jacquard;
using nlohmann::json;

namespace {

// Chronos's 4 x 4 GPUs: tensor parallelism down the columns, data parallelism along the rows.
std::string calls_of(int rank) {
  const int row = rank / 4 * 4;
  const int column = rank % 4;
  const json calls = {{{"op", "all_reduce"},
                       {"call_id", 1},
                       {"ranks", {column, column + 4, column + 8, column + 12}},
                       {"shape", {256, 1024}},
                       {"dtype", "torch.float16"},
                       {"reduce_op", "SUM"}},
                      {{"op", "all_reduce"},
                       {"call_id", 2},
                       {"ranks", {row, row + 1, row + 2, row + 3}},
                       {"shape", {1024, 256}},
                       {"dtype", "float32"},
                       {"reduce_op", "SUM"}}};
  return calls.dump();
}

void write_chronos(const tb::Folder& folder) {
  for (int rank = 0; rank < 16; ++rank) {
    base::write_file(folder.path("log/rank_" + std::to_string(rank) + ".json"), calls_of(rank));
  }
}

}  // namespace

TEST_CASE("trace shows a log: its ranks, and what they call in which family of groups") {
  const tb::Folder folder;
  write_chronos(folder);
  const tb::Answer answer = tb::run_program({"trace", "log", "--json"}, folder);
  CAPTURE(answer.err);
  REQUIRE(answer.exit_code == 0);
  const json rows = json::parse(answer.out).at("rows");
  REQUIRE(rows.size() == 3);
  CHECK(rows[0].at("ranks") == 16);
  CHECK(rows[0].at("classes") == 1);
  CHECK(rows[0].at("nodes") == 32);
  CHECK(rows[1].at("group") == "4 ranks, 1 apart");
  CHECK(rows[1].at("calls") == 16);
  CHECK(rows[1].at("total_bytes") == 16 * 1024 * 256 * 4);
  CHECK(rows[2].at("group") == "4 ranks, 4 apart");
  CHECK(rows[2].at("total_bytes") == 16 * 256 * 1024 * 2);
}

// Each row's all-reduce is a rotation of its four ranks, each column's likewise; in the slots of
// one kind all rows, or all columns, are one permutation of the sixteen (Chronos s5.2).
TEST_CASE("Chronos's example is two permutations: all rows in one, all columns in the other") {
  const tb::Folder folder;
  write_chronos(folder);
  const tb::Answer answer = tb::run_program(
      {"genstack", "--log", "log", "--fabric", "one_crossbar_64", "--json"}, folder);
  CAPTURE(answer.err);
  REQUIRE(answer.exit_code == 0);
  const json row = json::parse(answer.out).at("rows").at(0);
  CHECK(row.at("ranks") == 16);
  CHECK(row.at("collectives") == 8);
  CHECK(row.at("permutations") == 2);
}

TEST_CASE("Logs that cannot be are one line and exit code 2, for trace and genstack alike") {
  const tb::Folder folder;
  write_chronos(folder);
  base::write_file(folder.path("log/rank_5.json"), calls_of(5).replace(0, 40, ""));
  for (const std::vector<std::string>& command :
       {std::vector<std::string>{"trace", "log"}, {"genstack", "--log", "log"}}) {
    const tb::Answer answer = tb::run_program(command, folder);
    CHECK(answer.exit_code == 2);
    CHECK(tb::count_lines(answer.err) == 1);
    CHECK_THAT(answer.err, Catch::Contains("rank_5.json"));
  }
  write_chronos(folder);
  base::write_file(folder.path("log/rank_5.json"), "[]");
  const tb::Answer lacking = tb::run_program({"trace", "log"}, folder);
  CHECK(lacking.exit_code == 2);
  CHECK_THAT(lacking.err, Catch::Contains("rank 1, call 1, all_reduce") &&
                              Catch::Contains("0 at rank 5 (rank_5.json)"));
  for (const std::vector<std::string>& option :
       {std::vector<std::string>{"--check"}, {"--ranks", "3"}, {"--convert", "json"}}) {
    std::vector<std::string> command{"trace", "log"};
    command.insert(command.end(), option.begin(), option.end());
    const tb::Answer answer = tb::run_program(command, folder);
    CHECK(answer.exit_code == 2);
    CHECK_THAT(answer.err, Catch::Contains("the folder of a log"));
  }
}
