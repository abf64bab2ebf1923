// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "jacquard/base/file.hpp"
#include "support/program.hpp"

using namespace jacquard;
using nlohmann::json;

namespace {

using Words = std::vector<std::string>;

const char* const kSystem = R"json({
  "network": {"topology": "Ring(4) Switch(4)", "bandwidth": "375 GiB/s", "latency": "20 ns,1700 ns"},
  "npu": {"peak": "300 TFLOP/s", "memory_bandwidth": "2 TB/s"},
  "algorithm": ["ring", "halving-doubling"]})json";

const Words kStep = {"gpt3-13b",
                     "--layers",
                     "4",
                     "--system",
                     kSystem,
                     "--parallel",
                     "dp=4,tp=2,pp=2,micro_batches=2,zero=1",
                     "--batch",
                     "16"};

Words words(Words first, const Words& more) {
  first.insert(first.end(), kStep.begin(), kStep.end());
  first.insert(first.end(), more.begin(), more.end());
  return first;
}

Words astra_of(const std::string& folder, const std::string& mode) {
  return {"astra",
          "--workload-configuration=" + folder + "/job",
          "--system-configuration=" + folder + "/system.json",
          "--network-configuration=" + folder + "/network.yml",
          "--comm-group-configuration=" + folder + "/groups.json",
          "--mode",
          mode,
          "--json"};
}

std::int64_t latest(const json& rows, const char* kind) {
  std::int64_t last = 0;
  for (const json& row : rows) {
    if (row.at("row_kind") == kind) last = std::max(last, row.at("time_ps").get<std::int64_t>());
  }
  return last;
}

}  // namespace

TEST_CASE("An exported step takes what train says of it, in both of ASTRA-sim's modes") {
  const tb::Folder folder;
  const tb::Answer exported = tb::run_program(
      words({"trace", "export"}, {"--mode", "astra-unaware", "--out", "step", "--json"}), folder);
  CAPTURE(exported.err);
  REQUIRE(exported.exit_code == 0);
  const json row = json::parse(exported.out).at("rows").at(0);
  CHECK(row.at("traces") == 16);
  CHECK(row.at("classes") == 2);
  for (const std::string mode : {"astra-unaware", "astra-aware"}) {
    CAPTURE(mode);
    const tb::Answer direct = tb::run_program(words({"train"}, {"--mode", mode, "--json"}), folder);
    const tb::Answer read = tb::run_program(astra_of("step", mode), folder);
    REQUIRE(direct.exit_code == 0);
    REQUIRE(read.exit_code == 0);
    const std::int64_t time = latest(json::parse(direct.out).at("rows"), "step");
    CHECK(time > 0);
    CHECK(latest(json::parse(read.out).at("rows"), "npu_class") == time);
  }
  CHECK(tb::run_program({"trace", "step/job", "--check"}, folder).exit_code == 0);
  const json timeline = json::parse(base::read_file(folder.path("step/timeline.json")));
  int arrows = 0;
  for (const json& event : timeline.at("traceEvents")) arrows += event.at("ph") == "s";
  // Two micro-batches each way, and the gradient of the embedding that both stages hold each way.
  CHECK(arrows == 6);
}

TEST_CASE("Files are the same whatever the mode of the timeline, and the same again") {
  const tb::Folder folder;
  for (const auto& [out, mode] : {std::pair{"a", "astra-unaware"}, std::pair{"b", "faithful"}}) {
    CHECK(tb::run_program(words({"trace", "export"}, {"--mode", mode, "--out", out}), folder)
              .exit_code == 0);
  }
  for (const char* const file : {"/job.0.et", "/job.15.et", "/groups.json", "/system.json"}) {
    CHECK(base::read_file(folder.path("a") + file) == base::read_file(folder.path("b") + file));
  }
}

TEST_CASE("trace export refuses a folder with files, none, and keys that trace alone has not") {
  const tb::Folder folder;
  base::write_file(folder.path("old/file"), "x");
  const auto fault = [&](const Words& command) {
    const tb::Answer answer = tb::run_program(command, folder);
    CHECK(answer.exit_code == 2);
    CHECK(tb::count_lines(answer.err) == 1);
    return answer.err;
  };
  CHECK_THAT(fault(words({"trace", "export"}, {"--out", "old"})),
             Catch::Contains("a new folder, or an empty one"));
  CHECK_THAT(fault(words({"trace", "export"}, {})), Catch::Contains("--out"));
  CHECK_THAT(fault(words({"trace", "export"}, {"--out", "x", "--chunks", "-1"})),
             Catch::Contains("chunks"));
  CHECK_THAT(fault(words({"trace", "export"}, {"--out", "x", "other"})),
             Catch::Contains("one job or model"));
  CHECK_THAT(fault({"trace", "job", "--set", "a=b"}), Catch::Contains("trace has no keys"));
  CHECK(folder.listing() == Words{"old", "old/file"});
}

TEST_CASE("A step exported as a log is scheduled on circuit switches as the step itself") {
  const tb::Folder folder;
  const std::string job = R"json({"model": "gpt3-13b", "layers": 4, "batch": 16, "system": )json" +
                          std::string(kSystem) +
                          R"json(, "parallel": "dp=4,tp=2,pp=2,micro_batches=2,zero=1"})json";
  base::write_file(folder.path("job.json"), job);
  const tb::Answer exported = tb::run_program(
      {"trace", "export", "job.json", "--format", "log", "--out", "log", "--json"}, folder);
  CAPTURE(exported.err);
  REQUIRE(exported.exit_code == 0);
  const json row = json::parse(exported.out).at("rows").at(0);
  CHECK(row.at("ranks") == 16);
  CHECK(row.at("classes") == 2);
  CHECK(folder.listing() == Words{"job.json", "log", "log/manifest.json", "log/rank_00000.jsonl",
                                  "log/rank_00008.jsonl"});
  const auto stack = [&](const std::string& option, const std::string& input) {
    const tb::Answer answer = tb::run_program(
        {"genstack", option, input, "--fabric", "two_tier_16", "--json", "--no-timing"}, folder);
    CAPTURE(answer.err);
    REQUIRE(answer.exit_code == 0);
    return json::parse(answer.out).at("rows");
  };
  json of_job = stack("--job", "job.json");
  json of_log = stack("--log", "log");
  REQUIRE(of_job.size() == of_log.size());
  CHECK(of_job.at(0).at("step_ps") > 0);
  for (std::size_t r = 0; r < of_job.size(); ++r) {
    for (const char* own : {"name", "peak_bytes"}) {
      of_job.at(r).erase(own);
      of_log.at(r).erase(own);
    }
    CHECK(of_job.at(r) == of_log.at(r));
  }
}

TEST_CASE("Chakra traces and the groups beside them stand in place of a log") {
  const tb::Folder folder;
  REQUIRE(tb::run_program(words({"trace", "export"}, {"--out", "step"}), folder).exit_code == 0);
  const tb::Answer answer = tb::run_program(
      {"genstack", "--log", "step/job", "--fabric", "two_tier_16", "--json"}, folder);
  CAPTURE(answer.err);
  REQUIRE(answer.exit_code == 0);
  const json row = json::parse(answer.out).at("rows").at(0);
  CHECK(row.at("ranks") == 16);
  CHECK(row.at("actors") == 2);  // its stages
}

TEST_CASE("trace export says which formats there are, and which option a log has no use for") {
  const tb::Folder folder;
  const auto fault = [&](const Words& more) {
    const tb::Answer answer = tb::run_program(words({"trace", "export"}, more), folder);
    CHECK(answer.exit_code == 2);
    CHECK(tb::count_lines(answer.err) == 1);
    return answer.err;
  };
  CHECK_THAT(fault({"--out", "x", "--format", "logs"}), Catch::Contains("log"));
  CHECK_THAT(fault({"--out", "x", "--format", "log", "--per-class"}),
             Catch::Contains("a file for each class"));
  CHECK_THAT(fault({"--format", "log"}), Catch::Contains("--out"));
  CHECK(folder.listing().empty());
}
