// SPDX-License-Identifier: Apache-2.0
#include "jacquard/serve/cost/captured.hpp"

#include <catch2/catch.hpp>

using namespace jacquard::serve;

// vLLM's cudagraph_capture_sizes: 1, 2, 4, 8, 16, ..., 256, 272, ..., 512.
TEST_CASE("tokens are padded to the next graph that vLLM captures by default") {
  CHECK(captured_tokens(0) == 0);
  CHECK(captured_tokens(1) == 1);
  CHECK(captured_tokens(2) == 2);
  CHECK(captured_tokens(3) == 4);
  CHECK(captured_tokens(5) == 8);
  CHECK(captured_tokens(9) == 16);
  CHECK(captured_tokens(249) == 256);
  CHECK(captured_tokens(257) == 272);
  CHECK(captured_tokens(512) == 512);
  CHECK(captured_tokens(513) == 513);
}
