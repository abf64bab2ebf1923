// SPDX-License-Identifier: Apache-2.0
// A step on a stack from a folder: that of the same job, and those that are not.
#include <catch2/catch.hpp>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "cli/mistake.hpp"
#include "support/program.hpp"

using namespace jacquard;
using Catch::Contains;
using nlohmann::json;
using tb::Folder;

namespace {

// Eight NPUs around one switch, data-parallel.
const char* const kJob = R"json({"model": {"name": "small", "hidden": 512, "layers": 2,
  "heads": 8, "inner": 1024, "vocabulary": 1024, "sequence": 256},
  "system": {"network": {"topology": "Switch(8)", "bandwidth": "50 GB/s", "latency": "250 ns"},
  "npu": {"peak": "100 TFLOP/s", "memory_bandwidth": "2 TB/s"}},
  "parallel": "dp=8,zero=1,micro_batch=1", "batch": 8})json";

void make_stack(const Folder& folder) {
  folder.file("job.json", kJob);
  const auto made = tb::run_program(
      {"genstack", "--job", "job.json", "--set", "fabric.tiers=1", "--set", "fabric.radix=8",
       "--set", "fabric.rate=400 Gb/s", "--set", "fabric.flight=500 ns", "--set",
       "fabric.guard=10 ns", "--set", "fabric.sync=on-dependency", "--out", "S"},
      folder);
  INFO(made.err);
  REQUIRE(made.exit_code == 0);
}

tb::Words step(const tb::Words& more) {
  return tb::with({"train", "job.json", "--engine", "cycle", "--set", "stack=S"}, more);
}

}  // namespace

TEST_CASE("A step goes in the order of its stack, and pays fewer guards than it has messages") {
  const Folder folder;
  make_stack(folder);
  const auto run = tb::run_program(tb::with(step({}), {"--json"}), folder);
  INFO(run.err);
  REQUIRE(run.exit_code == 0);
  const json row = json::parse(run.out).at("rows").at(0);
  CHECK(row.at("collectives") == "stack");
  const auto circuits = row.at("circuits").get<std::int64_t>();
  // Rings of one shift keep their neighbours: a circuit for each NPU, and as many for whatever
  // sends elsewhere.
  CHECK(circuits >= 8);
  CHECK(row.at("circuit_guard_ps").get<std::int64_t>() <= circuits * 10'000);
}

TEST_CASE("A stack of another job, or half of one, is refused with both sides") {
  const Folder folder;
  make_stack(folder);
  CHECK_THAT(tb::mistake(step({"--set", "batch=16"}), folder), Contains("a stack of this job"));
  CHECK_THAT(tb::mistake(step({"--set", "model=llama3-8b", "--set", "layers=1", "--set",
                               "ignore_memory=true"}),
                         folder),
             Contains("a stack of this job"));
  CHECK_THAT(tb::mistake(step({"--set", "circuit.guard=1 us"}), folder),
             Contains("10 ns, as the stack has it"));
  for (const auto& file : std::filesystem::directory_iterator(folder.path("S"))) {
    if (file.path().extension() != ".csv") continue;
    std::filesystem::resize_file(file.path(), file.file_size() / 2);
  }
  CHECK_THAT(tb::mistake(step({}), folder), Contains("S/"));
}
