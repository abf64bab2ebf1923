// SPDX-License-Identifier: Apache-2.0
// An experiment's nouns by name, path and inline, and a cluster for its links.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "cli/mistake.hpp"

using Catch::Contains;
using jacquard::tb::Answer;
using jacquard::tb::Folder;
using jacquard::tb::mistake;
using jacquard::tb::run_program;
using jacquard::tb::Words;
using nlohmann::json;

namespace {

const char* kTraffic =
    R"("traffic": {"demands": ["moe:16"], "count": 1, "divide_by": 1024}, "fabrics": )";

// The rows without the names of their fabrics.
json rows_of(const std::string& fabrics, const Words& more = {}) {
  const Folder folder;
  folder.file("exact.json", R"({"name": "exact", "bits": null})");
  folder.file("e.json", "{" + std::string(kTraffic) + fabrics + "}");
  Words words{"simulate", "e.json", "--no-report", "--json", "--no-timing"};
  words.insert(words.end(), more.begin(), more.end());
  const Answer answer = run_program(words, folder);
  INFO(answer.err);
  REQUIRE(answer.exit_code == 0);
  json rows = json::parse(answer.out)["rows"];
  for (json& row : rows) row.erase("fabric");
  return rows;
}

std::string refused(const std::string& fabrics, const Words& more = {}) {
  const Folder folder;
  folder.file("exact.json", R"({"name": "exact", "bits": 99})");
  folder.file("e.json", "{" + std::string(kTraffic) + fabrics + "}");
  Words words{"simulate", "e.json", "--no-report"};
  words.insert(words.end(), more.begin(), more.end());
  return mistake(words, folder);
}

}  // namespace

TEST_CASE("A variant's scheduler by path, inline and by keys is the same scheduler") {
  const json rows = rows_of(R"([
    {"name": "path", "scheduler": "./exact.json"},
    {"name": "file", "scheduler": "exact.json"},
    {"name": "inline", "scheduler": {"name": "exact", "bits": null}},
    {"name": "keys", "set": ["scheduler.name=exact", "scheduler.bits=none"]}])");
  REQUIRE(rows.size() == 4);
  for (const json& row : rows) CHECK(row == rows[0]);
  const json named = rows_of(R"([
    {"name": "name", "scheduler": "ladder_fast_optics"},
    {"name": "keys", "set": ["scheduler.bits=8"]}])");
  CHECK(named[0] == named[1]);
  CHECK(named[0] != rows[0]);
  CHECK(rows_of(R"([{"name": "a"}])", {"--set", "scheduler=exact.json"})[0] == rows[0]);
}

TEST_CASE("A noun that is none is refused with its file and its place") {
  CHECK_THAT(refused(R"([{"name": "a", "scheduler": "ladder_fast_optic"}])"),
             Contains("e.json#/fabrics/0/scheduler") && Contains("'ladder_fast_optics'?"));
  CHECK_THAT(refused(R"([{"name": "a", "scheduler": "exact.json"}])"),
             Contains("exact.json#/bits"));
  CHECK_THAT(refused(R"([{"name": "a", "scheduler": "gone.json"}])"), Contains("gone.json"));
  CHECK_THAT(refused(R"([{"name": "a", "scheduler": 3}])"),
             Contains("e.json#/fabrics/0/scheduler"));
  CHECK_THAT(refused(R"([{"name": "a", "circuit": {"gard": "1 ns"}}])"),
             Contains("e.json#/fabrics/0/circuit/gard") && Contains("'guard'?"));
  CHECK_THAT(refused(R"([{"name": "a", "scheduler": "ladder_slow_optics"}])"),
             Contains("guard") && Contains("as circuit.guard says"));
  CHECK_THAT(refused(R"([{"name": "a", "scheduler": "chronos_slots"}])"),
             Contains("chronos_slots.json#/"));
  const Folder folder;
  folder.file("s.json", R"({"bits": 8, "name": "exact"})");
  CHECK_THAT(mistake({"schedule", "--demand", "moe:4", "--config", "s.json"}, folder),
             Contains("s.json#/name") && Contains("--scheduler says which"));
}

TEST_CASE("A cluster of one switch gives a simulated fabric its ports and links") {
  const std::string fabrics = R"([{"name": "circuit"}, {"name": "packet", "kind": "packet"}])";
  json network;
  network["topology"] = "Switch(16)";
  network["bandwidth"] = "50 GB/s";
  network["latency"] = "300 ns";
  const std::string system = json{{"network", network}}.dump();
  CHECK(rows_of(fabrics, {"--system", system}) ==
        rows_of(fabrics, {"--set", "fabric.rate=400 Gb/s", "--set", "fabric.link_delay=300 ns"}));
  CHECK_THAT(refused(fabrics, {"--system", "cosmic_system2"}),
             Contains("cosmic_system2#/network/topology: expected one switched dimension"));
  CHECK_THAT(refused(fabrics, {"--system", "cosmic_system4"}), Contains("cosmic_system"));
}
