// SPDX-License-Identifier: Apache-2.0
#include "jacquard/interop/chakra/check.hpp"

#include <catch2/catch.hpp>

#include "jacquard/base/error.hpp"
#include "jacquard/base/file.hpp"
#include "support/folder.hpp"

using namespace jacquard;
using namespace jacquard::interop;

namespace {

ChakraNode node(std::uint64_t id, const char* name, std::vector<std::uint64_t> data_deps,
                std::vector<std::uint64_t> ctrl_deps = {}) {
  ChakraNode n;
  n.id = id;
  n.name = name;
  n.type = ChakraNodeType::comp;
  n.data_deps = std::move(data_deps);
  n.ctrl_deps = std::move(ctrl_deps);
  return n;
}

ChakraNode message(ChakraNodeType type, std::uint64_t id, std::int64_t peer, std::int64_t bytes,
                   std::int64_t tag) {
  ChakraNode n;
  n.id = id;
  n.name = type == ChakraNodeType::comm_send ? "to next" : "from before";
  n.type = type;
  const char* end = type == ChakraNodeType::comm_send ? "comm_dst" : "comm_src";
  n.attributes = {{end, "", 9, {peer}}, {"comm_size", "", 9, {bytes}}, {"comm_tag", "", 9, {tag}}};
  return n;
}

ChakraNode collective(std::uint64_t id, std::int64_t type, std::int64_t bytes) {
  ChakraNode n;
  n.id = id;
  n.name = "c" + std::to_string(id);
  n.type = ChakraNodeType::comm_coll;
  n.attributes = {{"comm_type", "", 9, {type}}, {"comm_size", "", 9, {bytes}}};
  return n;
}

ChakraTrace trace(std::vector<ChakraNode> nodes, std::string source = "t.et") {
  ChakraTrace t;
  t.source = std::move(source);
  t.nodes = std::move(nodes);
  return t;
}

template <class Act>
std::string error_of(Act&& act) {
  try {
    act();
  } catch (const base::ConfigError& error) {
    return error.what();
  }
  return "";
}

RankTraces two_ranks(std::vector<ChakraNode> zero, std::vector<ChakraNode> one) {
  RankTraces ranks;
  ranks.distinct = {trace(std::move(zero), "p.0.et"), trace(std::move(one), "p.1.et")};
  ranks.of_rank = {0, 1};
  return ranks;
}

constexpr auto kSend = ChakraNodeType::comm_send;
constexpr auto kReceive = ChakraNodeType::comm_recv;

}  // namespace

TEST_CASE("nodes come after all they wait for, else as they stand") {
  const ChakraTrace t = trace({node(10, "a", {30}), node(20, "b", {}), node(30, "c", {20}, {20})});
  const Dependencies dependencies(t);
  CHECK(dependencies.count() == 2);  // 30 on 20 counts once
  CHECK(topological_order(t, dependencies) == std::vector<std::uint32_t>{1, 2, 0});
}

TEST_CASE("ids given twice, absent dependencies and self-dependencies name the node") {
  CHECK_THAT(error_of([] {
               check_trace(trace({node(1, "a", {}), node(1, "b", {})}));
             }),
             Catch::Contains("node 1 (\"b\")") && Catch::Contains("that of node 1 (\"a\")"));
  CHECK_THAT(error_of([] {
               check_trace(trace({node(1, "a", {}), node(2, "b", {7})}));
             }),
             Catch::Contains("node 2 (\"b\")") && Catch::Contains("data dependency 7"));
  CHECK_THAT(error_of([] { check_trace(trace({node(1, "a", {}, {1})})); }),
             Catch::Contains("on itself"));
}

TEST_CASE("a cycle is named node by node, without the nodes that only lead to it") {
  const std::string error = error_of([] {
    check_trace(trace({node(1, "start", {}), node(2, "x", {4, 1}), node(3, "y", {2}),
                       node(4, "z", {3}), node(5, "after", {4})}));
  });
  CHECK_THAT(error,
             Catch::Contains("\"x\"") && Catch::Contains("\"y\"") && Catch::Contains("\"z\""));
  CHECK_THAT(error, !Catch::Contains("start") && !Catch::Contains("after"));
  std::vector<ChakraNode> ring;
  for (std::uint64_t i = 0; i < 50; ++i) ring.push_back(node(i, "n", {(i + 1) % 50}));
  CHECK_THAT(error_of([&] { check_trace(trace(ring)); }), Catch::Contains("42 more"));
}

TEST_CASE("a collective without a size or a send without a destination is refused") {
  ChakraNode c = collective(1, 0, 8);
  c.attributes.pop_back();
  CHECK_THAT(error_of([&] { check_trace(trace({c})); }), Catch::Contains("comm_size"));
  ChakraNode s = message(kSend, 1, 1, 8, 0);
  s.attributes.erase(s.attributes.begin());
  CHECK_THAT(error_of([&] { check_trace(trace({s})); }), Catch::Contains("comm_dst"));
  CHECK_THAT(error_of([&] { check_trace(trace({collective(1, 10, 8)})); }),
             Catch::Contains("0..9, found 10"));
}

TEST_CASE("sends that match receives in another order are sound") {
  CHECK_NOTHROW(
      check_ranks(two_ranks({message(kSend, 1, 1, 64, 5), message(kSend, 2, 1, 8, 6)},
                            {message(kReceive, 1, 0, 8, 6), message(kReceive, 2, 0, 64, 5)})));
}

TEST_CASE("a message without its other end names the node and what comes nearest") {
  const std::string error = error_of([] {
    check_ranks(two_ranks({message(kSend, 1, 1, 64, 5)}, {message(kReceive, 9, 0, 65, 5)}));
  });
  CHECK_THAT(error, Catch::StartsWith("p.0.et") && Catch::Contains("rank 0, node 1 (\"to next\")"));
  CHECK_THAT(error, Catch::Contains("a receive of 64 bytes from rank 0 to 1 with tag 5"));
  CHECK_THAT(error, Catch::Contains("nearest is the receive of 65 bytes") &&
                        Catch::Contains("node 9 (\"from before\") of rank 1"));
  CHECK_THAT(
      error_of([] {
        check_ranks(two_ranks({message(kSend, 1, 1, 64, 5)}, {message(kReceive, 9, 0, 64, 6)}));
      }),
      Catch::Contains("with tag 5") && Catch::Contains("with tag 6"));
  // One send too few for two equal receives.
  CHECK_THAT(
      error_of([] {
        check_ranks(two_ranks({message(kSend, 1, 1, 64, 5)},
                              {message(kReceive, 1, 0, 64, 5), message(kReceive, 2, 0, 64, 5)}));
      }),
      Catch::Contains("a send of 64 bytes"));
  CHECK_THAT(error_of([] { check_ranks(two_ranks({message(kSend, 1, 2, 64, 5)}, {})); }),
             Catch::Contains("comm_dst in 0..1, found 2"));
}

TEST_CASE("a collective on which ranks disagree is named") {
  const std::string size = error_of([] {
    check_ranks(two_ranks({collective(1, 0, 8), collective(2, 2, 64)},
                          {collective(1, 0, 8), collective(5, 2, 65)}));
  });
  CHECK_THAT(size,
             Catch::Contains("rank 1, node 5") && Catch::Contains("collective 2 of all ranks"));
  CHECK_THAT(size, Catch::Contains("ALL_GATHER of 64 bytes"));
  CHECK_THAT(
      error_of([] {
        check_ranks(two_ranks({collective(1, 0, 8), collective(2, 0, 8)}, {collective(1, 0, 8)}));
      }),
      Catch::Contains("rank 0, node 2") && Catch::Contains("as many collectives"));
}

TEST_CASE("equal files of many ranks are held once") {
  const tb::Folder folder;
  const std::string prefix = folder.path("job");
  const std::string same = write_chakra(trace({collective(1, 0, 8)}));
  const std::string other = write_chakra(trace({node(2, "idle", {}), collective(3, 0, 8)}));
  for (int rank = 0; rank < 4; ++rank) {
    base::write_file(rank_file(prefix, rank), rank == 2 ? other : same);
  }
  CHECK(count_rank_files(prefix) == 4);
  const RankTraces ranks = read_rank_traces(prefix, 4);
  CHECK(ranks.distinct.size() == 2);
  CHECK(ranks.of_rank == std::vector<std::size_t>{0, 0, 1, 0});
  CHECK(ranks.of(2).nodes.size() == 2);
  CHECK_NOTHROW(check_ranks(ranks));
  CHECK_THAT(error_of([&] { read_rank_traces(prefix, 5); }),
             Catch::Contains("job.4.et") && Catch::Contains("there are those of 4"));
}
