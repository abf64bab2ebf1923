// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "jacquard/base/error.hpp"
#include "support/astra_case.hpp"

using namespace jacquard;
using namespace jacquard::tb;
using astra::run;
using Catch::Contains;
using collective::Method;
using topology::Block;
using Kind = CollectiveKind;

namespace {

OpNode with_tag(OpNode node, std::int64_t tag) {
  node.tag = tag;
  return node;
}

OpNode send_node(std::uint64_t id, int to, std::int64_t bytes, std::int64_t tag, Ids after = {}) {
  return with_tag(message(OpKind::send, id, to, bytes, std::move(after)), tag);
}

OpNode receive_node(std::uint64_t id, int from, std::int64_t bytes, std::int64_t tag) {
  return with_tag(message(OpKind::receive, id, from, bytes), tag);
}

void on_each(Input& input, std::vector<std::vector<OpNode>> nodes) {
  add_each(input.job, std::move(nodes), "rank");
}

void rejects(const Input& input, const std::string& text) {
  for (const Mode mode : {Mode::unaware, Mode::aware}) {
    Input with_mode = input;
    with_mode.mode = mode;
    CHECK_THROWS_WITH(run(with_mode), Contains(text));
    CHECK_THROWS_AS(run(with_mode), base::ConfigError);
  }
}

}  // namespace

TEST_CASE("Algorithms that need a power of two say so instead of hanging") {
  for (const Method method : {Method::halving_doubling, Method::double_binary_tree}) {
    Input input = astra_machine({{Block::ring, 6, 50, 500}}, {{method}});
    run_on_all(input, {collective_node(Kind::all_reduce, 1 << 20)});
    rejects(input, "a power of two of NPUs");
  }
}

TEST_CASE("A collective that never ends in ASTRA-sim is an error that names its node") {
  Input input = astra_machine({{Block::ring, 4, 50, 500}}, {{Method::ring}});
  run_on_all(input, {collective_node(Kind::all_gather, 3, 7)});
  rejects(input, "node 7: expected an all-gather of at least 4 bytes");

  run_on_all(input, {collective_node(Kind::all_reduce, 0)});
  rejects(input, "a comm_size above 0");

  OpNode alone = collective_node(Kind::all_reduce, 1 << 20);
  alone.group = 1;
  input.job.groups[1] = {0};
  forget_graphs(input.job);
  on_each(input, {{alone}, {}, {}, {}});
  rejects(input, "nobody to talk to");
}

TEST_CASE("A send or receive without a partner names node and rank") {
  Input input = astra_machine({{Block::ring, 2, 50, 500}}, {{Method::ring}});
  on_each(input, {{send_node(3, 1, 100, 9)}, {}});
  rejects(input, "rank0, node 3: expected a receive of 100 bytes with tag 9 from NPU 0 on NPU 1");

  forget_graphs(input.job);
  on_each(input, {{}, {receive_node(5, 0, 64, 2)}});
  rejects(input, "NPU 1 in node 5 for a send of 64 bytes with tag 2 from NPU 0");
}

TEST_CASE("A deadlock says who waits for whom") {
  // Each waits for the other before it sends.
  Input input = astra_machine({{Block::ring, 2, 50, 500}}, {{Method::ring}});
  on_each(input, {{receive_node(0, 1, 8, 0), send_node(1, 1, 8, 0, {0})},
                  {receive_node(0, 0, 8, 0), send_node(1, 0, 8, 0, {0})}});
  rejects(input, "NPU 0 in node 0 for a send of 8 bytes with tag 0 from NPU 1; NPU 1 in node 0");

  // NPU 1 does not take part.
  forget_graphs(input.job);
  on_each(input, {{collective_node(Kind::all_reduce, 1 << 20)}, {}});
  rejects(input, "NPU 0 in a collective, chunk 0, phase 1 of 1 (all-reduce): a message from NPU 1");
}

TEST_CASE("NPUs that issue different collectives are told") {
  Input input = astra_machine({{Block::ring, 2, 50, 500}}, {{Method::ring}});
  on_each(input, {{collective_node(Kind::all_reduce, 1 << 20)},
                  {collective_node(Kind::all_gather, 1 << 20)}});
  rejects(input, "the same collective at both ends");
}

TEST_CASE("NPUs that ran different groups before do not meet any more, as in ASTRA-sim") {
  // Chunks of a group use up numbers of the cluster's collectives.
  Input input = astra_machine({{Block::ring, 4, 50, 500}}, {{Method::ring}});
  input.job.groups[1] = {0, 1};
  OpNode in_group = collective_node(Kind::all_reduce, 1 << 20, 0);
  in_group.group = 1;
  const OpNode of_all = collective_node(Kind::all_reduce, 1 << 20, 1);
  on_each(input, {{in_group, of_all}, {in_group, of_all}, {of_all}, {of_all}});
  rejects(input, "nothing moves any more");
}
