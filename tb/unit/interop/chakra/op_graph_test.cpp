// SPDX-License-Identifier: Apache-2.0
#include "jacquard/interop/chakra/op_graph.hpp"

#include <catch2/catch.hpp>
#include <set>

#include "jacquard/base/file.hpp"
#include "support/folder.hpp"

using namespace jacquard;
using namespace jacquard::interop;
using workload::CollectiveKind;
using workload::MemoryTier;
using workload::OpGraph;
using workload::OpKind;
using workload::OpNode;
using workload::Stream;

namespace {

OpGraph graph_of(const std::string& nodes) {
  return op_graph(parse_chakra_json("{\"nodes\": [" + nodes + "]}", "t"), {});
}

// A rank's row and column all-reduce on a grid of 32 by 32.
std::string grid_trace(int rank) {
  const auto all_reduce = [](int id, int group) {
    return R"({"id": )" + std::to_string(id) + R"(, "type": "COMM_COLL", "attr": {"comm_type": 0,
             "comm_size": 64, "pg_name": ")" +
           std::to_string(group) + "\"}}";
  };
  return write_chakra(parse_chakra_json(
      "{\"nodes\": [" + all_reduce(1, 1 + rank / 32) + ", " + all_reduce(2, 101 + rank % 32) + "]}",
      "t"));
}

}  // namespace

TEST_CASE("A node says what it occupies, moves and waits for") {
  const OpGraph graph = graph_of(R"(
      {"id": 1, "type": "COMP", "duration_micros": 3, "attr": {"is_cpu_op": true}},
      {"id": 2, "type": "COMP", "data_deps": [1], "attr": {"num_ops": 7, "tensor_size": 9}},
      {"id": 3, "type": "MEM_LOAD", "ctrl_deps": [1], "data_deps": [2], "attr": {"tensor_size": 5}},
      {"id": 4, "type": "METADATA"},
      {"id": 5, "type": "COMP", "attr": {"is_cpu_op": true, "occupies_nothing": true}})");
  REQUIRE(graph.size() == 5);
  CHECK(graph.node(4).stream == Stream::none);
  const OpNode& on_cpu = graph.node(0);
  CHECK(on_cpu.kind == OpKind::compute);
  CHECK(on_cpu.stream == Stream::cpu);
  CHECK(on_cpu.duration.count() == 3'000'000);
  CHECK_FALSE(on_cpu.flops.has_value());
  const OpNode& computation = graph.node(1);
  CHECK(computation.stream == Stream::compute);
  CHECK(computation.flops->count() == 7);
  CHECK(base::at(computation.moved, MemoryTier::local)->count() == 9);
  CHECK_FALSE(base::at(computation.moved, MemoryTier::remote).has_value());
  const OpNode& load = graph.node(2);
  CHECK(load.kind == OpKind::load);
  CHECK(load.stream == Stream::remote_memory);
  CHECK(base::at(load.moved, MemoryTier::remote)->count() == 5);
  CHECK(load.control_after == std::vector<std::uint64_t>{1});
  CHECK(load.data_after == std::vector<std::uint64_t>{2});
  CHECK(graph.dependencies(2).size() == 2);
  CHECK(graph.node(3).kind == OpKind::marker);
}

TEST_CASE("Each kind of collective of Chakra that jacquard runs has its own") {
  const std::pair<int, CollectiveKind> kinds[] = {{0, CollectiveKind::all_reduce},
                                                  {2, CollectiveKind::all_gather},
                                                  {5, CollectiveKind::broadcast},
                                                  {6, CollectiveKind::all_to_all},
                                                  {7, CollectiveKind::reduce_scatter}};
  for (const auto& [comm_type, kind] : kinds) {
    const OpGraph graph =
        graph_of(R"({"id": 1, "type": "COMM_COLL", "attr": {"comm_size": 8, "comm_src": 3,
                     "involved_dim": [true, false], "comm_type": )" +
                 std::to_string(comm_type) + "}}");
    const OpNode& node = graph.node(0);
    CHECK(node.kind == OpKind::collective);
    CHECK(node.stream == Stream::network);
    CHECK(node.collective == kind);
    CHECK(node.bytes->count() == 8);
    CHECK(node.from == 3);
    CHECK(node.involved == std::vector<bool>{true, false});
  }
}

TEST_CASE("A thousand ranks that differ in their groups share one graph's nodes") {
  const tb::Folder folder;
  const std::string prefix = folder.path("grid");
  constexpr int kRanks = 1024;
  for (int rank = 0; rank < kRanks; ++rank) {
    base::write_file(rank_file(prefix, rank), grid_trace(rank));
  }
  std::map<int, std::vector<int>> groups;
  for (int rank = 0; rank < kRanks; ++rank) {
    groups[1 + rank / 32].push_back(rank);
    groups[101 + rank % 32].push_back(rank);
  }
  const workload::Job job = job_of(read_rank_traces(prefix, kRanks), groups, false);
  REQUIRE(job.npus() == kRanks);
  CHECK(job.groups == groups);
  std::set<const void*> nodes;
  int right = 0;
  for (int rank = 0; rank < kRanks; ++rank) {
    const OpGraph& graph = job.graph(rank);
    nodes.insert(graph.nodes_id());
    right += graph.group(0) == 1 + rank / 32 && graph.group(1) == 101 + rank % 32 &&
             graph.source() == rank_file(prefix, rank);
  }
  CHECK(right == kRanks);
  CHECK(nodes.size() == 1);
}

TEST_CASE("Ranks with equal traces are one class, and no class is without an NPU") {
  const ChakraTrace a = parse_chakra_json(R"({"nodes": [{"id": 1, "type": "COMP"}]})", "a");
  const ChakraTrace b = parse_chakra_json(R"({"nodes": []})", "b");
  const workload::Job job = job_of({{a, b, a}, {1, 0, 0, 1}}, {}, false);
  CHECK(job.class_of == std::vector<int>{0, 1, 1, 0});
  CHECK(job.graphs.size() == 2);
  CHECK(job.graph(0).source() == "b");
}
