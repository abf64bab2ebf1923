// SPDX-License-Identifier: Apache-2.0
#include "jacquard/interop/log/log_of_job.hpp"

#include <catch2/catch.hpp>
#include <set>

#include "jacquard/base/error.hpp"
#include "jacquard/interop/log/job_of_log.hpp"
#include "jacquard/workload/job_of_program.hpp"
#include "jacquard/workload/training.hpp"
#include "log_files.hpp"
#include "support/step_requests.hpp"

using namespace jacquard;
using namespace jacquard::interop;
using workload::Job;
using workload::OpGraph;
using workload::OpKind;
using workload::OpNode;

namespace {

Job job_of_step(const std::string& model, int layers, const std::string& spread, int batch) {
  const workload::StepProgram program =
      workload::training_program(tb::request_of(model, layers, spread, batch));
  std::vector<base::Picoseconds> durations;
  for (std::size_t i = 0; i < program.works.size(); ++i) durations.emplace_back(1000 + i);
  std::vector<std::optional<base::Picoseconds>> timed(program.comms.size());
  if (!timed.empty()) timed.front() = base::Picoseconds{77};
  return workload::job_of(program, durations, timed);
}

Job read_back(const Job& job) {
  const tb::Folder folder;
  write_log(log_of_job(job), folder.path("log"));
  return job_of_log(read_log(folder.path("log"))).job;
}

std::vector<int> before(const OpGraph& graph, int node) {
  const auto listed = graph.dependencies(node);
  return {listed.begin(), listed.end()};
}

void require_alike(const OpNode& a, const OpNode& b) {
  CHECK(a.id == b.id);
  CHECK(a.name == b.name);
  CHECK(a.kind == b.kind);
  CHECK(a.stream == b.stream);
  CHECK(a.duration == b.duration);
  CHECK(a.timed == b.timed);
  CHECK(a.flops == b.flops);
  CHECK(a.moved == b.moved);
  CHECK(a.collective == b.collective);
  CHECK(a.bytes == b.bytes);
  CHECK(a.tag == b.tag);
  CHECK(a.phase == b.phase);
  CHECK(a.micro_batch == b.micro_batch);
  CHECK(a.layer == b.layer);
  CHECK(a.unpredictable == b.unpredictable);
  CHECK(a.barrier == b.barrier);
}

// The same for every NPU, whatever groups are called.
void require_alike(const Job& a, const Job& b) {
  REQUIRE(a.npus() == b.npus());
  for (int npu = 0; npu < a.npus(); ++npu) {
    CAPTURE(npu);
    const OpGraph& own = a.graph(npu);
    const OpGraph& other = b.graph(npu);
    REQUIRE(own.size() == other.size());
    for (int n = 0; n < own.size(); ++n) {
      CAPTURE(n);
      require_alike(own.node(n), other.node(n));
      CHECK(before(own, n) == before(other, n));
      if (own.node(n).kind == OpKind::collective || own.node(n).barrier) {
        CHECK(a.members(own.group(n), npu) == b.members(other.group(n), npu));
      }
      CHECK(a.peer(own.node(n), npu) == b.peer(other.node(n), npu));
    }
  }
}

}  // namespace

TEST_CASE("A step written as a log and read is the step: nodes, groups, bytes, dependencies") {
  for (const std::string spread :
       {"dp=2,tp=2,cp=2,zero=3", "pp=4,tp=2,dp=2,micro_batch=1,zero=1",
        "pp=2,schedule=interleaved,virtual=2,micro_batch=1,dp=2,zero=2",
        "pp=2,schedule=zero-bubble,micro_batch=1,placement=pp:dp,dp=4"}) {
    CAPTURE(spread);
    const Job job = job_of_step("llama3-8b", 8, spread, 16);
    const Job back = read_back(job);
    CHECK(back.graphs.size() == job.graphs.size());
    CHECK(back.groups.empty());
    require_alike(job, back);
  }
}

TEST_CASE("Exchanges with experts stay unpredictable through a log") {
  const Job job = job_of_step("mixtral-8x7b", 4, "dp=2,ep=4", 8);
  require_alike(job, read_back(job));
  int unpredictable = 0;
  for (int n = 0; n < job.graph(0).size(); ++n) unpredictable += job.graph(0).node(n).unpredictable;
  CHECK(unpredictable > 0);
}

TEST_CASE("Most lines of a step say their dependencies by their order alone") {
  const Log log =
      log_of_job(job_of_step("llama3-8b", 8, "pp=4,tp=2,dp=2,micro_batch=1,zero=1", 16));
  std::size_t lines = 0;
  std::size_t with_after = 0;
  for (const LogClass& one : log.classes) {
    lines += one.calls.size();
    for (const LogCall& call : one.calls) with_after += call.after ? 1U : 0U;
  }
  CHECK(log.classes.size() == 4);
  CHECK(with_after * 4 < lines);
}

TEST_CASE("Nodes whose ids are against their dependencies are written in an order that can run") {
  std::vector<OpNode> nodes(4);
  for (std::size_t i = 0; i < nodes.size(); ++i) nodes[i].id = i;
  nodes[0].kind = OpKind::collective;
  nodes[0].stream = workload::Stream::network;
  nodes[0].bytes = base::Bytes{8};
  nodes[0].data_after = {3};
  nodes[1].kind = OpKind::compute;
  nodes[1].duration = base::Picoseconds{5};
  nodes[2].kind = OpKind::compute;
  nodes[2].stream = workload::Stream::cpu;
  nodes[2].duration = base::Picoseconds{6};
  nodes[2].data_after = {0};
  nodes[3].kind = OpKind::marker;
  nodes[3].data_after = {1};
  Job job;
  job.add(OpGraph("test", nodes), 2);
  const Job back = read_back(job);
  const OpGraph& graph = back.graph(1);
  REQUIRE(graph.size() == 4);
  // In the order 1, 3, 0, 2.
  CHECK(graph.node(0).duration.count() == 5);
  CHECK(graph.node(1).kind == OpKind::marker);
  CHECK(before(graph, 1) == std::vector<int>{0});
  CHECK(graph.node(2).kind == OpKind::collective);
  CHECK(before(graph, 2) == std::vector<int>{1});
  CHECK(graph.node(3).stream == workload::Stream::cpu);
  CHECK(before(graph, 3) == std::vector<int>{2});
}

TEST_CASE("Ranks with groups listed by themselves become one class, and digits") {
  Job job;
  for (int npu = 0; npu < 8; ++npu) {
    OpNode row;
    row.id = 1;
    row.kind = OpKind::collective;
    row.stream = workload::Stream::network;
    row.bytes = base::Bytes{64};
    row.group = 1 + npu / 4;
    OpNode column = row;
    column.id = 2;
    column.group = 11 + npu % 4;
    job.groups[row.group].push_back(npu);
    job.groups[column.group].push_back(npu);
    job.add(OpGraph("npu " + std::to_string(npu), {row, column}));
  }
  const Job back = read_back(job);
  CHECK(back.graphs.size() == 1);
  CHECK(back.partitions.size() == 2);
  for (int npu = 0; npu < 8; ++npu) {
    const OpGraph& graph = back.graph(npu);
    CHECK(back.members(graph.group(0), npu) == job.groups[1 + npu / 4]);
    CHECK(back.members(graph.group(1), npu) == job.groups[11 + npu % 4]);
  }
}

TEST_CASE("What a log cannot say is refused, naming the node") {
  const auto refused = [](OpNode node) {
    Job job;
    job.add(OpGraph("test", {std::move(node)}), 2);
    try {
      log_of_job(job);
    } catch (const base::ConfigError& error) {
      return std::string(error.what());
    }
    return std::string("none");
  };
  OpNode node;
  node.id = 9;
  node.kind = OpKind::load;
  CHECK_THAT(refused(node), Catch::Contains("node 9") && Catch::Contains("remote memory"));
  node.kind = OpKind::collective;
  CHECK_THAT(refused(node), Catch::Contains("bytes to communicate"));
  node.bytes = base::Bytes{4};
  node.involved = {true, false};
  CHECK_THAT(refused(node), Catch::Contains("dimensions"));
  node.involved.clear();
  node.stream = workload::Stream::cpu;
  CHECK_THAT(refused(node), Catch::Contains("CPU"));
  node.kind = OpKind::send;
  node.stream = workload::Stream::network;
  CHECK_THAT(refused(node), Catch::Contains("peer"));
}
