// SPDX-License-Identifier: Apache-2.0
#include "jacquard/report/fabric/csv.hpp"

#include <catch2/catch.hpp>

using namespace jacquard;
using namespace jacquard::report;
using base::Bytes;
using base::Picoseconds;

namespace {

using Table = std::vector<std::vector<std::string>>;

// RFC 4180, written from its grammar.
Table parsed(const std::string& csv) {
  Table table(1, {""});
  bool quoted = false;
  for (std::size_t i = 0; i < csv.size(); ++i) {
    const char c = csv[i];
    std::string& field = table.back().back();
    if (quoted) {
      if (c != '"') {
        field += c;
      } else if (i + 1 < csv.size() && csv[i + 1] == '"') {
        field += csv[++i];
      } else {
        quoted = false;
      }
    } else if (c == '"') {
      quoted = true;
    } else if (c == ',') {
      table.back().emplace_back();
    } else if (c == '\n') {
      table.push_back({""});
    } else {
      field += c;
    }
  }
  REQUIRE_FALSE(quoted);
  REQUIRE(table.back() == std::vector<std::string>{""});  // the text ends with a line
  table.pop_back();
  return table;
}

FabricRun hostile_run() {
  FabricRun run;
  run.fabric = "circuit, \"fast\"";
  run.traffic = "two\nlines";
  run.flows = {{0, 3, Bytes{1'000'000'000'000}, Picoseconds{5}, Picoseconds{1'000'000'000'005}}};
  run.links = {
      {"up, \"0\"", Bytes{7}, Picoseconds{3}, Picoseconds{1}, Picoseconds{2}, Picoseconds{2}},
      {"", Bytes{0}, Picoseconds{0}, Picoseconds{0}, Picoseconds{0}, Picoseconds{0}}};
  return run;
}

}  // namespace

TEST_CASE("flows read back from CSV are the flows written, however they are named") {
  CHECK(parsed(flows_csv({hostile_run(), hostile_run()})) ==
        Table{{"fabric", "traffic", "source", "destination", "bytes", "start_ps", "finish_ps",
               "fct_ps"},
              {"circuit, \"fast\"", "two\nlines", "0", "3", "1000000000000", "5", "1000000000005",
               "1000000000000"},
              {"circuit, \"fast\"", "two\nlines", "0", "3", "1000000000000", "5", "1000000000005",
               "1000000000000"}});
}

TEST_CASE("links read back from CSV have their times and the share of them that carried data") {
  CHECK(parsed(links_csv({hostile_run()})) ==
        Table{{"fabric", "traffic", "link", "bytes", "carried_ps", "guard_ps", "paused_ps",
               "idle_ps", "utilisation"},
              {"circuit, \"fast\"", "two\nlines", "up, \"0\"", "7", "3", "1", "2", "2", "0.375000"},
              {"circuit, \"fast\"", "two\nlines", "", "0", "0", "0", "0", "0", "0.000000"}});
}

TEST_CASE("settings read back from CSV have their columns") {
  FabricRun run;
  run.fabric = "circuit";
  run.traffic = "moe";
  run.settings = {{"leaf 1, \"b\"", Picoseconds{1}, Picoseconds{2}, Picoseconds{3}, {2, -1, 0}}};
  CHECK(parsed(settings_csv({run})) ==
        Table{{"fabric", "traffic", "crossbar", "guard_from_ps", "from_ps", "to_ps", "columns"},
              {"circuit", "moe", "leaf 1, \"b\"", "1", "2", "3", "2 -1 0"}});
}

TEST_CASE("transfers are listed with the places they passed") {
  FabricRun run;
  run.fabric = "a, b";
  run.traffic = "t";
  run.transfers.push_back({3,
                           5,
                           base::Bytes{10},
                           base::Bytes{20},
                           {{"npu_3", base::Picoseconds{1}, base::Picoseconds{2}},
                            {"up_3", base::Picoseconds{11}, base::Picoseconds{12}}}});
  CHECK(transfers_csv({run}) ==
        "fabric,traffic,source,destination,first_byte,bytes,path\n"
        "\"a, b\",t,3,5,10,20,npu_3@1-2 up_3@11-12\n");
}

TEST_CASE("no runs give a header line alone") {
  CHECK(parsed(flows_csv({})).size() == 1);
  CHECK(parsed(links_csv({})).size() == 1);
  CHECK(parsed(settings_csv({})).size() == 1);
}
