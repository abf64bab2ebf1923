// SPDX-License-Identifier: Apache-2.0
// jacquard simulate as a user runs it.
#include <catch2/catch.hpp>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "jacquard/base/file.hpp"
#include "support/browser.hpp"
#include "support/program.hpp"
#include "support/source_tree.hpp"

using jacquard::tb::Answer;
using jacquard::tb::Folder;
using jacquard::tb::run_program;
using nlohmann::json;

namespace {

using Words = std::vector<std::string>;

json rows_of(const Answer& answer) {
  INFO(answer.err);
  REQUIRE(answer.exit_code == 0);
  return json::parse(answer.out)["rows"];
}

json simulate(Words words, const Folder& folder) {
  words.insert(words.begin(), "simulate");
  words.insert(words.end(), {"--json", "--out", folder.path("out")});
  return rows_of(run_program(words, folder));
}

}  // namespace

TEST_CASE("moe_alltoall gives a row per fabric with what is promised, and a report") {
  const Folder folder;
  const json rows = simulate(
      {"moe_alltoall", "--set", "traffic.count=2", "--set", "traffic.divide_by=64"}, folder);
  REQUIRE(rows.size() == 12);
  for (const json& row : rows) {
    for (const char* key :
         {"fabric", "matrix_count", "completion_mean_ps", "completion_min_ps", "completion_max_ps",
          "completion_p99_ps", "fct_p50_ps", "fct_p99_ps", "efficiency", "bytes_delivered",
          "decision_ps", "guard_ps", "events_per_wall_s"}) {
      INFO(key);
      CHECK(row.contains(key));
    }
    CHECK(row["matrix_count"] == 2);
    CHECK(row["bytes_lost"] == 0);
    CHECK(row["efficiency"] > 0);
    CHECK(row["efficiency"] < 1);
  }
  const auto listing = [&] {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder.path("out"))) {
      names.push_back(entry.path().filename().string());
    }
    std::sort(names.begin(), names.end());
    return names;
  }();
  for (const char* name : {"effective.json", "flows.csv", "links.csv", "report.html", "result.json",
                           "settings.csv", "timeline-circuit.json"}) {
    INFO(name);
    CHECK(std::count(listing.begin(), listing.end(), name) == 1);
  }
  CHECK(std::count(listing.begin(), listing.end(), "journal") == 0);
  if (jacquard::tb::browser().empty()) {
    WARN("not tested: no Chromium on PATH (Debian package chromium)");
    return;
  }
  const auto opened = jacquard::tb::open_in_browser(folder.path("out/report.html"));
  CHECK(opened.complaints == std::vector<std::string>{});
  CHECK(opened.document.find("circuit-exact") != std::string::npos);
}

namespace {

void check_rtl_against_model(int matrices) {
  const Folder folder;
  json both;
  for (const char* kind : {"software", "rtl"}) {
    Words words{
        "moe_alltoall", "--fabrics",
        "circuit",      "--no-timing",
        "--set",        std::string("scheduler.kind=") + kind,
        "--set",        R"(traffic.demands=["configs/traces/esft_16x16_token_matrices.jsonl"])"};
    words.insert(words.end(), {"--set", "traffic.count=" + std::to_string(matrices)});
    json row = simulate(words, folder)[0];
    row.erase("events");  // the RTL's clocks are activations
    both.push_back(row);
  }
  CHECK(both[0]["matrix_count"] == matrices);
  CHECK(both[0]["schedule_hash"].is_string());
  CHECK(both[0] == both[1]);
  CHECK(std::filesystem::exists(folder.path("out/scheduler.fst")));
  CHECK(std::filesystem::exists(folder.path("out/scheduler.gtkw")));
}

}  // namespace

TEST_CASE("the scheduler's RTL and its model give the same permutations at the same times") {
  check_rtl_against_model(20);
}

TEST_CASE("the scheduler's RTL and its model agree on every recorded matrix", "[full]") {
  check_rtl_against_model(208);
}

TEST_CASE("scheduler and crossbar both in RTL carry a small demand") {
  const Folder folder;
  const json row =
      simulate({"moe_alltoall", "--fabrics", "circuit", "--set", R"(traffic.demands=["moe:16"])",
                "--set", "traffic.count=1", "--set", "traffic.divide_by=4096", "--set",
                "scheduler.kind=rtl", "--set", "circuit.crossbar=rtl"},
               folder)[0];
  CHECK(row["bytes_lost"] == 0);
  CHECK(row["bytes_resent"] == 0);
}

TEST_CASE("every shipped experiment runs, loses nothing, and says the same for any workers") {
  for (const char* name :
       {"incast", "permutation", "flows", "guard_sweep", "slot_sweep", "switch_memory",
        "switch_technology", "straggler", "failures", "two_tier"}) {
    INFO(name);
    json first;
    for (const char* threads : {"1", "2"}) {
      const Folder folder;
      const json rows = simulate({name, "--no-timing", "--threads", threads, "--set",
                                  "traffic.count=1", "--set", "traffic.divide_by=64"},
                                 folder);
      CHECK(!rows.empty());
      for (const json& row : rows) CHECK(row["bytes_lost"] == 0);
      if (first.is_null()) first = rows;
      CHECK(rows == first);
    }
  }
}

TEST_CASE("what effective.json says is what was run, also with a measured latency") {
  const Folder folder;
  const auto without_wall = [](json rows) {
    for (json& row : rows) {
      for (const char* key : {"wall_s", "events_per_wall_s", "packets_per_wall_s"}) row.erase(key);
    }
    return rows;
  };
  const json measured = simulate({"decision_latency", "--set", "traffic.count=1"}, folder);
  std::filesystem::rename(folder.path("out/effective.json"), folder.path("again.json"));
  const json again = simulate({folder.path("again.json")}, folder);
  CHECK(without_wall(again) == without_wall(measured));
  CHECK(measured.size() == 20);
}

TEST_CASE("With --no-timing decision_latency says the same each time, and nothing measured") {
  const Folder folder;
  const Words words{"simulate",        "decision_latency", "--no-timing", "--set",
                    "traffic.count=1", "--no-report",      "--json"};
  const Answer one = run_program(words, folder);
  const Answer two = run_program(words, folder);
  CHECK(rows_of(one).size() == 15);
  CHECK(one.out == two.out);
  CHECK(one.out.find("measured here") == std::string::npos);
  CHECK(one.err.find("'exact, measured here' is left out") != std::string::npos);
}

TEST_CASE("flows of one's own have their finish in flows.csv, and seeds give a band") {
  const Folder folder;
  const std::string flows =
      folder.file("f.txt", "# two to one\n0 2 400000 0\n1,2,400000,1000000\n");
  const json row = simulate({"flows", "--flows", flows, "--set", "fabric.rate=800 Gb/s", "--set",
                             "fabric.preset=pfc-only", "--seeds", "3"},
                            folder)[0];
  for (const char* key : {"completion_ps", "data_packets", "marked", "rate_cuts", "pauses", "drops",
                          "packets_per_wall_s", "events_per_wall_s", "completion_median_ps",
                          "completion_p5_ps", "completion_p95_ps"}) {
    INFO(key);
    CHECK(row.contains(key));
  }
  // 800 packets of 1,048 B one after the other, but that the second flow starts 1 us late, which
  // is nothing as the first keeps the port busy; 500 ns of way, one store-and-forward.
  CHECK(row["completion_ps"] == 800 * 10'480 + 500'000 + 10'480);
  CHECK(row["completion_p5_ps"] == row["completion_p95_ps"]);
  CHECK(row["data_packets"] == 800);  // for a seed
  const std::string csv = jacquard::base::read_file(folder.path("out/flows.csv"));
  CHECK(std::count(csv.begin(), csv.end(), '\n') == 3);
  CHECK(csv.find(std::to_string(800 * 10'480 + 500'000 + 10'480)) != std::string::npos);
}

TEST_CASE("the journal of another study is refused, and left") {
  const Folder folder;
  const std::string journal = folder.path("out/journal");
  jacquard::base::write_file(journal, "another study\n");
  const Answer refused = run_program({"simulate", "incast", "--out", folder.path("out")}, folder);
  CHECK(refused.exit_code == 2);
  CHECK(refused.err.find("journal") != std::string::npos);
  CHECK(jacquard::base::read_file(journal) == "another study\n");
}

TEST_CASE("a run refused before anything is finished leaves a folder as it was") {
  const Folder folder;
  std::filesystem::create_directories(folder.path("there"));
  const auto refused_into = [&](const std::string& out) {
    return run_program(
        {"simulate", "incast", "--set", "faults.dead_links=16", "--set", "faults.dies_within=0 ns",
         "--set", "faults.policy=delay", "--fabrics", "circuit", "--out", folder.path(out)},
        folder);
  };
  CHECK(refused_into("there").exit_code == 2);
  CHECK(std::filesystem::is_empty(folder.path("there")));
  CHECK(refused_into("made/below").exit_code == 2);
  CHECK_FALSE(std::filesystem::exists(folder.path("made")));
}
