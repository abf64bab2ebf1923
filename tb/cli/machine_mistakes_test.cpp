// SPDX-License-Identifier: Apache-2.0
// What does not go together on the whole machine is told in one line that names both sides.
#include <catch2/catch.hpp>
#include <nlohmann/json.hpp>
#include <string>

#include "cli/mistake.hpp"
#include "jacquard/base/file.hpp"
#include "support/program.hpp"
#include "support/source_tree.hpp"

using namespace jacquard;
using Catch::Contains;
using nlohmann::json;
using tb::Folder;
using tb::mistake;
using tb::run_program;
using tb::with;
using tb::Words;

namespace {

// Sixteen experts on 16 NPUs around one switch; eight exchanges.
const char* const kJob = R"json({"model": {"name": "experts", "hidden": 512, "layers": 2,
  "heads": 8, "inner": 1024, "vocabulary": 1024, "sequence": 256,
  "experts": {"count": 16, "top_k": 2, "inner": 1024}},
  "system": {"network": {"topology": "Switch(16)", "bandwidth": "50 GB/s", "latency": "250 ns"},
  "npu": {"peak": "100 TFLOP/s", "memory_bandwidth": "2 TB/s"}},
  "parallel": "ep=16,micro_batch=1", "batch": 16, "expert_routing": "drifting"})json";
const char* const kLog = "1,2,3\n4,5,6\n7,8,9\n";
const Words kServe = {"serve",           "mixtral-8x7b",
                      "--system",        "circuit_64",
                      "--npus",          "8",
                      "--rate",          "200",
                      "--input-tokens",  "16",
                      "--output-tokens", "3",
                      "--quick",         "--requests-count"};

struct Job {
  Folder folder;
  Job() {
    folder.file("job.json", kJob);
    folder.file("log.csv", kLog);
  }
  std::string step(const Words& more) const {
    return mistake(with({"train", "job.json", "--engine", "cycle"}, more), folder);
  }
  std::string served(const std::string& fabric, const Words& more) const {
    return mistake(with(with(kServe, {"4", "--fabric", fabric}), more), folder);
  }
};

}  // namespace

TEST_CASE("A step that the machine cannot run is refused, with what was asked and what there is") {
  const Job job;
  const struct {
    Words words;
    const char* says;
  } mistakes[] = {
      {{"--expert-routing", "log.csv"}, "expected 3, as log.csv has, found 16"},
      {{"--detail", "scale_sideways=circuit"}, "as the network has them, found 'scale_sideways'"},
      {{"--detail", "1=circuit"}, "a dimension in 0..0, as the network has them, found '1'"},
      {{"--detail", "wormhole"}, "--detail: expected node, circuit, packet, links or analytic"},
      {{"--detail", "0=circuit,0=packet"}, "each dimension once, found dimension 0 again"},
      {{"--detail", "0=circuit,links"}, "what holds for all dimensions in front"},
      {{"--hbm", "core_memory"}, "hbm: expected a file, or a shipped configuration"},
      {{"--set", "npu.detail=systolic", "--hbm", "none"},
       "roofline where hbm is none, found systolic"},
      {{"--set", "npu.detail=systolic", "--set", "type=fp8"}, "where type is fp8, found systolic"},
      {{"--set", "npu.core=tpu_v5"}, "(one of tpu_v4), found 'tpu_v5'"},
      {{"--set", "npu.core.cores=-1"},
       "npu.core.cores: expected a whole number in 1..256, found -1"},
      {{"--set", "system.network.topology=Ring(16)", "--detail", "circuit"},
       "links or analytic in dimension 0, which has no switch"},
      {{"--set", "scheduler.timing=measured"}, "auto, cycles or fixed in a job, found measured"},
      {{"--set", "scheduler.kind=file"},
       "job.json#/scheduler/file: expected the path of a schedule"},
      {{"--set", "scheduler.bits=33"}, "scheduler.bits: expected a whole number in 1..32"},
      {{"--set", "scheduler.latency=nan"}, "scheduler.latency: expected a time"},
      {{"--set", "scheduler.latency=1 ms"},
       "scheduler.timing=fixed and kind=software beside it, found the clocks of a core"},
      {{"--set", "scheduler.name=foo"}, "--set scheduler.name: expected a scheduler"},
      {{"--set", "scheduler.name=shift", "--decide", "overlapped"},
       "a scheduler of one hop where decide is not on_demand"},
      {{"--set", "scheduler.name=shift", "--set", "scheduler.shape=4x5"},
       "sizes whose product is 16, such as"},
      {{"--set", "scheduler.name=shift", "--set", "scheduler.bits=17", "--set",
        "scheduler.kind=rtl"},
       "1..16, as a core counts"},
      {{"--set", "npu.core=tpu_v4"}, "npu.core: expected npu.detail=systolic beside it"},
      {{"--set", "scheduler.latency=-1 ns"}, "it cannot be negative"},
      {{"--set", "circuit.guard=1e99 s"}, "circuit.guard: expected a time"},
      {{"--set", "fabric.ports=32"},
       "--set fabric.ports: expected 16, as the network has, found 32"},
      {{"--set", "fabric.rate=1 Tb/s"}, "--set fabric.rate: expected 400 Gb/s, as the network has"},
      {{"--set", "fabric.header=1 GB"}, "fabric.header: expected at most 1 MiB"},
      {{"--set", "faults.lost_messages=nan"}, "faults.lost_messages: expected a number in 0.0.."},
      {{"--set", "faults.slowdown=-1"}, "faults.slowdown: expected a number in 1.0.."},
      {{"--set", "faults.stragglers=17"},
       "--set faults.stragglers: expected at most 16, as many as the fabric has ports, found 17"},
      {{"--set", "faults.dead_ports=17"}, "--set faults.dead_ports: expected at most 16"},
      {{"--set", "faults.slow_npus=17"}, "at most 16, as the job has, found 17"},
      {{"--set", "faults.exchange=8"}, "an exchange below 8, as the step has them, found 8"},
      {{"--set", "stack=nowhere"}, "nowhere: expected the folder of a stack"},
      {{"--set", "collectives=stack", "--detail", "circuit"}, "none beside a stack"},
      {{"--set", "collectives=stacks"}, "collectives: expected"},
      {{"--detail", "packet", "--set", "faults.stragglers=1"}, "no experts exchange on circuits"},
  };
  for (const auto& each : mistakes) CHECK_THAT(job.step(each.words), Contains(each.says));
  const std::pair<Words, const char*> of_the_machine[] = {
      {{"--detail", "circuit"}, "--detail"},
      {{"--decide", "last"}, "--decide"},
      {{"--set", "scheduler.kind=rtl"}, "--set scheduler.kind"},
      {{"--set", "collectives=stack"}, "--set collectives"},
      {{"--set", "npu.detail=systolic"}, "--set npu.detail"},
  };
  for (const auto& [words, option] : of_the_machine) {
    CHECK_THAT(mistake(with({"train", "job.json"}, words), job.folder),
               Contains(std::string(option) +
                        ": expected --engine cycle beside it, found --engine event"));
  }
}

TEST_CASE("The last exchange and as many faults as ports are allowed") {
  const Job job;
  for (const char* const set :
       {"faults.exchange=7", "faults.stragglers=16", "faults.slow_npus=16"}) {
    CAPTURE(set);
    CHECK(run_program({"train", "job.json", "--engine", "cycle", "--set", set}, job.folder)
              .exit_code == 0);
  }
}

TEST_CASE("A server's fabric refuses what does not fit its NPUs, its experts or its requests") {
  const Job job;
  CHECK_THAT(job.served("wires", {}), Contains("--fabric: expected \"laws\", \"circuit\""));
  CHECK_THAT(job.served("circuit", {"--expert-routing", "log.csv"}),
             Contains("matrices of 8 NPUs with tokens") && Contains("found 3 in log.csv"));
  CHECK_THAT(job.served("circuit", {"--set", "faults.stragglers=9"}),
             Contains("at most 8, as many as the fabric has ports, found 9"));
  CHECK_THAT(job.served("circuit", {"--set", "faults.exchange=3"}), Contains("faults.exchange"));
  CHECK_THAT(job.served("circuit", {"--set", "faults.slow_npus=1"}), Contains("faults.slow_npus"));
  CHECK_THAT(job.served("packet", {"--set", "faults.stragglers=1"}),
             Contains("--fabric circuit, as faults are those of circuits, found packet"));
  CHECK_THAT(
      job.served("photonic", {}),
      Contains("--npus: expected 16 or 64 NPUs with --fabric photonic") && Contains("found 8"));
  CHECK_THAT(job.served("photonic", {"--set", "appliance=pfa_next"}), Contains("found 64"));
  CHECK_THAT(mistake({"serve", "deepseek-v2", "--system", "circuit_64", "--npus", "16", "--rate",
                      "200", "--fabric", "photonic", "--set", "photonic.outstanding=1 KiB"},
                     job.folder),
             Contains("photonic#/outstanding: expected at least one access, 4 KiB"));
  CHECK_THAT(mistake({"serve", "mixtral-8x7b", "--system", "circuit_64", "--rate", "200", "--set",
                      "photonic.way=switch"},
                     job.folder),
             Contains("--fabric photonic beside it, found none"));
  CHECK_THAT(job.served("circuit", {"--appliance", "pfa"}),
             Contains("--appliance: expected --fabric photonic beside it, found circuit"));
  CHECK_THAT(job.served("packet", {"--set", "circuit.guard=1 us"}),
             Contains("--set circuit: expected --fabric circuit beside it, found packet"));
  CHECK_THAT(job.served("ideal", {"--set", "packet.mtu=9000 B"}),
             Contains("--set packet: expected --fabric circuit or packet beside it, found ideal"));
  const Folder kept;
  const std::string journal = kept.path("steps.jsonl");
  const auto of = [&](const char* requests) {
    return with(kServe, {requests, "--fabric", "circuit", "--journal", journal});
  };
  REQUIRE(run_program(of("4"), job.folder).exit_code == 0);
  CHECK_THAT(mistake(of("5"), job.folder), Contains("expected a journal of these requests"));
  CHECK_THAT(mistake(with(of("4"), {"--set", "circuit.guard=1 us"}), job.folder),
             Contains("expected a journal whose config_hash is"));
  CHECK_THAT(mistake({"serve", "deepseek-v3", "--system", "circuit_64", "--rate", "1 /s",
                      "--requests-count", "4", "--input-tokens", "32", "--output-tokens", "4",
                      "--ep", "3"},
                     job.folder),
             Contains("--tp, --pp, --dp: expected degrees for 64 NPUs, found none"));
}

TEST_CASE("Cores too slow to end, and memories too small or of odd lines, are refused") {
  const Job job;
  const auto of = [&](const Words& more) {
    return mistake(with({"train", "job.json", "--engine", "cycle"}, more), job.folder);
  };
  CHECK_THAT(of({"--set", "npu.detail=systolic", "--set", "npu.core.array=1x1", "--set",
                 "npu.core.arrays=1", "--set", "npu.core.cores=1", "--set", "npu.core.clock=1 ms",
                 "--set", "batch=256"}),
             Contains("--set npu.core.clock: expected products of an NPU that take at most 46"));
  json slow = json::parse(kJob);
  slow["batch"] = 256;
  slow["npu"] = {{"detail", "systolic"},
                 {"core", {{"array", "1x1"}, {"arrays", 1}, {"cores", 1}, {"clock", "1 ms"}}}};
  job.folder.file("slow.json", slow.dump());
  CHECK_THAT(mistake({"train", "slow.json", "--engine", "cycle"}, job.folder),
             Contains("slow.json#/npu/core/clock: expected products of an NPU"));
  CHECK_THAT(of({"--hbm", "hbm3e_9200", "--set", "batch=1048576", "--set",
                 "parallel=ep=16,micro_batch=65536", "--set", "ignore_memory=true"}),
             Contains("--hbm: expected peak for more than 4e+08 accesses of memory"));
  const auto module = [&](const char* file, const char* capacity) {
    json pfm = json::parse(base::read_file(tb::in_source_tree("configs/photonics/pfm.json")));
    pfm["cache"]["capacity"] = capacity;
    return job.folder.file(file, pfm.dump());
  };
  // 16 ways of lines of 256 KiB, 128 KiB, ...: the largest of which whole sets fit.
  CHECK_THAT(of({"--hbm", module("odd.json", "1048640 KiB")}),
             Contains("odd.json#/cache/capacity: expected a multiple of 16 ways of 16 KiB"));
  const auto even = run_program({"train", "job.json", "--engine", "cycle", "--json", "--hbm",
                                 module("even.json", "1050624 KiB")},
                                job.folder);
  INFO(even.err);
  REQUIRE(even.exit_code == 0);
  CHECK(json::parse(even.out).at("rows").at(0).contains("cache_hit_ratio"));
}
