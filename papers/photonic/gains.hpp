// SPDX-License-Identifier: Apache-2.0
// An appliance against a DGX, by the paper's rules.
#pragma once

#include <cstdint>
#include <vector>

#include "jacquard/serve/celestisim/static_batch.hpp"

namespace jacquard::studies {

struct Lengths {
  int input = 0;
  int output = 0;
};
// The paper's four.
inline constexpr Lengths kPaperLengths[] = {{128, 128}, {128, 4096}, {4096, 128}, {4096, 4096}};

// The paper does not say which batch its appliance runs; its gains no longer grow at this one.
inline constexpr std::int64_t kPooledBatch = 4096;

struct Gains {
  double throughput = 0;
  double latency = 0;
};

// Output tokens a second of `batch` requests over those of the largest batch on `dgx`; the time of
// one request on `dgx` over its time here.
Gains gains(const workload::Model& model, const serve::celestisim::PaperSystem& dgx,
            const serve::celestisim::PaperSystem& pooled, Lengths lengths,
            std::int64_t batch = kPooledBatch);

// The largest of each over the paper's lengths.
Gains largest_gains(const workload::Model& model, const serve::celestisim::PaperSystem& dgx,
                    const serve::celestisim::PaperSystem& pooled);

workload::Model llama3_405b();
// The paper does not give its 1T model. This one has the width and layers of its Table 2's, and
// as many heads of keys and values as Llama 3.
workload::Model assumed_1t();

}  // namespace jacquard::studies
