// SPDX-License-Identifier: Apache-2.0
// Rounds, messages and bytes against the closed forms of docs/collectives.md.
#include <catch2/catch.hpp>

#include "jacquard/collective/generate.hpp"
#include "unit/collective/requests.hpp"

namespace jacquard::collective {
namespace {

rounds::Totals totals_of(const CollectiveRequest& request) {
  const rounds::RoundGraph graph = generate(request);
  const auto faults = rounds::faults(graph);
  for (const auto& fault : faults) FAIL(fault.where + ": " + fault.found);
  return rounds::totals(graph);
}

struct Expected {
  std::int64_t rounds;
  std::int64_t messages_of_npu;
  std::int64_t bytes_of_npu;
};

void require(const CollectiveRequest& request, const Expected& expected) {
  const rounds::Totals all = totals_of(request);
  const int npus = request.shape.size();
  CHECK(all.rounds == expected.rounds * request.chunks);
  CHECK(all.messages == expected.messages_of_npu * request.chunks * npus);
  CHECK(all.bytes == base::Bytes{expected.bytes_of_npu * npus});
}

TEST_CASE("Messages and bytes of 65,536 NPUs are counted in 64 bits") {
  const rounds::Totals all =
      totals_of(one_dimension(CollectiveKind::all_reduce, Method::ring, 65'536, 1 << 26, 1));
  CHECK(all.rounds == 131'070);
  CHECK(all.messages == std::int64_t{131'070} * 65'536);
  CHECK(all.bytes.count() == std::int64_t{131'070} * 65'536 * 1024);
}

TEST_CASE("An all-to-all among 50,000 NPUs has 2.5e9 pieces and a round for each offset") {
  const rounds::RoundGraph graph =
      generate(one_dimension(CollectiveKind::all_to_all, Method::direct, 50'000, 1 << 26, 1));
  CHECK(graph.rounds.size() == 49'999);
  CHECK(graph.collectives[0].pieces.count() == std::int64_t{50'000} * 50'000);
}

TEST_CASE("Ring: n-1 rounds of D/n to scatter or gather, twice that to all-reduce") {
  const int n = GENERATE(2, 3, 4, 7, 8, 16);
  const std::int64_t d = 5040 * 16;  // bytes in all; every n and 4 chunks divide it
  require(one_dimension(CollectiveKind::all_reduce, Method::ring, n, d, 4),
          {2 * (n - 1), 2 * (n - 1), 2 * (n - 1) * d / n});
  require(one_dimension(CollectiveKind::reduce_scatter, Method::ring, n, d, 4),
          {n - 1, n - 1, (n - 1) * d / n});
  require(one_dimension(CollectiveKind::all_gather, Method::ring, n, d, 4),
          {n - 1, n - 1, (n - 1) * d});
  // Every hop counts: what goes o further is forwarded o - 1 times.
  const std::int64_t hops = n * (n - 1) / 2;
  require(one_dimension(CollectiveKind::all_to_all, Method::ring, n, d, 4),
          {hops, hops, hops * d / n});
}

TEST_CASE("Direct: n-1 messages of D/n at once, a window changes nothing in what is sent") {
  const int n = GENERATE(2, 3, 5, 8, 12);
  const int window = GENERATE(0, 1, 3);
  const std::int64_t d = 5040 * 16;
  const auto direct = [&](CollectiveKind kind) {
    CollectiveRequest r = one_dimension(kind, Method::direct, n, d, 4);
    r.algorithms[0].window = window;
    return r;
  };
  require(direct(CollectiveKind::reduce_scatter), {n - 1, n - 1, (n - 1) * d / n});
  require(direct(CollectiveKind::all_to_all), {n - 1, n - 1, (n - 1) * d / n});
  require(direct(CollectiveKind::all_gather), {n - 1, n - 1, (n - 1) * d});
  require(direct(CollectiveKind::all_reduce), {2 * (n - 1), 2 * (n - 1), 2 * (n - 1) * d / n});
}

TEST_CASE("Halving-doubling: log2 n rounds with as many bytes as a ring") {
  const int steps = GENERATE(1, 2, 3, 6);
  const int n = 1 << steps;
  const std::int64_t d = 64 * 4 * 9;
  require(one_dimension(CollectiveKind::reduce_scatter, Method::halving_doubling, n, d, 4),
          {steps, steps, (n - 1) * d / n});
  require(one_dimension(CollectiveKind::all_gather, Method::halving_doubling, n, d, 4),
          {steps, steps, (n - 1) * d});
  require(one_dimension(CollectiveKind::all_reduce, Method::halving_doubling, n, d, 4),
          {2 * steps, 2 * steps, 2 * (n - 1) * d / n});
}

TEST_CASE("Two-way ring: the bytes of a ring, half of them each way; an all-to-all goes less far") {
  const int n = GENERATE(2, 3, 6, 8);
  const std::int64_t d = 5040 * 16;
  require(one_dimension(CollectiveKind::all_reduce, Method::two_way_ring, n, d, 4),
          {4 * (n - 1), 4 * (n - 1), 2 * (n - 1) * d / n});
  std::int64_t hops = 0;  // of all parts of one NPU by the shorter way
  for (int offset = 1; offset < n; ++offset) hops += std::min(offset, n - offset);
  const rounds::Totals all =
      totals_of(one_dimension(CollectiveKind::all_to_all, Method::two_way_ring, n, d, 4));
  CHECK(all.bytes == base::Bytes{hops * d / n * n});
}

TEST_CASE("Double binary tree: every NPU but the root sends the whole chunk up and gets it back") {
  const int steps = GENERATE(1, 2, 3, 5);
  const int n = 1 << steps;
  const rounds::Totals all =
      totals_of(one_dimension(CollectiveKind::all_reduce, Method::double_binary_tree, n, 4096, 4));
  CHECK(all.rounds == 4 * (4 * steps - 2));
  CHECK(all.messages == 4 * 2 * (n - 1));
  CHECK(all.bytes == base::Bytes{2 * (n - 1) * 4096});
}

TEST_CASE("Baseline repeats the whole in each dimension; BlueConnect sends what a flat ring does") {
  CollectiveRequest r = one_dimension(CollectiveKind::all_reduce, Method::ring, 4, 64 * 64, 2);
  r.shape = rounds::Shape({4, 8, 2});
  const std::int64_t d = r.bytes.count();
  require(r, {2 * (3 + 7 + 1), 2 * (3 + 7 + 1), 2 * (d * 3 / 4 + d * 7 / 8 + d / 2)});
  r.spread = Spread::blueconnect;
  require(r, {2 * (3 + 7 + 1), 2 * (3 + 7 + 1), 2 * (d * 63 / 64)});
}

TEST_CASE("All-to-all in two dimensions sends D in each but what stays") {
  CollectiveRequest r = one_dimension(CollectiveKind::all_to_all, Method::direct, 4, 64 * 64, 1);
  r.shape = rounds::Shape({4, 8});
  const std::int64_t d = r.bytes.count();
  require(r, {3 + 7, 3 + 7, d * 3 / 4 + d * 7 / 8});
}

TEST_CASE("A broadcast reaches each NPU once, by any algorithm and from any root") {
  const Method method =
      GENERATE(Method::ring, Method::direct, Method::halving_doubling, Method::double_binary_tree);
  CollectiveRequest r = one_dimension(CollectiveKind::broadcast, method, 8, 1000, 1);
  r.root = GENERATE(0, 3, 7);
  const rounds::Totals all = totals_of(r);
  CHECK(all.messages == 7);
  CHECK(all.bytes == base::Bytes{7000});
}

TEST_CASE("All-to-all-v sends each pair's bytes, whatever the chunks") {
  const Method method = GENERATE(Method::direct, Method::ring, Method::two_way_ring);
  const int chunks = GENERATE(1, 3);
  CollectiveRequest r = one_dimension(CollectiveKind::all_to_all, method, 5, 0, chunks);
  demand::DemandMatrix sizes(5);
  std::int64_t one_hop = 0;
  std::int64_t forwarded = 0;  // each pair's bytes times its hops
  for (int from = 0; from < 5; ++from) {
    for (int to = 0; to < 5; ++to) {
      const std::int64_t size = (from * 7 + to * 13) % 11;
      const int up = (to - from + 5) % 5;
      sizes.set(from, to, base::Bytes{size});
      one_hop += from == to ? 0 : size;
      forwarded += size * (method == Method::ring ? up : std::min(up, (5 - up) % 5));
    }
  }
  r.uneven = sizes;
  CHECK(totals_of(r).bytes == base::Bytes{method == Method::direct ? one_hop : forwarded});
}

}  // namespace
}  // namespace jacquard::collective
