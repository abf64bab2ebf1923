// SPDX-License-Identifier: Apache-2.0
// `config check` of a file that names what is not there.
#include <catch2/catch.hpp>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "cli/mistake.hpp"
#include "jacquard/config/find_config.hpp"

using Catch::Contains;
using jacquard::tb::Answer;
using jacquard::tb::Folder;
using jacquard::tb::mistake;
using jacquard::tb::run_program;
using jacquard::tb::Words;
using nlohmann::json;

TEST_CASE("A check and a show refuse a switch as its use does") {
  const Folder folder;
  folder.file("s.json", R"json({"title": "mine", "fastest": "2 ms", "slowest": "1 ms",
                                "basis": "recalled", "source": "me"})json");
  for (const char* action : {"check", "show"}) {
    CHECK_THAT(mistake({"config", action, "./s.json"}, folder),
               Contains("s.json#/fastest: expected a time above 0, at most `slowest`"));
  }
}

TEST_CASE("A check names the key whose value is the name of nothing") {
  const Folder folder;
  struct Case {
    const char* text;
    const char* key;
    const char* meant;
  };
  const std::vector<Case> cases = {
      {R"json({"network": {"topology": "Ring(4)"}, "npu": {"device": "h100_sx"}})json",
       "#/npu/device", "h100_sxm"},
      {R"json({"model": "llama3-8b", "parallel": "tp=4",
               "system": {"network": {"topology": "Ring(4)"}, "npu": {"device": "b200_sx"}}})json",
       "#/system/npu/device", "b200_sxm"},
      {R"json({"model": "llama3-8b", "parallel": "tp=4", "hbm": "hbm3e_920",
               "system": {"network": {"topology": "Ring(4)"}, "npu": {"device": "b200_sxm"}}})json",
       "#/hbm", "hbm3e_9200"},
      {R"json({"circuit": {"technology": "mms"}, "traffic": {"kind": "permutation"}})json",
       "#/circuit/technology", ""},
      {R"json({"model": "llama3-9b"})json", "#/model", "llama3-8b"},
      {R"json({"model": "llama3-8b", "system": "dgx_h1000"})json", "#/system", "h100"},
  };
  for (const Case& c : cases) {
    INFO(c.text);
    folder.file("c.json", c.text);
    const std::string line = mistake({"config", "check", "c.json"}, folder);
    CHECK_THAT(line, Contains(std::string("c.json") + c.key + ":") && Contains(c.meant));
  }
}

TEST_CASE("A system needs no device") {
  const Folder folder;
  folder.file("c.json", R"json({"network": {"topology": "Ring(4)"}})json");
  CHECK(run_program({"config", "check", "c.json"}, folder).exit_code == 0);
}

TEST_CASE("Every configuration that is shipped by name passes its check", "[plain]") {
  const Folder folder;
  for (const char* of :
       {"schedulers", "npus", "photonics", "appliances", "experiments", "systems", "devices",
        "software", "models", "jobs", "fabrics", "operations", "memories", "packet_switches",
        "optical_switches", "interconnects", "planner_models", "chips"}) {
    for (const std::string& name : jacquard::config::shipped_configs(of)) {
      INFO(of << "/" << name);
      CHECK(run_program({"config", "check", "configs/" + std::string(of) + "/" + name + ".json"},
                        folder)
                .exit_code == 0);
    }
  }
}

TEST_CASE("config list has every noun that ships, and where its figures come from") {
  const Folder folder;
  const auto listed = [&](const Words& words) {
    const Answer answer = run_program(words, folder);
    INFO(answer.err);
    REQUIRE(answer.exit_code == 0);
    return json(json::parse(answer.out)["rows"]);
  };
  std::set<std::string> kinds, names;
  const json all = listed({"config", "list", "--json"});
  for (const json& row : all) {
    kinds.insert(row["config"].get<std::string>());
    names.insert(row["name"].get<std::string>());
  }
  for (const char* kind :
       {"system", "device", "model", "job", "memory", "chip", "packet_switch", "optical_switch"}) {
    CHECK(kinds.count(kind) == 1);
  }
  for (const char* name : {"vr_nvl72", "helios_72", "mi355x", "hbm4", "ualink_100t", "sirius",
                           "qwen3.5-35b-a3b", "llama3_8b_64"}) {
    CHECK(names.count(name) == 1);
  }
  const std::map<std::string, std::size_t> with_sources = {
      {"device", 25}, {"memory", 8}, {"packet_switch", 22}, {"optical_switch", 17}};
  for (const auto& [kind, count] : with_sources) {
    const json rows = listed({"config", "list", kind, "--json"});
    CHECK(rows.size() == count);
    for (const json& row : rows) {
      CAPTURE(row.dump());
      CHECK_FALSE(row["source"].get<std::string>().empty());
    }
  }
  const json shown = listed({"config", "show", "ualink_25t", "--json"});
  CHECK(shown[0]["latency"] == "150 ns");
  CHECK_THAT(shown[0]["source"].get<std::string>(), Contains("UALink Consortium"));
  CHECK_THAT(mistake({"config", "list", "devise"}, folder), Catch::Contains("'device'"));
}
