// SPDX-License-Identifier: Apache-2.0
// What a collective over nodes, a ladder and a step say where a newcomer gives them too little.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "cli/mistake.hpp"
#include "support/program.hpp"

using Catch::Contains;
using namespace jacquard::tb;
using nlohmann::json;

namespace {

double time_of(const std::string& system, const std::string& kind, const std::string& bytes) {
  const Folder folder;
  const Answer answer = run_program(
      {"collective", "--system", system, "--kind", kind, "--bytes", bytes, "--json", "--quiet"},
      folder);
  INFO(answer.err);
  REQUIRE(answer.exit_code == 0);
  return json::parse(answer.out).at("rows").at(0).at("time_ps").get<double>();
}

}  // namespace

// Each of more nodes holds the same bytes, so the part inside the first node is still to be done.
// In a rack of 72 the law bends between these sizes (docs/systems.md), and messages do not.
TEST_CASE("A collective over nodes is no faster than the same inside one") {
  for (const auto& [node, nodes] :
       {std::pair("8xh100", "16xh100"), {"8xl40s", "32xl40s"}, {"72xgb200", "576xgb200"}}) {
    for (const char* kind : {"all-reduce", "reduce-scatter", "all-gather"}) {
      for (const char* bytes : {"64 KB", "64 MiB", "1 GB"}) {
        const bool bends = std::string(node) == "72xgb200" && std::string(bytes) == "64 MiB";
        if (bends && std::string(kind) != "all-reduce") continue;
        INFO(nodes << " " << kind << " " << bytes);
        CHECK(time_of(nodes, kind, bytes) >= time_of(node, kind, bytes));
      }
    }
  }
}

TEST_CASE("The law of a node is left out where options change what it knows") {
  // Two links of a switch lie between any two NPUs.
  const Folder folder;
  const Answer slow = run_program({"collective", "--system", "8xh100", "--latency", "1 ms",
                                   "--bytes", "1 MB", "--json", "--quiet"},
                                  folder);
  REQUIRE(slow.exit_code == 0);
  const json row = json::parse(slow.out).at("rows").at(0);
  CHECK(row.at("law") == "links");
  CHECK(row.at("time_ps").get<double>() >= 2e9);
  CHECK_THAT(
      mistake({"collective", "--system", "8xh100", "--kind", "broadcast", "--root", "8"}, folder),
      Contains("--root: expected a member in 0..7"));
}

TEST_CASE("Too little said of a system is asked for by its option") {
  const Folder folder;
  CHECK_THAT(mistake({"train", "llama3-8b"}, folder), Contains("--system: expected NPUs"));
  CHECK_THAT(mistake({"collective", "--system", "13xh100"}, folder), Contains("such as 12"));
  CHECK_THAT(mistake({"train", "llama3-405b", "--system", "8xh100"}, folder),
             Contains("no usual cut of llama3-405b fits 8 NPUs"));
  CHECK_THAT(mistake({"collective", "--system", R"json({"network": {"topology": "Ring(0)"}})json"},
                     folder),
             Contains("--system#/network/topology"));
}

TEST_CASE("A verb without a sentence of its own says its headline, and a failed check none") {
  const Folder folder;
  const Answer prove = run_program({"gemm", "prove", "--algorithm", "cannon", "--dataflow", "os",
                                    "--mesh", "2x2", "--shape", "16x16x16", "--quiet"},
                                   folder);
  CHECK(prove.out.rfind("1 of 1 product is proved.\n\n", 0) == 0);
  const Answer schedule = run_program(
      {"schedule", "--demand", "uniform:4", "--scheduler", "exact", "--bits", "4", "--quiet"},
      folder);
  CHECK(schedule.out.rfind("The time to send everything is ", 0) == 0);
}
