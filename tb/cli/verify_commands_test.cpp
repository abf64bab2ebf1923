// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "support/program.hpp"

using namespace jacquard;
using namespace jacquard::tb;
using nlohmann::json;

namespace {

const std::string kHead = "clock,time_ps,channel,command,group,bank,row,column\n";

Answer verify(const std::string& trace, const std::string& memory = "hbm3e_9200") {
  const Folder folder;
  const std::string path = folder.file("commands.csv", kHead + trace);
  return run_program({"verify", "--commands", path, "--memory", memory, "--json"}, folder);
}

}  // namespace

TEST_CASE("verify --commands: a legal trace is valid, a clock less is named, with exit code 1") {
  const Answer legal = verify("0,0,0,ACT,0,0,5,0\n45,0,0,RD,0,0,5,0\n");
  CHECK(legal.exit_code == 0);
  REQUIRE(json::parse(legal.out)["rows"].size() == 1);
  CHECK(json::parse(legal.out)["rows"][0]["valid"] == true);

  const Answer early = verify("0,0,0,ACT,0,0,5,0\n0,0,7,ACT,0,0,5,0\n44,0,7,RD,0,0,5,0\n");
  CHECK(early.exit_code == 1);
  const json rows = json::parse(early.out)["rows"];
  REQUIRE(rows.size() == 3);
  CHECK(rows[0]["valid"] == true);
  CHECK(rows[1]["channel"] == 7);
  CHECK(rows[1]["violations"] == 1);
  CHECK(rows[2]["rule"] == "tRCDRD");
  CHECK(rows[2]["clock"] == 44);
  CHECK(rows[2]["early_cycles"] == 1);
}

TEST_CASE("verify --commands: the memory decides what is legal") {
  const std::string trace = "0,0,0,ACT,7,0,5,0\n45,0,0,RD,7,0,5,0\n";
  CHECK(verify(trace, "ddr5_5600").exit_code == 0);
  CHECK(verify(trace, "hbm3e_9200").exit_code == 1);  // no bank group 7
}

TEST_CASE("verify --commands: what is no trace or no memory is one line, with exit code 2") {
  CHECK(verify("0,0,0,OPEN,0,0,5,0\n").exit_code == 2);
  CHECK_THAT(verify("0,0,0,OPEN,0,0,5,0\n").err, Catch::Contains("commands.csv, line 2"));
  CHECK_THAT(verify("", "hbm9").err, Catch::Contains("--memory"));
  const Folder folder;
  const Answer idle = run_program({"verify", "--core", "wwfa", "--memory", "hbm2e"}, folder);
  CHECK(idle.exit_code == 2);
  CHECK_THAT(idle.err, Catch::Contains("--memory"));
}
