// SPDX-License-Identifier: Apache-2.0
#include "jacquard/astra/symmetry.hpp"

#include <catch2/catch.hpp>

#include "jacquard/base/rng.hpp"
#include "support/astra_case.hpp"

using namespace jacquard;
using namespace jacquard::tb;
using astra::Answer;
using astra::Places;
using astra::run;
using astra::symmetry_of;
using collective::Method;
using topology::Block;
using Kind = CollectiveKind;

namespace {

std::vector<std::pair<long, long>> by_npu(const Answer& answer) {
  std::vector<std::pair<long, long>> out(answer.finished.size());
  for (const auto& f : answer.finished) out[static_cast<std::size_t>(f.npu)] = {f.time, f.compute};
  return out;
}

}  // namespace

TEST_CASE("NPUs with the same trace on a torus are one class; a slower one is another") {
  Input input =
      astra_machine({{Block::ring, 4, 50, 500}, {Block::switched, 4, 50, 500}}, {{Method::ring}});
  const auto all_reduce = collective_node(Kind::all_reduce, 1 << 20, 1, {0});
  run_on_all(input, {computation(0, 5), all_reduce});
  CHECK(symmetry_of(input, Places(input.network)).first.size() == 1);

  replace(input.job, {5}, {"slow", {computation(0, 9), all_reduce}});
  const auto classes = symmetry_of(input, Places(input.network));
  CHECK(classes.first.size() > 1);
  CHECK(classes.class_of[5] != classes.class_of[0]);
}

TEST_CASE("Where sends and receives cannot be told apart by class, each NPU stands for itself") {
  const auto say = [](OpKind type, std::uint64_t id, int peer) {
    return message(type, id, peer, 64);
  };
  const auto classes = [](std::vector<std::vector<OpNode>> nodes) {
    Input input =
        astra_machine({{Block::ring, static_cast<int>(nodes.size()), 50, 500}}, {{Method::ring}});
    add_each(input.job, std::move(nodes));
    return symmetry_of(input, Places(input.network)).first.size();
  };
  const auto send = OpKind::send;
  const auto receive = OpKind::receive;
  // Two that send to each other: what comes first at each is not what one of them can show.
  CHECK(classes({{say(receive, 0, 1), say(send, 1, 1)}, {say(receive, 0, 0), say(send, 1, 0)}}) ==
        2);
  // One that sends to two which are alike.
  CHECK(classes(
            {{say(send, 0, 1), say(send, 1, 3)}, {say(receive, 0, 0)}, {}, {say(receive, 0, 0)}}) ==
        4);
  // Two pairs: a sender and a receiver stand for both.
  CHECK(
      classes({{say(send, 0, 1)}, {say(receive, 0, 0)}, {say(send, 0, 3)}, {say(receive, 0, 2)}}) ==
      2);
}

TEST_CASE("One NPU that stands for many gives what all of them give") {
  base::Rng rng(3, "astra symmetry");
  const Block blocks[] = {Block::ring, Block::fully_connected, Block::switched};
  const Method methods[] = {Method::ring, Method::direct, Method::halving_doubling,
                            Method::double_binary_tree};
  int fewer = 0;
  for (int round = 0; round < 120; ++round) {
    std::vector<Dimension> network;
    std::vector<Implementation> algorithms;
    for (std::uint64_t d = 0, last = 1 + rng.below(3); d < last; ++d) {
      network.push_back({blocks[rng.below(3)], 1 << (1 + rng.below(2)), rng.chance(0.5) ? 50.0 : 20,
                         rng.chance(0.5) ? 500.0 : 30});
      algorithms.push_back({methods[rng.below(rng.chance(0.8) ? 3 : 4)]});
    }
    Input input = astra_machine(network, algorithms, rng.chance(0.5));
    input.system.active_chunks = 1 + static_cast<int>(rng.below(4));
    input.queues_per_dimension = 1 + static_cast<int>(rng.below(3));
    input.mode = rng.chance(0.5) ? Mode::unaware : Mode::aware;
    const std::int64_t bytes = 1 + rng.between(0, 1 << 26);
    const auto kind = static_cast<Kind>(rng.below(3));
    run_on_all(input, {computation(0, 20), collective_node(kind, bytes, 1),
                       collective_node(Kind::all_reduce, bytes / 3 + 1, 2, {0}),
                       computation(3, 7, {1}), collective_node(kind, 4096, 4, {3, 2})});
    if (round % 5 == 0) {
      std::vector<int> even;
      for (int npu = 0; npu < input.job.npus(); npu += 2) even.push_back(npu);
      replace(input.job, even,
              {"other",
               {computation(0, 31), collective_node(kind, bytes, 1),
                collective_node(Kind::all_reduce, bytes / 3 + 1, 2, {0}), computation(3, 7, {1}),
                collective_node(kind, 4096, 4, {3, 2})}});
    }
    std::string with;
    std::string without;
    const auto answer = [](Input given, bool symmetry, std::string& error) {
      given.symmetry = symmetry;
      try {
        return run(given);
      } catch (const std::exception& e) {
        error = e.what();
        return Answer{};
      }
    };
    const Answer a = answer(input, true, with);
    const Answer b = answer(input, false, without);
    CAPTURE(round, network.size(), bytes);
    CHECK(with == without);
    CHECK(by_npu(a) == by_npu(b));
    CHECK(a.bytes == b.bytes);
    if (a.messages < b.messages) ++fewer;
  }
  CHECK(fewer > 30);  // else nothing was tested
}
