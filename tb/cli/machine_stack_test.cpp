// SPDX-License-Identifier: Apache-2.0
// A step on a stack from a folder: that of the same job, and those that are not.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "cli/mistake.hpp"
#include "jacquard/base/file.hpp"
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

void make_stack(const Folder& folder, const json& more = json::object()) {
  json job = json::parse(kJob);
  job.merge_patch(more);
  folder.file("job.json", job.dump());
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
  const std::string rounds = base::read_file(folder.path("S/rounds.json"));
  std::string other = rounds;
  const std::size_t repeat = other.find("\"repeat\":7");
  REQUIRE(repeat != std::string::npos);
  other.replace(repeat, 10, "\"repeat\":8");
  folder.file("S/rounds.json", other);
  CHECK_THAT(tb::mistake(step({}), folder), Contains(": 7 times") && Contains(": 8 times"));
  folder.file("S/rounds.json", rounds);
  for (const auto& file : std::filesystem::directory_iterator(folder.path("S"))) {
    if (file.path().extension() != ".csv") continue;
    std::filesystem::resize_file(file.path(), file.file_size() / 2);
  }
  CHECK_THAT(tb::mistake(step({}), folder), Contains("S/"));
}

TEST_CASE("A slot that is missing, or a round after those that wait for it, is named by folder") {
  const Folder folder;
  make_stack(folder);
  std::vector<std::vector<std::string>> rows;
  std::ifstream in(folder.path("S/slots.csv"));
  for (std::string line; std::getline(in, line);) {
    std::istringstream cells(line);
    rows.emplace_back();
    for (std::string cell; std::getline(cells, cell, ',');) rows.back().push_back(cell);
  }
  REQUIRE(rows.size() > 4);
  const auto with_slots = [&](const std::vector<std::vector<std::string>>& some) {
    std::ofstream out(folder.path("S/slots.csv"));
    for (const auto& row : some) out << fmt::format("{}\n", fmt::join(row, ","));
  };
  auto fewer = rows;
  fewer.erase(fewer.begin() + 1);
  with_slots(fewer);
  CHECK_THAT(tb::mistake(step({}), folder), Contains("S: ") && Contains("as the job sends them"));
  auto late = rows;
  REQUIRE(late[0][4] == "start");
  late[1][4] = "1000000";
  with_slots(late);
  CHECK_THAT(tb::mistake(step({}), folder), Contains("messages can keep") && Contains(", of S"));
}

TEST_CASE("A stack carries a job on systolic cores, and one of a group that is no power of two") {
  const Folder folder;
  make_stack(folder, {{"system", {{"network", {{"topology", "Switch(6)"}}}}},
                      {"parallel", "dp=6,zero=1,micro_batch=1"},
                      {"batch", 6}});
  const auto compute = [&](const char* detail) {
    const auto run = tb::run_program(
        tb::with(step({"--set", std::string("npu.detail=") + detail}), {"--json"}), folder);
    INFO(run.err);
    REQUIRE(run.exit_code == 0);
    const json row = json::parse(run.out).at("rows").at(0);
    CHECK(row.at("collectives") == "stack");
    CHECK(row.at("bytes_lost") == 0);
    return row.at("compute_ps").get<std::int64_t>();
  };
  // Small products fill no array, so cores take longer than the law at the peak.
  CHECK(compute("systolic") > compute("roofline"));
}

TEST_CASE("A stack made for the step goes by the job's algorithm, and takes collectives whole") {
  const Folder folder;
  folder.file("job.json", kJob);
  const auto circuits = [&](const char* algorithm) {
    const auto run =
        tb::run_program({"train", "job.json", "--engine", "cycle", "--set", "collectives=stack",
                         "--set", std::string("system.algorithm=") + algorithm, "--json"},
                        folder);
    INFO(run.err);
    REQUIRE(run.exit_code == 0);
    return json::parse(run.out).at("rows").at(0).at("circuits").get<std::int64_t>();
  };
  // A ring keeps its 8 neighbours; a direct exchange goes to 7 receivers from each.
  CHECK(circuits("direct") >= 56);
  CHECK(circuits("ring") < 56);
  CHECK_THAT(tb::mistake({"train", "job.json", "--engine", "cycle", "--set", "collectives=stack",
                          "--set", "chunks=4"},
                         folder),
             Contains("chunks: expected 1 beside a stack"));
}

TEST_CASE("A ladder refuses what its rungs say for themselves") {
  const Folder folder;
  folder.file("job.json", kJob);
  for (const char* const option : {"--engine", "--detail", "--hbm"}) {
    CHECK_THAT(tb::mistake({"ladder", "job.json", option, "cycle"}, folder),
               Contains(std::string(option) + ": expected none on a ladder"));
  }
  CHECK_THAT(tb::mistake({"ladder", "job.json", "--set", "scheduler.kind=rtl"}, folder),
             Contains("--set scheduler.kind: expected none on a ladder"));
}

TEST_CASE("A ladder refuses a stack, and a stack an algorithm that some group cannot run") {
  const Folder folder;
  json job = json::parse(kJob);
  job["parallel"] = "dp=6,zero=1,micro_batch=1";
  job["batch"] = 6;
  job["system"]["network"]["topology"] = "Switch(6)";
  folder.file("job.json", job.dump());
  CHECK_THAT(tb::mistake({"ladder", "job.json", "--set", "collectives=stack"}, folder),
             Contains("collectives: expected none on a ladder"));
  CHECK_THAT(tb::mistake({"train", "job.json", "--engine", "cycle", "--set", "collectives=stack",
                          "--set", "system.algorithm=halving-doubling"},
                         folder),
             Contains("algorithm: expected") && Contains("halving-doubling"));
}

TEST_CASE("Three tiers are refused at the key of the stack's file") {
  const Folder folder;
  folder.file("job.json", kJob);
  const auto made = tb::run_program({"genstack", "--job", "job.json", "--set", "fabric.tiers=3",
                                     "--set", "fabric.radix=4", "--out", "S"},
                                    folder);
  INFO(made.err);
  REQUIRE(made.exit_code == 0);
  CHECK_THAT(tb::mistake(step({}), folder),
             Contains("S/stack.json#/fabric/tiers: expected one or two tiers"));
}

TEST_CASE("A small job runs before a photonic module") {
  const Folder folder;
  folder.file("job.json", kJob);
  const auto run =
      tb::run_program({"train", "job.json", "--engine", "cycle", "--hbm", "pfm", "--json"}, folder);
  INFO(run.err);
  REQUIRE(run.exit_code == 0);
  CHECK(json::parse(run.out).at("rows").at(0).at("cache_hit_ratio") == 1.0);  // it fits
}
