// SPDX-License-Identifier: Apache-2.0
// The loop of a matrix product on processors that share a memory: tiles of the result, k split
// where tiles are few.
#pragma once

#include "jacquard/base/span.hpp"
#include "jacquard/cost/device.hpp"
#include "jacquard/cost/gemm_constants.hpp"

namespace jacquard::cost {

struct Product {
  double m = 0;
  double n = 0;
  double k = 0;
  double count = 1;
  double a_bytes = 2;  // of a value
  double b_bytes = 2;
  double c_bytes = 2;
};

struct Tile {
  int m = 0;
  int n = 0;
};

// What a library offers. `pairs`: tiles along m are dealt to clusters of two.
struct Tiling {
  base::Span<const Tile> tiles;
  base::Span<const int> splits;
  bool pairs = false;
};

// The tiles and splits that cuBLAS picks from; the law takes the fastest, as its heuristics mean
// to.
Tiling library_tiling();
// The same without splits.
Tiling unsplit_tiling();

// Seconds without the kernel's floor. `rate`: FLOP/s that all processors sustain.
double product_seconds(const Device& device, const GemmConstants& constants, const Product& product,
                       double rate, const Tiling& tiling);

}  // namespace jacquard::cost
