// SPDX-License-Identifier: Apache-2.0
// Custom collectives, and groups as ASTRA-sim runs them since November 2025.
#include <catch2/catch.hpp>

#include "jacquard/astra/faithful.hpp"
#include "jacquard/astra/files/engine_input.hpp"
#include "jacquard/base/error.hpp"
#include "jacquard/base/file.hpp"
#include "support/astra_case.hpp"
#include "support/folder.hpp"

using namespace jacquard;
using namespace jacquard::tb;
using astra::CustomCollective;
using Catch::Contains;
using collective::Method;
using topology::Block;
using Kind = CollectiveKind;

namespace {

// Each after the one before.
OpNode step(OpKind kind, std::uint64_t id, int peer, std::int64_t bytes) {
  return message(kind, id, peer, bytes, id > 0 ? Ids{id - 1} : Ids{});
}

// The ring all-reduce that ASTRA-sim ships as its example of a custom collective: each rank sends,
// receives, and (in the first half) takes 7 us to reduce, one after the other.
CustomCollective ring_algorithm(int ranks, std::int64_t bytes) {
  CustomCollective all;
  for (int rank = 0; rank < ranks; ++rank) {
    std::vector<OpNode> nodes;
    for (int i = 0; i < 2 * (ranks - 1); ++i) {
      nodes.push_back(step(OpKind::send, nodes.size(), (rank + 1) % ranks, bytes / ranks));
      nodes.push_back(
          step(OpKind::receive, nodes.size(), (rank + ranks - 1) % ranks, bytes / ranks));
      if (i >= ranks - 1) continue;
      nodes.push_back(computation(nodes.size(), 7, {nodes.size() - 1}));
    }
    all.emplace_back("rank" + std::to_string(rank), std::move(nodes));
  }
  return all;
}

Input machine(Block block, int npus, Method method) {
  return astra_machine({{block, npus, 50, 500}}, {{method}});
}

OpNode in_group(int group, Kind kind = Kind::all_reduce) {
  return of_group(collective_node(kind, 1 << 20, 1), group);
}

// A group of every other NPU of 2 n; the others do nothing.
Input every_other(Block block, int n, Method method, Kind kind) {
  Input input = machine(block, 2 * n, method);
  for (int i = 0; i < n; ++i) input.job.groups[1].push_back(2 * i);
  input.job.add({"idle", {}}, 2 * n);
  replace(input.job, input.job.groups[1], {"busy", {in_group(1, kind)}});
  return input;
}

}  // namespace

TEST_CASE("A custom ring takes a message and a reduction a step") {
  Input input = machine(Block::ring, 8, Method::direct);
  run_on_all(input, {collective_node(Kind::all_reduce, 5)});  // its own bytes do not matter
  input.custom[0] = ring_algorithm(8, 1 << 20);
  // 14 messages of 128 KiB, floor(500 + 131072 / 53.687) ns each, and 7 reductions of 7 us.
  for (const Mode mode : {Mode::unaware, Mode::aware}) {
    input.mode = mode;
    CHECK(cycles(input) == 14 * 2941 + 7 * 7000);
  }
  // Only all-reduces are.
  run_on_all(input, {collective_node(Kind::all_gather, 1 << 20)});
  CHECK(cycles(input) != 14 * 2941 + 7 * 7000);
}

TEST_CASE("The nodes of a custom collective do not wait for each other's resources") {
  Input input = machine(Block::switched, 3, Method::ring);
  run_on_all(input, {collective_node(Kind::all_to_all, 1, 1),
                     collective_node(Kind::all_to_all, 1, 2, {1})});
  for (int rank = 0; rank < 3; ++rank) {
    std::vector<OpNode> nodes;
    for (int o = 1; o < 3; ++o) {
      nodes.push_back(step(OpKind::send, nodes.size(), (rank + o) % 3, 1 << 20));
      nodes.push_back(step(OpKind::receive, nodes.size(), (rank + 3 - o) % 3, 1 << 20));
    }
    for (OpNode& node : nodes) node.data_after.clear();
    input.custom[3].emplace_back("a2a", std::move(nodes));
  }
  // Twice one message, through a switch: floor(2 x 500 + 2^20 / 53.687) ns. A send node of a trace
  // would keep the other back.
  CHECK(cycles(input) == 2 * 20'531);
}

TEST_CASE("A custom collective that cannot end is refused with its node") {
  Input input = machine(Block::ring, 2, Method::ring);
  run_on_all(input, {collective_node(Kind::all_reduce, 8)});
  const auto rejects = [&](std::vector<OpNode> nodes, const char* text) {
    input.custom[0].assign(2, {"algorithm", std::move(nodes)});
    CHECK_THROWS_WITH(astra::run(input), Contains("algorithm") && Contains(text));
  };
  rejects({}, "expected nodes");
  rejects({collective_node(Kind::all_reduce, 8, 3)}, "node 3: expected sends, receives and comp");
  rejects({step(OpKind::send, 0, 2, 8)}, "comm_dst: another NPU in 0..1");
  input.custom[0].pop_back();
  CHECK_THROWS_WITH(astra::run(input), Contains("comm_dst") || Contains("for place 1"));
  CHECK_THROWS_WITH(astra::faithful(input), Contains("an astra mode"));
  // Rank 0 sends what rank 1 never receives.
  input.custom[0] = {{"sender", {step(OpKind::send, 0, 1, 8)}}, {"idler", {computation(0, 1)}}};
  CHECK_THROWS_WITH(astra::run(input), Contains("sender, node 0") && Contains("a receive of 8"));
}

TEST_CASE(
    "Since November 2025 a group runs the one configured algorithm, as a cluster of its size") {
  // Behind a switch all are as far from each other, so that the group is a smaller cluster.
  for (const Method method : {Method::ring, Method::direct, Method::halving_doubling}) {
    for (const Kind kind : {Kind::all_reduce, Kind::all_gather, Kind::reduce_scatter}) {
      CAPTURE(int(method), int(kind));
      Input cluster = machine(Block::switched, 4, method);
      run_on_all(cluster, {collective_node(kind, 1 << 20)});
      Input ring = machine(Block::switched, 4, Method::ring);
      run_on_all(ring, {collective_node(kind, 1 << 20)});
      Input group = every_other(Block::switched, 4, method, kind);
      CHECK(cycles(group) == cycles(ring));  // before: a flat ring
      group.since_november_2025 = true;
      for (const bool symmetry : {true, false}) {
        group.symmetry = symmetry;
        // ASTRA-sim charges both halves of a group's direct all-reduce with reductions: once more
        // for each of 4 chunks, 3 passes of 64 KiB at 1600 B/ns.
        const bool twice = method == Method::direct && kind == Kind::all_reduce;
        CHECK(cycles(group) == cycles(cluster) + (twice ? 4 * 3 * 40 : 0));
      }
    }
  }
}

TEST_CASE("Since November 2025 a group still is a ring where each dimension has an algorithm") {
  Input input = every_other(Block::switched, 4, Method::direct, Kind::all_reduce);
  const long before = cycles(input);
  input.since_november_2025 = true;
  CHECK(cycles(input) < before);
  input.network = {{Block::switched, 4, 50, 500}, {Block::switched, 2, 50, 500}};
  input.system.implementations.fill({{Method::direct}, {Method::direct}});
  const long two_dimensions = cycles(input);
  input.since_november_2025 = false;
  CHECK(cycles(input) == two_dimensions);
}

TEST_CASE("Since November 2025 a tree of a group is refused, as ASTRA-sim crashes on it") {
  Input input = every_other(Block::switched, 4, Method::double_binary_tree, Kind::all_reduce);
  CHECK_NOTHROW(cycles(input));
  input.since_november_2025 = true;
  CHECK_THROWS_WITH(cycles(input),
                    Contains("all-reduce-implementation") && Contains("doubleBinaryTree"));
}

TEST_CASE("Since November 2025 ranks of a custom collective are places in the group") {
  Input input = every_other(Block::switched, 4, Method::ring, Kind::all_reduce);
  const long ring = cycles(input);
  input.custom[0] = ring_algorithm(4, 1 << 20);
  CHECK(cycles(input) == ring);  // before: not for groups smaller than the cluster
  input.since_november_2025 = true;
  // 6 messages of 256 KiB through a switch, floor(1000 + 262144 / 53.687) ns, 3 reductions.
  CHECK(cycles(input) == 6 * 5882 + 3 * 7000);
}

TEST_CASE("A system's custom collectives are read from a file a place") {
  const Folder folder;
  const interop::ChakraTrace trace = interop::parse_chakra_json(
      R"({"nodes": [{"id": 0, "type": "COMP", "duration_micros": 2}]})", "c");
  for (int place = 0; place < 2; ++place) {
    base::write_file(interop::rank_file(folder.path("own"), place), interop::write_chakra(trace));
  }
  const auto system_of = [&](const std::string& custom) {
    return astra::parse_astra_system(
        config::parse_json("{\"all-gather-implementation-custom\": " + custom + "}", "s.json"),
        "s.json");
  };
  const auto system = system_of(nlohmann::json::array({folder.path("own")}).dump());
  const auto custom = astra::read_custom_collectives(system, 8);
  CHECK(custom[0].ranks() == 0);
  CHECK(custom[2].ranks() == 2);
  CHECK_THROWS_WITH(system_of("[\"a\", \"b\"]"), Contains("#/all-gather-implementation-custom"));
  CHECK_THROWS_WITH(
      astra::read_custom_collectives(system_of("[\"" + folder.path("none") + "\"]"), 8),
      Contains("none.0.et"));
}
