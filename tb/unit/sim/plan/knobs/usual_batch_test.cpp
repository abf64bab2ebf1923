// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "sim/plan/knobs/resolve.hpp"

using jacquard::knobs::usual_batch;

TEST_CASE("A usual step has 4 Mi tokens or the next multiple of the NPUs") {
  CHECK(usual_batch(4096, 64) == 1024);  // Llama 2's
  CHECK(usual_batch(8192, 8) == 512);
  CHECK(usual_batch(8192, 72) == 576);         // 8 x 72, as 7 x 72 has fewer
  CHECK(usual_batch(8192, 16'384) == 16'384);  // one for each
  CHECK(usual_batch(1 << 24, 3) == 3);
}
