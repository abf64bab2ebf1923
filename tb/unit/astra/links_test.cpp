// SPDX-License-Identifier: Apache-2.0
// How busy the links of a dimension are: never more than all of the time.
#include <catch2/catch.hpp>

#include "support/astra_case.hpp"

using namespace jacquard;
using namespace jacquard::tb;
using collective::Method;
using topology::Block;
using Kind = CollectiveKind;

namespace {

// 64 MiB in 4 chunks among 8 NPUs: messages of 2 MiB, which take 39,062.5 ns at 50 x 2^30 B/s.
constexpr double kOnWire = 39'062.5;

Input all_reduce(Block block, Method method, Mode mode) {
  Input input = astra_machine({{block, 8, 50, 500}}, {{method}});
  input.mode = mode;
  input.measure_links = true;
  run_on_all(input, {collective_node(Kind::all_reduce, std::int64_t{64} << 20)});
  return input;
}

}  // namespace

TEST_CASE("A link of a fully connected block is busy with the messages of its two NPUs only") {
  for (const Mode mode : {Mode::unaware, Mode::aware}) {
    for (const bool symmetry : {true, false}) {
      Input input = all_reduce(Block::fully_connected, Method::direct, mode);
      input.symmetry = symmetry;
      const auto links = astra::run(input).links;
      REQUIRE(links.size() == 1);
      CHECK(links[0].count == 8 * 7);
      // Two messages a chunk on each link; with congestion a link is busy for whole nanoseconds.
      const double on_wire = mode == Mode::aware ? 39'062 : kOnWire;
      CHECK(links[0].busy_ns == Approx(56 * 4 * 2 * on_wire));
    }
  }
}

TEST_CASE("Messages that are on a link at once make it busy once") {
  // Unaware, an NPU's seven messages of an all-gather leave at one time, in both directions, at
  // most four links far: every link is busy for one of them, once a chunk, which is 16 MiB for
  // everybody.
  for (const bool symmetry : {true, false}) {
    Input input = all_reduce(Block::ring, Method::direct, Mode::unaware);
    input.symmetry = symmetry;
    run_on_all(input, {collective_node(Kind::all_gather, std::int64_t{64} << 20)});
    const auto links = astra::run(input).links;
    CHECK(links[0].count == 16);
    CHECK(links[0].busy_ns == Approx(16 * 4 * 8 * kOnWire));
  }
  // Aware, 1 + 2 + 3 + 4 messages pass each link upwards, 1 + 2 + 3 downwards.
  const auto links = astra::run(all_reduce(Block::ring, Method::direct, Mode::aware)).links;
  CHECK(links[0].busy_ns == Approx(8 * (10 + 6) * 4 * 2 * 39'062.0));
}

TEST_CASE("A ring all-reduce goes round one way, a switch takes each message twice") {
  const auto ring = astra::run(all_reduce(Block::ring, Method::ring, Mode::unaware)).links;
  CHECK(ring[0].busy_ns == Approx(8 * 14 * 4 * kOnWire));
  const auto two = astra::run(all_reduce(Block::switched, Method::ring, Mode::unaware)).links;
  CHECK(two[0].count == 16);
  CHECK(two[0].busy_ns == Approx(16 * 14 * 4 * kOnWire));
}
