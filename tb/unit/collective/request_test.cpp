// SPDX-License-Identifier: Apache-2.0
// Chunks, phases and what is refused.
#include "jacquard/collective/request.hpp"

#include <catch2/catch.hpp>

#include "jacquard/base/error.hpp"
#include "jacquard/collective/generate.hpp"
#include "jacquard/collective/phases.hpp"
#include "unit/collective/requests.hpp"

namespace jacquard::collective {
namespace {

using base::Bytes;

CollectiveRequest all_reduce(int members, std::int64_t bytes, int chunks, Rounding rounding) {
  CollectiveRequest r =
      one_dimension(CollectiveKind::all_reduce, Method::ring, members, bytes, chunks);
  r.rounding = rounding;
  return r;
}

void require_chunking(const CollectiveRequest& request, int count, std::int64_t bytes) {
  CHECK(chunking(request).count == count);
  CHECK(chunking(request).bytes == Bytes{bytes});
}

TEST_CASE("Rounded down, chunks are as ASTRA-sim cuts them") {
  require_chunking(all_reduce(8, 1024, 4, Rounding::down), 4, 256);
  // 1003 / 4 = 250, and 3 bytes are left for a fifth chunk, counted whole.
  require_chunking(all_reduce(8, 1003, 4, Rounding::down), 5, 250);
  // Less than a byte for each NPU: as many bytes as NPUs, as many chunks as asked for.
  require_chunking(all_reduce(8, 20, 4, Rounding::down), 4, 8);
  CollectiveRequest gather = all_reduce(8, 20, 4, Rounding::down);
  gather.kind = CollectiveKind::all_gather;
  require_chunking(gather, 4, 5);
  CollectiveRequest group = all_reduce(8, 100, 4, Rounding::down);
  group.npus_in_system = 64;
  require_chunking(group, 4, 64);
}

TEST_CASE("Rounded up, every byte is in a chunk and no chunk is empty") {
  for (int bytes = 1; bytes <= 40; ++bytes) {
    for (int chunks = 1; chunks <= 10; ++chunks) {
      const Chunking c = chunking(all_reduce(3, bytes, chunks, Rounding::up));
      CHECK(c.count <= chunks);
      CHECK(c.bytes.count() * c.count >= bytes);
      CHECK(c.bytes.count() * (c.count - 1) < bytes);
    }
  }
}

TEST_CASE("Rounded up, each message has room for the pieces it carries") {
  for (const Method method : {Method::ring, Method::two_way_ring, Method::direct,
                              Method::halving_doubling, Method::double_binary_tree}) {
    CollectiveRequest r = one_dimension(CollectiveKind::all_reduce, method, 4, 1001, 3);
    r.shape = rounds::Shape({4, 8});
    r.spread = Spread::blueconnect;
    const rounds::RoundGraph graph = generate(r);
    const rounds::Shape& pieces = graph.collectives[0].pieces;
    const std::int64_t chunk = chunking(r).bytes.count();
    for (const rounds::Round& round : graph.rounds) {
      CHECK(round.bytes.count() * pieces.size() >= chunk * rounds::count(round.pieces, pieces));
    }
  }
}

TEST_CASE(
    "Rounded down, halving-doubling halves what it has halved, and turns about an even size") {
  CollectiveRequest r =
      one_dimension(CollectiveKind::all_reduce, Method::halving_doubling, 8, 1003, 1);
  r.rounding = Rounding::down;
  std::vector<std::int64_t> sizes;
  for (const rounds::Round& round : generate(r).rounds) sizes.push_back(round.bytes.count());
  // 1003 halved: 501, 250, 125; then 125 / 2 = 62, doubled: 124, 248, 496.
  CHECK(sizes == std::vector<std::int64_t>{501, 250, 125, 124, 248, 496});
}

std::string shown(const std::vector<Phase>& phases) {
  const char* const names[] = {"AR", "RS", "AG", "A2A", "BC", "S"};
  std::string text;
  for (const Phase& p : phases) {
    text += std::string(names[static_cast<std::size_t>(p.kind)]) + std::to_string(p.digit) +
            (p.reversed ? "- " : " ") + std::to_string(p.bytes.count()) + " ";
  }
  return text;
}

TEST_CASE("Phases go up and down the dimensions as docs/collectives.md says") {
  CollectiveRequest r = all_reduce(2, 4096, 1, Rounding::up);
  r.shape = rounds::Shape({2, 1, 8, 4});
  CHECK(shown(phases(r, 0)) == "AR0 4096 AR2 4096 AR3 4096 ");
  r.spread = Spread::blueconnect;
  CHECK(shown(phases(r, 0)) == "RS0 4096 RS2 2048 AR3 256 AG2- 256 AG0- 2048 ");
  r.algorithms = {{Method::ring, 0}, {}, {Method::double_binary_tree, 0}, {}};
  CHECK(shown(phases(r, 0)) == "RS0 4096 AR2 2048 AR3 2048 AG0- 2048 ");
  r.involved = {0, 2};
  CHECK(shown(phases(r, 0)) == "RS0 4096 AR2 2048 AG0- 2048 ");
  r = one_dimension(CollectiveKind::all_gather, Method::ring, 2, 64, 1);
  r.shape = rounds::Shape({2, 1, 8, 4});
  CHECK(shown(phases(r, 0)) == "AG3 64 AG2 256 AG0 2048 ");
  r.kind = CollectiveKind::reduce_scatter;
  CHECK(shown(phases(r, 0)) == "RS0 64 RS2 32 RS3 4 ");
  r.kind = CollectiveKind::all_to_all;
  CHECK(shown(phases(r, 0)) == "A2A0 64 A2A2 64 A2A3 64 ");
  r.kind = CollectiveKind::send;
  r.root = 2;  // digits 0, 0, 1, 0
  r.peer = 6;  // digits 0, 0, 3, 0
  CHECK(shown(phases(r, 0)) == "S2 64 ");
}

TEST_CASE("The chunks of a double binary tree alternate between the trees") {
  CollectiveRequest r =
      one_dimension(CollectiveKind::all_reduce, Method::double_binary_tree, 8, 64, 2);
  for (const int first : {0, 1}) {
    r.first_tree = first;
    CHECK(phases(r, 0)[0].tree == first);
    CHECK(phases(r, 1)[0].tree == 1 - first);
  }
}

std::string refusal(const CollectiveRequest& request) {
  try {
    generate(request);
  } catch (const base::ConfigError& error) {
    return error.what();
  }
  return "";
}

TEST_CASE("What cannot be done is refused with the knob to turn") {
  using Catch::Contains;
  const auto by = [](CollectiveKind kind, Method method, int members) {
    return refusal(one_dimension(kind, method, members, 1000, 1));
  };
  CHECK_THAT(by(CollectiveKind::all_reduce, Method::halving_doubling, 12),
             Contains("--algorithm") && Contains("12 is no power of two: take 8 or 16 NPUs"));
  CHECK_THAT(by(CollectiveKind::all_reduce, Method::double_binary_tree, 7),
             Contains("7 is no power of two: take 4 or 8 NPUs"));
  CHECK_THAT(by(CollectiveKind::all_gather, Method::double_binary_tree, 8),
             Contains("for all-gather take ring, direct or halving-doubling"));
  CHECK_THAT(by(CollectiveKind::all_to_all, Method::halving_doubling, 8),
             Contains("for an all-to-all take ring or direct"));
  CHECK(by(CollectiveKind::all_reduce, Method::halving_doubling, 16) == "");

  const CollectiveRequest good = one_dimension(CollectiveKind::send, Method::ring, 4, 1000, 1);
  CollectiveRequest r = good;
  r.peer = 0;
  CHECK_THAT(refusal(r), Contains("--peer: expected a member in 0..3 other than the root"));
  r = good;
  r.root = 4;
  CHECK_THAT(refusal(r), Contains("--root"));
  r = good;
  r.bytes = Bytes{0};
  CHECK_THAT(refusal(r), Contains("--bytes"));
  r = good;
  r.chunks = 0;
  CHECK_THAT(refusal(r), Contains("--chunks"));
  r = good;
  r.involved = {1};
  CHECK_THAT(refusal(r), Contains("--involved: expected ascending dimensions in 0..0"));
  r = good;
  r.algorithms.resize(2);
  CHECK_THAT(refusal(r), Contains("--algorithm: expected one for each of the 1 dimensions"));
  r = good;
  r.npus = {1, 2, 3};
  CHECK_THAT(refusal(r), Contains("--npus: expected 4 NPUs"));
  r = one_dimension(CollectiveKind::all_to_all, Method::direct, 4, 0, 1);
  r.shape = rounds::Shape({2, 2});
  r.involved = {0};
  r.uneven = demand::DemandMatrix(4);
  r.uneven->set(0, 2, Bytes{5});
  CHECK_THAT(refusal(r), Contains("nothing from one group to another, found 5 B from 0 to 2"));
}

TEST_CASE("A group of one has nothing to say") {
  for (const Method method : {Method::ring, Method::halving_doubling}) {
    const CollectiveRequest r = one_dimension(CollectiveKind::all_reduce, method, 1, 100, 1);
    CHECK(generate(r).rounds.empty());
  }
}

}  // namespace
}  // namespace jacquard::collective
