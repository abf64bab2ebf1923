// SPDX-License-Identifier: Apache-2.0
// jacquard gemm prove, as a user has it.
#include <catch2/catch.hpp>
#include <map>
#include <nlohmann/json.hpp>

#include "cli/mistake.hpp"

using jacquard::tb::Answer;
using jacquard::tb::Folder;
using jacquard::tb::mistake;
using jacquard::tb::run_program;
using jacquard::tb::Words;
using nlohmann::json;

namespace {

Words prove(const Words& more) {
  Words words = {"gemm", "prove"};
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

Words one(const std::string& algorithm, const std::string& dataflow, const std::string& mesh,
          const Words& more = {}) {
  Words words = {"--algorithm", algorithm, "--dataflow", dataflow, "--mesh", mesh};
  words.insert(words.end(), more.begin(), more.end());
  return prove(words);
}

}  // namespace

TEST_CASE("gemm prove --all answers for every algorithm and mesh, the same for any threads") {
  const Folder folder;
  const Answer first =
      run_program(prove({"--all", "--max", "3x3", "--json", "--threads", "1"}), folder);
  const Answer second =
      run_program(prove({"--all", "--max", "3x3", "--json", "--threads", "3"}), folder);
  CHECK(first.exit_code == 0);
  CHECK(first.out == second.out);
  std::map<std::string, std::map<std::string, int>> meshes;  // proved, by algorithm, with 1 slice
  const json object = json::parse(first.out);
  for (const json& row : object["rows"]) {
    INFO(row.dump());
    for (const char* key : {"algorithm", "dataflow", "mesh", "slices", "status", "reason"}) {
      REQUIRE(row.contains(key));
    }
    const bool proved = row["status"] == "proved";
    CHECK((proved || row["status"] == "refused"));
    CHECK(proved == row["reason"].get<std::string>().empty());
    CHECK(proved == row.contains("messages"));
    if (proved && row["slices"] == 1) ++meshes[row["algorithm"]][row["mesh"]];
  }
  // Nine meshes, three of them square; rows, columns; squares in as many layers as divide a side.
  const std::map<std::string, std::size_t> expected = {
      {"cannon", 3},    {"summa", 9}, {"collective", 9}, {"wang", 9},
      {"meshslice", 9}, {"1d-tp", 3}, {"fsdp", 3},       {"2.5d", 5}};
  std::map<std::string, std::size_t> found;
  for (const auto& [algorithm, counts] : meshes) {
    found[algorithm] = counts.size();
    for (const auto& [mesh, count] : counts) {
      INFO(algorithm << " on " << mesh);
      CHECK(count % 6 == 0);  // three dataflows, transposed and not
    }
  }
  CHECK(found == expected);
}

TEST_CASE("gemm prove --all refuses slices that divide one local side only, with the nearest") {
  const Folder folder;
  const Answer answer =
      run_program(prove({"--all", "--algorithm", "meshslice", "--max", "2x1", "--json"}), folder);
  const json object = json::parse(answer.out);
  std::map<int, std::string> status;
  for (const json& row : object["rows"]) {
    if (row["mesh"] != "2x1" || row["transposed"] == true) continue;
    status[row["slices"]] = row["status"];
    if (row["slices"] != 4) continue;  // of 6 and 12 blocks
    CHECK_THAT(row["reason"].get<std::string>(),
               Catch::Contains("rows = 12 and") && Catch::Contains("columns = 24"));
  }
  for (const auto& [slices, found] : status) {
    INFO(slices << " slices");
    CHECK((found == "proved") == (6 % slices == 0));
  }
}

TEST_CASE("gemm prove proves one request that is all said") {
  const Folder folder;
  const Answer answer = run_program(
      one("meshslice", "ls", "4x2",
          {"--shape", "16x48x12", "--slices", "3", "--block", "4", "--transposed", "--json"}),
      folder);
  CHECK(answer.exit_code == 0);
  const json row = json::parse(answer.out)["rows"][0];
  CHECK(row["status"] == "proved");
  CHECK(row["shape"] == "16x48x12");
  CHECK(row["transposed"] == true);
  const Answer other = run_program(
      one("summa", "rs", "2x3", {"--slices", "0", "--collective", "two-way-ring"}), folder);
  CHECK(other.exit_code == 0);
  CHECK_THAT(other.out, Catch::Contains("proved"));
}

TEST_CASE("gemm prove refuses what is illegal, alone, in one line") {
  const Folder folder;
  const auto line = [&](const Words& words) { return mistake(words, folder); };
  CHECK_THAT(line(one("cannon", "os", "2x3")), Catch::Contains("--mesh"));
  CHECK_THAT(
      line(one("meshslice", "ls", "4x2", {"--shape", "16x48x12", "--slices", "3", "--block", "8"})),
      Catch::Contains("--slices: expected slices of whole blocks of 8") &&
          Catch::Contains("nearest is 1"));
  CHECK_THAT(line(one("collective", "os", "2x3", {"--shape", "5x6x6"})),
             Catch::Contains("rows that divide m = 5"));
  CHECK_THAT(line(one("canon", "os", "2x2")), Catch::Contains("did you mean 'cannon'?"));
  CHECK_THAT(line(one("cannon", "so", "2x2")), Catch::Contains("dataflow"));
  CHECK_THAT(line(one("cannon", "os", "2x")), Catch::Contains("--mesh"));
  CHECK_THAT(line(one("cannon", "os", "0x0")), Catch::Contains("--mesh"));
  CHECK_THAT(line(one("wang", "os", "2x2", {"--overlapped", "depth"})),
             Catch::Contains("row or column"));
  CHECK_THAT(line(one("cannon", "os", "2x2", {"--collective", "rign"})),
             Catch::Contains("did you mean 'ring'?"));
  CHECK_THAT(line(one("collective", "os", "2x2", {"--shape", "1000000x1000000x1000000"})),
             Catch::Contains("--shape: expected a product small enough"));
  CHECK_THAT(line(one("summa", "os", "64x64", {"--packets", "64", "--slices", "0"})),
             Catch::Contains("--packets: expected a product small enough"));
  CHECK_THAT(line(one("meshslice", "os", "2x2", {"--block", "0"})), Catch::Contains("--block"));
  CHECK_THAT(line(one("meshslice", "os", "2x2", {"--slices", "-1"})), Catch::Contains("--slices"));
  CHECK_THAT(line(one("cannon", "os", "2x2", {"--max", "3x3"})), Catch::Contains("--max"));
}

TEST_CASE("gemm prove asks for what is missing and refuses what does not belong together") {
  const Folder folder;
  CHECK_THAT(mistake(prove({}), folder), Catch::Contains("--algorithm"));
  CHECK_THAT(mistake(prove({"--algorithm", "cannon"}), folder), Catch::Contains("--dataflow"));
  CHECK_THAT(mistake(prove({"--all", "--mesh", "2x2"}), folder), Catch::Contains("--mesh"));
  CHECK_THAT(mistake(prove({"--all", "--slices", "2"}), folder), Catch::Contains("--slices"));
  CHECK_THAT(mistake(prove({"--all", "--max", "99x2"}), folder), Catch::Contains("--max"));
  CHECK_THAT(mistake(prove({"--all", "--algorithm", "x"}), folder), Catch::Contains("--algorithm"));
}
