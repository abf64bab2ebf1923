// SPDX-License-Identifier: Apache-2.0
#include "jacquard/interop/log/job_from.hpp"

#include <catch2/catch.hpp>
#include <set>

#include "jacquard/base/error.hpp"
#include "jacquard/base/file.hpp"
#include "jacquard/interop/chakra/rank_traces.hpp"
#include "jacquard/interop/log/durations.hpp"
#include "log_files.hpp"

using namespace jacquard;
using namespace jacquard::interop;
using Catch::Contains;
using workload::CollectiveKind;
using workload::Job;
using workload::OpGraph;
using workload::OpKind;

namespace {

// As PyTorch's host and device traces are linked: the host launches a kernel and a collective of
// the group that METADATA tells of, then waits for both.
std::string linked_trace(int rank) {
  return R"json({"metadata": {"version": "0.0.4", "attr": {}}, "nodes": [
    {"id": 1, "name": "## process_group:init ##", "type": "METADATA",
     "inputs": {"values": "[\"[{\\\"pg_name\\\": \\\"7\\\", \\\"ranks\\\": [0, 1]}]\"]"}},
    {"id": 2, "name": "aten::mm", "type": "COMP", "duration_micros": 3,
     "attr": {"is_cpu_op": true}},
    {"id": 3, "name": "sm90_gemm", "type": "COMP", "duration_micros": 40, "data_deps": [2],
     "attr": {"is_cpu_op": false}},
    {"id": 4, "name": "ncclDevKernel_AllReduce", "type": "COMM_COLL", "duration_micros": 9,
     "data_deps": [3], "attr": {"comm_type": 0, "comm_size": 4096, "pg_name": "7"}},
    {"id": 5, "name": "ncclDevKernel_Reduce", "type": "COMM_COLL", "data_deps": [4],
     "attr": {"comm_type": 1, "comm_size": 64, "pg_name": "7"}},
    {"id": 6, "name": "barrier", "type": "COMM_COLL", "ctrl_deps": [5],
     "attr": {"comm_type": 9, "comm_size": 0, "pg_name": "7"}},
    {"id": 7, "name": "aten::item", "type": "COMP", "duration_micros": )json" +
         std::string(rank == 0 ? "2" : "5") +
         R"json(, "ctrl_deps": [6], "attr": {"is_cpu_op": true}}]})json";
}

std::set<int> before(const OpGraph& graph, int node) {
  const auto listed = graph.dependencies(node);
  return {listed.begin(), listed.end()};
}

}  // namespace

TEST_CASE("Linked traces of host and device are a job, with what engines lack as the nearest") {
  const tb::Folder folder;
  for (int rank = 0; rank < 2; ++rank) {
    base::write_file(rank_file(folder.path("run"), rank),
                     write_chakra(parse_chakra_json(linked_trace(rank), "t")));
  }
  const Job job = job_from(folder.path("run")).job;
  REQUIRE(job.npus() == 2);
  CHECK(job.graphs.size() == 2);
  for (int rank = 0; rank < 2; ++rank) {
    const OpGraph& graph = job.graph(rank);
    REQUIRE(graph.size() == 7);
    CHECK(graph.node(0).kind == OpKind::marker);
    CHECK_FALSE(graph.node(0).barrier);
    CHECK(graph.node(1).stream == workload::Stream::cpu);
    CHECK(graph.node(2).stream == workload::Stream::compute);
    CHECK(graph.node(2).duration.count() == 40'000'000);
    CHECK(before(graph, 2) == std::set<int>{1});
    CHECK(graph.node(3).collective == CollectiveKind::all_reduce);
    CHECK(graph.node(3).bytes->count() == 4096);
    CHECK(job.members(graph.group(3), rank) == std::vector<int>{0, 1});
    CHECK(graph.node(4).collective == CollectiveKind::all_reduce);
    CHECK(graph.node(5).barrier);
    CHECK(graph.node(5).kind == OpKind::marker);
    CHECK(before(graph, 5) == std::set<int>{4});
    CHECK(graph.node(6).duration.count() == (rank == 0 ? 2'000'000 : 5'000'000));
  }
}

TEST_CASE("A path that is neither a folder of logs nor traces is refused") {
  const tb::Folder folder;
  try {
    job_from(folder.path("nothing"));
    FAIL("accepted");
  } catch (const base::ConfigError& error) {
    CHECK_THAT(error.what(),
               Contains("a folder of logs, or Chakra traces") && Contains("nothing.0.et"));
  }
}

TEST_CASE("Amounts of a log take the longer of products and memory on a device") {
  const tb::Folder folder;
  // 1e12 operations against 1 MB; 1 operation against 3 GB; a time that is given.
  const std::string lines =
      R"({"op": "compute", "compute_flops_before": 1e12, "compute_bytes_before": 1e6})"
      "\n"
      R"({"op": "compute", "compute_flops_before": 1, "compute_bytes_before": 3e9})"
      "\n"
      R"({"op": "compute", "compute_flops_before": 1e12, "compute_ps_before": 17})"
      "\n"
      R"({"op": "compute"})";
  tb::write_pair(folder, lines, lines);
  Job job = job_from(folder.path("")).job;
  cost::Device device;
  device.architecture = "hopper";
  device.peak.fp32 = base::FlopsPerSecond{67e12};
  device.peak.bf16 = base::FlopsPerSecond{989e12};
  device.memory_bandwidth = base::BytesPerSecond{3.35e12};
  device.achieved = 0.8;
  device.sustained = 0.5;
  set_durations(job, device);
  const OpGraph& graph = job.graph(1);
  // 1e12 / (989e12 x 0.8 x 0.5) s; 3e9 / (3.35e12 x 0.75) s after a kernel's floor of 2.2 us.
  CHECK(graph.node(0).duration.count() == Approx(2.5278e9).epsilon(1e-4));
  CHECK(graph.node(1).duration.count() == Approx(1.19403e9 + 2.2e6).epsilon(1e-4));
  CHECK(graph.node(2).duration.count() == 17);
  CHECK(graph.node(3).duration.count() == 0);
  CHECK(job.graph(0).nodes_id() == job.graph(1).nodes_id());
}
