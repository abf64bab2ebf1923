// SPDX-License-Identifier: Apache-2.0
// jacquard collective on graphs of links.
#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <nlohmann/json.hpp>

#include "support/program.hpp"

using Catch::Contains;
using jacquard::tb::Answer;
using jacquard::tb::count_lines;
using jacquard::tb::Folder;
using jacquard::tb::run_program;
using nlohmann::json;

namespace {

using Words = std::vector<std::string>;

Words on(const std::string& graph, const Words& more) {
  Words words = {"collective", "--topology", graph, "--latency", "300 ns"};
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

json rows_of(const Words& words, const Folder& folder) {
  Words with_json = words;
  with_json.push_back("--json");
  const Answer answer = run_program(with_json, folder);
  INFO("stderr: " << answer.err);
  REQUIRE(answer.exit_code == 0);
  return json::parse(answer.out)["rows"];
}

json links_in(const json& rows) {
  json links = json::array();
  for (const json& row : rows) {
    if (row["row_kind"] == "link") links.push_back(row);
  }
  return links;
}

std::string refusal(const Words& words, const Folder& folder) {
  const Answer answer = run_program(words, folder);
  CHECK(answer.exit_code == 2);
  CHECK(answer.out.empty());
  CHECK(count_lines(answer.err) == 1);
  return answer.err;
}

const std::string kShipped = "configs/graphs/leaf_spine.json";

// NPUs 0 and 1 on switch 4, 2 and 3 on switch 5, a slow bar between.
const std::string kDumbbell = R"({"npus": 4, "switches": 2, "links": [
  {"from": 0, "to": 4}, {"from": 1, "to": 4}, {"from": 2, "to": 5}, {"from": 3, "to": 5},
  {"from": 4, "to": 5, "bandwidth": "25 GB/s"}]})";

}  // namespace

TEST_CASE("The leaf-spine that ships takes what its slowest cables carry, and names them") {
  const Folder folder;
  const json rows =
      rows_of(on(kShipped, {"--kind", "all-to-all", "--algorithm", "direct"}), folder);
  // Each of the four NPUs behind leaf 19 sends twelve others 4 MiB over two cables of 50 GB/s.
  constexpr std::int64_t kOnCable = std::int64_t{4} * 12 * (4 << 20) / 2;
  constexpr std::int64_t kBusyPs = kOnCable * 20;
  const json links = links_in(rows);
  REQUIRE(links.size() == 5);
  CHECK(rows[0]["topology"] == kShipped);
  CHECK(rows[0]["npus"] == 16);
  CHECK(rows[0]["time_ps"] > kBusyPs);
  CHECK(rows[0]["time_ps"] < kBusyPs + kBusyPs / 10);
  for (std::size_t i = 0; i < 4; ++i) {
    CHECK((links[i]["from"] == 19 || links[i]["to"] == 19));
    CHECK(links[i]["bytes"] == kOnCable);
    CHECK(links[i]["busy_s"].get<double>() == Approx(static_cast<double>(kBusyPs) * 1e-12));
  }
  CHECK(links[4]["busy_s"] < links[3]["busy_s"]);
}

TEST_CASE("An all-to-all on a full-bisection tree takes what one switch takes, within 5%") {
  const Folder folder;
  const auto time_on = [&](const std::string& topology) {
    const json rows =
        rows_of({"collective", "--topology", topology, "--kind", "all-to-all", "--algorithm",
                 "direct", "--bytes", "64 MiB", "--bandwidth", "50 GB/s", "--latency", "500 ns"},
                folder);
    return rows[0]["time_ps"].get<double>();
  };
  const double one_switch = time_on("Switch(256)");
  for (const std::string levels : {"2", "3", "4"}) {
    const double tree = time_on("configs/graphs/fat_tree_256_" + levels + "_levels.json");
    CHECK(std::abs(tree / one_switch - 1) < 0.05);
  }
}

TEST_CASE("A collective on a dumbbell takes what is worked out by hand") {
  const Folder folder;
  const std::string path = folder.file("dumbbell.json", kDumbbell);
  // 50,000 bytes are on the bar for 2000 ns and pass three links of 300 ns; within a pair, 1000 ns
  // and two links. The piece that is latest goes over the bar, to the neighbour, and over it again;
  // 10 ns at the start and after each message.
  const Words gather = {"--kind", "all-gather", "--bytes", "50000 B"};
  const json ring = rows_of(on(path, gather), folder);
  CHECK(ring[0]["time_ps"] == (10 + 2910 + 1610 + 2910) * 1000);
  CHECK(links_in(ring)[0]["from"] == 4);
  CHECK(links_in(ring)[0]["to"] == 5);
  // Two dimensions of two, the outer first: both NPUs of a pair send over the bar, one after the
  // other, and then 100,000 bytes to each other.
  Words nested = gather;
  nested.insert(nested.end(), {"--shape", "2,2"});
  const json rows = rows_of(on(path, nested), folder);
  const json& row = rows[0];
  CHECK(row["rounds"] == 2);
  CHECK(std::count_if(rows.begin(), rows.end(), [&](const json& r) {
          return r["row_kind"] == "dimension" && r["rounds"] == 2 &&
                 r["wire_bytes"] == row["wire_bytes"];
        }) == 1);
  CHECK(row["time_ps"] == (10 + 900 + 2 * 2000 + 10 + 10 + 600 + 2000 + 10) * 1000);
}

TEST_CASE("Rounds of blocks run on a graph as they are") {
  const Folder folder;
  const std::string path = folder.file("dumbbell.json", kDumbbell);
  const Words make = {"collective", "--topology", "Ring(2) Ring(2)", "--rounds-out", "r.json",
                      "--kind",     "all-gather", "--bytes",         "50000 B"};
  rows_of(make, folder);
  const json made =
      rows_of(on(path, {"--kind", "all-gather", "--bytes", "50000 B", "--shape", "2,2"}), folder);
  const json read = rows_of(on(path, {"--rounds", "r.json"}), folder);
  CHECK(read[0]["time_ps"] == made[0]["time_ps"]);
}

TEST_CASE("What does not run on a graph says what does") {
  const Folder folder;
  for (const Words& words :
       {Words{"--engine", "analytic"}, Words{"--engine", "cycle"}, Words{"--mode", "astra-aware"},
        Words{"--engine", "analytic", "--mode", "astra-unaware"}}) {
    CHECK_THAT(refusal(on(kShipped, words), folder),
               Contains("a graph of links (--engine event in --mode faithful runs it)"));
  }
  CHECK_THAT(refusal(on(kShipped, {"--shape", "3,5"}), folder),
             Contains("--shape: expected sizes that multiply to the graph's 16 NPUs"));
  CHECK_THAT(refusal(on("Ring(8)", {"--shape", "8"}), folder), Contains("--shape"));
  const std::string broken =
      folder.file("broken.json", R"({"npus": 3, "links": [{"from": 0, "to": 1}]})");
  CHECK_THAT(refusal(on(broken, {}), folder),
             Contains("broken.json: expected a way from every NPU to every other, found none from "
                      "NPU 0 to NPU 2"));
  const std::string longer =
      folder.file("longer.json", R"({"links": [{"from": 0, "to": 12, "latency": "1 us"}]})");
  CHECK_THAT(refusal(on(kShipped, {"--disturbance", longer}), folder),
             Contains("/links/0: expected two nodes that a link joins, found 0 and 12"));
}
