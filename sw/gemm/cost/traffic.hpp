// SPDX-License-Identifier: Apache-2.0
// What a chip's own memory sees of a distributed product.
#pragma once

#include "jacquard/gemm/chip.hpp"
#include "jacquard/gemm/request.hpp"

namespace jacquard::gemm {

struct Work {
  double seconds = 0;
  double bytes = 0;  // read and written
};

// Seconds that so many bytes take; none where Chip::memory_bandwidth is 0.
double memory_seconds(const Chip& chip, double bytes);

// A chip's product with this share of the side that slices cut: the longer of its operations at
// Chip::effective and its traffic. `sums`: the result is added to what is there. Of an untransposed
// request.
Work product_of(const Request& request, const Chip& chip, double share, bool sums);

// A copy of so many bytes: read, and written.
Work copy_of(const Chip& chip, double bytes);

}  // namespace jacquard::gemm
