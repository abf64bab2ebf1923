// SPDX-License-Identifier: Apache-2.0
#include "jacquard/cost/embedding.hpp"

#include <catch2/catch.hpp>

#include "jacquard/cost/duration.hpp"

namespace jacquard::cost {
namespace {

using workload::EmbeddingWork;

TEST_CASE("rows touch whole sectors, by where their size lets them begin", "[cost]") {
  CHECK(sector_bytes(64) == 64);
  CHECK(sector_bytes(256) == 256);
  // By count: an offset of every even byte of a sector, 186 bytes from there.
  double sectors = 0;
  for (int offset = 0; offset < 64; offset += 2) sectors += (offset + 186 + 63) / 64;
  CHECK(sector_bytes(186) == Approx(sectors / 32 * 64));
}

TEST_CASE("few look-ups repeat little, many as Meta's batches do", "[cost]") {
  CHECK(first_share(0) == 1);
  CHECK(first_share(887017990.0 / 856) == Approx(128435723.0 / 887017990).epsilon(0.25));
  CHECK(first_share(468084223.0 / 856) == Approx(61644628.0 / 468084223).epsilon(0.2));
  CHECK(first_share(1405163864.0 / 788) == Approx(110259238.0 / 1405163864).epsilon(0.1));
}

// Without repeats and with rows of whole sectors a look-up is MAD-Max's: bytes / (0.836 of HBM).
TEST_CASE("large look-ups of aligned rows run at the memory's share", "[cost]") {
  const Device d = shipped_device("a100_sxm").value();
  EmbeddingWork w;
  w.tables = 32;
  w.bags = 65536.0 * 32;
  w.pooling = 15;
  w.row_bytes = 256;
  w.first = 1;
  const double rows = w.bags * w.pooling * w.row_bytes;
  CHECK(seconds_of(d, w).count() == Approx(rows / (2039e9 * 0.836)).epsilon(0.04));
}

TEST_CASE("repeats are faster, a backward pass is slower", "[cost]") {
  const Device d = shipped_device("a100_sxm").value();
  EmbeddingWork w{32, 32 * 2.08e6, 65536.0 * 32, 15, 186, 186, 1, false};
  const double fresh = seconds_of(d, w).count();
  w.first = 0.14;
  const double repeated = seconds_of(d, w).count();
  CHECK(repeated < fresh);
  CHECK(repeated > fresh / 3);  // rows at the cache's rate, no bag written slower
  w.backward = true;
  CHECK(seconds_of(d, w).count() > repeated);
  w.bags = 0;
  CHECK(seconds_of(d, w).count() == 0);
}

}  // namespace
}  // namespace jacquard::cost
