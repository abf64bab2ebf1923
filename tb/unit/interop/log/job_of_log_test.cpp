// SPDX-License-Identifier: Apache-2.0
#include "jacquard/interop/log/job_of_log.hpp"

#include <catch2/catch.hpp>
#include <set>

#include "jacquard/base/error.hpp"
#include "log_files.hpp"

using namespace jacquard;
using namespace jacquard::interop;
using workload::CollectiveKind;
using workload::Job;
using workload::OpGraph;
using workload::OpKind;
using workload::OpNode;

namespace {

std::set<int> before(const OpGraph& graph, int node) {
  const auto listed = graph.dependencies(node);
  return {listed.begin(), listed.end()};
}

Job job_in(const tb::Folder& folder) { return job_of_log(read_log(folder.path(""))).job; }

}  // namespace

// Chronos s5.2: 16 GPUs in a 4 x 4 array, data parallelism along rows, tensor parallelism along
// columns; s5.1: the keys of a call.
TEST_CASE("The rows and columns of Chronos's example become two partitions of one class") {
  const tb::Folder folder;
  std::vector<std::string> calls;
  for (int rank = 0; rank < 16; ++rank) {
    const int row = rank / 4;
    const int column = rank % 4;
    const auto list = [](int first, int step) {
      std::string text = "[" + std::to_string(first);
      for (int i = 1; i < 4; ++i) text += ", " + std::to_string(first + i * step);
      return text + "]";
    };
    calls.push_back(R"({"op": "all_reduce", "call_id": 1, "ranks": )" + list(column, 4) +
                    R"(, "shape": [1024, 4096], "dtype": "float16", "reduce_op": "SUM"},
      {"op": "all_gather", "call_id": 2, "ranks": )" +
                    list(row * 4, 1) + R"(, "shape": [8], "dtype": "torch.float16"})");
  }
  tb::write_plain(folder, calls);
  const Job job = job_in(folder);
  REQUIRE(job.npus() == 16);
  REQUIRE(job.graphs.size() == 1);
  REQUIRE(job.partitions.size() == 2);
  const OpGraph& graph = job.graph(0);
  REQUIRE(graph.size() == 2);
  CHECK(graph.node(0).collective == CollectiveKind::all_reduce);
  CHECK(graph.node(0).bytes->count() == 1024 * 4096 * 2);
  CHECK(graph.node(1).collective == CollectiveKind::all_gather);
  CHECK(graph.node(1).bytes->count() == 16);
  CHECK(before(graph, 1) == std::set<int>{0});
  for (int rank = 0; rank < 16; ++rank) {
    const int r = rank / 4 * 4;
    const int c = rank % 4;
    CHECK(job.members(graph.group(0), rank) == std::vector<int>{c, c + 4, c + 8, c + 12});
    CHECK(job.members(graph.group(1), rank) == std::vector<int>{r, r + 1, r + 2, r + 3});
  }
}

TEST_CASE("A call with a handle holds computation up at its wait, any other at once") {
  const tb::Folder folder;
  const std::string calls =
      R"({"op": "all_reduce", "call_id": 0, "group_id": 1, "shape": [4], )"
      R"("dtype": "float32", "async_handle": true, "compute_flops_before": 10, )"
      R"("compute_bytes_before": 3.5})"
      "\n"
      R"({"op": "all_gather", "call_id": 1, "group_id": 1, "shape": [4], "dtype": "float32", )"
      R"("compute_flops_before": 20, "phase": "forward", "micro_batch": 3})"
      "\n"
      R"({"op": "wait", "wait_of": 0, "compute_flops_before": 30})"
      "\n"
      R"({"op": "compute", "compute_flops_before": 40})"
      "\n";
  tb::write_pair(folder, calls, calls);
  const Job job = job_in(folder);
  const OpGraph& graph = job.graph(0);
  // 0 compute 10, 1 all_reduce, 2 compute 20, 3 all_gather, 4 compute 30, 5 compute 40
  REQUIRE(graph.size() == 6);
  CHECK(graph.node(0).flops->count() == 10);
  CHECK(graph.node(0).moved[0]->count() == 4);
  CHECK(before(graph, 1) == std::set<int>{0});
  CHECK(before(graph, 2) == std::set<int>{0});
  CHECK(before(graph, 3) == std::set<int>{1, 2});
  CHECK(graph.node(3).phase == workload::Phase::forward);
  CHECK(graph.node(3).micro_batch == 3);
  CHECK(before(graph, 4) == std::set<int>{2, 3});
  CHECK(before(graph, 5) == std::set<int>{1, 4});
}

TEST_CASE("Peers of a pipeline are places on one digit, and a rank of each stage does its part") {
  const tb::Folder folder;
  // Stages {0, 1} and {2, 3}; data parallelism within a stage.
  tb::write_log(
      folder, R"("world_size": 4, "groups": [
      {"id": 1, "name": "dp_0", "family": "dp", "ranks": [0, 1]},
      {"id": 2, "name": "dp_1", "family": "dp", "ranks": [2, 3]}],
    "classes": [
      {"representative": 0, "ranks": [0, 1], "file": "class_0.jsonl", "peers": {"2": [2, 3]}},
      {"representative": 2, "ranks": [2, 3], "file": "class_1.jsonl", "peers": {"0": [0, 1]}}])",
      {R"({"op": "send", "call_id": 0, "peer": 2, "tag": 5, "shape": [3], "dtype": "int8"})"
       "\n"
       R"({"op": "barrier", "call_id": 1, "group_id": 1})",
       R"({"op": "recv", "call_id": 0, "peer": 0, "tag": 5, "shape": [3], "dtype": "int8"})"
       "\n"
       R"({"op": "barrier", "call_id": 1, "group_id": 2})"});
  const Job job = job_in(folder);
  REQUIRE(job.graphs.size() == 2);
  CHECK(job.class_of == std::vector<int>{0, 0, 1, 1});
  for (int rank = 0; rank < 4; ++rank) {
    const OpNode& node = job.graph(rank).node(0);
    CHECK(node.kind == (rank < 2 ? OpKind::send : OpKind::receive));
    CHECK(job.peer(node, rank) == (rank + 2) % 4);
    CHECK(node.peer_digit >= 0);
    CHECK(node.tag == 5);
    const OpNode& barrier = job.graph(rank).node(1);
    CHECK(barrier.kind == OpKind::marker);
    CHECK(barrier.barrier);
    CHECK(job.members(job.graph(rank).group(1), rank) ==
          (rank < 2 ? std::vector<int>{0, 1} : std::vector<int>{2, 3}));
  }
}

TEST_CASE("Groups that are no digits of the ranks are listed, and ranks of a class share nodes") {
  const tb::Folder folder;
  // Pairs that are no grid: {0, 3}, {1, 2}; a rank apart.
  tb::write_log(
      folder, R"("world_size": 5, "groups": [
      {"id": 4, "name": "a", "family": "odd", "ranks": [0, 3]},
      {"id": 7, "name": "b", "family": "odd", "ranks": [1, 2]}],
    "classes": [{"representative": 0, "ranks": [0, 1, 2, 3], "file": "class_0.jsonl"},
                {"representative": 4, "ranks": [4], "file": "class_1.jsonl"}])",
      {R"({"op": "all_reduce", "call_id": 0, "group_id": 4, "shape": [2], "dtype": "int8"})", ""});
  const Job job = job_in(folder);
  CHECK(job.partitions.empty());
  for (const int rank : {0, 3}) {
    CHECK(job.members(job.graph(rank).group(0), rank) == std::vector<int>{0, 3});
  }
  for (const int rank : {1, 2}) {
    CHECK(job.members(job.graph(rank).group(0), rank) == std::vector<int>{1, 2});
    CHECK(job.graph(rank).nodes_id() == job.graph(0).nodes_id());
  }
  CHECK(job.graph(4).size() == 0);
}

TEST_CASE("Calls without an equal are run as the nearest that sends no less, and it is said") {
  const tb::Folder folder;
  const std::string calls =
      R"({"op": "reduce", "call_id": 0, "group_id": 1, "peer": 1, "shape": [6], "dtype": "int8"})"
      "\n"
      R"({"op": "gather", "call_id": 1, "group_id": 1, "peer": 0, "shape": [6], "dtype": "int8"})"
      "\n"
      R"({"op": "scatter", "call_id": 2, "group_id": 1, "peer": 0, "shape": [6], "dtype": "int8"})"
      "\n"
      R"({"op": "all_reduce", "call_id": 3, "group_id": 1, "shape": [0], "dtype": "int8"})";
  tb::write_pair(folder, calls, calls);
  const LogJob made = job_of_log(read_log(folder.path("")));
  const OpGraph& graph = made.job.graph(0);
  CHECK(graph.node(0).collective == CollectiveKind::all_reduce);
  CHECK(graph.node(1).collective == CollectiveKind::all_gather);
  CHECK(graph.node(2).collective == CollectiveKind::broadcast);
  CHECK(graph.node(2).bytes->count() == 12);
  CHECK(graph.node(3).barrier);
  CHECK(made.notes.size() == 4);
}

// Megatron-LM's first and last stage share the embedding: pairs over a digit of three.
TEST_CASE("An all-reduce of first and last stage is a message each way, and stages stay classes") {
  const tb::Folder folder;
  const std::string all_reduce =
      R"({"op": "all_reduce", "call_id": 4, "group_id": 1, "shape": [10], "dtype": "float32", )"
      R"("compute_flops_before": 5, "async_handle": true})"
      "\n"
      R"({"op": "wait", "wait_of": 4})"
      "\n"
      R"({"op": "compute", "compute_flops_before": 7})";
  const std::string last = R"({"op": "all_reduce", "call_id": 0, "group_id": 1, "shape": [10], )"
                           R"("dtype": "float32"})";
  tb::write_log(folder, R"("world_size": 6, "groups": [
      {"id": 1, "name": "embedding_0", "family": "embedding", "ranks": [0, 4]},
      {"id": 2, "name": "embedding_1", "family": "embedding", "ranks": [1, 5]},
      {"id": 3, "name": "dp_0", "family": "dp", "ranks": [0, 1]},
      {"id": 4, "name": "dp_1", "family": "dp", "ranks": [2, 3]},
      {"id": 5, "name": "dp_2", "family": "dp", "ranks": [4, 5]}],
    "classes": [{"representative": 0, "ranks": [0, 1], "file": "class_0.jsonl"},
                {"representative": 2, "ranks": [2, 3], "file": "class_1.jsonl"},
                {"representative": 4, "ranks": [4, 5], "file": "class_2.jsonl"}])",
                {all_reduce, "", last});
  const LogJob made = job_of_log(read_log(folder.path("")));
  const Job& job = made.job;
  CHECK(made.notes.size() == 1);
  CHECK(job.groups.empty());
  REQUIRE(job.graphs.size() == 3);
  const OpGraph& graph = job.graph(0);
  // 0 compute, 1 send, 2 recv, 3 compute behind both
  REQUIRE(graph.size() == 4);
  CHECK(graph.node(1).kind == OpKind::send);
  CHECK(graph.node(2).kind == OpKind::receive);
  CHECK(before(graph, 1) == std::set<int>{0});
  CHECK(before(graph, 2) == std::set<int>{0});
  CHECK(before(graph, 3) == std::set<int>{0, 1, 2});
  for (int rank : {0, 1, 4, 5}) {
    for (int n = 0; n < job.graph(rank).size(); ++n) {
      const OpNode& node = job.graph(rank).node(n);
      if (node.kind != OpKind::send && node.kind != OpKind::receive) continue;
      CHECK(node.bytes->count() == 40);
      CHECK(job.peer(node, rank) == (rank < 2 ? rank + 4 : rank - 4));
    }
  }
}

TEST_CASE("Roots are the first of their group unsaid, else numbered alike in groups side by side") {
  const tb::Folder folder;
  const std::string calls =
      R"({"op": "broadcast", "call_id": 0, "group_id": 2, "peer": 3, "shape": [4], "dtype": "int8"})"
      "\n"
      R"({"op": "broadcast", "call_id": 1, "group_id": 2, "peer": 2, "shape": [4], "dtype": "int8"})"
      "\n"
      R"({"op": "all_reduce", "call_id": 2, "group_id": 5, "shape": [4], "dtype": "int8"})";
  tb::write_log(folder, R"("world_size": 4, "groups": [
      {"id": 1, "name": "a", "family": "dp", "ranks": [0, 1]},
      {"id": 2, "name": "b", "family": "dp", "ranks": [2, 3]},
      {"id": 3, "name": "p", "family": "own", "ranks": [0]},
      {"id": 4, "name": "q", "family": "own", "ranks": [1]},
      {"id": 5, "name": "r", "family": "own", "ranks": [2]},
      {"id": 6, "name": "s", "family": "own", "ranks": [3]}],
    "classes": [{"representative": 2, "ranks": [0, 1, 2, 3], "file": "class_0.jsonl"}])",
                {calls});
  const Job job = job_in(folder);
  REQUIRE(job.graphs.size() == 1);
  CHECK(job.graph(0).node(0).from == 1);  // of the first group, {0, 1}: its second
  CHECK(job.graph(0).node(1).from == -1);
  CHECK(job.graph(0).node(2).kind == OpKind::marker);  // of one rank
  CHECK(job.partitions.size() == 1);
}
