// SPDX-License-Identifier: Apache-2.0
// Experiments on a memory as a user runs them.
#include <algorithm>
#include <catch2/catch.hpp>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "cli/mistake.hpp"

using Catch::Contains;
using jacquard::tb::Folder;
using jacquard::tb::mistake;
using jacquard::tb::run_program;
using jacquard::tb::with;
using jacquard::tb::Words;

namespace {

const Words kShort{"--set", "traffic.duration=20 us"};

}  // namespace

TEST_CASE("An experiment on a memory says what it achieved and where the time of the bus went") {
  const Folder folder;
  for (const char* name : {"hbm_stream", "hbm_random", "ddr_stream"}) {
    const auto answer = run_program(with({"simulate", name, "--json"}, kShort), folder);
    REQUIRE(answer.exit_code == 0);
    const auto row = nlohmann::json::parse(answer.out).at("rows").at(0);
    for (const char* key :
         {"achieved_bytes_per_s", "peak_bytes_per_s", "fraction", "bus_data_fraction",
          "bus_activate_fraction", "bus_refresh_fraction", "bus_turnaround_fraction",
          "bus_idle_fraction", "latency_mean_ps", "latency_p50_ps", "latency_p99_ps", "energy_j"}) {
      INFO(key);
      CHECK(row.at(key).is_number());
    }
  }
}

TEST_CASE("Energies that nobody publishes are no keys of a row") {
  const Folder folder;
  const auto row_of = [&](const std::string& memory) {
    const auto answer = run_program(
        with({"simulate", "hbm_stream", "--json", "--set", "memory=" + memory}, kShort), folder);
    REQUIRE(answer.exit_code == 0);
    return nlohmann::json::parse(answer.out).at("rows").at(0);
  };
  CHECK(row_of("hbm4").at("energy_per_bit_j") > 0);
  for (const char* key : {"energy_j", "energy_per_bit_j", "energy_read_j"}) {
    CHECK_FALSE(row_of("lpddr6").contains(key));
  }
}

TEST_CASE("A trace of requests runs through any memory and leaves each access's latency") {
  const Folder folder;
  folder.file("trace.txt", "0 256 R 0\n100 256 W 0\n");
  const auto answer = run_program({"simulate", "hbm_stream", "--requests", "trace.txt", "--set",
                                   "memory=ddr5_6400", "--out", "out", "--json"},
                                  folder);
  REQUIRE(answer.exit_code == 0);
  CHECK(nlohmann::json::parse(answer.out).at("rows").at(0).at("accesses") == 2);
  const std::vector<std::string> expected{"bandwidth.svg", "effective.json", "latencies.csv",
                                          "report.html", "simulate.json"};
  std::vector<std::string> found;
  for (const auto& file : std::filesystem::directory_iterator(folder.path("out"))) {
    found.push_back(file.path().filename().string());
  }
  std::sort(found.begin(), found.end());
  CHECK(found == expected);
}

TEST_CASE("What does not go with an experiment on a memory is refused in one line") {
  const Folder folder;
  folder.file("trace.txt", "0 32 R 0\n0 32 R\n");
  folder.file("far.txt", "fffffffff 32 R 0\n");
  CHECK_THAT(mistake({"simulate", "hbm_stream", "--requests", "trace.txt"}, folder),
             Contains("trace.txt, line 2"));
  CHECK_THAT(mistake({"simulate", "hbm_stream", "--requests", "far.txt"}, folder),
             Contains("far.txt, line 1") && Contains("memory.organisation.channels"));
  CHECK_THAT(mistake({"simulate", "hbm_stream", "--requests", "none.txt"}, folder),
             Contains("none.txt"));
  CHECK_THAT(mistake({"simulate", "hbm_stream", "--seeds", "3"}, folder), Contains("--seeds"));
  CHECK_THAT(mistake({"simulate", "flows", "--requests", "trace.txt"}, folder),
             Contains("--requests"));
  CHECK_THAT(mistake({"simulate", "hbm_stream", "--set", "trafic.access=32 B"}, folder),
             Contains("traffic"));
}
