// SPDX-License-Identifier: Apache-2.0
// jacquard simulate --stack: what jacquard genstack wrote, in SystemC.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>

#include "cli/mistake.hpp"
#include "jacquard/base/file.hpp"

using Catch::Contains;
using jacquard::base::read_file;
using jacquard::base::write_file;
using jacquard::tb::Answer;
using jacquard::tb::Folder;
using jacquard::tb::mistake;
using jacquard::tb::run_program;
using jacquard::tb::with;
using jacquard::tb::Words;
using nlohmann::json;

namespace {

// 64 ranks: four of a tensor-parallel group, four replicas, four stages.
constexpr const char* kJob = R"json({"model": "llama3-8b", "batch": 32, "sequence": 4096,
  "parallel": "tp=4,pp=4,dp=4,micro_batch=1",
  "system": {"network": {"topology": "Switch(8) Switch(8)", "bandwidth": "450 GB/s,50 GB/s",
                         "bandwidth_per": "npu", "latency": "500 ns,2 us"},
             "npu": {"device": "h100_sxm"}, "node": 8, "algorithm": ["ring", "ring"]}})json";

// Two ranks that exchange their gradients: some hundred messages.
constexpr const char* kSmallJob = R"json({"model": "llama3-8b", "layers": 2, "batch": 4,
  "sequence": 512, "parallel": "dp=2,micro_batch=1",
  "system": {"network": {"topology": "Switch(2)", "bandwidth": "50 GB/s",
                         "bandwidth_per": "npu", "latency": "2 us"},
             "npu": {"device": "h100_sxm"}, "node": 1, "algorithm": ["ring"]}})json";

void make_stack(const Folder& folder, const char* job, const std::string& fabric) {
  write_file(folder.path("job.json"), job);
  const Answer made = run_program(
      {"genstack", "--job", "job.json", "--fabric", fabric, "--out", "stack", "--json"}, folder);
  INFO(made.err);
  REQUIRE(made.exit_code == 0);
}

json row_of(const Answer& answer) {
  INFO(answer.err);
  REQUIRE(answer.exit_code == 0);
  return json::parse(answer.out)["rows"][0];
}

const Words kReplay = {"simulate", "--stack", "stack",      "--engine",
                       "cycle",    "--json",  "--no-timing"};

}  // namespace

TEST_CASE("A stack of 64 ranks takes in SystemC what it says\\, by one crossbar and two tiers") {
  for (const char* fabric : {"one_crossbar_64", "two_tier_16"}) {
    const Folder folder;
    make_stack(folder, kJob, fabric);
    const json row = row_of(run_program(kReplay, folder));
    CHECK(row["row_kind"] == "stack");
    CHECK(row["ranks"] == 64);
    CHECK(row["step_ps"].get<std::int64_t>() > 0);
    CHECK(row["step_ps"] == row["planned_step_ps"]);
    CHECK(row["completion_ps"] == row["step_ps"]);
    CHECK(row["late_messages"] == 0);
    CHECK(row["messages"].get<int>() > 100'000);
  }
}

TEST_CASE("A late NPU delays a replay by what it is late\\, or its messages are sent behind") {
  const Folder folder;
  make_stack(folder, kSmallJob, "one_crossbar_64");
  const json planned = row_of(run_program(kReplay, folder));
  const json delayed = row_of(run_program(with(kReplay, {"--late", "npu:1:3ms"}), folder));
  CHECK(delayed["late_messages"].get<int>() > 0);
  const auto time = [](const json& row) { return row["step_ps"].get<std::int64_t>(); };
  CHECK(time(delayed) > time(planned));
  CHECK(time(delayed) <= time(planned) + 3'000'000'000);
  const json skipped =
      row_of(run_program(with(kReplay, {"--late", "npu:1:3ms", "--policy", "skip"}), folder));
  CHECK(skipped["slots_behind"].get<int>() > 0);
  CHECK(skipped["messages"] == planned["messages"]);
}

TEST_CASE("A replay leaves a timeline and the settings of its switches") {
  const Folder folder;
  write_file(folder.path("two.json"), R"json({"tiers": 2, "radix": 2, "guard": "10 ns"})json");
  make_stack(folder, kSmallJob, "two.json");
  const Answer answer = run_program(with(kReplay, {"--out", "out"}), folder);
  CHECK(row_of(answer)["late_messages"] == 0);
  CHECK(json::parse(read_file(folder.path("out/replay.json")))["rows"] ==
        json::parse(answer.out)["rows"]);
  const std::string timeline = read_file(folder.path("out/timeline.json"));
  CHECK(json::parse(timeline)["traceEvents"].size() > 100);
  CHECK_THAT(timeline, Contains("sends to 1") && Contains("computes node"));
  CHECK_THAT(read_file(folder.path("out/settings.csv")), Contains("leaf1") && Contains("spine0"));
}

TEST_CASE("A stack in which a computation was made longer is late\\, and the exit code says so") {
  const Folder folder;
  make_stack(folder, kSmallJob, "one_crossbar_64");
  const std::string nodes = folder.path("stack/nodes.csv");
  std::string text = read_file(nodes);
  const auto line = text.find('\n', text.find('\n') + 1) + 1;  // a computation of actor 0
  const auto comma = text.find(',', line) + 1;
  text.insert(text.find(',', comma), "000");
  write_file(nodes, text);
  const Answer answer = run_program(kReplay, folder);
  CHECK(answer.exit_code == 1);
  const json rows = json::parse(answer.out)["rows"];
  CHECK(rows[0]["late_messages"].get<int>() > 0);
  CHECK(rows[0]["step_ps"].get<std::int64_t>() > rows[0]["planned_step_ps"].get<std::int64_t>());
  CHECK(rows[1]["row_kind"] == "late");
  CHECK(rows[1]["sent_ps"].get<std::int64_t>() > rows[1]["planned_ps"].get<std::int64_t>());
}

TEST_CASE("What a replay cannot do is refused in one line") {
  const Folder folder;
  make_stack(folder, kSmallJob, "one_crossbar_64");
  const Words replay{"simulate", "--stack", "stack"};
  struct Case {
    Words more;
    const char* says;
  };
  const std::vector<Case> cases = {
      {{"--late", "npu:2:1ms"}, "--late: expected an NPU of 0..1"},
      {{"--late", "npu:-1:1ms"}, "--late: expected NPUs that are late"},
      {{"--late", "port:1:1ms"}, "--late: expected NPUs that are late"},
      {{"--late", "npu:1:1"}, "the unit is missing"},
      {{"--late", ""}, "--late"},
      {{"--late", "npu:1:1ms,npu:1:2ms"}, "--late: expected each NPU once"},
      {{"--late", "npu:1:100000000s"}, "--late"},
      {{"--policy", "wait"}, "expected \"delay\" or \"skip\""},
      {{"--set", "clock=3"}, "--set clock"},
      {{"--seeds", "2"}, "--seeds"},
      {{"--engine", "event"}, "--engine"},
  };
  for (const Case& c : cases) {
    CHECK_THAT(mistake(with(replay, c.more), folder), Contains(c.says));
  }
  CHECK_THAT(mistake({"simulate", "--stack", "nowhere"}, folder), Contains("nowhere"));
  CHECK_THAT(mistake({"simulate", "moe_alltoall", "--late", "npu:1:1ms"}, folder),
             Contains("--late: expected nothing"));
  std::string slots = read_file(folder.path("stack/slots.csv"));
  slots.erase(slots.rfind('\n', slots.size() - 2) + 1);
  write_file(folder.path("stack/slots.csv"), slots);
  CHECK_THAT(mistake(replay, folder), Contains("slots for all that the plan needs"));
}
