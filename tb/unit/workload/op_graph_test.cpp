// SPDX-License-Identifier: Apache-2.0
#include "jacquard/workload/op_graph.hpp"

#include <catch2/catch.hpp>

#include "support/fault_of.hpp"
#include "support/op_nodes.hpp"

using namespace jacquard;
using namespace jacquard::tb;

namespace {

std::vector<int> listed(base::Span<const int> indices) { return {indices.begin(), indices.end()}; }

OpNode waiting(std::uint64_t id, Ids data, Ids control = {}) {
  OpNode node = operation(OpKind::compute, id, std::move(data));
  node.control_after = std::move(control);
  return node;
}

std::string fault_with(std::vector<OpNode> nodes) {
  return fault_of([&] { OpGraph("t.et", std::move(nodes)); });
}

}  // namespace

TEST_CASE("A graph holds its nodes by id and indexes who waits for whom, both ways") {
  // A diamond with a chain, the nodes out of order, one dependency given twice.
  const OpGraph graph("t", {waiting(40, {20, 30}, {20}), waiting(10, {}), waiting(30, {}, {10}),
                            waiting(20, {10}), waiting(50, {40})});
  REQUIRE(graph.size() == 5);
  for (int i = 0; i < 5; ++i) {
    CHECK(graph.node(i).id == static_cast<std::uint64_t>(10 * (i + 1)));
    CHECK(graph.index_of(graph.node(i).id) == i);
  }
  CHECK(graph.index_of(11) == -1);
  CHECK(graph.index_of(60) == -1);
  CHECK(graph.dependency_counts() == std::vector<int>{0, 1, 1, 2, 1});
  CHECK(listed(graph.dependencies(3)) == std::vector<int>{1, 2});
  CHECK(listed(graph.dependents(0)) == std::vector<int>{1, 2});
  CHECK(listed(graph.dependents(1)) == std::vector<int>{3});
  CHECK(listed(graph.dependents(4)).empty());
}

TEST_CASE("A graph refuses cycles, ids given twice and dependencies on nothing") {
  CHECK(fault_with({waiting(0, {2}), waiting(1, {0}), waiting(2, {1}), waiting(3, {2})}) ==
        "t.et: expected dependencies without a cycle, found 0 waits for 2 waits for 1 waits for 0");
  // Reached from outside the cycle, by a control dependency, and on itself.
  CHECK(fault_with({waiting(0, {2}), waiting(1, {2}), waiting(2, {}, {1})}) ==
        "t.et: expected dependencies without a cycle, found 2 waits for 1 waits for 2");
  CHECK(fault_with({waiting(4, {4})}) ==
        "t.et: expected dependencies without a cycle, found 4 waits for 4");
  std::vector<OpNode> long_cycle;
  for (std::uint64_t i = 0; i < 20; ++i) long_cycle.push_back(waiting(i, {(i + 1) % 20}));
  CHECK_THAT(fault_with(long_cycle),
             Catch::Contains("found 0 waits for 1 waits for 2") && Catch::EndsWith("waits ..."));
  CHECK(fault_with({waiting(0, {9})}) ==
        "t.et, node 0: expected dependencies on nodes of the same file, found one on node 9, which "
        "is not there");
  CHECK(fault_with({waiting(4, {}), waiting(4, {})}) ==
        "t.et, node 4: expected an id of its own, found two nodes with this id");
}

TEST_CASE("NPUs in other groups share the nodes of a graph, and each has its own groups") {
  const OpGraph first("npu0", {of_group(collective_node(CollectiveKind::all_reduce, 8, 0), 1),
                               of_group(collective_node(CollectiveKind::all_reduce, 8, 1), 2),
                               collective_node(CollectiveKind::all_reduce, 8, 2)});
  const OpGraph second(first, "npu1", {{1, 2}, {2, 7}});
  CHECK(second.nodes_id() == first.nodes_id());
  CHECK(second.source() == "npu1");
  // At once: 1 is 2 there, not 7 by way of 2.
  CHECK(second.group(0) == 2);
  CHECK(second.group(1) == 7);
  CHECK(second.group(2) == 0);
  CHECK(first.group(0) == 1);
}

TEST_CASE("A job gives each NPU the graph of its class, and groups their names") {
  workload::Job job;
  job.add({"a", {computation(0, 1)}}, 3);
  job.add({"b", {}});
  CHECK(job.npus() == 4);
  CHECK(job.graph(2).source() == "a");
  CHECK(job.graph(3).source() == "b");
  CHECK(&job.graph(0) == &job.graph(2));
  job.group_names = {{999, "tp"}};
  CHECK(job.group_name(999) == "tp");
  CHECK(job.group_name(3) == "3");
}
