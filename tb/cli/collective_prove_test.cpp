// SPDX-License-Identifier: Apache-2.0
// jacquard collective prove, as a user has it.
#include <catch2/catch.hpp>
#include <map>
#include <nlohmann/json.hpp>

#include "cli/mistake.hpp"
#include "support/source_tree.hpp"

using jacquard::tb::Answer;
using jacquard::tb::Folder;
using jacquard::tb::mistake;
using jacquard::tb::run_program;
using nlohmann::json;

namespace {

// A ring all-gather of three ranks, and its second repetition left out.
std::string ring_of_three(int repeat) {
  return R"({"format":"jacquard-rounds","version":1,"channels":[{"dimension":0}],
    "collectives":[{"kind":"all-gather","shape":[3],"pieces":[3],"bytes":"1 KiB"}],
    "rounds":[{"permutation":{"digit":0,"shift":1},"pieces":[{"step":-1,"modulus":3}],
               "repeat":)" +
         std::to_string(repeat) + R"(,"bytes":"1 KiB"}]})";
}

}  // namespace

TEST_CASE("prove answers for each algorithm, kind and number of ports, the same for any threads") {
  const Folder folder;
  const Answer one =
      run_program({"collective", "prove", "--ports", "1..6", "--json", "--threads", "1"}, folder);
  const Answer two =
      run_program({"collective", "prove", "--ports", "1..6", "--json", "--threads", "2"}, folder);
  CHECK(one.exit_code == 0);
  CHECK(one.out == two.out);
  std::map<std::string, int> proved;
  int mixed = 0;
  const json object = json::parse(one.out);
  for (const json& row : object["rows"]) {
    INFO(row.dump());
    for (const char* key : {"algorithm", "kind", "ports", "status"}) CHECK(row.contains(key));
    CHECK((row["status"] == "proved" || row["status"] == "unsupported"));
    CHECK((row["status"] == "proved") == row["reason"].get<std::string>().empty());
    if (row["row_kind"] == "mixed") {
      mixed += row["status"] == "proved";
    } else if (row["kind"] == "all-reduce" && row["status"] == "proved") {
      ++proved[row["algorithm"]];
    }
  }
  CHECK(mixed == 0);  // the least mixed shape has 8 NPUs
  // All of 1..6, or its powers of two.
  CHECK(proved == std::map<std::string, int>{{"ring", 6},
                                             {"two-way-ring", 6},
                                             {"direct", 6},
                                             {"direct:2", 6},
                                             {"shorter-way-ring", 6},
                                             {"chain", 6},
                                             {"nvls", 6},
                                             {"sharp", 6},
                                             {"halving-doubling", 3},
                                             {"double-binary-tree", 3}});
}

TEST_CASE("prove covers mixed shapes, baseline and BlueConnect") {
  const Folder folder;
  const Answer answer = run_program(
      {"collective", "prove", "--kind", "all-reduce", "--ports", "8,16", "--json"}, folder);
  CHECK(answer.exit_code == 0);
  std::map<std::string, int> spreads;
  const json object = json::parse(answer.out);
  for (const json& row : object["rows"]) {
    if (row["row_kind"] != "mixed" || row["shape"] != "4x4") continue;
    CHECK(row["status"] == "proved");
    ++spreads[row["spread"]];
  }
  CHECK(spreads == std::map<std::string, int>{{"baseline", 100}, {"blueconnect", 100}});
}

TEST_CASE("A plan is proved beside its verb, and nothing else is asked of it") {
  const Folder folder;
  const std::string plan = jacquard::tb::in_source_tree("configs/rounds/msccl_ring_4.xml");
  const Answer beside = run_program({"collective", "--plan", plan, "--prove", "--json"}, folder);
  CHECK(beside.exit_code == 0);
  CHECK(beside.out == run_program({"collective", "prove", "--rounds", plan, "--json"}, folder).out);
  CHECK(json::parse(beside.out)["rows"][0]["status"] == "proved");
  const Answer nothing = run_program({"collective", "--prove"}, folder);
  CHECK(nothing.exit_code == 2);
  CHECK_THAT(nothing.err, Catch::Contains("--plan FILE"));
}

TEST_CASE("prove takes the kind as its first word") {
  const Folder folder;
  const auto rows = [&](std::vector<std::string> words) {
    words.insert(words.begin(), {"collective", "prove", "--ports", "4", "--json"});
    return json::parse(run_program(words, folder).out)["rows"];
  };
  CHECK(rows({"all-gather"}) == rows({"--kind", "all-gather"}));
  CHECK_THAT(mistake({"collective", "prove", "all-gathers"}, folder),
             Catch::Contains("--kind: expected") && Catch::Contains("all-gather"));
  CHECK_THAT(mistake({"collective", "all-gather", "--kind", "all-reduce"}, folder),
             Catch::Contains("--kind: expected one value, found 2, of which the first word may"));
}

TEST_CASE("prove judges a user's own rounds") {
  const Folder folder;
  folder.file("mine.json", ring_of_three(2));
  CHECK(run_program({"collective", "prove", "--rounds", "mine.json"}, folder).exit_code == 0);
  folder.file("mine.json", ring_of_three(1));
  const Answer wrong =
      run_program({"collective", "prove", "--rounds", "mine.json", "--json"}, folder);
  CHECK(wrong.exit_code == 1);
  CHECK_THAT(wrong.out, Catch::Contains("rank 2 ends without what rank 0 put into piece 0"));
}

TEST_CASE("prove refuses what it does not know") {
  const Folder folder;
  const auto refused = [&](const char* option, const char* value, const char* answer) {
    CHECK_THAT(mistake({"collective", "prove", option, value}, folder), Catch::Contains(answer));
  };
  refused("--ports", "0", "--ports: expected numbers in 1..1024");
  refused("--ports", "8..4", "--ports: expected numbers");
  refused("--ports", "1..", "--ports: expected numbers");
  refused("--ports", "4,", "--ports: expected numbers");
  refused("--algorithm", "rng", "did you mean 'ring'?");
  refused("--algorithm", "ring:2", "a window only as direct:1..");
  refused("--kind", "all-reduze", "all-reduce");
  refused("--rounds", "absent.json", "absent.json");
  CHECK_THAT(mistake({"collective", "prove", "--kind", "all-to-all", "--ports", "1000"}, folder),
             Catch::Contains("--ports: expected a graph small enough"));
}
