// SPDX-License-Identifier: Apache-2.0
// Exported folders, read as anybody's, take what the job takes directly.
#include "jacquard/astra/export.hpp"

#include <catch2/catch.hpp>
#include <filesystem>

#include "jacquard/astra/faithful.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/base/file.hpp"
#include "jacquard/interop/chakra/check.hpp"
#include "jacquard/workload/listed.hpp"
#include "support/folder.hpp"
#include "support/placed_jobs.hpp"
#include "unit/astra/exported.hpp"

using namespace jacquard;
using namespace jacquard::tb;
using astra::TraceFiles;
using engine::Mode;
using topology::Block;
using workload::Job;

namespace {

struct Step {
  explicit Step(std::uint64_t seed)
      : rng(seed, "exported jobs"),
        fabric(astra::fabric_of({{Block::ring, 4, 187.5, 20},
                                 {Block::fully_connected, 2, 25, 700.5},
                                 {Block::switched, 4, 46.566128730773926, 1700}},
                                "test")) {
    const std::vector<std::vector<int>> degrees = {{4, 8, 1}, {2, 2, 8, 1}, {4, 4, 2}, {8, 4}};
    // Neither whole nanoseconds nor microseconds.
    work.job =
        placed_job({degrees[seed % degrees.size()], 10, false, base::Picoseconds{12'345'678}}, rng);
    work.chunks = 3;
    work.algorithms.fill({{{collective::Method::direct, 3}, {collective::Method::ring}}, false});
    work.spread = collective::Spread::blueconnect;
    if (seed % 2 == 0)
      work.roofline = {base::FlopsPerSecond{3.14159e14}, rules.local_memory_bandwidth};
  }

  engine::Scenario scenario(Mode mode) const {
    engine::Scenario all{work, fabric, rules, {}};
    all.mode = mode;
    return all;
  }

  base::Rng rng;
  engine::Rules rules;
  engine::job::JobWork work;
  topology::Fabric fabric;
};

// As formats with a file for each NPU say it, with the amounts that a trace holds.
std::vector<workload::OpNode> nodes_of(const Job& job, int npu) {
  std::vector<workload::OpNode> nodes;
  const workload::OpGraph& graph = job.graph(npu);
  for (int i = 0; i < graph.size(); ++i) {
    nodes.push_back(graph.node(i));
    nodes.back().group = graph.group(i);
  }
  return nodes;
}

bool same(const workload::OpNode& a, const workload::OpNode& b) {
  const auto flops = [](const workload::OpNode& n) { return n.flops ? n.flops->count() : -1; };
  return a.id == b.id && a.name == b.name && a.kind == b.kind && a.stream == b.stream &&
         a.data_after == b.data_after && a.control_after == b.control_after &&
         a.duration == b.duration && flops(a) == flops(b) && a.moved == b.moved &&
         a.reads == b.reads && a.writes == b.writes && a.collective == b.collective &&
         a.bytes == b.bytes && a.from == b.from && a.to == b.to && a.peer_digit == b.peer_digit &&
         a.tag == b.tag && a.group == b.group && a.involved == b.involved &&
         a.priority == b.priority;
}

}  // namespace

TEST_CASE("An exported folder takes the nanoseconds of the job run directly, in both modes") {
  for (std::uint64_t seed = 0; seed < 24; ++seed) {
    const Step step(seed);
    const Folder folder;
    const std::string out = folder.path("step");
    const auto exported =
        astra::export_job(step.scenario(Mode::astra_unaware), out, TraceFiles::of_npus);
    CHECK(exported.traces == 32);
    interop::check_ranks(files_in(out).traces, files_in(out).groups);
    for (const Mode mode : {Mode::astra_unaware, Mode::astra_aware}) {
      CAPTURE(seed, int(mode));
      CHECK(differences(out, step.scenario(mode)) == 0);
    }
  }
}

TEST_CASE("A trace read back is the job that was exported") {
  for (std::uint64_t seed = 0; seed < 16; seed += 2) {
    Step step(seed);
    step.work.job = placed_job({{4, 4, 2}, 14, false, base::Picoseconds{1'000'000}}, step.rng);
    const Folder folder;
    const std::string out = folder.path("step");
    astra::export_job(step.scenario(Mode::astra_unaware), out, TraceFiles::of_npus);
    const Job read = astra::engine_input(files_in(out)).job;
    const Job wanted = workload::listed(step.work.job);
    CHECK(read.groups == wanted.groups);
    REQUIRE(read.npus() == wanted.npus());
    for (int npu = 0; npu < read.npus(); ++npu) {
      const auto own = nodes_of(read, npu);
      const auto want = nodes_of(wanted, npu);
      CAPTURE(seed, npu);
      CHECK(std::equal(own.begin(), own.end(), want.begin(), want.end(), same));
    }
  }
}

TEST_CASE("Every kind of operation survives an export") {
  std::vector<OpNode> nodes;
  const auto add = [&nodes](OpNode node) {
    node.id = 10 * nodes.size() + 3;
    node.name = "node " + std::to_string(nodes.size());
    if (!nodes.empty()) node.control_after = {nodes.back().id};
    nodes.push_back(std::move(node));
  };
  add(operation(OpKind::marker, 0));
  add(computation(0, 3));
  nodes.back().stream = workload::Stream::cpu;
  add(work_of(0, 1e6, 4096));
  nodes.back().reads = {{0, base::Bytes{64}}, {1, base::Bytes{32}}};
  nodes.back().writes = {{2, base::Bytes{16}}};
  add(remote_load(0, 512));
  add(remote_load(0, 256));
  nodes.back().kind = OpKind::store;
  for (int kind = 0; kind < 4; ++kind) {
    add(collective_node(static_cast<CollectiveKind>(kind), 1 << 12));
  }
  nodes.back().involved = {true, false, true};
  add(of_group(collective_node(CollectiveKind::broadcast, 1 << 12), 9));
  nodes.back().duration = base::Picoseconds{5'000'000};
  nodes.back().from = 2;
  Step step(0);
  Job& job = step.work.job;
  job = {};
  job.groups[9] = {0, 2, 1};
  run_on_all(job, nodes, 32);
  step.work.memory.kind = engine::job::RemoteMemory::Kind::pool;
  step.work.memory.bandwidth = base::BytesPerSecond{2e9};
  const Folder folder;
  const std::string out = folder.path("all");
  astra::export_job(step.scenario(Mode::astra_unaware), out, TraceFiles::of_npus);
  const Job read = astra::engine_input(files_in(out)).job;
  CHECK(read.groups == job.groups);
  CHECK(read.graphs.size() == 1);
  const auto own = nodes_of(read, 7);
  REQUIRE(own.size() == nodes.size());
  for (std::size_t i = 0; i < own.size(); ++i) {
    CAPTURE(i);
    CHECK(same(own[i], nodes[i]));
  }
  CHECK(astra::read_remote_memory(out + "/remote_memory.json").bandwidth == 2);
}

TEST_CASE("A class's trace is that of its first NPU") {
  const Step step(2);
  const Folder folder;
  astra::export_job(step.scenario(Mode::astra_unaware), folder.path("npus"), TraceFiles::of_npus);
  const auto exported = astra::export_job(step.scenario(Mode::astra_unaware),
                                          folder.path("classes"), TraceFiles::of_classes);
  CHECK(exported.traces == 2);
  CHECK(base::read_file(folder.path("classes/class.1.et")) ==
        base::read_file(folder.path("npus/job.16.et")));
  CHECK(base::read_file(folder.path("classes/classes.json")) ==
        "[\n {\"class\": 0, \"first_npu\": 0, \"npus\": 16},\n"
        " {\"class\": 1, \"first_npu\": 16, \"npus\": 16}\n]\n");
}

TEST_CASE("A folder with files in it is left alone, and a failed export leaves nothing") {
  Step step(2);
  const Folder folder;
  base::write_file(folder.path("old/file"), "x");
  const auto attempt = [&](const std::string& out) {
    try {
      astra::export_job(step.scenario(Mode::astra_unaware), out, TraceFiles::of_npus);
    } catch (const base::ConfigError& error) {
      return error.fault().expected;
    }
    return std::string();
  };
  CHECK(attempt(folder.path("old")) == "a new folder, or an empty one");
  CHECK(attempt(folder.path("old/file")) == "a folder to write into");
  step.work.replay = true;
  CHECK(attempt(folder.path("new")) == "durations of computations alone");
  step.work.replay = false;
  OpNode late = message(OpKind::send, 1, 1, 64);
  late.tag = std::int64_t{1} << 31;
  replace(step.work.job, {5}, {"late", {late}});
  CHECK(attempt(folder.path("new")) == "a tag of 0 to 2^31 - 1");
  CHECK_FALSE(std::filesystem::exists(folder.path("new")));
  CHECK(std::distance(std::filesystem::directory_iterator(folder.path(".")), {}) == 1);
}
