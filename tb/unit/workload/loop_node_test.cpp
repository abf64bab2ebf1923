// SPDX-License-Identifier: Apache-2.0
#include "jacquard/workload/loop_node.hpp"

#include <catch2/catch.hpp>
#include <limits>

#include "jacquard/workload/op_graph.hpp"
#include "support/fault_of.hpp"
#include "support/op_nodes.hpp"

using namespace jacquard;
using namespace jacquard::tb;
using workload::BodyNode;
using workload::LoopNode;
using workload::MemoryTier;
using workload::unrolled;

namespace {

// A step of a decoder: attention over a KV cache that grows by 64 B and 1000 flops a token, then an
// all-reduce of constant size. Each step's attention waits for the all-reduce of the last.
LoopNode decoder(int tokens) {
  OpNode attention = work_of(5, 10'000, 512);
  attention.micro_batch = 0;
  LoopNode loop;
  loop.name = "decode";
  loop.body = {{attention}, {collective_node(CollectiveKind::all_reduce, 256, 9, {5})}};
  loop.body[0].increment.flops = base::Flops{1000};
  base::at(loop.body[0].increment.moved, MemoryTier::local) = base::Bytes{64};
  loop.carried = {{9, 5}};
  loop.count = tokens;
  loop.control_after = {1};
  loop.first_id = 100;
  return loop;
}

std::string fault_with(const LoopNode& loop) {
  return fault_of([&] { unrolled(loop); });
}

}  // namespace

TEST_CASE("A loop unrolled is what one writes by hand") {
  const std::vector<OpNode> nodes = unrolled(decoder(3));
  struct Hand {
    std::uint64_t id;
    double flops;
    std::int64_t bytes;
    Ids data;
    Ids control;
  };
  const Hand by_hand[] = {{100, 10'000, 512, {}, {1}},   {101, -1, 256, {100}, {}},
                          {102, 11'000, 576, {}, {101}}, {103, -1, 256, {102}, {}},
                          {104, 12'000, 640, {}, {103}}, {105, -1, 256, {104}, {}}};
  REQUIRE(nodes.size() == std::size(by_hand));
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const OpNode& node = nodes[i];
    CAPTURE(i);
    CHECK(node.id == by_hand[i].id);
    CHECK(node.data_after == by_hand[i].data);
    CHECK(node.control_after == by_hand[i].control);
    const bool computes = node.kind == OpKind::compute;
    CHECK(computes == (i % 2 == 0));
    CHECK(node.micro_batch == (computes ? static_cast<int>(i / 2) : -1));
    if (computes) {
      CHECK(node.flops->count() == by_hand[i].flops);
      CHECK(base::at(node.moved, MemoryTier::local)->count() == by_hand[i].bytes);
    } else {
      CHECK(node.bytes->count() == by_hand[i].bytes);
    }
  }
  // What comes before it is there in the graph.
  std::vector<OpNode> whole = nodes;
  whole.push_back(computation(1, 1));
  CHECK(OpGraph("t", whole).dependency_counts() == std::vector<int>{0, 1, 1, 1, 1, 1, 1});
}

TEST_CASE("What n iterations grow by is the sum of an arithmetic series") {
  for (const int n : {1, 2, 7, 100}) {
    double flops = 0;
    std::int64_t bytes = 0;
    for (const OpNode& node : unrolled(decoder(n))) {
      if (node.flops) flops += node.flops->count();
      bytes += base::at(node.moved, MemoryTier::local).value_or(base::Bytes{0}).count();
    }
    CHECK(flops == n * 10'000.0 + 1000.0 * n * (n - 1) / 2);
    CHECK(bytes == n * 512 + 64 * (n * (n - 1) / 2));
  }
  CHECK(unrolled(decoder(0)).empty());
}

TEST_CASE("Iterations that carry nothing are side by side, and loops nest by unrolling") {
  LoopNode inner;
  inner.body = {{computation(0, 1)}, {computation(1, 1, {0})}};
  inner.count = 2;
  LoopNode outer;
  for (const OpNode& node : unrolled(inner)) outer.body.push_back({node});
  outer.count = 3;
  const OpGraph graph("t", unrolled(outer));
  REQUIRE(graph.size() == 12);
  for (int i = 0; i < 12; ++i) {
    CHECK(graph.dependencies(i).size() == (i % 2 == 0 ? 0u : 1u));
    if (i % 2 == 1) CHECK(graph.dependencies(i)[0] == i - 1);
  }
}

TEST_CASE("A loop that cannot be unrolled is refused by name") {
  LoopNode loop = decoder(2);
  loop.count = -1;
  CHECK(fault_with(loop) == "loop decode: expected 0 or more iterations, found -1");
  loop = decoder(std::numeric_limits<int>::max());
  CHECK(fault_with(loop) == "loop decode: expected at most 10^8 nodes, found more");
  loop = decoder(2);
  loop.carried = {{9, 6}};
  CHECK(fault_with(loop) == "loop decode: expected ids of the loop's body, found 6");
  loop = decoder(2);
  loop.body[1].node.data_after = {4};
  CHECK(fault_with(loop) == "loop decode, node 9: expected ids of the loop's body, found 4");
  loop = decoder(2);
  loop.body[1].node.id = 5;
  CHECK(fault_with(loop).find("two nodes with this id") != std::string::npos);
  loop = decoder(2);
  loop.body[1].increment.flops = base::Flops{1};
  CHECK(fault_with(loop).find("increments of flops that the node has") != std::string::npos);
  loop = decoder(3);
  loop.body[1].increment.bytes = base::Bytes{std::numeric_limits<std::int64_t>::max() / 2};
  CHECK(fault_with(loop).find("node 9: expected 0 to 2^63 - 1 bytes") != std::string::npos);
  loop.body[1].increment.bytes = base::Bytes{-200};
  CHECK(fault_with(loop).find("node 9: expected 0 to 2^63 - 1 bytes") != std::string::npos);
  loop = decoder(2);
  loop.first_id = std::numeric_limits<std::uint64_t>::max() - 1;
  CHECK(fault_with(loop).find("ids within 64 bits") != std::string::npos);
}
