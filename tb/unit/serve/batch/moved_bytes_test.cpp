// SPDX-License-Identifier: Apache-2.0
#include "jacquard/serve/batch/moved_bytes.hpp"

#include <catch2/catch.hpp>

#include "jacquard/workload/model_name.hpp"

namespace jacquard::serve {

// 61 layers keep 576 values a token, on each NPU of a group. An answer of 9 tokens after 128 writes
// 136 of them, and its eight later steps read 128 + 1, ..., 128 + 8.
TEST_CASE("A request moves its own group's keys and values, however many groups there are") {
  Deployment d;
  d.model = workload::named_model("deepseek-v3", {"test", ""});
  d.precision.kv = workload::NumberType::fp8;
  for (const int groups : {1, 8, 72}) {
    d.attention_dp = groups;
    CHECK(kv_moved(d, 4, 128, 9) == Approx(4.0 * 61 * 576 * (136 + 8 * 128 + 36)));
  }
  d.tp = 2;
  CHECK(kv_moved(d, 4, 128, 9) == Approx(2 * 4.0 * 61 * 576 * (136 + 8 * 128 + 36)));
}

}  // namespace jacquard::serve
