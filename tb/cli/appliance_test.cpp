// SPDX-License-Identifier: Apache-2.0
// simulate pfa_allreduce and repro pfa, as a user does.
#include <catch2/catch.hpp>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "cli/mistake.hpp"

using Catch::Contains;
using jacquard::tb::Answer;
using jacquard::tb::Folder;
using jacquard::tb::mistake;
using jacquard::tb::run_program;
using jacquard::tb::with;
using jacquard::tb::Words;
using nlohmann::json;

namespace {

std::string printed(const Words& words) {
  const Folder folder;
  const Answer answer = run_program(with(words, {"--json", "--no-timing"}), folder);
  INFO(answer.err);
  REQUIRE(answer.exit_code == 0);
  return answer.out;
}

json rows_of(const Words& words) { return json::parse(printed(words))["rows"]; }

std::string refused(const Words& words) {
  const Folder folder;
  return mistake(with({"simulate", "pfa_allreduce"}, words), folder);
}

}  // namespace

TEST_CASE("simulate pfa_allreduce tells times, closed forms, and where the bandwidth went") {
  const json rows =
      rows_of({"simulate", "pfa_allreduce", "--set", R"(sweep.values=["256 KiB", "1 MiB"])"});
  REQUIRE(rows.size() == 6);
  for (const json& row : rows) {
    INFO(row.dump(1));
    for (const char* key : {"time_ps", "bytes", "closed_form_ps", "achieved_bytes_per_s",
                            "peak_bytes_per_s", "fraction", "latency_mean_ps", "latency_p50_ps",
                            "latency_p99_ps", "energy_j", "hit_rate"}) {
      CHECK(row.at(key).is_number());
    }
    double shares = 0;
    for (const char* part : {"data", "activate", "refresh", "turnaround", "idle"}) {
      shares += row.at("bus_" + std::string(part) + "_fraction").get<double>();
    }
    CHECK(shares == Approx(1));
    CHECK(row["time_ps"].get<double>() == Approx(row["closed_form_ps"].get<double>()).epsilon(0.1));
    CHECK(row["energy_j"].get<double>() ==
          Approx(row["hbm_energy_j"].get<double>() + row["ddr_energy_j"].get<double>() +
                 row["port_energy_j"].get<double>() + row["switch_energy_j"].get<double>()));
    if (row["algorithm"] == "ring") {
      CHECK(row["hit_rate"] == 0);
      continue;
    }
    CHECK(row["algorithm"] == "shared_memory");
    CHECK(row["write_bytes_per_s"] <= row["ddr_peak_bytes_per_s"]);
    if (row["warm"]) CHECK(row["hit_rate"] == 1);
  }
}

TEST_CASE("simulate pfa_scale_out tiers appliances to 128 and 256 XPUs") {
  const json rows = rows_of({"simulate", "pfa_scale_out", "--set", "bytes=1 MiB"});
  REQUIRE(rows.size() == 9);
  for (const json& row : rows) {
    INFO(row.dump(1));
    CHECK(row["xpus"] == 16 * std::stoi(row["point"].get<std::string>()));
    CHECK((row["between_ps"] == 0) == (row["xpus"] == 16));
    CHECK(row["time_ps"].get<double>() ==
          Approx(row["closed_form_ps"].get<double>()).epsilon(0.12));
  }
}

TEST_CASE("The same appliance gives the same bytes on any number of threads") {
  const Words words{"simulate", "pfa_allreduce", "--set", R"(sweep.values=["64 KiB"])"};
  CHECK(printed(with(words, {"--threads", "1"})) == printed(with(words, {"--threads", "2"})));
}

TEST_CASE("repro pfa covers every number, and says what the described hardware gives") {
  std::map<std::string, int> verdicts;
  for (const json& row : rows_of({"repro", "pfa"})) {
    INFO(row.dump());
    CHECK(row["verdict"] != "not-covered");
    CHECK(row["verdict"] != "differs");
    CHECK(!row["remark"].get<std::string>().empty());
    for (const json& value : row) CHECK_FALSE(value.is_structured());
    ++verdicts[row["verdict"].get<std::string>()];
    if (row["id"] == "pfa.fig9.405b/latency") {
      CHECK(row["ours"].get<double>() == Approx(1.40).epsilon(0.02));
      CHECK(row["physical"].get<double>() == Approx(0.36).epsilon(0.03));
    }
    if (row["id"] == "pfa.fig9.405b/throughput") {
      CHECK(row["ours"].get<double>() == Approx(3.66).epsilon(0.02));
      CHECK(row["physical"].get<double>() == Approx(1.63).epsilon(0.03));
    }
  }
  CHECK(verdicts["match"] >= 45);
}

TEST_CASE("repro pfa agrees with the paper's ports, and says what Table 5 would need") {
  for (const json& row : rows_of({"repro", "pfa.ports"})) {
    INFO(row.dump(1));
    CHECK(row["verdict"] == "match");
  }
  const json table = rows_of({"repro", "pfa.table5"});
  REQUIRE(table.size() == 2);
  CHECK(table[0]["verdict"] == "match");
  CHECK(table[1]["verdict"] == "paper-inconsistent");
  const json ours = json::parse(table[1]["ours"].get<std::string>());
  CHECK(ours["ports_8_tb_per_s"] == 7.2);
  CHECK(ours["ports_16_tb_per_s"] == 14.4);
  CHECK(ours["next_ports_8_tb_per_s"] == 28.8);
  CHECK(ours["hbm_tb_per_s"].get<double>() == Approx(16 * 2 * 1.1776));
  CHECK(ours["ddr_tb_per_s"].get<double>() == Approx(16 * 0.3584));
  CHECK_THAT(table[1]["remark"].get<std::string>(), Contains("8 x 3,350"));
}

TEST_CASE("An appliance that cannot be is refused with the key that is wrong") {
  const auto set = [](const std::string& assignment) { return refused({"--set", assignment}); };
  CHECK_THAT(set("appliance=pfb"), Contains("pfa"));
  CHECK_THAT(set("appliance.modules=0"), Contains("appliance.modules"));
  CHECK_THAT(set("appliance.modules=65"), Contains("appliance.modules"));
  CHECK_THAT(set("appliance.modules=1"), Contains("/appliance/modules"));
  CHECK_THAT(set("appliance.interleave=3 KiB"), Contains("/appliance/interleave"));
  CHECK_THAT(set("appliance.switch.arbiter=wfwa"),
             Contains("/appliance/switch/arbiter") && Contains("wwfa"));
  CHECK_THAT(set("appliance.switch.cell=0 B"), Contains("appliance.switch.cell"));
  CHECK_THAT(set("appliance.module.ddr_channels=0"), Contains("appliance.module.ddr_channels"));
  CHECK_THAT(set("collective=all-to-all"), Contains("all-reduce"));
  CHECK_THAT(set("outstanding=1 KiB"), Contains("/outstanding"));
  CHECK_THAT(set(R"(sweep.values=["1000 B"])"), Contains("/bytes"));
  CHECK_THAT(set(R"(sweep.values=["1 GiB"])"), Contains("bytes"));
  CHECK_THAT(set("appliances=0"), Contains("appliances"));
  CHECK_THAT(refused({"--set", "appliances=2", "--set", "collective=all-gather"}),
             Contains("/collective"));
  CHECK_THAT(refused({"--set", "appliances=2", "--set", "uplink=1000000001 b/s"}),
             Contains("/uplink"));
  CHECK_THAT(set("fidelity=exact"), Contains("fidelity"));
  CHECK_THAT(refused({"--requests", "r.txt"}), Contains("--requests"));
}
