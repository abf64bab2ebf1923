// SPDX-License-Identifier: Apache-2.0
#include "jacquard/workload/compute_work.hpp"

#include <algorithm>
#include <catch2/catch.hpp>

using namespace jacquard::workload;

TEST_CASE("A causal query meets the keys before it, no more of them than its window") {
  for (const int queries : {1, 3, 8, 20}) {
    for (const int before : {0, 5, 40}) {
      for (const int window : {0, 1, 4, 8, 30, 100}) {
        int pairs = 0;
        for (int q = 0; q < queries; ++q) {
          const int seen = before + q + 1;
          pairs += window > 0 ? std::min(window, seen) : seen;
        }
        AttentionWork work;
        work.queries = queries;
        work.keys = before + queries;
        work.heads = 1;
        work.kv_heads = 1;
        work.window = window;
        CAPTURE(queries, before, window);
        // Two products, each a multiply-add for each of 128 values.
        CHECK(amounts_of(work).flops == Approx(pairs * 2 * 2 * 128.0).epsilon(1e-12));
      }
    }
  }
}
