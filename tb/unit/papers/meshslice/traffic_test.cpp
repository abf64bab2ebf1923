// SPDX-License-Identifier: Apache-2.0
#include "papers/meshslice/traffic.hpp"

#include <catch2/catch.hpp>

using namespace jacquard;

namespace {

constexpr std::int64_t kQuarterMiB = (1 << 20) / 4;

}  // namespace

// Shards: W 12K x 48K x 2 bytes / 256 = 4.5 MiB; a replica's Y 256K x 12K x 2 / 256 = 24 MiB; of
// 2.5D, A 1024K x 48K x 2 / 256 = 384 MiB and C 1024K x 12K x 2 / 256 = 96 MiB.
TEST_CASE("section 7's traffic is the paper's to the MiB, by its counting and in full") {
  const auto t = studies::meshslice::layer_traffic();
  CHECK(t.paper_meshslice.count() == 336LL << 20);       // 32 x 4.5 + 8 x 24
  CHECK(t.paper_solomonik.count() == 1554LL << 20);      // 4 x (384 + 4.5)
  CHECK(t.solomonik_stationary.count() == 402LL << 20);  // 4 x (96 + 4.5)
  CHECK(t.meshslice.count() == 1230 * kQuarterMiB);      // 31 x 4.5 + 7 x 24 = 307.5
  CHECK(t.gradients.count() == 27 * kQuarterMiB);        // 2 x 3/4 x 4.5 = 6.75
  CHECK(t.solomonik.count() > t.paper_solomonik.count());
}
