// SPDX-License-Identifier: Apache-2.0
// What jacquard collective says of each collective and each dimension, and of rounds from a file.
#include <catch2/catch.hpp>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "support/program.hpp"
#include "support/source_tree.hpp"

using jacquard::tb::Answer;
using jacquard::tb::count_lines;
using jacquard::tb::Folder;
using jacquard::tb::in_source_tree;
using jacquard::tb::run_program;
using jacquard::tb::with;
using jacquard::tb::Words;
using nlohmann::json;

namespace {

json rows_of(const Words& words, const Folder& folder) {
  const Answer answer = run_program(with(words, {"--json"}), folder);
  INFO("stderr: " << answer.err);
  REQUIRE(answer.exit_code == 0);
  return json::parse(answer.out)["rows"];
}

json of_kind(const json& rows, const std::string& kind) {
  json chosen = json::array();
  for (const json& row : rows) {
    if (row["row_kind"] == kind) chosen.push_back(row);
  }
  return chosen;
}

const Words kTwo = {
    "collective",  "--topology", "Ring(2)",
    "--bandwidth", "50 GB/s",    "--latency",
    "500 ns",      "--rounds",   in_source_tree("configs/rounds/two_all_gathers.json")};

void require_refused(const Words& words, const Folder& folder, const Words& says) {
  const Answer answer = run_program(words, folder);
  INFO(words.back() << "\nstderr: " << answer.err);
  CHECK(answer.exit_code == 2);
  CHECK(answer.out.empty());
  CHECK(count_lines(answer.err) == 1);
  for (const std::string& word : says) CHECK_THAT(answer.err, Catch::Contains(word));
}

}  // namespace

TEST_CASE("Two all-gathers end when docs/engines.md has computed by hand, first or last in first") {
  const Folder folder;
  // A chunk takes e + bytes / bandwidth + latency + e; one chunk at a time.
  constexpr std::int64_t kLong = (10 + 1000 + 500 + 10) * 1000;
  constexpr std::int64_t kShort = (10 + 100 + 500 + 10) * 1000;
  constexpr std::int64_t kAll = 2 * kLong + 2 * kShort;
  struct Ends {
    const char* order;
    std::int64_t begin[2];
    std::int64_t end[2];
  };
  for (const char* engine : {"event", "cycle"}) {
    for (const Ends& expected : {Ends{"fifo", {0, 2 * kLong}, {2 * kLong, kAll}},
                                 Ends{"lifo", {2 * kShort, 0}, {kAll, 2 * kShort}}}) {
      const json rows =
          rows_of(with(kTwo, {"--order", expected.order, "--engine", engine}), folder);
      INFO(engine << " " << expected.order << " " << rows.dump());
      CHECK(rows[0]["row_kind"] == "run");
      CHECK(rows[0]["time_ps"] == kAll);
      const json collectives = of_kind(rows, "collective");
      REQUIRE(collectives.size() == 2);
      for (std::size_t i = 0; i < 2; ++i) {
        const json& row = collectives[i];
        CHECK(row["begin_ps"] == expected.begin[i]);
        CHECK(row["end_ps"] == expected.end[i]);
        CHECK(row["time_ps"] == expected.end[i] - expected.begin[i]);
        CHECK(row["kind"] == "all-gather");
        CHECK(row["algorithm"] == "ring");
        CHECK(row["npus"] == 2);
        CHECK(row["bytes"] == (i == 0 ? 100'000 : 10'000));
        CHECK(row["rounds"] == 2);
        CHECK(row["messages"] == 4);
        CHECK(row["wire_bytes"] == (i == 0 ? 200'000 : 20'000));
      }
    }
  }
  CHECK(kAll == 4'280'000);
  CHECK_THAT(run_program(with(kTwo, {"--order", "lifo"}), folder).out,
             Catch::Contains("1.24 us") && Catch::Contains("4.28 us"));
}

TEST_CASE("Each dimension says what its links carried") {
  const Folder folder;
  const json rows =
      rows_of({"collective", "--algorithm", "ring", "--topology", "Ring(4) Switch(8)",
               "--bandwidth", "200 GB/s,50 GB/s", "--latency", "50 ns,500 ns", "--bytes", "64 MiB"},
              folder);
  const json dimensions = of_kind(rows, "dimension");
  REQUIRE(dimensions.size() == 2);
  // All-reduce of all the data in each dimension in turn: 2 (n - 1) / n of it from each of 32 NPUs.
  constexpr std::int64_t kBytes = std::int64_t{64} << 20;
  const std::int64_t sent[2] = {32 * kBytes / 4 * 6, 32 * kBytes / 8 * 14};
  const int links_passed[2] = {1, 2};  // up to the switch and down
  const double bandwidth[2] = {200e9, 50e9};
  for (std::size_t d = 0; d < 2; ++d) {
    const json& row = dimensions[d];
    INFO(row.dump());
    CHECK(row["block"] == (d == 0 ? "Ring(4)" : "Switch(8)"));
    CHECK(row["links"] == 64);
    CHECK(row["wire_bytes"] == sent[d]);
    CHECK(row["bytes"] == sent[d] * links_passed[d]);
    const double busy = static_cast<double>(sent[d] * links_passed[d]) / bandwidth[d];
    CHECK(row["busy_s"].get<double>() == Approx(busy).epsilon(1e-6));
    CHECK(row["utilisation"].get<double>() ==
          Approx(busy / 64 / (rows[0]["time_ps"].get<double>() * 1e-12)).epsilon(1e-6));
    for (const char* key : {"time_ps", "rounds", "messages"}) CHECK(row.contains(key));
  }
  CHECK(rows[0]["messages"] ==
        dimensions[0]["messages"].get<int>() + dimensions[1]["messages"].get<int>());
}

TEST_CASE("Rounds from a file keep their kind and algorithm, and what the file says stands") {
  const Folder folder;
  const Words network = {"collective", "--topology", "FullyConnected(4)"};
  const std::string file = folder.path("rounds.json");
  const json made = rows_of(
      with(network, {"--kind", "all-gather", "--algorithm", "direct2", "--rounds-out", file}),
      folder);
  const json read = rows_of(with(network, {"--rounds", file}), folder);
  for (const char* key : {"kind", "algorithm", "time_ps", "rounds", "messages", "wire_bytes"}) {
    CHECK(made[0][key] == read[0][key]);
  }
  CHECK(read[0]["kind"] == "all-gather");
  CHECK(read[0]["algorithm"] == "direct:2");
  for (const Words& more : {Words{"--kind", "all-gather"}, Words{"--algorithm", "ring"},
                            Words{"--bytes", "1 MiB"}, Words{"--chunks", "1"},
                            Words{"--placement", "reverse"}, Words{"--set", "kind=all-reduce"}}) {
    const std::string option = more[0] == "--set" ? "--kind" : more[0];
    require_refused(with(network, with({"--rounds", file}, more)), folder, {"--rounds", option});
  }
  const std::string config = folder.file("mine.json", R"({"chunks": 8})");
  require_refused(with(network, {"--rounds", file, "--config", config}), folder, {"--chunks"});
  for (const char* option : {"--rounds", "--config", "--rounds-out"}) {
    require_refused(with(network, {option, ""}), folder, {option, "a file's name"});
  }
  require_refused({"collective", "prove", "--rounds", ""}, folder, {"--rounds", "a file's name"});
}

TEST_CASE("A mistake in a file is reported with the file's name and where in it") {
  const Folder folder;
  const std::string rounds = folder.path("ring.json");
  rows_of({"collective", "--topology", "Ring(8)", "--rounds-out", rounds}, folder);
  require_refused({"collective", "--topology", "Ring(4)", "--rounds", rounds}, folder,
                  {"ring.json", "NPUs below 4"});
  const Words ring = {"collective", "--topology", "Ring(8)", "--disturbance"};
  struct Mistake {
    const char* text;
    Words says;
  };
  for (const Mistake& m :
       {Mistake{R"({"npus": [{"npu": 8}]})", {"#/npus/0/npu", "0..7"}},
        Mistake{R"({"npus": [{"npu": 3}, {"npu": 3, "slowdown": 2}]})",
                {"#/npus/1/npu", "at most once", "3 again"}},
        Mistake{R"({"links": [{"from": 0, "to": 4, "latency": "1 us"}]})", {"#/links/0"}},
        Mistake{R"({"links": [{"from": 0, "to": 1, "latency": "1 us"},
                              {"from": 0, "to": 1, "latency": "2 us"}]})",
                {"#/links/1", "at most once"}}}) {
    folder.file("slow.json", m.text);
    require_refused(with(ring, {folder.path("slow.json")}), folder, with({"slow.json"}, m.says));
  }
}

TEST_CASE("ASTRA-sim's names of algorithms and lists with spaces mean what they say") {
  const Folder folder;
  const Words two = {"collective", "--topology", "FullyConnected(4) Switch(8)", "--algorithm"};
  struct Same {
    const char* theirs;
    const char* ours;
  };
  for (const Same& same : {Same{"halvingDoubling", "halving-doubling"},
                           Same{"ring, direct", "ring,direct"}, Same{"ring direct", "ring,direct"},
                           Same{"ring doubleBinaryTree", "ring,double-binary-tree"},
                           Same{"direct4,direct", "direct:4,direct"}}) {
    CHECK(rows_of(with(two, {same.theirs}), folder)[0] ==
          rows_of(with(two, {same.ours}), folder)[0]);
  }
  CHECK(rows_of(with(two, {"ring", "--spread", "localBWAware"}), folder)[0] ==
        rows_of(with(two, {"ring", "--spread", "blueconnect"}), folder)[0]);
  CHECK(rows_of({"collective", "--topology", "Ring(8)", "--algorithm", "oneRing"},
                folder)[0]["algorithm"] == "ring");
  require_refused(with(two, {"oneRing"}), folder, {"--algorithm", "oneRing", "--topology"});
  require_refused(with(two, {"ring,,direct"}), folder, {"--algorithm"});
  require_refused(with(two, {"direct0"}), folder, {"--algorithm", "direct:1"});
}

TEST_CASE("Symmetry is set as for jacquard astra, by engine.symmetry, and changes no result") {
  const Folder folder;
  const Words ring = {"collective", "--topology", "Ring(16)"};
  const json one = rows_of(ring, folder)[0];
  const json all = rows_of(with(ring, {"--set", "engine.symmetry=off"}), folder)[0];
  CHECK(one["simulated_npus"] == 1);
  CHECK(all["simulated_npus"] == 16);
  CHECK(one["time_ps"] == all["time_ps"]);
  require_refused(with(ring, {"--set", "engine.symmetry=of"}), folder, {"symmetry", "off"});
}
