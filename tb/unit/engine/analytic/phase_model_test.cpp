// SPDX-License-Identifier: Apache-2.0
// Expected times: all-reduce on 8 NPUs as ASTRA-sim printed them (congestion-unaware; 50 GiB/s,
// 500 ns, four chunks, one active, 1600 GB/s of memory, endpoint delay 10 ns).
#include "jacquard/engine/analytic/phase_model.hpp"

#include <catch2/catch.hpp>

#include "jacquard/engine/analytic/chunk_pipeline.hpp"

using namespace jacquard::engine;
using jacquard::base::Bytes;
using jacquard::base::BytesPerSecond;
using jacquard::base::Picoseconds;
using jacquard::rounds::CollectiveKind;
using jacquard::topology::Block;

namespace {

constexpr double kGiB = 1024.0 * 1024.0 * 1024.0;
constexpr std::int64_t kMiB = 1 << 20;

PhaseModel astra(Block block, int size, double gib_per_s = 50, std::int64_t latency_ns = 500) {
  return {{block, size, BytesPerSecond{gib_per_s * kGiB}, Picoseconds{latency_ns * 1000}},
          Rules{},
          true};
}

std::int64_t four_chunks(Picoseconds chunk) {
  return pipeline_end({{0, chunk}}, 4, 1).count() / 1000;
}

}  // namespace

TEST_CASE("closed forms give ASTRA-sim's unaware nanoseconds for all-reduce on eight NPUs") {
  const auto all_reduce = CollectiveKind::all_reduce;
  struct Row {
    std::int64_t bytes, ring, ring_direct, ring_halving, connected_direct, switched_ring;
  };
  for (const Row& row :
       {Row{kMiB, 64'440, 21'240, 63'168, 9'240, 92'440},
        Row{64 * kMiB, 2'326'112, 340'336, 2'262'948, 332'336, 2'354'112},
        Row{1024 * kMiB, 36'790'164, 5'263'772, 35'783'248, 5'255'772, 36'818'164}}) {
    const Bytes chunk{row.bytes / 4};
    const PhaseModel ring = astra(Block::ring, 8);
    CHECK(four_chunks(ring_time(ring, all_reduce, chunk)) == row.ring);
    CHECK(four_chunks(direct_time(ring, all_reduce, chunk, 7)) == row.ring_direct);
    CHECK(four_chunks(halving_doubling_time(ring, all_reduce, chunk)) == row.ring_halving);
    CHECK(four_chunks(direct_time(astra(Block::fully_connected, 8), all_reduce, chunk, 7)) ==
          row.connected_direct);
    CHECK(four_chunks(ring_time(astra(Block::switched, 8), all_reduce, chunk)) ==
          row.switched_ring);
  }
}

TEST_CASE("several dimensions in a pipeline of chunks give ASTRA-sim's nanoseconds") {
  const Bytes chunk{16 * kMiB};
  const auto time = [&](const PhaseModel& m, CollectiveKind kind, Bytes data) {
    return ring_time(m, kind, data);
  };
  const auto ns = [](Picoseconds t) { return t.count() / 1000; };
  const auto ar = CollectiveKind::all_reduce;
  const auto rs = CollectiveKind::reduce_scatter;
  const auto ag = CollectiveKind::all_gather;

  SECTION("Ring(4) at 200 GiB/s, 50 ns, under Switch(8) at 50 GiB/s, 500 ns") {
    const PhaseModel inner = astra(Block::ring, 4, 200, 50);
    const PhaseModel outer = astra(Block::switched, 8);
    CHECK(ns(pipeline_end({{0, time(inner, ar, chunk)}, {1, time(outer, ar, chunk)}}, 4, 1)) ==
          2'495'257);
    const Bytes quarter{chunk.count() / 4};
    CHECK(ns(pipeline_end({{0, time(inner, rs, chunk)},
                           {1, time(outer, ar, quarter)},
                           {0, time(inner, ag, quarter)}},
                          4, 1)) == 772'063);
  }
  SECTION("Ring(2), FullyConnected(8), Switch(4)") {
    const PhaseModel a = astra(Block::ring, 2, 200, 50);
    const PhaseModel b = astra(Block::fully_connected, 8, 100, 500);
    const PhaseModel c = astra(Block::switched, 4, 50, 2000);
    struct Row {
      std::int64_t bytes, baseline, blueconnect;
    };
    for (const Row& row :
         {Row{16 * kMiB, 2'467'710, 724'490}, Row{256 * kMiB, 37'930'557, 11'161'178}}) {
      const Bytes d{row.bytes};
      const Bytes half{d.count() / 2};
      const Bytes sixteenth{d.count() / 16};
      CHECK(ns(pipeline_end({{0, time(a, ar, d)}, {1, time(b, ar, d)}, {2, time(c, ar, d)}}, 4,
                            1)) == row.baseline);
      CHECK(ns(pipeline_end({{0, time(a, rs, d)},
                             {1, time(b, rs, half)},
                             {2, time(c, ar, sixteenth)},
                             {1, time(b, ag, sixteenth)},
                             {0, time(a, ag, half)}},
                            4, 1)) == row.blueconnect);
    }
  }
}

TEST_CASE("charged properly, a phase takes what its steps take, to the picosecond") {
  // 8 NPUs at 1 GB/s, 1 us away; 8,000 bytes: an eighth takes 1 us. Memory of 3 GB/s: a
  // reduction of 1,000 bytes takes 1 us.
  Rules rules;
  rules.local_memory_bandwidth = BytesPerSecond{3e9};
  const PhaseModel m{
      {Block::fully_connected, 8, BytesPerSecond{1e9}, Picoseconds{1'000'000}}, rules, false};
  const Bytes d{8'000};
  const auto us = [](Picoseconds t) { return static_cast<double>(t.count()) / 1e6; };
  // e, then 14 steps of latency 1, message 1, e; 7 reductions of 1.
  CHECK(us(ring_time(m, CollectiveKind::all_reduce, d)) == Approx(.01 + 14 * 2.01 + 7));
  CHECK(us(ring_time(m, CollectiveKind::reduce_scatter, d)) == Approx(.01 + 7 * 2.01 + 7));
  CHECK(us(ring_time(m, CollectiveKind::all_gather, Bytes{1'000})) == Approx(.01 + 7 * 2.01));
  CHECK(us(ring_time(m, CollectiveKind::all_to_all, d)) == Approx(.01 + 28 * 2.01));
  CHECK(us(direct_time(m, CollectiveKind::all_reduce, d, 7)) == Approx(.01 + 2 * 2.01 + 1));
  CHECK(us(direct_time(m, CollectiveKind::reduce_scatter, d, 7)) == Approx(.01 + 2.01 + 1));
  CHECK(us(direct_time(m, CollectiveKind::all_to_all, d, 1)) == Approx(.01 + 7 * 2.01));
  // Halves, quarters, eighths, and each of them reduced: 4 + 2 + 1.
  CHECK(us(halving_doubling_time(m, CollectiveKind::reduce_scatter, d)) ==
        Approx(.01 + 3 * 1.01 + 7 + 7));
  CHECK(us(halving_doubling_time(m, CollectiveKind::all_reduce, d)) ==
        Approx(.01 + 6 * 1.01 + 14 + 7));
  CHECK(us(halving_doubling_time(m, CollectiveKind::all_gather, Bytes{1'000})) ==
        Approx(.01 + 3 * 1.01 + 7));
}

TEST_CASE("chunks overlap in different dimensions and wait in the same") {
  const Picoseconds ten{10}, three{3};
  CHECK(pipeline_end({{0, ten}}, 4, 1) == Picoseconds{40});
  CHECK(pipeline_end({{0, ten}}, 4, 2) == Picoseconds{20});
  CHECK(pipeline_end({{0, ten}, {1, three}}, 4, 1) == Picoseconds{43});
  CHECK(pipeline_end({{0, three}, {1, ten}}, 4, 1) == Picoseconds{43});
  // The second visit to dimension 0 waits behind the first visits of later chunks: 3 6 9 at first,
  // then from 13 on.
  CHECK(pipeline_end({{0, three}, {1, ten}, {0, three}}, 3, 1) == Picoseconds{36});
}
