// SPDX-License-Identifier: Apache-2.0
// `jacquard genstack repair` and `operate` as a user runs them.
#include <catch2/catch.hpp>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "cli/mistake.hpp"
#include "jacquard/base/file.hpp"

using jacquard::tb::Answer;
using jacquard::tb::Folder;
using jacquard::tb::mistake;
using jacquard::tb::run_program;
using jacquard::tb::with;
using jacquard::tb::Words;
using nlohmann::json;

namespace {

// 2 stages of 4 ranks, each on a leaf of its own; ports 8 and 9 stand by on a third leaf.
class Here : public Folder {
 public:
  Here() {
    file("job.json", R"json({"model": "llama3-8b", "system": "dgx_h100_8", "layers": 4, "batch": 8,
                             "sequence": 1024, "parallel": "tp=2,dp=2,pp=2,micro_batch=1"})json");
    file("fabric.json", R"json({"radix": 8, "leaf_ports": 4, "spares": 2, "slot": "50 us"})json");
  }
};

const Words kStep = {"--job", "./job.json", "--fabric", "./fabric.json"};

Words repair(const Words& more) {
  return with(with({"genstack", "repair", "--json", "--no-timing"}, kStep), more);
}

json rows_of(const Words& words, const Folder& folder) {
  const Answer answer = run_program(words, folder);
  INFO(answer.err);
  REQUIRE(answer.exit_code == 0);
  return json::parse(answer.out)["rows"];
}

}  // namespace

TEST_CASE("a failed NPU costs nothing where a spare stands by") {
  const Here folder;
  const json rows = rows_of(repair({"--fail", "npu:5"}), folder);
  REQUIRE(rows.size() == 2);
  CHECK(rows[0]["moved_ranks"] == 1);
  CHECK(rows[0]["composed"] == 0);
  CHECK(rows[0]["exceptions"] == 0);
  CHECK(rows[0]["step_ps"] == rows[0]["step_before_ps"]);
  CHECK(rows[1]["rank"] == 5);
  CHECK(rows[1]["from_port"] == 5);
  CHECK(rows[1]["to_port"] == 9);  // the spare of place 1
}

TEST_CASE("a stack in a folder is repaired into another") {
  const Here folder;
  rows_of(with(with({"genstack", "--json", "--no-timing"}, kStep), {"--out", "healthy"}), folder);
  const json rows = rows_of({"genstack", "repair", "healthy", "--fail", "port:0,link:1:2", "--out",
                             "repaired", "--json", "--no-timing"},
                            folder);
  CHECK(rows[0]["failed_ports"] == 1);
  CHECK(rows[0]["failed_links"] == 1);
  const json checked = rows_of({"genstack", "check", "repaired", "--json", "--no-timing"}, folder);
  CHECK(checked[0]["conflicts"] == 0);
  CHECK(checked[0]["bytes_delivered"] == checked[0]["bytes_expected"]);
  const json again = rows_of(
      {"genstack", "repair", "repaired", "--fail", "npu:0", "--json", "--no-timing"}, folder);
  CHECK(again[1]["from_port"] == rows[1]["to_port"]);
}

TEST_CASE("around a failed NPU the job loses the replica that had it") {
  const Here folder;
  const json rows = rows_of(repair({"--fail", "npu:3", "--policy", "around"}), folder);
  CHECK(rows[0]["lost_ranks"] == 4);
  CHECK(rows[0]["moved_ranks"] == 0);
  // Half the sequences; gradients are reduced no more.
  CHECK(rows[0]["throughput_ratio"] >= 0.5);
  CHECK(rows[0]["throughput_ratio"] < 1);
}

TEST_CASE("ports that fail at random are those of the seed") {
  const Here folder;
  const Words words = repair({"--fail-ports", "20%", "--seed", "5"});
  const json rows = rows_of(words, folder);
  CHECK(rows[0]["failed_ports"] == 2);
  CHECK(rows == rows_of(words, folder));
}

TEST_CASE("genstack repair says in one line what it cannot do") {
  const Here folder;
  CHECK_THAT(mistake(repair({"--fail", "npu:8"}), folder), Catch::Contains("a rank in 0..7"));
  CHECK_THAT(mistake(repair({"--fail", "spine:x"}), folder), Catch::Contains("\"x\""));
  for (const char* share : {"101%", "-1%", "nan", "1e999", "%", ""}) {
    CHECK_THAT(mistake(repair({"--fail-ports", share}), folder), Catch::Contains("--fail-ports"));
  }
  CHECK_THAT(mistake({"genstack", "repair"}, folder), Catch::Contains("STACK or --job JOB"));
  CHECK_THAT(mistake(repair({}), folder), Catch::Contains("--fail or --fail-ports"));
  CHECK_THAT(mistake(repair({"--fail", "leaf:0,leaf:1,leaf:2"}), folder),
             Catch::Contains("2 of 2 replicas with failed NPUs"));
  CHECK_THAT(mistake(repair({"--policy", "hope"}), folder),
             Catch::Contains("expected spare or around"));
}

TEST_CASE("a stack alone cannot lose a replica") {
  const Here folder;
  rows_of(with(with({"genstack", "--json", "--no-timing"}, kStep), {"--out", "healthy"}), folder);
  const Answer answer =
      run_program({"genstack", "repair", "healthy", "--fail", "npu:0,npu:1,npu:2"}, folder);
  CHECK(answer.exit_code == 2);
  CHECK_THAT(answer.err, Catch::Contains("expected spare ports for 1 ranks, found none left"));
}

TEST_CASE("genstack operate answers for each policy, the same for a seed") {
  const Here folder;
  const Words words = {"genstack", "operate", "llama3_54_days", "--runs", "50", "--json"};
  const json rows = rows_of(words, folder);
  REQUIRE(rows.size() == 3);
  for (const json& row : rows) {
    const double lost = row["recovery_s"].get<double>() + row["rework_s"].get<double>() +
                        row["checkpoints_s"].get<double>() + row["degraded_s"].get<double>();
    CHECK(lost / (54 * 86'400) == Approx(row["lost_ratio"].get<double>()));
    CHECK(row["effective_p5_ratio"] <= row["effective_p95_ratio"]);
  }
  CHECK(rows[0]["policy"] == "restart");
  CHECK(rows[0]["interruptions"].get<double>() == Approx(419).epsilon(0.03));
  CHECK(rows == rows_of(words, folder));
}

TEST_CASE("genstack operate refuses what cannot be") {
  const Here folder;
  const auto fault = [&](const std::string& assignment) {
    return mistake({"genstack", "operate", "--set", assignment}, folder);
  };
  CHECK_THAT(fault("fabric_share=0.9"), Catch::Contains("at most 1"));
  CHECK_THAT(fault("restart=5"), Catch::Contains("unit"));
  CHECK_THAT(fault("replicas=0"), Catch::Contains("whole number"));
  CHECK_THAT(fault("interruptions=1e7"), Catch::Contains("fewer --runs"));
  CHECK_THAT(fault("day=3"), Catch::Contains("days"));
}
